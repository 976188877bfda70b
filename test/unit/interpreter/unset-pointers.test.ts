import { expect, it } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import { runProgram, scriptedInputs } from '../../../src/interpreter/index.ts';
import type { InputRequest } from '../../../src/program/cfa/inputs.ts';
import { buildProgram } from '../../../src/program/passes.ts';

/** Runs with a check of leaks, and returns how the run ends and the inputs that it asks for. */
function runOf(text: string, hotAfter: number): { readonly end: string; readonly asked: readonly string[] } {
  const unit = parseProgram([{ text, file: 'test.c' }], { model: 'LP64' });
  const program = buildProgram(unit, { checks: ['memtrack'] });
  const asked: string[] = [];
  const given = scriptedInputs([]);
  const note = ({ kind, name }: InputRequest): void => {
    asked.push(`${kind} ${name}`);
  };
  const inputs = {
    ...given,
    scalar: (request: InputRequest) => {
      note(request);
      return given.scalar(request);
    },
  };
  const { outcome } = runProgram(program, { inputs, errorFunctions: ['check:memtrack'], hotAfter });
  return { end: outcome.kind, asked };
}

const UNSET = `
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
int main(void) {
  int *p, *q;
  for (int i = 0; i < 9; i++) {
    p = malloc(4);
    free(p);
  }
  q = malloc(4);
  free(q);
  exit(0);
}`;

/** The pointer of an earlier turn is not the one of this turn, so the block of the first turn is lost. */
const STALE = `
extern void *malloc(unsigned long);
extern void exit(int);
int main(void) {
  for (int i = 0; ; i++) {
    int *p;
    if (i == 0) p = malloc(4);
    if (i == 30) exit(0);
  }
}`;

it.each([1, Number.POSITIVE_INFINITY])(
  'a question about blocks is no use of unset pointers (loops are hot after %d turns)',
  (hotAfter) => {
    expect(runOf(UNSET, hotAfter)).toEqual({ end: 'exit', asked: [] });
  },
);

it.each([1, Number.POSITIVE_INFINITY])(
  'pointers of earlier turns track nothing (loops are hot after %d turns)',
  (hotAfter) => {
    expect(runOf(STALE, hotAfter)).toEqual({ end: 'error', asked: [] });
  },
);
