import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { executableTest } from '../../../../../src/apps/output/report/c-test.ts';
import type { FurtherInputs, RecordedInput } from '../../../../../src/certify/replay/recorded-run.ts';
import { scratchFolder } from '../../../../scratch.ts';

const at = { file: 'a.c', line: 9, column: 3 };

function input(
  name: string,
  type: string,
  constant: string | null,
  kind: RecordedInput['kind'] = 'nondet',
): RecordedInput {
  return { kind, name, at, type, value: constant ?? '?', constant };
}

const NOTHING: FurtherInputs = { sources: [], series: [] };

function textOf(
  inputs: readonly RecordedInput[],
  errorFunction = 'reach_error',
  further: FurtherInputs | null = NOTHING,
): string | null {
  return executableTest(
    { inputs, arguments: null, further, error: at, errorFunction },
    { files: ['a.c'], dataModel: 'LP64' },
  );
}

/** Exit code of the program with the test. */
function run(program: string, test: string): number | null {
  const folder = scratchFolder('c-test');
  writeFileSync(join(folder, 'a.c'), program);
  writeFileSync(join(folder, 'test.c'), test);
  const compiled = spawnSync('cc', ['-w', '-fwrapv', '-o', 'test', 'a.c', 'test.c'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(compiled.stderr).toBe('');
  return spawnSync(join(folder, 'test')).status;
}

const PROGRAM = `extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_assume(int);
extern double sensor(int channel, ...);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a < b);
  if (a == -2147483647 - 1 && b == 7 && sensor(3, 1.5) > 0.25 && __VERIFIER_nondet_pointer() == 0) reach_error();
  return __VERIFIER_nondet_uchar();
}
`;
const INPUTS = [
  input('__VERIFIER_nondet_int', 'int', '(-2147483647 - 1)'),
  input('__VERIFIER_nondet_int', 'int', '7'),
  input('sensor', 'double', '0.5', 'unknown-function'),
  input('__VERIFIER_nondet_pointer', 'char *', '0'),
];

describe('an executable test', () => {
  it('takes the program to the error', () => {
    expect(run(PROGRAM, textOf(INPUTS) ?? '')).toBe(107);
  });

  it('gives all inputs of a run that takes very many', () => {
    const program = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  long sum = 0;
  for (int i = 0; i < 50000; i++) sum += __VERIFIER_nondet_int();
  if (sum == 49999L * 2 + 9 && __VERIFIER_nondet_int() == 1) reach_error();
  return 0;
}
`;
    const [name, type] = ['__VERIFIER_nondet_int', 'int'];
    const further = (last: string): FurtherInputs => ({
      sources: [{ kind: 'nondet', name, type }],
      series: [
        [0, '2', 49_998],
        [0, last, 1],
      ],
    });
    const first = [input(name, type, '2'), input(name, type, '9')];
    expect(run(program, textOf(first, 'reach_error', further('1')) ?? '')).toBe(107);
    expect(run(program, textOf(first, 'reach_error', further('3')) ?? '')).toBe(0);
    expect(textOf(first, 'reach_error', null)).toBeNull();
  });

  it('defines external functions that return nothing', () => {
    const program = PROGRAM.replace('int main(void) {', 'void log_value(int);\nint main(void) {\n  log_value(1);');
    const externals = [{ name: 'log_value' }, { name: 'sensor' }];
    const recorded = { inputs: INPUTS, arguments: null, further: NOTHING, error: at, errorFunction: 'reach_error' };
    expect(run(program, executableTest(recorded, { files: ['a.c'], dataModel: 'LP64', externals }) ?? '')).toBe(107);
  });

  it('does not reach it with other inputs', () => {
    const others = [INPUTS[0], input('__VERIFIER_nondet_int', 'int', '8'), ...INPUTS.slice(2)];
    expect(run(PROGRAM, textOf(others) ?? '')).toBe(0);
  });

  it('leaves the error function to a program that has one', () => {
    const own = PROGRAM.replace(
      'extern void reach_error(void);',
      '#include <stdlib.h>\nvoid reach_error(void) { exit(42); }',
    );
    expect(run(own, textOf(INPUTS) ?? '')).toBe(42);
  });

  it('says so where an input is asked for that the run did not have', () => {
    expect(run(PROGRAM, textOf([INPUTS[0], ...INPUTS.slice(2)]) ?? '')).toBe(1);
  });

  it.each([
    [[input('f', 'struct s', null)]],
    [[input('f', 'double', null)]],
    [[input('f', 'struct s', '0')]],
    [[input('f() { system("x"); } int g', 'int', '0')]],
    [[input('f', 'int', '0}; int x[] = {0')]],
  ])('is none where C has no words for %o', (inputs) => {
    expect(textOf(inputs)).toBeNull();
  });

  it('is none for a function with a strange name, and says what it cannot set', () => {
    expect(textOf(INPUTS, 'f(){}')).toBeNull();
    expect(textOf([input('malloc', 'void *', '0', 'allocation')])).toContain('cannot be set here');
  });

  it('gives characters of the standard input to the functions of the library', () => {
    const text = textOf([
      input('getchar', 'int', '111', 'unknown-function'),
      input('getchar', 'int', '107', 'unknown-function'),
      input('getchar', 'int', '-1', 'unknown-function'),
    ]);
    expect(text).toContain("&& printf '\\157\\153' | ./test; echo $?");
    expect(text).not.toContain('getchar');
  });
});
