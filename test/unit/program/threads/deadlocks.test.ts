import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../random-seed.ts';
import { replay } from '../../../../src/certify/replay/replay.ts';
import { traceInputs } from '../../../../src/certify/replay/trace-inputs.ts';
import { header } from '../../../program-header.ts';
import { compile } from '../../system/encode/compile.ts';
import { stepsToBad } from './search.ts';

type Mutex = 'm' | 'n';

/** A step of a thread; with `only`, it is made where x has this value, which is a read before. */
interface Step {
  readonly kind: 'lock' | 'unlock' | 'set';
  readonly mutex: Mutex;
  readonly value: number;
  readonly only: number | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('lock', 'lock', 'unlock', 'unlock', 'set'),
  mutex: fc.constantFrom('m', 'n'),
  value: fc.nat(2),
  only: fc.option(fc.nat(2), { freq: 3 }),
});
const thread = fc.array(step, { maxLength: 5 });

function textOf({ kind, mutex, value, only }: Step): string {
  const text = kind === 'set' ? `x = ${value};` : `pthread_mutex_${kind}(&${mutex});`;
  return only === null ? text : `if (x == ${only}) { ${text} }`;
}

function programOf([other, main]: readonly [readonly Step[], readonly Step[]]): string {
  return `typedef struct { int state; int more[9]; } pthread_mutex_t;
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
pthread_mutex_t m, n;
int x;
void *run(void *argument) { ${other.map(textOf).join(' ')} return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  ${main.map(textOf).join(' ')}
  pthread_join(t, 0);
  return 0;
}
`;
}

interface State {
  readonly x: number;
  readonly held: Readonly<Record<Mutex, boolean>>;
  /** Numbers of the next steps; half steps stand behind the read of a condition that holds. */
  readonly at: readonly [number, number];
}

/** The state after the next step of a thread; null: it waits. */
function after(state: State, threads: readonly (readonly Step[])[], i: 0 | 1): State | null {
  const move = (by: number, more: Partial<State> = {}): State => {
    const at: [number, number] = [state.at[0], state.at[1]];
    at[i] += by;
    return { ...state, ...more, at };
  };
  const place = state.at[i];
  const now = threads[i][Math.floor(place)];
  if (now.only !== null && Number.isInteger(place)) return move(state.x === now.only ? 0.5 : 1);
  const by = Number.isInteger(place) ? 1 : 0.5;
  if (now.kind === 'set') return move(by, { x: now.value });
  if (now.kind === 'lock' && state.held[now.mutex]) return null;
  return move(by, { held: { ...state.held, [now.mutex]: now.kind === 'lock' } });
}

/** Whether some interleaving leads to a state in which no live thread can make a step. */
function mayDeadlock(threads: readonly [readonly Step[], readonly Step[]]): boolean {
  const seen = new Set<string>();
  const pending: State[] = [{ x: 0, held: { m: false, n: false }, at: [0, 0] }];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.add(key);
    const ended = threads.map((steps, i) => state!.at[i as 0 | 1] >= steps.length);
    // Main waits for the other thread, and then ends the program.
    if (ended[0] && ended[1]) continue;
    const next = ([0, 1] as const).flatMap((i) => (ended[i] ? [] : (after(state!, threads, i) ?? [])));
    if (next.length === 0) return true;
    pending.push(...next);
  }
  return false;
}

const NUMBER = Number(process.env.LEMMATA_THREAD_PROGRAMS ?? 60);

test('programs of two threads have exactly the deadlocks of their interleavings', { timeout: NUMBER * 5_000 }, () => {
  const verdicts = { deadlock: 0, none: 0 };
  fc.assert(
    fc.property(thread, thread, (other, main) => {
      const expected = mayDeadlock([other, main]);
      const text = programOf([other, main]);
      const { system, program, linked } = compile(text, 'LP64', { checks: ['deadlock'] });
      const steps = stepsToBad(system);
      expect(steps !== null, text).toBe(expected);
      verdicts[expected ? 'deadlock' : 'none']++;
      if (steps === null) return;
      const { inputs } = traceInputs(system, { init: new Map(), steps });
      const result = replay({ program, errorFunctions: linked.errorFunctions, inputs, approximations: [] });
      expect(result.kind, text).toBe('reproduced');
    }),
    { numRuns: NUMBER },
  );
  expect(Math.min(verdicts.deadlock, verdicts.none)).toBeGreaterThan(NUMBER / 10);
});

/** Programs with many states, of which each is looked at. Their first lines say the verdict. */
const FOLDER = new URL('deadlocks/', import.meta.url).pathname;

for (const name of readdirSync(FOLDER)) {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');
  const facts = header(text);
  test(`${name}: ${facts.get('reason')}`, { timeout: 120_000 }, () => {
    const steps = stepsToBad(compile(text, 'LP64', { checks: ['deadlock'] }).system);
    expect(steps === null ? 'TRUE' : 'FALSE').toBe(facts.get('verdict'));
  });
}
