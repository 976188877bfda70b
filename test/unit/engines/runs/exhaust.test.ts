import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CertificateCheck, checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import type { Claim, ClaimedRun, EngineStatistics } from '../../../../src/engines/methods/engine.ts';
import { exhaust } from '../../../../src/engines/runs/exhaust.ts';
import type { Runs } from '../../../../src/system/transys/certificate.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { certificateBack, traceBack } from '../../../../src/system/transys/way-back.ts';
import { compile } from '../../system/encode/compile.ts';
import { bits, build, withGap } from '../../system/transys/examples.ts';
import { enumerate, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor } from '../context.ts';

const HEAD = `
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
extern void reach_error(void);
void assume(int c) { if (!c) abort(); }
`;

const noSolver = {
  create: (): never => {
    throw new Error('it asks no solver');
  },
};

interface Decided {
  readonly claim: Claim;
  readonly offers: readonly ClaimedRun[];
  readonly statistics: EngineStatistics;
}

/**
 * The engine's claim about the simplified system. `check` gets what becomes of a proof on the
 * system as it was; a run was simulated there.
 */
function decide(
  system: TransitionSystem,
  options: Record<string, number> = {},
  check = (result: CertificateCheck): void => expect(result).toMatchObject({ accepted: true }),
): Decided {
  const { system: reduced, back } = simplify(system);
  let statistics: EngineStatistics = {};
  const context = contextFor(reduced, noSolver, { options });
  const claim = exhaust({
    ...context,
    statistics: (values) => {
      statistics = values;
    },
  });
  if (claim.kind === 'safe')
    check(checkCertificate(system, certificateBack(system.terms, back, claim.certificate), noSolver));
  if (claim.kind === 'unsafe') {
    if (claim.run.kind !== 'system') throw new Error('not a run of the system');
    const trace = traceBack(back, claim.run.trace);
    expect(simulateTrace(system, trace)).toMatchObject({ kind: 'bad', step: trace.steps.length - 1 });
  }
  return { claim, offers: context.offers, statistics };
}

const ofProgram = (text: string, options: Record<string, number> = {}): Decided =>
  decide(compile(HEAD + text).system, options);

function enumeratedBy({ claim }: Decided): Runs {
  if (claim.kind !== 'safe' || claim.certificate.kind !== 'runs')
    throw new Error(`no enumeration: ${JSON.stringify(claim)}`);
  return claim.certificate;
}

function reasonOf({ claim }: Decided): string {
  if (claim.kind !== 'unknown') return claim.kind;
  return claim.reason.kind === 'incomplete' ? claim.reason.why : claim.reason.kind;
}

const product = (limit: number, wrong: number): string => `int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  assume(0 <= x && x <= ${limit} && 0 <= y && y <= ${limit});
  int sum = 0;
  for (int i = 0; i < x; i++) sum += y;
  if (sum != x * y || sum == ${wrong}) reach_error();
}`;

/** An input is 7 in a run that rests on a doubt and ends in the error. */
function doubtfulChoice(): TransitionSystem {
  return build({
    state: { i: bits(8) },
    inputs: { in: bits(8) },
    blocks: [
      (_, v) => ({ next: { i: v('in') }, inputs: ['in'], successors: [1] }),
      (t, v) => {
        const bad = t.eq(v('i'), t.bv(8, 7));
        return { feasible: t.false, bad, doubtful: bad, successors: [1] };
      },
    ],
  });
}

test('random systems, with the truth of an exploration by evaluation', () => {
  const found = { safe: 0, unsafe: 0, unknown: 0, accepted: 0 };
  const shapes = fc.record({ seed: fc.nat(2 ** 31 - 1), blocks: fc.constantFrom(0, 2, 3, 4), gaps: fc.boolean() });
  const property = fc.property(shapes, ({ seed, blocks, gaps }) => {
    const system = randomSystem(seed, { blocks, gaps });
    const { bad, gap, longest } = enumerate(system);
    const { claim } = decide(system, { maxDepth: 12 }, (result) => {
      // Terms of the smaller system may show that an input does not matter, which bits of words do not.
      if (result.accepted) found.accepted += 1;
      else expect(result).toMatchObject({ condition: 'exhaustion', decided: false });
    });
    if (claim.kind === 'partial') throw new Error('there are no single checks');
    found[claim.kind] += 1;
    if (claim.kind === 'safe') {
      expect([bad, gap]).toEqual([null, null]);
      expect(enumeratedBy({ claim, offers: [], statistics: {} }).bound).toBe(longest);
    }
    if (claim.kind === 'unsafe') expect(bad).not.toBeNull();
    // A run that has no end is the only reason to give up here, besides gaps.
    if (claim.kind === 'unknown' && claim.reason.kind === 'incomplete')
      expect([claim.reason.why, longest]).toEqual([expect.any(String), null]);
  });
  fc.assert(property, {
    numRuns: Number(process.env.LEMMATA_RUNS ?? 150),
    seed: Number(process.env.LEMMATA_SEED ?? 3),
  });
  expect(Math.min(found.safe, found.unsafe)).toBeGreaterThan(5);
  expect(found.accepted).toBeGreaterThan(0.9 * found.safe);
}, 60_000);

describe('programs whose inputs take few values', () => {
  test('are proved by a run for each choice of values', () => {
    const decided = ofProgram(product(20, -1));
    const { inputs = [] } = enumeratedBy(decided);
    expect(inputs).toHaveLength(2);
    for (const { ranges } of inputs) expect(ranges).toContainEqual({ low: 0n, high: 20n, each: true });
    expect(decided.statistics).toMatchObject({ depth: 21 });
    expect(decided.statistics.percent).toBeCloseTo(100, 3);
    // 441 pairs, and values that the assumption excludes together.
    expect(decided.statistics.runs).toBeGreaterThanOrEqual(441);
    expect(decided.statistics.runs).toBeLessThan(600);
  });

  test('have a run to the error where one of them does', () => {
    const { claim } = ofProgram(product(20, 323));
    expect(claim.kind).toBe('unsafe');
  });

  test('with values that only comparisons tell apart, which have one run together', () => {
    const decided = ofProgram(`int main(void) {
      int n = __VERIFIER_nondet_int(), turns = 0;
      int most = n < 10 ? 3 : n > 1000000 ? 7 : 5;
      for (int i = 0; i < most; i++) turns += 2;
      if (turns != 2 * most) reach_error();
    }`);
    expect(decided.claim.kind).toBe('safe');
    expect(decided.statistics.runs).toBeLessThan(8);
  });

  test('with inputs that are read in a bounded loop, and memory that is written before it is read', () => {
    const sorted = (from: number): string => `int main(void) {
      unsigned char a[3];
      for (int i = 0; i < 3; i++) { a[i] = __VERIFIER_nondet_uchar(); assume(a[i] < 5); }
      for (int i = ${from}; i < 3; i++)
        for (int j = 0; j < 2; j++) if (a[j] > a[j + 1]) { unsigned char t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
      if (a[0] > a[1] || a[1] > a[2]) reach_error();
    }`;
    expect(ofProgram(sorted(0)).claim.kind).toBe('safe');
    expect(ofProgram(sorted(2)).claim.kind).toBe('unsafe');
  });

  test('with inputs that decide nothing', () => {
    const decided = ofProgram(`int main(void) {
      int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_uchar() & 7, last = 0;
      for (int i = 0; i < y; i++) { last = x; x += last; }
      if (y > 7) reach_error();
    }`);
    expect(decided.claim.kind).toBe('safe');
  });
});

test('an input that does not decide a step, since it is masked, may decide the next one', () => {
  const masked = (wrong: number): TransitionSystem =>
    build({
      state: { mask: bits(8), kept: bits(8) },
      inputs: { in: bits(8) },
      blocks: [
        (t) => ({ next: { mask: t.bv(8, 0) }, successors: [1] }),
        (t, v) => {
          const bad = t.eq(t.bvAnd(v('in'), v('mask')), t.bv(8, 1));
          return { feasible: t.not(bad), bad, next: { kept: v('in') }, inputs: ['in'], successors: [2] };
        },
        (t, v) => ({ feasible: t.false, bad: t.ult(t.bv(8, wrong), v('kept')), successors: [] }),
      ],
    });
  expect(decide(masked(254)).claim.kind).toBe('unsafe');
  expect(decide(masked(255)).claim.kind).toBe('safe');
});

describe('it gives up, with a reason', () => {
  test('where an input takes many values', () => {
    const text = 'int main(void) { unsigned x = __VERIFIER_nondet_int(); if (x * x == 7) reach_error(); }';
    expect(reasonOf(ofProgram(text))).toMatch(/__VERIFIER_nondet_int at line \d+ takes too many values/);
  });

  test('where choices multiply', () => {
    const text = `int main(void) {
      unsigned char n = 0;
      while (__VERIFIER_nondet_bool()) n += 3;
      if (n == 1 && n == 2) reach_error();
      for (unsigned i = 0; i < 1000; i++) n ^= __VERIFIER_nondet_uchar();
      if (n * n == 3) reach_error();
    }`;
    expect(reasonOf(ofProgram(text))).toContain('multiply');
  });

  test('where a run has no end, or is too long', () => {
    const text = `int main(void) {
      unsigned char x = __VERIFIER_nondet_uchar();
      while (x != 200) x = x * 5 + 1 & 127;
      if (x == 7) reach_error();
    }`;
    expect(reasonOf(ofProgram(text))).toBe('a run has no end');
    expect(reasonOf(ofProgram(text, { maxDepth: 4 }))).toBe('a run has more than 4 steps');
  });

  test('where a run meets a gap, or reaches the error by way of a doubt only', () => {
    expect(reasonOf(decide(withGap(false)))).toBe('gap');
    const { claim, offers } = decide(doubtfulChoice());
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'doubt' } });
    expect(offers.length).toBeGreaterThan(0);
  });

  test('when it is stopped', () => {
    const { system } = compile(HEAD + product(100, -1));
    expect(exhaust(contextFor(system, noSolver, { stopped: () => true }))).toMatchObject({
      reason: { kind: 'stopped' },
    });
  });
});
