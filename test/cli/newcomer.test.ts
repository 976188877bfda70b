import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { CLI, lemmata } from './lemmata.ts';

const folder = scratchFolder('newcomer');
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const WRONG = `#include <assert.h>
int read_sensor(void);
int main(void) {
  int t = read_sensor();
  if (t < 0) return 1;
  assert((t + 100) / 2 >= 0);
}
`;
const hasCompiler = spawnSync('cc', ['--version']).status === 0;

describe('the standard input as a program', () => {
  const run = (text: string, ...words: readonly string[]) =>
    spawnSync(process.execPath, [CLI, ...words], { input: text, encoding: 'utf8' });
  const kept = () => readdirSync(tmpdir()).filter((name) => name.startsWith('lemmata-stdin-'));

  it('is verified, and leaves no file behind', () => {
    const before = kept();
    const { stdout, stderr } = run(WRONG, 'verify', '-');
    expect(stdout).toBe('Verification result: FALSE (assertion)\n');
    expect(stderr).toMatch(/^An assertion fails at <stdin>:6:/);
    expect(kept().filter((name) => !before.includes(name))).toEqual([]);
  });

  it('is refused if it is empty', () => {
    const { status, stderr } = run('', 'verify', '-');
    expect([status, stderr]).toEqual([2, expect.stringContaining('the standard input is empty')]);
  });
});

describe.skipIf(!hasCompiler)('--test', () => {
  it('writes a test that takes the compiled program to the error', async () => {
    const program = file('sensor.c', WRONG);
    const test = join(folder, 'sensor.test.c');
    const { code } = await lemmata(['verify', '--quiet', '--test', test, program]);
    expect(code).toBe(10);
    const binary = join(folder, 'sensor');
    execFileSync('cc', ['-fwrapv', '-o', binary, program, test]);
    const { signal, stderr } = spawnSync(binary, { encoding: 'utf8' });
    expect([signal, stderr]).toEqual(['SIGABRT', expect.stringContaining('sensor.c:6')]);
  });

  it('says why there is none', async () => {
    const program = file('right.c', '#include <assert.h>\nint main(void) { int x = 1; assert(x); }\n');
    const { stderr } = await lemmata(['verify', '--test', join(folder, 'right.test.c'), program]);
    expect(stderr).toContain('No test is written: only a FALSE');
  });
});

describe('mistakes of the user', () => {
  it('are several syntax errors at once, without what follows from them', async () => {
    const program = file(
      'syntax.c',
      `int f(int n { return n; }
int g(int n) {
  int missing = ;
  if (n > ) return 3;
  return missing + n
}
int main(void) { else return 3; }
`,
    );
    const { code, stderr } = await lemmata(['verify', program]);
    const found = [...stderr.matchAll(/syntax\.c:(\d+):\d+: error\[(C\d+)\]/g)].map(
      ([, line, text]) => `${line} ${text}`,
    );
    expect([code, found]).toEqual([2, ['1 C1201', '3 C1201', '4 C1201', '6 C1201', '7 C1203']]);
  });

  it('are an integer from a string, which is a warning', async () => {
    const program = file('string.c', '#include <assert.h>\nint main(void) { int x = "abc"; assert(1); return !x; }\n');
    const { stderr } = await lemmata(['verify', program]);
    expect(stderr).toMatch(/string\.c:2:\d+: warning\[C1953\]/);
    expect((await lemmata(['verify', '--quiet', program])).stderr).toBe('');
  });

  it.each([
    [['--quiet', '--verbose'], /contradict/],
    [['--no-exchange', '--share', 'nats://localhost:4222'], /contradict/],
    [['--token-file', 'token'], /needs --stream/],
    [['--sarif', 'same', '--witness', './same'], /two options write .*same/],
    [['--memory', '10'], /at least 64/],
    [['--memory', '8589934592'], /at most/],
  ])('are options such as %s', async (words, message) => {
    const { code, stderr } = await lemmata(['verify', ...words, file('any.c', WRONG)]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it.each([
    ['vector.cpp', 'C++'],
    ['view.m', 'Objective-C'],
    ['start.S', 'assembly'],
  ])('are files of other languages: %s', async (name, language) => {
    const { code, stderr } = await lemmata(['verify', file(name, WRONG)]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`'${join(folder, name)}' is not C: ${language}`)]);
  });
});

describe('undefined behaviour', () => {
  it.each([
    [
      'before.c',
      'char s[4] = "   ";\nint main(void) { char *e = s + 2; while (*e == \' \') e--; return 0; }\n',
      'memory before the start of an object',
    ],
    ['null.c', 'struct s { int a, b; } *p;\nint main(void) { return p->b; }\n', 'a null pointer'],
  ])('is named for what it is: %s', async (name, text, what) => {
    const { code, stderr } = await lemmata(['run', file(name, text)]);
    expect([code, stderr]).toEqual([5, expect.stringContaining(`undefined behaviour: read from ${what}`)]);
  });
});
