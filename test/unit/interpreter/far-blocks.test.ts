import { expect, test } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import { Machine, type Outcome } from '../../../src/interpreter/index.ts';
import { buildProgram } from '../../../src/program/passes.ts';

const PROGRAM = `extern long __VERIFIER_nondet_long(void); extern void *malloc(unsigned long); extern void free(void *);
  char first[64]; int main(void) { char *blocks[8]; for (int i = 0; i < 8; i++) { blocks[i] = malloc(100); blocks[i][5] = i; }
  char *p = blocks[__VERIFIER_nondet_long()] + __VERIFIER_nondet_long(); int seen = *p; *p = 1; for (int i = 0; i < 8; i++) free(blocks[i]); return seen; }`;

function machine(): (block: number, offset: number) => Outcome {
  const unit = parseProgram([{ text: PROGRAM, file: 'test.c' }], { model: 'LP64' });
  const program = buildProgram(unit, { checks: ['deref'] });
  const inputs = (values: readonly number[]) => {
    let next = 0;
    return { scalar: () => values[next++], content: () => false, pointer: () => null };
  };
  const made = new Machine(program, { inputs: inputs([]), errorFunctions: [] });
  return (block, offset) => made.run({ inputs: inputs([block, offset]) }).outcome;
}

test('no offset of 16 bits leads from one of the first blocks to another object where accesses are checked', () => {
  const run = machine();
  for (let block = 0; block < 8; block++)
    for (let offset = 1; offset < 65_536; offset += offset < 4096 ? 61 : 997)
      for (const far of [100 + offset, -offset]) expect(run(block, far).kind, `${block} ${far}`).toBe('error');
});

test('runs of one machine leave nothing to the next ones', () => {
  const run = machine();
  for (let turn = 0; turn < 50; turn++) {
    expect(run(turn % 8, 7)).toEqual({ kind: 'exit', status: 0 });
    expect(run(turn % 8, 5)).toEqual({ kind: 'exit', status: turn % 8 });
    expect(run(7, 104 + turn).kind).toBe('error');
  }
});
