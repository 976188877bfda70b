import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../random-seed.ts';
import { NEXT_THREAD } from '../../../../src/program/cfa/beyond.ts';
import type { InputRequest } from '../../../../src/program/cfa/inputs.ts';
import { scheduled } from '../../../../src/program/inputs/schedules.ts';
import type { InputSource } from '../../../../src/program/inputs/source.ts';
import { compile } from '../../system/encode/compile.ts';

const SEEDS = 200;

const request = (name: string): InputRequest => ({ name }) as InputRequest;

/** A source that says of each scalar input that it comes from here. */
const own: InputSource = { scalar: () => 42, content: () => false, pointer: () => 'own' };

const threads = (ways: number): number[] => Array.from({ length: ways }, (_, thread) => thread);

/** The ways that a schedule chooses one after the other; null if the source's own decisions stay. */
function choices(seed: number, ways: number, count: number, ofThreads = threads(ways)): number[] | null {
  const source = scheduled(own, seed, ofThreads);
  if (source === own) return null;
  return Array.from({ length: count }, () => {
    let [low, high] = [0, ways];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const decision = source.scalar(request(NEXT_THREAD));
      if (decision !== 0 && decision !== 1) throw new Error(`no decision: ${decision}`);
      if (decision === 1) low = middle;
      else high = middle;
    }
    return low;
  });
}

test('a schedule chooses every way, and leaves all other inputs to the source', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), (ways) => {
      const chosen = new Set<number>();
      for (let seed = 0; seed < SEEDS; seed++) for (const way of choices(seed, ways, 100) ?? []) chosen.add(way);
      expect(chosen.size).toBe(ways);
      expect(scheduled(own, ways, threads(ways)).scalar(request('__VERIFIER_nondet_int'))).toBe(42);
    }),
    { numRuns: 10 },
  );
  expect(scheduled(own, 1, [0])).toBe(own);
  expect(scheduled(own, 1, [])).toBe(own);
});

test('some schedules leave one thread aside for long while all others run', () => {
  const ways = 4;
  let delaying = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const all = choices(seed, ways, 4000);
    const late = new Set(all?.slice(2000));
    if (all !== null && late.size === ways - 1 && new Set(all.slice(0, 2000)).size === ways) delaying++;
  }
  expect(delaying).toBeGreaterThan(0);
});

test('the same seed gives the same schedule', () => {
  for (let seed = 0; seed < 20; seed++) expect(choices(seed, 7, 50)).toEqual(choices(seed, 7, 50));
});

test('a thread with many ways is chosen no more often than one with a single way', () => {
  const ofThreads = [0, ...Array.from({ length: 30 }, () => 1)];
  const all = Array.from({ length: SEEDS }, (_, seed) => choices(seed, 31, 1000, ofThreads) ?? []).flat();
  const part = all.filter((way) => way === 0).length / all.length;
  expect(part).toBeGreaterThan(0.3);
  expect(part).toBeLessThan(0.7);
  expect(new Set(all).size).toBe(31);
});

test('programs tell the threads of the ways that their scheduler has', () => {
  const thread = 'void *f(void *a) { x++; return 0; }';
  const start = 'pthread_create(&t, 0, f, 0);';
  const text = (starts: string): string =>
    `typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
     void reach_error(void); int x; pthread_t t; ${thread} int main(void) { ${starts} if (x == 3) reach_error(); return 0; }`;
  expect(compile(text('')).program.ways).toBe(undefined);
  expect(compile(text(start)).program.ways).toEqual([0, 1]);
  expect(compile(text(start + start)).program.ways).toEqual([0, 1, 2]);
});
