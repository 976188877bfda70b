import type { SourceLocation } from '../../base/source.ts';

/** A comment `// lemmata: ignore KINDS reason`, by which a program states that a finding is none for its readers. */
export interface IgnoreComment {
  /** The kinds of checks as written. */
  readonly kinds: readonly string[];
  readonly reason: string;
  readonly at: SourceLocation;
  /** The line that it is about. */
  readonly line: number;
}

const FORM = /\/\/\s*lemmata:\s*ignore\s+([\w-]+(?:\s*,\s*[\w-]+)*)\s*(.*?)\s*$/;

/** Returns such comments of a file. One on a line of its own is about the next line that is none. */
export function ignoreComments(file: string, text: string): readonly IgnoreComment[] {
  if (!text.includes('lemmata:')) return [];
  const found: IgnoreComment[] = [];
  let waiting: Omit<IgnoreComment, 'line'>[] = [];
  for (const [index, source] of text.split('\n').entries()) {
    const line = index + 1;
    const match = FORM.exec(source);
    const [, kinds = '', reason = ''] = match ?? [];
    const own =
      match === null ? [] : [{ kinds: kinds.split(/\s*,\s*/), reason, at: { file, line, column: match.index + 1 } }];
    const isAlone = match !== null && source.slice(0, match.index).trim() === '';
    if (isAlone) waiting.push(...own);
    else {
      found.push(...[...waiting, ...own].map((comment) => ({ ...comment, line })));
      waiting = [];
    }
  }
  return [...found, ...waiting.map((comment) => ({ ...comment, line: 0 }))];
}
