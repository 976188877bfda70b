import { expect, test } from 'vitest';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import { contextFor, ownSolversFor } from '../../engines/context.ts';
import { compile } from '../../system/encode/compile.ts';

/** Milliseconds until k-induction gives up a program that it does not prove. */
const LIMIT = 4_000;

const HEAD = `typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern void pthread_exit(void *);
extern void *malloc(unsigned long);
extern void abort(void);
static int *shared, **deep;
static pthread_mutex_t mutex;
`;
const START = 'pthread_t one; pthread_create(&one, 0, run, 0);';
const JOIN = 'pthread_join(one, 0); return 0;';

/** Whether k-induction proves that no block is lost. */
function isProved(text: string): boolean {
  const { system } = compile(HEAD + text, 'LP64', { checks: ['memtrack'] });
  const end = performance.now() + LIMIT;
  return kind(contextFor(system, ownSolversFor(system), { stopped: () => performance.now() > end })).kind === 'safe';
}

test.each([
  ['a static pointer, where another thread ends the program', 'abort();', `shared = malloc(4); ${START} ${JOIN}`],
  ['a static pointer, where main ends it', '', `shared = malloc(4); ${START} pthread_join(one, 0); abort();`],
])('a block is tracked by %s', (_, run, main) => {
  expect(isProved(`static void *run(void *none) { ${run} return 0; } int main(void) { ${main} }`)).toBe(true);
});

test.each([
  ['only a local variable holds it', 'abort();', `int *own = malloc(4); ${START} ${JOIN}`],
  ['another thread drops the pointer', 'shared = 0;', `shared = malloc(4); ${START} ${JOIN}`],
  ['another thread writes where pointers lead', '*deep = 0;', `deep = &shared; shared = malloc(4); ${START} ${JOIN}`],
  ['another thread makes it', 'shared = malloc(4);', `${START} ${JOIN}`],
  ['main makes it beside another thread', 'abort();', `${START} shared = malloc(4); ${JOIN}`],
  ['a thread ends with it as its value', 'return shared;', `shared = malloc(4); ${START} shared = 0; ${JOIN}`],
  [
    'main waits for ever after it was lost',
    'pthread_mutex_lock(&mutex); pthread_mutex_lock(&mutex);',
    `shared = malloc(4); shared = 0; ${START} ${JOIN}`,
  ],
  ['main leaves its thread', '', `int *own = malloc(4); ${START} pthread_exit(0);`],
])('no proof where %s', (_, run, main) => {
  expect(isProved(`static void *run(void *none) { ${run} return 0; } int main(void) { ${main} }`)).toBe(false);
});

test('the gap for leaks beside threads that allocate says what is missing', () => {
  const text = `static void *run(void *none) { return malloc(4); } int main(void) { ${START} ${JOIN} }`;
  const { system } = compile(HEAD + text, 'LP64', { checks: ['memtrack'] });
  const constructs = system.gaps.map(({ construct }) => construct);
  expect(constructs).toContainEqual(expect.stringContaining('a program whose threads allocate, release or wait'));
});
