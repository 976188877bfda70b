import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page, with the comment on the line before it. */
export interface Block {
  /** Line of its fence; lines are 1-based. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Content of a comment `<!-- ... -->` on the line before; empty: none. */
  readonly comment: string;
}

/** Pages for readers of the product: the README, and the pages of the site. */
export function pages(): readonly string[] {
  return ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [join('docs', name)] : []))];
}

/** Reads the fenced blocks of a page. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^(?:<!-- ([^\n]*) -->\n)?```(\w*)[^\n]*\n(.*?)^```$/gms)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length + (match[1] === undefined ? 0 : 1),
    language: match[2],
    text: match[3],
    comment: match[1] ?? '',
  }));
}

/** The page without its fenced blocks and comments. */
export function proseOf(page: string): string {
  return readFileSync(page, 'utf8')
    .replace(/^```.*?^```$/gms, '')
    .replace(/<!--.*?-->/gs, '');
}
