import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lemmata } from './cli/lemmata.ts';

const EXIT_CODE: Readonly<Record<string, number>> = { TRUE: 0, FALSE: 10, UNKNOWN: 5 };

/** Programs by what they are called here, with their files; a folder is one program, unless it has tasks. */
const programs: readonly (readonly [string, readonly string[]])[] = readdirSync('examples', {
  withFileTypes: true,
}).flatMap((entry) => {
  const path = join('examples', entry.name);
  if (!entry.isDirectory()) return [[entry.name, [path]]];
  const files = readdirSync(path).filter((name) => name.endsWith('.c'));
  return files.length === 0 ? [] : [[entry.name, files.map((name) => join(path, name))]];
});

describe('examples', () => {
  it.each(programs)(
    '%s has the verdict that its first line names',
    async (name, files) => {
      const first = files.map((file) => readFileSync(file, 'utf8').split('\n')[0]).join(' ');
      const verdict = /Expected[^:]*: (TRUE|FALSE|UNKNOWN)/.exec(first)?.[1] ?? 'none';
      const { code, stdout } = await lemmata(['verify', '--timeout', name === 'collatz.c' ? '3' : '60', ...files]);
      expect(stdout).toMatch(`Verification result: ${verdict}`);
      expect(code).toBe(EXIT_CODE[verdict]);
    },
    90_000,
  );
});
