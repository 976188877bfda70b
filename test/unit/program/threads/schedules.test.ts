import { expect, test } from 'vitest';
import { replay } from '../../../../src/certify/replay/replay.ts';
import { simulate } from '../../../../src/engines/runs/sim/sim.ts';
import { compile } from '../../system/encode/compile.ts';

const HEAD = `typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
  void reach_error(void) {}`;

/** What the simulator says within some runs, and whether its run is replayed. */
function simulated(text: string, runs: number): string {
  const { program, linked } = compile(`${HEAD}\n${text}`);
  const { errorFunctions } = linked;
  const claim = simulate({ program, errorFunctions, seed: 1, options: { runs }, stopped: () => false, note: () => {} });
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'program') return claim.kind;
  return replay({ program, errorFunctions, inputs: claim.run.inputs, approximations: [] }).kind;
}

/** Threads that keep a value between two steps, more of them than are told apart. */
const started = (condition: string): string => `int x, y; pthread_t t[1000];
  void *work(void *argument) { int before = x; x = before + 1; y = before; x = before; return 0; }
  int main(void) {
    for (int i = 0; i < 1000; i++) pthread_create(&t[i], 0, work, 0);
    if (${condition}) reach_error();
    return 0;
  }`;

test('a thread stands between two steps until many others have been started', () => {
  expect(simulated(started('x != 0'), 200)).toBe('reproduced');
});

test('threads that never run do nothing, and have names of their own', () => {
  expect(simulated(started('x > 5 || t[7] == t[8] || t[3] == t[999]'), 40)).toBe('unknown');
});

test('proofs end where more threads are started than are told apart', () => {
  const { system } = compile(`${HEAD}\n${started('x > 900')}`);
  expect(system.gaps.map(({ construct }) => construct)).toContain('more than 4 threads started at one place');
});

test('two threads wait for each other in turn, step by step', () => {
  const text = `int x = 1, y = 1;
    void *first(void *argument) { for (int i = 0; i < 6; i++) x = x + y; return 0; }
    void *second(void *argument) { for (int i = 0; i < 6; i++) y = y + x; return 0; }
    int main(void) {
      pthread_t a, b;
      pthread_create(&a, 0, first, 0);
      pthread_create(&b, 0, second, 0);
      if (x >= 64 || y >= 64) reach_error();
      return 0;
    }`;
  expect(simulated(text, 2000)).toBe('reproduced');
});
