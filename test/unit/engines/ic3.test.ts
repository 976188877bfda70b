import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/true.ts';
import type { Claim } from '../../../src/engines/engine.ts';
import { BitSystem } from '../../../src/engines/ic3/bit-system.ts';
import { clauseTerm } from '../../../src/engines/ic3/clause-terms.ts';
import { isPart, signatureOf } from '../../../src/engines/ic3/cube.ts';
import { Justifier } from '../../../src/engines/ic3/justify.ts';
import { ic3 } from '../../../src/engines/ic3.ts';
import type { Statement } from '../../../src/exchange/lemma.ts';
import { bitFactory } from '../../../src/smt/bits/index.ts';
import { Evaluator, zeroValue } from '../../../src/smt/evaluate.ts';
import { createSatSolver } from '../../../src/smt/sat/solver.ts';
import { simulateTrace } from '../../../src/transys/simulate.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { compile } from '../encode/compile.ts';
import { deadlocking, deterministicLoop, oddCounter, twoLoops, withDoubt, withGap } from '../transys/examples.ts';
import { enumerate, randomSource, randomSystem } from '../transys/random-systems.ts';
import { contextFor, solversFor } from './context.ts';

const HEAD = 'extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);';
const shapes = fc.record({ seed: fc.nat(2 ** 31 - 1), blocks: fc.constantFrom(0, 2, 3, 4) });

async function decide(system: TransitionSystem, options: Record<string, number | boolean> = {}): Promise<Claim> {
  const solvers = await solversFor(system);
  const claim = ic3(contextFor(system, solvers, { options }));
  if (claim.kind === 'safe') expect(checkCertificate(system, claim.certificate, solvers)).toEqual({ accepted: true });
  if (claim.kind === 'unsafe') {
    if (claim.run.kind !== 'system') throw new Error('not a run of the system');
    expect(simulateTrace(system, claim.run.trace)).toMatchObject({ kind: 'bad', step: claim.run.trace.steps.length - 1 });
  }
  return claim;
}

describe('verdicts', () => {
  test('of small systems', async () => {
    expect((await decide(oddCounter())).kind).toBe('safe');
    expect((await decide(oddCounter(2))).kind).toBe('unsafe');
    expect((await decide(twoLoops(6))).kind).toBe('unsafe');
    expect((await decide(deadlocking(true))).kind).toBe('unsafe');
    expect((await decide(deadlocking(false))).kind).toBe('safe');
    expect((await decide(deterministicLoop(20, 1))).kind).toBe('safe');
    expect((await decide(deterministicLoop(20, 20))).kind).toBe('unsafe');
  });

  test('of a state machine whose error is out of reach for a reason that takes many clauses', async () => {
    const program = (limit: number): string => `${HEAD}
      int main(void) {
        unsigned char tokens = 1, at = 0, turns = 0;
        while (__VERIFIER_nondet_uchar()) {
          unsigned char step = __VERIFIER_nondet_uchar();
          if (step == 1 && at < 5) { tokens <<= 1; at++; }
          if (step == 2 && at > 0) { tokens >>= 1; at--; }
          if (step == 3 && turns < 200) turns++;
          if (tokens & (tokens - 1)) reach_error();
          if (tokens > ${limit}) reach_error();
        }
      }`;
    expect((await decide(compile(program(32)).system)).kind).toBe('safe');
    expect((await decide(compile(program(31)).system)).kind).toBe('unsafe');
  });

  test('a gap is no alarm, and behind it only a bug can be claimed', async () => {
    expect((await decide(withGap(true))).kind).toBe('unsafe');
    const claim = await decide(withGap(false));
    if (claim.kind !== 'unknown' || claim.reason.kind !== 'gap' || claim.reason.trace === null) throw new Error('no trace');
    expect(simulateTrace(withGap(false), claim.reason.trace)).toMatchObject({ kind: 'gap', step: 4 });
  });

  test('runs in doubt are offered, and a longer one without is claimed', async () => {
    const system = withDoubt(3, 18);
    const context = contextFor(system, await solversFor(system));
    const claim = ic3(context);
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(claim.kind);
    expect(claim.run.trace.steps.length).toBe(20);
    expect(context.offers.length).toBeGreaterThan(0);
  });

  test('a depth limit ends the search without an answer', async () => {
    const claim = await decide(twoLoops(8), { maxDepth: 4 });
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' }, bound: 4 });
  });

  test('what arrays hold is left open: enough for what does not depend on it', async () => {
    const program = (error: string): TransitionSystem =>
      compile(`${HEAD}
      int main(void) {
        unsigned char a[200] = {0}, locked = 0;
        while (__VERIFIER_nondet_uchar()) {
          unsigned char i = __VERIFIER_nondet_uchar();
          if (i >= 200) break;
          if (a[i] == 0 && !locked) { locked = 1; a[i] = 1; } else locked = 0;
        }
        unsigned char j = __VERIFIER_nondet_uchar();
        if (j < 200 && ${error}) reach_error();
      }`).system;
    expect((await decide(program('a[j] != 0 && locked > 1'))).kind).toBe('safe');
    expect(await decide(program('a[j] > 1'))).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' } });
  });

  test('the end of the race ends it', async () => {
    let asked = 0;
    const system = twoLoops(8);
    const claim = ic3(contextFor(system, await solversFor(system), { stopped: () => ++asked > 5 }));
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
  });
});

test('what it publishes holds: everywhere, or for as many steps as it says', async () => {
  let [invariants, bounded] = [0, 0];
  const property = fc.asyncProperty(shapes, async ({ seed, blocks }) => {
    const system = randomSystem(seed, { blocks });
    const { terms, stateVars } = system;
    const published: Statement[] = [];
    const context = contextFor(system, bitFactory(terms, { sat: () => createSatSolver() }), { options: { maxDepth: 8 } });
    ic3({ ...context, lemmas: { publish: (...statements) => void published.push(...statements), receive: () => [] } });
    for (const { kind } of published) kind === 'invariant' ? invariants++ : bounded++;
    enumerate(system, (steps, state) => {
      const values = new Map(stateVars.map((v, i) => [v.term, state[i]]));
      const evaluator = new Evaluator(terms, (v) => values.get(v) ?? zeroValue(terms.sort(v)));
      for (const { bound, formula } of published) if (bound === null || steps <= bound) expect(evaluator.value(formula)).toBe(true);
    });
  });
  await fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 60), seed: 5 });
  expect(invariants).toBeGreaterThan(0);
  expect(bounded).toBeGreaterThan(0);
}, 120_000);

test('what a state is justified by is enough: other values of the other bits change nothing', () => {
  let smaller = 0;
  const property = fc.property(shapes, ({ seed, blocks }) => {
    const bits = new BitSystem(randomSystem(seed, { blocks }), null, () => {});
    const random = randomSource(seed);
    for (const location of bits.locations) {
      const justifier = new Justifier(bits, location, []);
      const drawn = new Map<number, boolean>();
      const draw = (node: number): boolean => {
        const value = drawn.get(node) ?? random(2) === 1;
        drawn.set(node, value);
        return value;
      };
      const values = justifier.simulate(draw);
      const goals = [location.bad, ...location.next].map((edge) => edge ^ (((values[edge >> 1] ^ edge) & 1) ^ 1)).slice(0, 3);
      const literals = justifier.justify(goals);
      if (literals.length < bits.bits.length) smaller += 1;
      const kept = new Map(literals.map((literal) => [bits.current[literal >> 1] >> 1, (literal & 1) === 0]));
      for (let round = 0; round < 4; round += 1) {
        const others = justifier.simulate((node) => kept.get(node) ?? (bits.isState(node) ? random(2) === 1 : draw(node)));
        for (const goal of goals) expect((others[goal >> 1] ^ goal) & 1).toBe(1);
      }
    }
  });
  fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 60), seed: 6 });
  expect(smaller).toBeGreaterThan(0);
});

test('a clause says in words what its cube says in bits', () => {
  const property = fc.property(shapes, ({ seed, blocks }) => {
    const system = randomSystem(seed, { blocks });
    const { terms, stateVars } = system;
    const bits = new BitSystem(system, null, () => {});
    const random = randomSource(seed);
    const cube = bits.bits.flatMap((_, bit) => (random(2) === 0 ? [2 * bit + random(2)] : []));
    const clause = clauseTerm(bits, cube);
    for (let round = 0; round < 8; round += 1) {
      const state = bits.bits.map(() => random(2));
      for (const literal of round === 0 ? cube : []) state[literal >> 1] = (literal & 1) ^ 1;
      const evaluator = new Evaluator(terms, (v) => {
        const at = stateVars.findIndex(({ term }) => term === v);
        let value = 0n;
        bits.bits.forEach(({ variable, position }, bit) => {
          if (variable === at && state[bit] === 1) value |= 1n << BigInt(position);
        });
        return terms.sort(v).kind === 'bool' ? value === 1n : value;
      });
      expect(evaluator.value(clause)).toBe(!cube.every((literal) => state[literal >> 1] === ((literal & 1) ^ 1)));
    }
  });
  fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 60), seed: 7 });
});

test('parts of a cube are told as sets tell them', () => {
  const cubes = fc.uniqueArray(fc.nat(40), { maxLength: 8 }).map((cube) => cube.sort((a, b) => a - b));
  const property = fc.property(cubes, cubes, (a, b) => {
    const whole = [...new Set([...a, ...b])].sort((x, y) => x - y);
    expect(isPart(a, whole)).toBe(true);
    expect(isPart(a, b)).toBe(a.every((literal) => b.includes(literal)));
    expect(signatureOf(a) & ~signatureOf(whole)).toBe(0);
  });
  fc.assert(property);
});
