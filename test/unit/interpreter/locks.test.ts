import { expect, test } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import { type RunResult, runProgram, scriptedInputs } from '../../../src/interpreter/index.ts';
import { buildProgram } from '../../../src/program/passes.ts';

function outcomeOf(text: string): RunResult['outcome'] {
  const program = buildProgram(parseProgram([{ text, file: 'test.c' }], { model: 'LP64' }));
  return runProgram(program, { inputs: scriptedInputs([]), errorFunctions: ['reach_error'] }).outcome;
}

const PRELUDE = `typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *m);
int pthread_mutex_trylock(pthread_mutex_t *m);
int pthread_mutex_unlock(pthread_mutex_t *m);
pthread_mutex_t m, n;
int main(void) {
  pthread_mutex_lock(&m);
`;

test.each([
  ['pthread_mutex_lock', 'pthread_mutex_lock(&m); return 7;'],
  ['pthread_mutex_trylock', 'return pthread_mutex_trylock(&m) + 7;'],
])('a run ends as unsupported at %s of a lock that its only thread holds', (name, rest) => {
  const outcome = outcomeOf(`${PRELUDE}  ${rest}\n}`);
  expect(outcome).toMatchObject({ kind: 'unsupported', construct: `${name} of a lock that the thread holds` });
});

test('a lock that was released, and another one, are taken', () => {
  const rest = 'pthread_mutex_unlock(&m); return pthread_mutex_trylock(&m) + pthread_mutex_lock(&n) + 7;';
  expect(outcomeOf(`${PRELUDE}  ${rest}\n}`)).toMatchObject({ kind: 'exit', status: 7 });
});
