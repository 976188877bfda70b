import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { type Ended, lemmata } from './lemmata.ts';

const folder = scratchFolder('cli');
const write = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return name;
};
const verify = (...args: readonly string[]): Promise<Ended> => lemmata(['verify', ...args], { cwd: folder });

const simple = 'void reach_error(void);\nint main(void) { return 0; }\n';
const filler = '  x++;\n'.repeat(99_990);
const parentheses = (count: number): string => `${'('.repeat(count)}1${')'.repeat(count)}`;

/** One clear message, the documented exit code, no stack trace, nothing on stdout. */
function rejected(ended: Ended, code: number, message: string | RegExp): void {
  expect(ended.stderr).toMatch(message);
  expect(ended.code).toBe(code);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).not.toMatch(/\n\s+at .*:\d+/);
  expect(ended.stderr.split('\n').length).toBeLessThan(8);
}

describe('input that cannot be read', () => {
  it.each<[string, () => string[], string]>([
    ['a file that is not there', () => ['missing.c'], 'missing.c:1:1: error'],
    ['a directory', () => ['.'], 'directory'],
    ['an empty file', () => [write('empty.c', '')], 'empty.c:1:1: error'],
    ['no main', () => [write('no-main.c', 'int x;\n')], 'no-main.c: there is no function main'],
    [
      'binary rubbish',
      () => [write('rubbish.c', Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256)))],
      'rubbish.c:',
    ],
    ['a truncated program', () => [write('cut.c', 'int main(void) { if (1')], 'cut.c:1:23: error'],
    [
      'a syntax error on line 3 of 100,000',
      () => [write('syntax.c', `void reach_error(void);\nint main(void) {\n  int x = ;\n${filler}}\n`)],
      'syntax.c:3:11: error',
    ],
    [
      'nesting 100,000 deep',
      () => [write('deep.c', `int main(void) { return ${parentheses(100_000)}; }`)],
      'deep.c:1:\\d+: error.*nest',
    ],
    ['an unknown type', () => [write('type.c', 'int main(void) {\n  foo_t x;\n}\n')], "type.c:2:3: error.*'foo_t'"],
    [
      'a program without the function of the property',
      () => ['--property', write('f.prp', 'CHECK( init(main()), LTL(G ! call(vanish())) )'), write('ok.c', simple)],
      'no function vanish',
    ],
    [
      'a property that is none',
      () => ['--property', write('bad.prp', 'CHECK( init(main()), LTL(G valid-fish) )'), write('ok.c', simple)],
      'bad.prp:1:26: error',
    ],
    ['a property file that is not there', () => ['--property', 'none.prp', write('ok.c', simple)], 'none.prp'],
    [
      'an #error',
      () => [write('error.c', '#error not here\nint main(void) { return 0; }\n')],
      'error.c:1:2: error.*not here',
    ],
    ['rubbish as hardware model', () => [write('bad.btor2', '1 sort bitvec 8\n2 foo 1\n')], 'bad.btor2:2:'],
    ['a hardware model without property', () => [write('none.btor2', '1 sort bitvec 8\n')], "no 'bad' property"],
    [
      'a witness that cannot be written',
      () => ['--witness', '/nowhere/w.yml', write('ok.c', simple)],
      'cannot write /nowhere/w.yml',
    ],
  ])('%s', async (_, args, message) => {
    rejected(await verify('--timeout', '30', ...args()), 2, new RegExp(message));
  });

  it('is reported as JSON too', async () => {
    const { code, stdout } = await verify('--json', write('json.c', 'int main(void) { return }\n'));
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      error: { code: 'E-INPUT', location: { file: 'json.c', line: 1 } },
    });
  });

  it('a header that is not there leaves the verdict open, at its place', async () => {
    const file = write('inc.c', 'int x;\n#include "none.h"\nvoid reach_error(void);\nint main(void) { return 0; }\n');
    const ended = await verify(file);
    expect(ended.stdout).toBe('Verification result: UNKNOWN (unsupported: header none.h not found at inc.c:2:10)\n');
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain('inc.c:2:10: error[C1011]: header none.h not found');
    rejected(await lemmata(['export', file], { cwd: folder }), 2, /^inc\.c:2:10: error/);
    rejected(await lemmata(['run', file], { cwd: folder }), 2, /^inc\.c:2:10: error/);
  });

  it('a construct that is not understood leaves the verdict open, at its place', async () => {
    const text =
      'extern void reach_error(void);\nint main(void) {\n  int f(int y) { return y; }\n  int (*p)(int) = f;\n  if (p(2)) reach_error();\n  return 0;\n}\n';
    const file = write('nested.c', text);
    const ended = await verify(file);
    expect(ended.stdout).toBe(
      "Verification result: UNKNOWN (unsupported: the address of the nested function 'main.f' at nested.c:4:19)\n",
    );
    expect(ended.code).toBe(5);
    rejected(
      await lemmata(['run', file], { cwd: folder }),
      5,
      /^nested\.c:4:19: not supported: the address of the nested function/,
    );
  });

  it('of run and export is told in the same way', async () => {
    const nothing = write('no-main.c', 'int f(void) { return 0; }\n');
    rejected(
      await lemmata(['run', nothing], { cwd: folder }),
      2,
      /^lemmata: error: no-main\.c: there is no function main\n$/,
    );
    const output = ['--output', '/nowhere/x.smt2', write('fine.c', simple)];
    rejected(
      await lemmata(['export', ...output], { cwd: folder }),
      2,
      /^lemmata: error: cannot write \/nowhere\/x\.smt2: no such folder/,
    );
  });

  it('a pipe given as output is written to, not replaced', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe]);
    let text = '';
    reader.stdout.on('data', (part) => {
      text += String(part);
    });
    const closed = new Promise((resolve) => reader.on('close', resolve));
    const { code } = await lemmata(['export', '--output', pipe, write('piped.c', simple)], { cwd: folder });
    await closed;
    expect(code).toBe(0);
    expect(text).toMatch(/sort/);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('an empty TMP or a missing compiler is named, with what to do', async () => {
    const file = write('needs-cc.c', '#include <limits.h>\nvoid reach_error(void);\nint main(void) { return 0; }\n');
    const missing = await lemmata(['verify', file], { cwd: folder, env: { PATH: '/nowhere', CC: '' } });
    rejected(missing, 2, /no C preprocessor found/);
    const wrong = await lemmata(['verify', file], { cwd: folder, env: { CC: '/nonexistent/cc' } });
    rejected(wrong, 2, /nonexistent/);
  });
});

describe('wrong usage', () => {
  it.each([
    [['verify']],
    [['verify', '--bogus', 'a.c']],
    [['verify', '--timeout', '-1', 'a.c']],
    [['verify', '--timeout', 'soon', 'a.c']],
    [['verify', '--memory', '0', 'a.c']],
    [['verify', '--threads', '1.5', 'a.c']],
    [['verify', '--data-model', 'LLP64', 'a.c']],
    [['verify', '--engines', 'nobody', 'a.c']],
    [['verify', '--portfolio', 'fast', 'a.c']],
    [['verify', 'a.btor2', 'b.btor2']],
    [['export', '--format', 'vmt', 'a.c']],
    [['prove', 'a.c']],
    [['--bogus']],
  ])('%j', async (args) => {
    rejected(await lemmata(args, { cwd: folder }), 1, /error/);
  });

  it('is told as JSON too, and names the help of the command', async () => {
    const { code, stdout, stderr } = await lemmata(['verify', '--json', '--timeout', 'soon', 'a.c'], { cwd: folder });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      error: { code: 'E-USAGE', message: expect.stringMatching(/^option '--timeout/), location: null },
    });
    expect(stderr).toMatch(/^lemmata: error: option '--timeout .*\nTry lemmata verify --help\.\n$/);
  });

  it('help and version are no errors', async () => {
    for (const args of [['--help'], ['verify', '--help'], ['run', '--help'], ['export', '--help'], ['--version']]) {
      const { code, stdout } = await lemmata(args);
      expect(code).toBe(0);
      expect(stdout).toMatch(args.includes('--version') ? /^\d+\.\d+\.\d+\n$/ : /Examples:/);
    }
  });
});

describe('after all this', () => {
  it('no temporary file stays', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
