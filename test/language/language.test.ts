import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { findingsInCode, findingsInMarkdown } from './sentences.ts';

/** Sentences that break a rule on purpose, by file; a quotation of a paper, for instance. */
const EXCEPTIONS: readonly string[] = [];

const textOf = ({ line, why, sentence }: { line: number; why: string; sentence: string }): string =>
  `${line}: ${why}: ${sentence}`;

describe('sentences in comments and documents begin with their subject, are short and name components', () => {
  test.each(['src', 'workers', 'scripts'])('comments of %s', (room) => {
    const found = globSync(`${room}/**/*.{ts,tsx,mjs}`, { ignore: '**/*.d.ts' }).flatMap((file) =>
      findingsInCode(readFileSync(file, 'utf8')).map((finding) => `${file}:${textOf(finding)}`),
    );
    expect(found.filter((finding) => !EXCEPTIONS.includes(finding))).toEqual([]);
  });

  test('documents', () => {
    const found = globSync(['*.md', 'docs/**/*.md'], { ignore: ['**/node_modules/**', 'docs/.vitepress/**'] }).flatMap(
      (file) => findingsInMarkdown(readFileSync(file, 'utf8')).map((finding) => `${file}:${textOf(finding)}`),
    );
    expect(found.filter((finding) => !EXCEPTIONS.includes(finding))).toEqual([]);
  });

  test('there are few exceptions', () => {
    expect(EXCEPTIONS.length).toBeLessThanOrEqual(20);
  });

  test('finds late subjects, long sentences and nameless components, in both kinds of comments', () => {
    const long = `Word ${'word '.repeat(25)}.`;
    const source = `/** Of all values the least. */\n// Whoever calls this waits.\n// ${long}\n\n/** Adds. \`Of\` is fine. */\n`;
    expect(findingsInCode(source).map(({ why }) => why)).toEqual([
      'begins with "Of"',
      'says "Whoever"',
      'has 26 words',
    ]);
  });

  test('leaves out code, tables and headings of Markdown', () => {
    const source = '# To begin\n\n```\nTo run\n```\n\n| Of | To |\n\nTo run it, type this.\n';
    expect(findingsInMarkdown(source)).toEqual([
      { line: 9, why: 'begins with "To"', sentence: 'To run it, type this.' },
    ]);
  });
});
