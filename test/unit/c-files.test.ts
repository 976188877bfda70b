import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { cFunctions, withoutFunction, withoutIncludes } from '../../src/base/c-functions.ts';
import { hasGcc } from './c/gcc.ts';

const GCC = hasGcc('LP64');
const FILES = globSync('src/**/*.c');
/** Files of which single functions are taken; those for sanitisers are compiled as a whole. */
const CUT = FILES.filter((file) => !/\/(sanitised|native\/c\/threads)\.c$/.test(file));
const HEADERS = globSync('src/**/*.h');

/** Models of conditions, of ends and of keys continue those of threads. Lemmata puts numbers for the two names. */
const afterThreads = (folder: string) => ['-include', join(folder, 'threads.c'), '-D__KEYS__=2', '-D__EACH__=0'];

/** What comes before the file that forces an order of calls in a native replay. */
const beforeOrder = (folder: string) => [
  ...['-include', join(folder, 'harness.h')],
  ...['-DLEMMATA_TURNS=0,', '-DLEMMATA_STARTS=0,'],
];

describe('files in C', () => {
  it('are found', () => {
    expect(FILES.length).toBeGreaterThan(8);
  });

  it.skipIf(!GCC).each(FILES)('%s is compiled without a warning', (file) => {
    expect(check(file, file)).toBe('');
  });

  it.skipIf(!GCC).each(HEADERS)('%s is compiled without a warning', (file) => {
    // As the header of an empty file, since a compiler takes a header by itself for one that is to
    // be precompiled.
    expect(check(file, '-', `#include "${basename(file)}"\n`)).toBe('');
  });

  it.each(CUT)('%s has functions that are found by their names', (file) => {
    const text = readFileSync(file, 'utf8');
    const functions = cFunctions(text);
    const opened = text.split('\n').filter((line) => /^\w.*\) \{/.test(line));
    expect(functions.size).toBe(opened.length);
    for (const [name, fn] of functions) {
      expect(fn.text).toMatch(new RegExp(`\\b${name}\\(`));
      expect(fn.text.match(/\{/g)?.length).toBe(fn.text.match(/\}/g)?.length);
    }
  });
});

it('a function is cut out with the declarations right before it', () => {
  const file =
    '// A file.\n#include "x.h"\n\n// The first.\nint g(int);\nint f(int x) {\n  return g(x);\n}\n\nint h(void) { return 1; }\n';
  expect([...cFunctions(file).values()]).toEqual([
    { name: 'f', declarations: 'int g(int);', text: 'int f(int x) {\n  return g(x);\n}' },
    { name: 'h', declarations: '', text: 'int h(void) { return 1; }' },
  ]);
  expect(withoutFunction(withoutIncludes(file), 'f')).toBe('// A file.\n\nint h(void) { return 1; }\n');
});

function check(file: string, source: string, input = ''): string {
  const flags = readFileSync(join(dirname(file), 'compile_flags.txt'), 'utf8')
    .trim()
    .split('\n');
  try {
    const folder = dirname(file);
    const isContinued = /^(conditions-|destroyed|keys)/.test(basename(file));
    const isOrder = file.endsWith('native/c/threads.c');
    const before = isContinued ? afterThreads(folder) : isOrder ? beforeOrder(folder) : [];
    const args = [...flags, ...before, '-fsyntax-only', '-Wall', '-Werror', '-x', 'c', `-I${dirname(file)}`, source];
    return execFileSync('gcc', args, { input, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
}
