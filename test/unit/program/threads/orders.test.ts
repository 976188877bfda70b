import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../random-seed.ts';
import { Layout } from '../../../../src/c/types/layout.ts';
import { OrderedRuns } from '../../../../src/certify/replay/races/follower.ts';
import { judgeRace } from '../../../../src/certify/replay/races/judge.ts';
import { traceInputs } from '../../../../src/certify/replay/trace-inputs.ts';
import { seededInputs } from '../../../../src/interpreter/index.ts';
import { compile } from '../../system/encode/compile.ts';
import { allStates } from './search.ts';

/** Random programs of two threads that synchronise in many ways: the search for races against vector clocks. */
const STATEMENTS = [
  'x = 1;',
  'y = 1;',
  'if (y) x = 3;',
  'f = 1;',
  'if (f) x = 4;',
  'if (f) y = 4;',
  'pthread_mutex_lock(&m); x = 5; pthread_mutex_unlock(&m);',
  'pthread_mutex_lock(&m); y = 5; pthread_mutex_unlock(&m);',
  'if (pthread_mutex_trylock(&m) == 0) { x = 6; pthread_mutex_unlock(&m); }',
  'if (pthread_mutex_trylock(&m) != 0) x = 7; else pthread_mutex_unlock(&m);',
  'sem_post(&s);',
  'sem_wait(&s);',
  'if (sem_trywait(&s) == 0) x = 8;',
  'if (sem_trywait(&s) != 0) y = 8;',
  'pthread_rwlock_rdlock(&l); if (x) { } pthread_rwlock_unlock(&l);',
  'pthread_rwlock_wrlock(&l); x = 9; pthread_rwlock_unlock(&l);',
  'if (__sync_fetch_and_add(&g, 1)) x = 10;',
  'b.p = 1;',
  'b.q = 1;',
  'b.r = 1;',
  '__VERIFIER_atomic_begin(); x = 11; __VERIFIER_atomic_end();',
  '__VERIFIER_atomic_begin(); if (f) y = 1; __VERIFIER_atomic_end();',
  'pthread_mutex_lock(&m); while (!y) pthread_cond_wait(&c, &m); x = 12; pthread_mutex_unlock(&m);',
  'bytes[i] = 1;',
  'bytes[1] = 2;',
  '*(short *)bytes = 3;',
  'memset(bytes + i, 1, 2);',
  'memset(bytes + 2, 1, 2);',
  'memcpy(bytes + 1, bytes + 3, 1);',
  'memmove(bytes, bytes + 1, 3);',
  'if (strlen(word) > 1) x = 13;',
  'word[1] = 0;',
  'word[2] = 0;',
  'word[4] = 1;',
  'strcpy(word + 1, "c");',
  'if (memcmp(bytes, "ab", 2)) y = 13;',
  'v = w;',
  'v.q = 1;',
  'if (w.p) w.q = 2;',
];

const HEAD = `typedef unsigned long pthread_t;
typedef struct { int state; int more[9]; } lock_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_mutex_lock(lock_t *), pthread_mutex_trylock(lock_t *), pthread_mutex_unlock(lock_t *);
int pthread_cond_wait(lock_t *, lock_t *);
int pthread_rwlock_rdlock(lock_t *), pthread_rwlock_wrlock(lock_t *), pthread_rwlock_unlock(lock_t *);
int sem_post(lock_t *), sem_wait(lock_t *), sem_trywait(lock_t *);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
lock_t m, c, l, s;
int x, y, g, i;
_Atomic int f;
char bytes[4], word[6] = "ab";
struct { int p : 3, q : 9; int : 0; int r : 4; } b;
struct { int p, q; } v, w;
void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
int memcmp(const void *, const void *, unsigned long);
unsigned long strlen(const char *);
char *strcpy(char *, const char *);
`;

const NUMBER = Number(process.env.LEMMATA_THREAD_PROGRAMS ?? 60);
/** Runs on random schedules, where the search finds a race and where it finds none. */
const RUNS = { race: 600, none: 60 };

test('the search finds races where vector clocks do, or leaves them open', { timeout: NUMBER * 5_000 }, () => {
  const thread = fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 3 });
  const drawn = { layout: new Layout({ dataModel: 'LP64', byteOrder: 'little' }), constants: [], floats: [] };
  const verdicts = { race: 0, none: 0 };
  fc.assert(
    fc.property(thread, thread, (other, main) => {
      const text = `${HEAD}void *run(void *argument) { ${other.join(' ')} return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); ${main.join(' ')} return 0; }
`;
      const { program, linked, system } = compile(text, 'LP64', { checks: ['data-race'] });
      const { errorFunctions } = linked;
      const { bad, gap } = allStates(system);
      const verdict = bad === null ? 'none' : 'race';
      const ordered = new OrderedRuns(program, { errorFunctions });
      const found = Array.from({ length: RUNS[verdict] }).some((_, run) => {
        const inputs = seededInputs(run, 'random', drawn);
        return ordered.run(inputs, 3_000) !== null;
      });
      // Failed attempts order nothing: races behind them are left open.
      if (found !== (bad !== null)) expect(gap, text).toBe(true);
      verdicts[verdict]++;
      if (bad === null) return;
      const { inputs } = traceInputs(system, { init: new Map(), steps: bad });
      expect(judgeRace({ program, errorFunctions, inputs }).kind, text).toBe('race');
    }),
    { numRuns: NUMBER },
  );
  expect(verdicts.race).toBeGreaterThan(0);
  expect(verdicts.none).toBeGreaterThan(0);
});
