import { expect, test } from 'vitest';
import { replay } from '../../../../src/certify/replay/replay.ts';
import { traceInputs } from '../../../../src/certify/replay/trace-inputs.ts';
import { type CompileOptions, compile } from '../../system/encode/compile.ts';
import { allStates, stepsToBad } from './search.ts';

const HEAD = `
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) { for (;;); }
int x;
void *add(void *argument) { x = x + 1; return 0; }
`;

/** The steps of a shortest run to the error: thread, function, text. */
function stepsOf(text: string, options: CompileOptions = {}): readonly string[] {
  const { system, program, linked } = compile(HEAD + text, 'LP64', options);
  const steps = stepsToBad(system);
  if (steps === null) throw new Error('no run leads to the error');
  const { inputs } = traceInputs(system, { init: new Map(), steps });
  const result = replay({ program, errorFunctions: linked.errorFunctions, inputs, approximations: [] });
  if (result.kind !== 'reproduced' || result.run.kind !== 'program') throw new Error(result.kind);
  // The choices between threads are no inputs of the program.
  expect(result.run.inputs).toEqual([]);
  return result.run.steps.map(({ thread, function: name, text: words }) => `${thread} ${name}: ${words}`);
}

const CREATE = '0 main: pthread_create(&t, NULL, add, NULL)';

test('steps of a run name their threads, in the words of the source', () => {
  const steps = stepsOf(`
    int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); x = x + 1; pthread_join(t, 0); if (x != 2) reach_error(); return 0; }`);
  expect(steps.filter((step) => step.startsWith('1'))).toEqual([
    '1 add: reads x -> 0',
    '1 add: x = x + 1 -> 1',
    '1 add: return NULL',
  ]);
  expect(steps.filter((step) => step.startsWith('0'))).toEqual([
    CREATE,
    '0 main: reads x -> 0',
    '0 main: x = x + 1 -> 1',
    '0 main: pthread_join(t, NULL)',
    '0 main: x != 2 -> true',
    '0 main: reach_error()',
  ]);
});

test('both threads of a data race stand before their accesses', () => {
  const steps = stepsOf(
    'int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); x = 1; pthread_join(t, 0); return 0; }',
    { checks: ['data-race'] },
  );
  expect(
    steps
      .filter((step) => step.endsWith(': a data race'))
      .map((step) => step[0])
      .sort(),
  ).toEqual(['0', '1']);
  expect(steps[0]).toBe(CREATE);
});

test('functions of several threads and models of the library have one step for each call', () => {
  const steps = stepsOf(`
    typedef struct { int state, more[9]; } lock_t;
    lock_t l;
    int pthread_rwlock_wrlock(lock_t *);
    int pthread_rwlock_unlock(lock_t *);
    void enter(void) { pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); }
    int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); pthread_join(t, 0); enter(); if (x == 2) reach_error(); return 0; }`);
  expect(steps.slice(steps.indexOf('0 main: pthread_join(t, NULL)') + 1)).toEqual([
    '0 main: enter()',
    '0 enter: pthread_rwlock_wrlock(&l)',
    '0 enter: x = x + 1 -> 2',
    '0 enter: pthread_rwlock_unlock(&l)',
    '0 main: x == 2 -> true',
    '0 main: reach_error()',
  ]);
});

test.each([
  ['a detach after a join', 'pthread_join(t, 0); if (pthread_detach(t) != 3) reach_error();'],
  ['a join after a detach', 'pthread_detach(t); if (pthread_join(t, 0) == 0) reach_error();'],
  ['a second detach', 'pthread_detach(t); if (pthread_detach(t) == 0) reach_error();'],
  ['a second join', 'for (int i = 0; i < 2; i++) pthread_join(t, 0); reach_error();'],
])('no alarm and no proof rests on %s', (_, calls) => {
  const text = `int pthread_detach(pthread_t); int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); ${calls} return 0; }`;
  const { system } = compile(HEAD + text);
  expect(allStates(system)).toEqual({ bad: null, gap: true });
});
