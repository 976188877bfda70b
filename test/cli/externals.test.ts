import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { type Ended, lemmata } from './lemmata.ts';

const folder = scratchFolder('externals');
const write = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return name;
};
const verify = (...args: readonly string[]): Promise<Ended> =>
  lemmata(['verify', '--timeout', '60', ...args], { cwd: folder });

const told = write(
  'told.c',
  'extern void reach_error(void);\nvoid f(int *);\nint main(void) {\n  int v = 1;\n  f(&v);\n  if (v != 1) reach_error();\n}\n',
);
const property = write('unreach-call.prp', 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n');

describe('what external functions do', () => {
  it('is left open by default: the function is named, with its call and with what to decide', async () => {
    const { stdout, stderr, code } = await verify(told);
    expect(stdout).toBe(
      'Verification result: UNKNOWN (it depends on what the external function f does, called at told.c:5:3)\n',
    );
    expect(stderr).toContain('--external f=pure');
    expect(code).toBe(5);
  });

  it.each([
    ['--externals', 'pure'],
    ['--external', 'f=pure'],
    ['--property', property],
  ])('is nothing with %s %s, and the verdict says so', async (...options) => {
    const { stdout, stderr } = await verify(...options, told);
    expect(stdout).toBe('Verification result: TRUE\n');
    expect(stderr).toContain('Assumed: these functions without a body return any value and change nothing: f.');
  });

  it('is the same for equal arguments where CBMC leaves a function uninterpreted, whichever thread calls it', async () => {
    const program = write(
      'uninterpreted.c',
      `typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
int __CPROVER_uninterpreted_f(int);
void reach_error(void) {}
static int a;

static void *one(void *unused) {
  a = __CPROVER_uninterpreted_f(1);
  return unused;
}

int main(void) {
  pthread_t t;
  int b = __CPROVER_uninterpreted_f(1);
  pthread_create(&t, 0, one, 0);
  pthread_join(t, 0);
  if (a != b) reach_error();
}
`,
    );
    const { stdout, stderr } = await verify(program);
    expect(stdout).toBe('Verification result: TRUE\n');
    expect(stderr).toContain('Holds whatever these functions without a body return');
  });

  it('is in the result as JSON', async () => {
    const { stdout } = await verify('--json', '--external', 'f=pure', told);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'TRUE', externals: [{ name: 'f', reading: 'pure' }] });
  });

  it('is an input of the run where calls change memory', async () => {
    const { stdout, stderr } = await verify('--externals', 'havoc', '--witness', 'told.yml', told);
    expect(stdout).toBe('Verification result: FALSE (unreach-call)\n');
    expect(stderr).toMatch(/told\.c:5:3 +the call of f\(\) changes v to /);
    expect(stderr).toContain('Functions without a body that change memory or call back in this run: f.');
    expect(stderr).toContain(
      'No witness is written: there is no format for runs in which external functions change memory or call back.',
    );
  });

  it('is in the run as JSON', async () => {
    const { stdout } = await verify('--json', '--externals', 'havoc', told);
    const [input] = JSON.parse(stdout).violation.inputs;
    expect(input).toMatchObject({ kind: 'external-content', name: 'v', by: 'f', type: 'int', at: { line: 5 } });
  });

  it('ends the run with its place where that is asked for', async () => {
    const { stdout } = await verify('--property', property, '--external', 'f=stop', told);
    expect(stdout).toBe(
      'Verification result: UNKNOWN (it depends on what the external function f does, called at told.c:5:3)\n',
    );
  });

  it.each([
    [['--externals', 'none'], /Allowed choices are agree, pure, havoc, stop/],
    [['--external', 'f'], /It must be a function and one of agree, pure, havoc, stop, such as f=pure/],
  ])('is one of four readings: %s', async (options, message) => {
    const { stderr, code } = await verify(...options, told);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });
});

describe('a program that begins at another function', () => {
  const steps = write(
    'steps.c',
    'extern void reach_error(void);\nstatic void f(const char *s, int n) {\n  if (s && n == 3 && s[1] == 7) reach_error();\n}\n',
  );

  it('has the arguments as inputs, and needs no main', async () => {
    const { stdout, stderr, code } = await verify('--entry', 'f', '--entry-size', '2', '--witness', 'w.yml', steps);
    expect(stdout).toBe('Verification result: FALSE (unreach-call)\n');
    expect(stderr).toMatch(/s leads to \{\d+, 7\}/);
    expect(stderr).toContain('n = 3');
    expect(stderr).toContain(
      'Begins at f. Its arguments have any value. Pointers among them are null, or lead to objects of their own, of 2 elements.',
    );
    expect(stderr).toContain(
      'No witness is written: there is no format for runs and proofs that do not begin at main.',
    );
    expect(code).toBe(10);
  });

  it.each([
    ['nowhere', 'steps.c: there is no function nowhere'],
    ['reach_error', 'steps.c: the function reach_error has no body'],
  ])('is an error where the function is not there: %s', async (name, message) => {
    const { stdout, stderr, code } = await verify('--entry', name, steps);
    expect([stdout, code]).toEqual(['', 2]);
    expect(stderr).toContain(message);
  });

  it('and nothing can be said of an entry that is not named', async () => {
    const { stderr, code } = await verify('--entry-globals', 'any', steps);
    expect(stderr).toContain('need --entry');
    expect(code).toBe(1);
  });
});
