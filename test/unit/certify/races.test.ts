import { describe, expect, test } from 'vitest';
import { Layout } from '../../../src/c/types/layout.ts';
import { OrderedRuns } from '../../../src/certify/replay/races/follower.ts';
import { judgeRace } from '../../../src/certify/replay/races/judge.ts';
import { replay } from '../../../src/certify/replay/replay.ts';
import { traceInputs } from '../../../src/certify/replay/trace-inputs.ts';
import { runTrials } from '../../../src/certify/trials/trials.ts';
import { seededInputs } from '../../../src/interpreter/index.ts';
import type { Edge, Program } from '../../../src/program/cfa/automaton.ts';
import { linkProgram } from '../../../src/program/passes.ts';
import { encode } from '../../../src/system/encode/index.ts';
import { allStates, stepsToBad } from '../program/threads/search.ts';
import { type Compiled, compile } from '../system/encode/compile.ts';

const HEAD = `typedef unsigned long pthread_t;
typedef struct { int state; int more[9]; } lock_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(lock_t *), pthread_mutex_trylock(lock_t *), pthread_mutex_unlock(lock_t *);
int pthread_rwlock_rdlock(lock_t *), pthread_rwlock_wrlock(lock_t *), pthread_rwlock_unlock(lock_t *);
int pthread_spin_lock(lock_t *), pthread_spin_unlock(lock_t *);
int pthread_barrier_init(lock_t *, void *, unsigned), pthread_barrier_wait(lock_t *);
int pthread_cond_wait(lock_t *, lock_t *), pthread_cond_signal(lock_t *);
int pthread_once(lock_t *, void (*)(void));
int sem_init(lock_t *, int, unsigned), sem_post(lock_t *), sem_wait(lock_t *), sem_trywait(lock_t *);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
lock_t m, n;
int x, y, flag;
`;

/** A thread that runs beside the rest of `main`. `begin`: what `main` does before. */
function twoThreads(other: string, main: string, begin = '', functions = ''): string {
  return `${HEAD}${functions}
void *run(void *argument) { ${other} return 0; }
int main(void) { pthread_t t; ${begin} pthread_create(&t, 0, run, 0); ${main} return 0; }
`;
}

const DRAWN = { layout: new Layout({ dataModel: 'LP64', byteOrder: 'little' }), constants: [], floats: [] };
const RUNS = 150;

/** Whether some run of random schedules has a race by the order of its accesses. */
function racesInRuns({ program, linked: { errorFunctions } }: Compiled): boolean {
  const ordered = new OrderedRuns(program, { errorFunctions });
  return Array.from({ length: RUNS }).some((_, run) => {
    const inputs = seededInputs(run, 'random', DRAWN);
    return ordered.run(inputs, 3_000) !== null;
  });
}

/** Ways to order two writes of `x`, each with a way that does not. */
const TWINS: readonly { readonly what: string; readonly ordered: string; readonly racy: string }[] = [
  {
    what: 'a join',
    ordered: twoThreads('x = 1;', 'pthread_join(t, 0); x = 2;'),
    racy: twoThreads('x = 1;', 'x = 2; pthread_join(t, 0);'),
  },
  {
    what: 'the start of a thread',
    ordered: twoThreads('x = 1;', '', 'x = 2;'),
    racy: twoThreads('x = 1;', 'x = 2;'),
  },
  {
    what: 'a mutex',
    ordered: twoThreads(
      'pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);',
    ),
    racy: twoThreads(
      'pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&n); x = 2; pthread_mutex_unlock(&n);',
    ),
  },
  {
    what: 'an attempt at a mutex',
    ordered: twoThreads(
      'if (pthread_mutex_trylock(&m) == 0) { x = 1; pthread_mutex_unlock(&m); }',
      'pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);',
    ),
    racy: twoThreads(
      'if (pthread_mutex_trylock(&m) != 0) x = 1;',
      'pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);',
    ),
  },
  {
    what: 'a lock for readers and writers',
    ordered: twoThreads(
      'pthread_rwlock_wrlock(&m); x = 1; pthread_rwlock_unlock(&m);',
      'pthread_rwlock_rdlock(&m); y = x; pthread_rwlock_unlock(&m);',
    ),
    racy: twoThreads(
      'pthread_rwlock_rdlock(&m); x = 1; pthread_rwlock_unlock(&m);',
      'pthread_rwlock_rdlock(&m); y = x; pthread_rwlock_unlock(&m);',
    ),
  },
  {
    what: 'a spin lock',
    ordered: twoThreads(
      'pthread_spin_lock(&m); x = 1; pthread_spin_unlock(&m);',
      'pthread_spin_lock(&m); x = 2; pthread_spin_unlock(&m);',
    ),
    racy: twoThreads('pthread_spin_lock(&m); x = 1; pthread_spin_unlock(&m);', 'x = 2;'),
  },
  {
    what: 'a semaphore',
    ordered: twoThreads('x = 1; sem_post(&m);', 'sem_wait(&m); x = 2;', 'sem_init(&m, 0, 0);'),
    racy: twoThreads('x = 1; sem_post(&m);', 'sem_wait(&m); x = 2;', 'sem_init(&m, 0, 1);'),
  },
  {
    what: 'a barrier',
    ordered: twoThreads(
      'x = 1; pthread_barrier_wait(&m);',
      'pthread_barrier_wait(&m); x = 2;',
      'pthread_barrier_init(&m, 0, 2);',
    ),
    racy: twoThreads(
      'pthread_barrier_wait(&m); x = 1;',
      'pthread_barrier_wait(&m); x = 2;',
      'pthread_barrier_init(&m, 0, 2);',
    ),
  },
  {
    what: 'a condition',
    ordered: twoThreads(
      'pthread_mutex_lock(&m); x = 1; flag = 1; pthread_cond_signal(&n); pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); while (!flag) pthread_cond_wait(&n, &m); x = 2; pthread_mutex_unlock(&m);',
    ),
    racy: twoThreads(
      'x = 1; pthread_mutex_lock(&m); flag = 1; pthread_cond_signal(&n); pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); if (!flag) pthread_cond_wait(&n, &m); x = 2; pthread_mutex_unlock(&m);',
    ),
  },
  {
    what: 'pthread_once',
    ordered: twoThreads(
      'pthread_once(&m, set); y = x;',
      'pthread_once(&m, set); flag = x;',
      '',
      'void set(void) { x = 1; }',
    ),
    racy: twoThreads(
      'pthread_once(&m, set); y = x;',
      'pthread_once(&n, set); flag = x;',
      '',
      'void set(void) { x = 1; }',
    ),
  },
  {
    what: 'an atomic flag',
    ordered: twoThreads('x = 1; ready = 1;', 'if (ready) x = 2;', '', '_Atomic int ready;'),
    racy: twoThreads('ready = 1; x = 1;', 'if (ready) x = 2;', '', '_Atomic int ready;'),
  },
  {
    what: 'an atomic builtin',
    ordered: twoThreads('x = 1; __atomic_store_n(&flag, 1, 5);', 'if (__atomic_load_n(&flag, 5)) x = 2;'),
    racy: twoThreads('x = 1; __atomic_store_n(&flag, 1, 5);', 'if (flag) x = 2;'),
  },
  {
    what: 'an atomic block',
    ordered: twoThreads(
      '__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();',
      '__VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end();',
    ),
    racy: twoThreads('__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();', 'x = 2;'),
  },
  {
    what: 'a bit-field of width 0',
    ordered: twoThreads('s.a = 1;', 's.b = 1;', '', 'struct { int a : 3, : 0, b : 3; } s;'),
    racy: twoThreads('s.a = 1;', 's.b = 1;', '', 'struct { int a : 3, : 13, b : 3; } s;'),
  },
];

describe('the order between the accesses of runs', () => {
  test.each(TWINS)('$what', ({ ordered, racy }) => {
    expect(racesInRuns(compile(ordered, 'LP64', { checks: ['data-race'] }))).toBe(false);
    expect(racesInRuns(compile(racy, 'LP64', { checks: ['data-race'] }))).toBe(true);
  });
});

/** Calls that tell a thread what another one has done, without an order between them. */
const UNORDERED: readonly { readonly what: string; readonly open: string; readonly safe: string }[] = [
  {
    what: 'an attempt at a mutex that fails',
    open: twoThreads('x = 1; pthread_mutex_lock(&m);', 'if (pthread_mutex_trylock(&m) != 0) x = 2;'),
    safe: twoThreads('x = 1; pthread_mutex_lock(&m);', 'if (pthread_mutex_trylock(&m) != 0) y = 2;'),
  },
  {
    what: 'an attempt at a semaphore that fails',
    open: twoThreads('x = 1; sem_wait(&m);', 'if (sem_trywait(&m) != 0) x = 2;', 'sem_init(&m, 0, 1);'),
    safe: twoThreads('x = 1; sem_wait(&m);', 'if (sem_trywait(&m) != 0) y = 2;', 'sem_init(&m, 0, 1);'),
  },
];

describe('a race that only the order shows', () => {
  test.each(UNORDERED)('is left open behind $what', ({ open, safe }) => {
    const { system, ...compiled } = compile(open, 'LP64', { checks: ['data-race'] });
    expect(racesInRuns({ system, ...compiled })).toBe(true);
    expect(allStates(system)).toEqual({ bad: null, gap: true });
    expect(stepsToBad(compile(safe, 'LP64', { checks: ['data-race'] }).system)).toBe(null);
  });
});

/** A claimed race of a program whose checks are those of another program. */
function claimOf({ program, linked, system }: Pick<Compiled, 'program' | 'linked' | 'system'>) {
  const steps = allStates(system).bad!;
  const { inputs } = traceInputs(system, { init: new Map(), steps });
  return { program, errorFunctions: linked.errorFunctions, inputs, approximations: [] };
}

/** A program in which the checks of races forget the addresses that they compare. */
function withBlindChecks(program: Program): Program {
  const blind = (edge: Edge): Edge => {
    const { op, step } = edge;
    if (op.kind !== 'assume' || op.condition.kind !== 'conditional' || step?.order === undefined) return edge;
    return { ...edge, op: { ...op, condition: op.condition.condition } };
  };
  const functions = program.functions.map((fn) => (fn === null ? null : { ...fn, edges: fn.edges.map(blind) }));
  return { ...program, functions };
}

/** A call of a library function, and accesses that race with it. */
const CALLS: readonly (readonly [call: string, ...racy: readonly string[]])[] = [
  ['memcpy(a, b, 8)', 'a[7] = 1', 'b[0] = 1', 'memset(a, 1, 1)'],
  ['memmove(a + 1, a, 4)', 'x = a[4]', 'a[0] = 1'],
  ['memset(a, 1, 8)', 'x = a[7]'],
  ['memcmp(a, b, 8)', 'a[0] = 1', 'b[0] = 1'],
  ['memchr(a, 1, 8)', 'a[0] = 1'],
  ['memccpy(a, b, 0, 8)', 'x = a[0]', 'b[0] = 1'],
  ['bcopy(a, b, 8)', 'x = b[7]'],
  ['bzero(a, 8)', 'x = a[7]'],
  ['strlen(text)', 'text[2] = 1'],
  ['strnlen(text, 1)', 'text[0] = 1'],
  ['strcpy(a, text)', 'x = a[2]', 'text[2] = 1'],
  ['stpcpy(a, text)', 'x = a[2]'],
  ['strncpy(a, text, 8)', 'x = a[7]', 'text[2] = 1'],
  ['strcat(text, "cd")', 'text[2] = 1', 'x = text[4]'],
  ['strncat(text, "cd", 1)', 'x = text[3]'],
  ['strcmp(text, "ab")', 'text[0] = 1'],
  ['strncmp("ab", text, 2)', 'text[0] = 1'],
  ['strchr(text, 98)', 'text[0] = 1'],
  ['strrchr(text, 98)', 'text[2] = 1'],
  ['strstr("a", text)', 'text[0] = 1'],
  ['strdup(text)', 'text[2] = 1'],
  ['puts(text)', 'text[2] = 1'],
  ['printf("%s", text)', 'text[2] = 1'],
  ['sprintf(a, "%d", 1)', 'x = a[0]'],
  ['snprintf(a, 8, "%s", text)', 'x = a[0]', 'text[2] = 1'],
  ['pair = other', 'pair.b = 1', 'x = pair.b', 'other.a = 1'],
];

const DECLARATIONS = `void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long), *memchr(const void *, int, unsigned long);
void *memccpy(void *, const void *, int, unsigned long), bcopy(const void *, void *, unsigned long), bzero(void *, unsigned long);
int memcmp(const void *, const void *, unsigned long);
unsigned long strlen(const char *), strnlen(const char *, unsigned long);
char *strcpy(char *, const char *), *stpcpy(char *, const char *), *strncpy(char *, const char *, unsigned long);
char *strcat(char *, const char *), *strncat(char *, const char *, unsigned long), *strdup(const char *);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
int strcmp(const char *, const char *), strncmp(const char *, const char *, unsigned long);
int puts(const char *), printf(const char *, ...), sprintf(char *, const char *, ...);
int snprintf(char *, unsigned long, const char *, ...);
char a[16], b[16], text[16] = "ab";
struct { int a, b; } pair, other;`;

describe('a race with a range of bytes', () => {
  test.each(CALLS)('%s', (call, ...racy) => {
    for (const other of racy) {
      const text = twoThreads(`${call};`, `${other};`, '', DECLARATIONS);
      expect(judgeRace(claimOf(compile(text, 'LP64', { checks: ['data-race'] }))).kind, other).toBe('race');
    }
  });
});

describe('a claimed race', () => {
  test('is judged by the accesses that both threads make', () => {
    const claim = claimOf(compile(twoThreads('x = 1;', 'x = 2;'), 'LP64', { checks: ['data-race'] }));
    const judgement = judgeRace(claim);
    expect(judgement.kind).toBe('race');
    if (judgement.kind !== 'race') return;
    const { first, second } = judgement.race;
    expect([first.thread, second.thread].sort()).toEqual([0, 1]);
    expect(first.write && second.write).toBe(true);
  });

  test('is refused where the threads stand before different bytes', () => {
    const text = twoThreads('a[i] = 1;', 'a[1] = 1;', '', 'int a[2], i;');
    const { program, linked } = compile(text, 'LP64', { checks: ['data-race'] });
    const { errorFunctions } = linked;
    const wrong = linkProgram(withBlindChecks(program), { errorFunctions, goal: 'error' });
    if ('unsupported' in wrong) throw new Error(wrong.unsupported);
    const claim = claimOf({ program: wrong.source, linked: wrong, system: encode(wrong, {}).system });
    expect(judgeRace(claim).kind).toBe('refused');
    expect(replay(claim).kind).toBe('refused');
  });
});

test('random runs contradict a proof that overlooks a race', () => {
  const { program, linked } = compile(twoThreads('x = 1;', 'x = 2;'), 'LP64', { checks: ['data-race'] });
  // Without the call that ends a run at a race, no check of the search is left.
  const fails = program.functions.findIndex((fn) => linked.errorFunctions.includes(fn?.name ?? ''));
  const functions = program.functions.map((fn) => {
    if (fn === null || !fn.defined) return fn;
    const edges = fn.edges.map((edge): Edge => {
      const { op } = edge;
      const calls = op.kind === 'call' && op.callee.kind === 'direct' && op.callee.function === fails;
      return calls ? { ...edge, op: { kind: 'skip' } } : edge;
    });
    return { ...fn, edges };
  });
  const { errorFunctions } = linked;
  const wrong = linkProgram({ ...program, functions }, { errorFunctions, goal: 'error' });
  if ('unsupported' in wrong) throw new Error(wrong.unsupported);
  const { system, places } = encode(wrong, {});
  const certificate = {
    kind: 'inductive' as const,
    invariant: system.terms.true,
    k: 1,
    instances: [],
  };
  const result = runTrials({
    program: wrong.source,
    errorFunctions,
    proved: { system, places, certificate },
    milliseconds: 0,
    seed: 1,
  });
  expect(result.kind).toBe('contradicted');
});
