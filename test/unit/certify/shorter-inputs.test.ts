import { expect, it } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import { replay } from '../../../src/certify/replay/replay.ts';
import { type InputSource, runProgram } from '../../../src/interpreter/index.ts';
import { queueInputs } from '../../../src/program/cfa/inputs.ts';
import { buildProgram } from '../../../src/program/passes.ts';

/** The values of the inputs of the run that remains of a run with the given inputs. */
function left(body: string, given: readonly number[]): readonly string[] {
  const text = `extern void reach_error(void); extern int in(void); extern int other(void);
int main(void) { ${body} }`;
  const program = buildProgram(parseProgram([{ text, file: 's.c' }], { model: 'LP64' }), {});
  const errorFunctions = ['reach_error'];
  const queue = [...given];
  const source: InputSource = {
    scalar: () => BigInt(queue.shift() ?? 0),
    pointer: () => null,
    content: () => false,
  };
  const { inputs } = runProgram(program, { inputs: source, errorFunctions, record: 'inputs' });
  const found = replay({ program, errorFunctions, inputs: queueInputs(inputs), approximations: [] });
  if (found.kind !== 'reproduced') throw new Error(found.kind);
  return found.run.inputs.map(({ value }) => value);
}

const times = (count: number, value: number): readonly number[] => Array.from({ length: count }, () => value);

it('a run leaves out inputs that do not lead to the error', () => {
  const state =
    'int s = 0; for (;;) { int x = in(); if (x == 1 && s == 0) s = 1; else if (x == 2 && s == 1) s = 2; else if (x == 3 && s == 2) reach_error(); }';
  expect(left(state, [...times(100, 7), 1, ...times(50, 9), 2, ...times(99, 4), 3])).toEqual(['1', '2', '3']);
});

it('a run keeps what the error needs', () => {
  const count = 'int n = 0; while (in()) n++; if (n == 40) reach_error();';
  expect(left(count, [...times(40, 5), 0])).toEqual([...times(40, 5), 0].map(String));
});

it('a run ends at the same place', () => {
  const two =
    'for (int i = 0; ; i++) { int x = in(); if (x == 1 && i < 90) reach_error();\n if (x == 1) reach_error(); }';
  expect(left(two, [...times(95, 0), 1])).toHaveLength(91);
});

it('a run that rests on an approximate result ends at the place of that result', () => {
  const text = `extern void reach_error(void);
int main(void) { char *p = (char *)-1l, *q = "x";
  if (!(p <= q)) reach_error(); }`;
  const program = buildProgram(parseProgram([{ text, file: 's.c' }], { model: 'LP64' }), {});
  const found = replay({ program, errorFunctions: ['reach_error'], inputs: [], approximations: [] });
  expect(found).toMatchObject({ kind: 'unsupported', at: { line: 3, column: 11 } });
});
