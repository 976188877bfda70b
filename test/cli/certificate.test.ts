import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const CHECKER = join('checker', 'src', 'main.js');
const folder = scratchFolder('certificate');

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function check(certificate: string): { readonly code: number | null; readonly stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, certificate], { encoding: 'utf8' });
  return { code: status, stdout };
}

/** Has a compiler run the program beside its system. */
function trial(certificate: string): { readonly code: number | null; readonly stdout: string } {
  const { status, stdout } = spawnSync('bash', [join(certificate, 'trial.sh'), '5'], { encoding: 'utf8' });
  return { code: status, stdout };
}

describe('the certificate of a TRUE', () => {
  const certificate = join(folder, 'light');

  beforeAll(async () => {
    const { code, stderr } = await lemmata(['verify', '--certificate', certificate, 'examples/traffic-light.c']);
    expect(code).toBe(0);
    expect(stderr).toContain(`files in ${certificate}`);
  });

  it('has all its obligations checked by the stand-alone checker', () => {
    expect(check(certificate)).toEqual({ code: 0, stdout: expect.stringMatching(/^CHECKED: \d+ obligations\n$/) });
  });

  it('has the circuit of its proof, and the solution of its Horn clauses', () => {
    const text = (name: string): string => readFileSync(join(certificate, name), 'utf8');
    expect(text('witness.btor2')).toMatch(/ bad \d+ witness$/m);
    expect(text('system.smt2')).toContain('(declare-fun Inv (');
    expect(text('model.smt2')).toMatch(/^\(define-fun Inv \(/);
    expect(text('task.svlib')).toMatch(/\(annotate-tag errors :check-true .*\n\(verify-call model \(\)\)\n/);
    expect(text('witness.svlib')).toMatch(/^\(\(annotate-tag steps :invariant /);
  });

  it('has a script that runs the program beside its system, and finds a system or a program that was changed', () => {
    expect(trial(certificate)).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^no difference: .* [1-9]\d* values/),
    });
    const changed = join(folder, 'trial');
    cpSync(certificate, changed, { recursive: true });
    const change = (name: string, from: string, to: string): void =>
      writeFileSync(join(changed, name), readFileSync(join(certificate, name), 'utf8').replace(from, to));
    change('model.c', '| 0x3ull', '| 0x4ull');
    expect(trial(changed)).toEqual({ code: 1, stdout: expect.stringMatching(/^run 1: the program /) });
    change('model.c', '', '');
    change('trial-1.c', 'ticks < 3', 'ticks < 4');
    expect(trial(changed)).toMatchObject({ code: 2, stdout: expect.stringContaining('trial-1.c differs from ') });
  });

  it('tells readers what each of its files is', () => {
    const text = readFileSync(join(certificate, 'README.md'), 'utf8');
    expect(text).toMatch(/^# TRUE: examples\/traffic-light\.c\n/);
    const told = [...text.matchAll(/^\| `([^`]*)`/gm)].map(([, name]) => name);
    for (const name of told)
      expect([name, existsSync(join(certificate, name.replace('/N', '/4')))]).toEqual([name, true]);
    expect(told).toEqual(expect.arrayContaining(['manifest.json', 'trial.sh', 'obligations/N.lrat']));
    expect(told).not.toContain('check.sh');
  });

  it('is described by a command', async () => {
    const { code, stdout } = await lemmata(['certificate', certificate]);
    expect(code).toBe(0);
    expect(stdout).toContain('TRUE: ');
    expect(stdout).toMatch(/obligations: \d+ \(.*\d+ safety/);
  });

  it('has files with the hashes of the manifest, the sources included', () => {
    const { files, sources, preprocessed } = JSON.parse(readFileSync(join(certificate, 'manifest.json'), 'utf8'));
    const hashes = Object.entries({ ...files, 'model.btor2': files['model.btor2'] });
    for (const [name, hash] of hashes)
      expect(execFileSync('sha256sum', [join(certificate, name)], { encoding: 'utf8' })).toContain(hash);
    expect(execFileSync('sha256sum', ['examples/traffic-light.c'], { encoding: 'utf8' })).toContain(
      sources['examples/traffic-light.c'],
    );
    // Nothing is to be preprocessed in it.
    expect(preprocessed).toEqual(sources);
  });

  it('is refuted where a file was changed', () => {
    const changed = join(folder, 'changed');
    cpSync(certificate, changed, { recursive: true });
    appendFileSync(join(changed, 'model.btor2'), '; \n');
    expect(check(changed)).toEqual({ code: 10, stdout: 'REFUTED: model.btor2 has another hash\n' });
  });
});

describe('proofs of other kinds are checked as well', () => {
  const ARRAY = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int a[1000];
int main(void) {
  int i, n = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  for (i = 0; i < n; i++) a[i] = v;
  for (i = 0; i < n; i++) if (a[i] != v) reach_error();
}
`;
  const SUM = ARRAY.replace('n = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int()', 'n = 90, v = 4');
  const FLOATS = `extern void reach_error(void); extern float __VERIFIER_nondet_float(void);
int main(void) {
  float low = 0;
  while (__VERIFIER_nondet_float() > low) {
    float x = __VERIFIER_nondet_float();
    if (x > low && x < 2.5f) low = x;
    if (!(low < 3)) reach_error();
  }
}
`;
  it.each([
    ['k-induction', ['--engines', 'kind', 'examples/odd.c'], { k: 1 }],
    ['formulas about all elements', ['--engines', 'houdini', file('array.c', ARRAY)], { bound: [expect.any(String)] }],
    ['runs', ['--engines', 'sim', file('sum.c', SUM)], { after: expect.any(Number) }],
    ['floats', [file('floats.c', FLOATS)], { kind: 'inductive' }],
    ['products', ['test/polynomials/horner.c'], { kind: 'inductive' }],
    [
      'measures',
      ['--check', 'termination', 'test/programs/termination/wrap-true.c'],
      { measures: { ended: 'ended', outputs: expect.any(Array) } },
    ],
  ])('%s', async (name, words, proof) => {
    const certificate = join(folder, name);
    const { code } = await lemmata(['verify', '--certificate', certificate, ...words]);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(certificate, 'manifest.json'), 'utf8'))).toMatchObject({ proof });
    expect(check(certificate)).toMatchObject({ code: 0 });
    if (name === 'k-induction' || name === 'formulas about all elements')
      expect(trial(certificate)).toEqual({ code: 0, stdout: expect.stringMatching(/ [1-9]\d* values compared/) });
  });
});

describe('a program that the rewriting of terms decides', () => {
  it('has a certificate about a system with names for its values', async () => {
    const certificate = join(folder, 'named');
    expect((await lemmata(['verify', '--certificate', certificate, 'test/programs/memcpy-true.c'])).code).toBe(0);
    expect(readFileSync(join(certificate, 'model.btor2'), 'utf8')).toMatch(/ bad \d+ error$/m);
    expect(check(certificate)).toMatchObject({ code: 0 });
    expect((await lemmata(['verify', '--trust', 'proof', 'test/programs/memcpy-true.c'])).code).toBe(0);
  });

  it('has one in part if its values are constants of the source', async () => {
    const certificate = join(folder, 'constant');
    expect((await lemmata(['verify', '--certificate', certificate, 'test/programs/enum-constant-true.c'])).code).toBe(
      0,
    );
    expect(check(certificate)).toMatchObject({ code: 5, stdout: expect.stringContaining('has no step') });
    const { status, stdout } = spawnSync('bash', [join(certificate, 'check.sh')], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'no error is reached\n' });
  });
});

describe('the certificate of a FALSE', () => {
  const certificate = join(folder, 'average');

  beforeAll(async () => {
    const { code } = await lemmata(['verify', '--quiet', '--certificate', certificate, 'examples/average.c']);
    expect(code).toBe(10);
  });

  it('has a script that repeats the run with a compiler', () => {
    const { status, stdout } = spawnSync('bash', [join(certificate, 'check.sh')], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'the error is reached\n' });
  });

  it('has a script that says so if the program does not reach the error', () => {
    const other = join(folder, 'other');
    cpSync(certificate, other, { recursive: true });
    const test = readFileSync(join(other, 'test.c'), 'utf8');
    writeFileSync(join(other, 'test.c'), test.replaceAll('2147483647', '1'));
    const { status } = spawnSync('bash', [join(other, 'check.sh')], { encoding: 'utf8' });
    expect(status).toBe(1);
  });

  it('is described, and leaves the stand-alone checker nothing to check', async () => {
    const { stdout } = await lemmata(['certificate', certificate]);
    expect(stdout).toContain('check.sh: repeats the run outside of Lemmata');
    expect(check(certificate)).toMatchObject({ code: 5, stdout: expect.stringContaining('check.sh') });
  });
});

describe('with --trust proof, a TRUE', () => {
  it('stands if the stand-alone checker checks all of its proof', async () => {
    expect((await lemmata(['verify', '--trust', 'proof', 'examples/traffic-light.c'])).code).toBe(0);
  });

  it('is UNKNOWN if it rests on anything else', async () => {
    const constants = 'test/programs/enum-constant-true.c';
    const { code, stdout } = await lemmata(['verify', '--trust', 'proof', constants]);
    expect(code).toBe(5);
    expect(stdout).toContain('stand-alone checker');
  });
});

describe('the certificate of several answers', () => {
  const certificate = join(folder, 'checks');
  const program = file(
    'checks.c',
    `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  int d = n - 5;
  return n / d;
}
`,
  );

  beforeAll(async () => {
    const { code } = await lemmata(['check', '--quiet', '--certificate', certificate, program]);
    expect(code).toBe(10);
  });

  const partsIn = (path: string): { about: string; state: string; in?: string }[] =>
    JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')).parts;

  it('says which folder answers which check, and has the proof of each that is proved', () => {
    const parts = partsIn(certificate);
    const overflow = expect.stringMatching(/^check:overflow:\d+ at .*checks\.c:5:13$/);
    expect(parts).toContainEqual({ about: overflow, state: 'proved', in: expect.anything() });
    expect(parts.filter(({ state }) => state === 'violated')).toHaveLength(1);
    for (const { in: name = '', state } of parts)
      expect(check(join(certificate, name)).code).toBe(state === 'proved' ? 0 : 5);
    expect(check(certificate)).toMatchObject({ code: 5, stdout: expect.stringMatching(/IN PART: (\d+) of \d+/) });
  });

  it('has a script for a check that fails, whose fault a sanitiser reports', () => {
    const { in: name = '' } = partsIn(certificate).find(({ state }) => state === 'violated') ?? {};
    const { status, stdout } = spawnSync('bash', [join(certificate, name, 'check.sh')], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'the fault is reported\n' });
  });

  it('has a script for each kind of fault that a tool shows, and says why there is none for others', async () => {
    const source = file(
      'kinds.c',
      `#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
char b[20];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = malloc(4);
  if (n == 7) memcpy(b, b + 2, n);
  if (n == 9) return __builtin_ctz(n - 9);
  p = 0;
  return n + 1;
}
`,
    );
    const kinds = join(folder, 'kinds');
    await lemmata(['check', '--quiet', '--check', 'memtrack,overlap,argument,wrap', '--certificate', kinds, source]);
    const { sources, preprocessed } = JSON.parse(readFileSync(join(kinds, 'manifest.json'), 'utf8'));
    expect(Object.keys(preprocessed)).toEqual(Object.keys(sources));
    expect(preprocessed).not.toEqual(sources);
    const said = partsIn(kinds).flatMap(({ about, in: name = '' }) => {
      const script = join(kinds, name, 'check.sh');
      if (!existsSync(script))
        return [`${about.split(':')[1]} ${readFileSync(join(kinds, name, 'manifest.json'), 'utf8')}`];
      const { status, stdout } = spawnSync('bash', [script], { encoding: 'utf8' });
      return [`${about.split(':')[1]} ${status} ${stdout}`];
    });
    expect(said).toContain('memtrack 0 the fault is reported\n');
    expect(said).toContain('overlap 0 the fault is reported\n');
    expect(said).toContainEqual(expect.stringMatching(/^argument [\s\S]*no sanitiser knows/));
    expect(said).toContainEqual(expect.stringMatching(/^wrap (2 GCC has no sanitiser|0 the fault is reported)/));
  });

  it('is refuted where it claims more than its parts prove', () => {
    const changed = join(folder, 'claims');
    cpSync(certificate, changed, { recursive: true });
    const path = join(changed, 'manifest.json');
    const manifest = readFileSync(path, 'utf8');
    writeFileSync(path, manifest.replace('"verdict": "FALSE"', '"verdict": "TRUE"'));
    expect(check(changed)).toMatchObject({ code: 10, stdout: expect.stringContaining('is violated') });
    writeFileSync(path, manifest.replace('"state": "violated"', '"state": "proved"'));
    expect(check(changed)).toMatchObject({ code: 10, stdout: expect.stringContaining('is no proof of') });
    writeFileSync(path, manifest.replace('check:overflow:', 'check:overflow:9'));
    expect(check(changed)).toMatchObject({ code: 10, stdout: expect.stringContaining('is not about') });
    const [{ in: part = '' }] = partsIn(certificate);
    writeFileSync(path, manifest);
    appendFileSync(join(changed, part, 'manifest.json'), ' ');
    expect(check(changed)).toMatchObject({ code: 10, stdout: expect.stringContaining('has another hash') });
  });

  it('has a folder for each function with a contract', async () => {
    const source = file(
      'contracts.c',
      `int half(int n) __CPROVER_requires(n >= 0) __CPROVER_ensures(__CPROVER_return_value <= n) { return n / 2; }
int same(int n) __CPROVER_requires(n >= 0) __CPROVER_ensures(__CPROVER_return_value == n) { return half(n) * 2; }
`,
    );
    const functions = join(folder, 'functions');
    expect((await lemmata(['contracts', '--certificate', functions, source])).code).toBe(10);
    expect(partsIn(functions)).toEqual([
      { about: 'the contract of half', state: 'proved', in: 'half' },
      { about: 'the contract of same', state: 'violated', in: 'same' },
    ]);
    expect(check(join(functions, 'half'))).toMatchObject({ code: 0 });
    expect(check(functions)).toMatchObject({ code: 5 });
  });
});
