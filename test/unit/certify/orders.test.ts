import { expect, it } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import { replay } from '../../../src/certify/replay/replay.ts';
import { type InputSource, runProgram } from '../../../src/interpreter/index.ts';
import { orderChosenBy } from '../../../src/program/cfa/beyond.ts';
import { queueInputs } from '../../../src/program/cfa/inputs.ts';
import { buildProgram } from '../../../src/program/passes.ts';

/** Replays the run that takes another order wherever an input asks. */
function ownOrders(condition: string): ReturnType<typeof replay> {
  const text = `extern void reach_error(void);
static int at;
static int note(int digit) { at = at * 10 + digit; return digit; }
static int two(int a, int b) { return a + b; }
int main(void) {
  two(note(1), note(2));
  if (${condition}) reach_error();
  return 0;
}`;
  const program = buildProgram(parseProgram([{ text, file: 'o.c' }], { model: 'LP64' }), { openOrder: true });
  const errorFunctions = ['reach_error'];
  const others: InputSource = {
    scalar: ({ name }) => (orderChosenBy(name) === null ? 0n : 1n),
    pointer: () => null,
    content: () => false,
  };
  const { inputs } = runProgram(program, { inputs: others, errorFunctions, record: 'inputs' });
  return replay({ program, errorFunctions, inputs: queueInputs(inputs), approximations: [] });
}

it('a run names the order that it takes in place of the order of GCC', () => {
  const found = ownOrders('at == 12');
  if (found.kind !== 'reproduced') throw new Error(found.kind);
  const what = '`note()` at 6:7 before `note()` at 6:16';
  expect(found.run.orders?.map((order) => order.what)).toEqual([what]);
  expect(found.run.steps.map(({ text }) => text)).toContain(`C leaves the order open: ${what}`);
  expect(found.run.inputs).toEqual([]);
});

it('a run takes the order of GCC where the end does not rest on another one', () => {
  const found = ownOrders('at != 0');
  if (found.kind !== 'reproduced') throw new Error(found.kind);
  expect(found.run.orders).toBeUndefined();
  expect(found.run.steps.map(({ text }) => text)).toContain('at = at * 10 + digit -> 21');
});
