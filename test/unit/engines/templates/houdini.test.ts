import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import { InductiveFacts } from '../../../../src/engines/methods/inductive/facts.ts';
import { candidateTiers } from '../../../../src/engines/templates/candidates.ts';
import { inductiveEqualities, sampledEqualities } from '../../../../src/engines/templates/equalities.ts';
import { houdini } from '../../../../src/engines/templates/houdini.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { relatedGroups } from '../../../../src/system/transys/related.ts';
import type { State } from '../../../../src/system/transys/sampling/random-runs.ts';
import { type Samples, sampleStates } from '../../../../src/system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { oddCounter } from '../../system/transys/examples.ts';
import { enumerate, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, publishedBy, solversFor } from '../context.ts';
import { testInvariants } from '../invariants.ts';
import { judge } from '../judge.ts';

const bitSolvers = (system: TransitionSystem) => bitFactory(system.terms, { sat: () => createSatSolver() });

/** Those of the formulas that do not hold in one of the states. */
function contradicted(
  { terms, stateVars }: TransitionSystem,
  formulas: readonly Term[],
  states: readonly State[],
): Term[] {
  const index = new Map(stateVars.map((v, i) => [v.term, i]));
  return states.flatMap((state) => {
    const evaluator = new Evaluator(terms, (t) => state[index.get(t) ?? -1]);
    return formulas.filter((t) => evaluator.value(t) !== true);
  });
}

const keyOf = (state: State): string => JSON.stringify(state, (_, v) => (typeof v === 'bigint' ? `${v}` : v));

const sample = (system: TransitionSystem, seed = 0): Samples =>
  sampleStates(system, { seed, milliseconds: 60_000, stopped: () => false });

/** A sum that stays the same, and what is twice another; looked at only later. */
const SUMS = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned given = 100, taken = 0, twice = 0;
  int audit = 0;
  for (;;) {
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 8;
    if (n <= given) { given -= n; taken += n; twice += 2 * n; }
    if (audit && given + taken != 100) reach_error();
    if (audit && twice != 2 * taken) reach_error();
    if (__VERIFIER_nondet_int()) audit = 1;
  }
}`;

/** A table that is filled element by element, and looked at afterwards. */
const TABLE = `
extern void reach_error(void);
int main(void) {
  unsigned char table[6];
  unsigned i;
  for (i = 0; i < 6; i++) table[i] = 7;
  for (i = 0; i < 6; i++) if (table[i] != 7) reach_error();
}`;

describe('equalities from states', () => {
  test('hold in all states that they are learnt from, and in those of the span', () => {
    const shapes = fc.record({
      width: fc.constantFrom(2, 5, 8, 32, 64),
      states: fc.array(fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 3, maxLength: 3 }), {
        minLength: 1,
        maxLength: 6,
      }),
      shift: fc.nat(6),
    });
    let learnt = 0;
    fc.assert(
      fc.property(shapes, ({ width, states, shift }) => {
        const terms = new TermStore();
        const stateVars = ['x', 'y', 'z'].map((name) => ({
          term: terms.variable(name, { kind: 'bv', width }),
          name,
          origin: null,
        }));
        const system: TransitionSystem = { ...oddCounter(), terms, stateVars, pc: null };
        const context = contextFor(system, { create: () => expect.fail('no solver is needed') });
        const given = states.map((values) => values.map((v) => BigInt.asUintN(width, v << BigInt(shift))));
        const equalities = sampledEqualities(
          context,
          stateVars.map((v) => v.term),
          given,
        );
        learnt += equalities.length;
        // Affine combinations of states satisfy what the states satisfy.
        const mixed = given.map((s) => s.map((v, i) => BigInt.asUintN(width, 3n * v - 2n * given[0][i])));
        expect(contradicted(system, equalities, [...given, ...mixed])).toEqual([]);
        // A state alone is all that its equalities allow.
        if (given.length === 1) {
          const other = given[0].map((v, i) => (i === 0 ? BigInt.asUintN(width, v + 1n) : v));
          expect(contradicted(system, equalities, [other])).not.toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
    expect(learnt).toBeGreaterThan(100);
  });

  test('that no step breaks are found from few states, wrong ones given up for weaker ones', () => {
    const { system } = compile(SUMS);
    const context = contextFor(system, bitSolvers(system));
    const groups = relatedGroups(system);
    const facts = new InductiveFacts(context, 20_000);
    // One state a block suggests that all variables are constant.
    const samples = sample(system).map((states) => states.slice(0, 1));
    const found = inductiveEqualities(
      { context, before: (block) => facts.before(block), samples, groups },
      60_000,
      20_000,
    );
    if (found === null) throw new Error('not enough time');
    expect(contradicted(system, found, sample(system, 5).flat())).toEqual([]);
    // Both sums are among them, and what is known excludes the error.
    expect(houdini(contextFor({ ...system, facts: found }, bitSolvers(system))).kind).toBe('safe');
  }, 120_000);
});

describe('sampled states', () => {
  test('are reachable, and the same for one seed', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const system = randomSystem(seed, { blocks: seed % 4 === 0 ? 0 : 3, gaps: seed % 3 === 0 });
      const reachable = new Set(enumerate(system).states.flat().map(keyOf));
      const states = sample(system, seed);
      expect(states.flat().length).toBeGreaterThan(0);
      expect(states.flat().filter((s) => !reachable.has(keyOf(s)))).toEqual([]);
      expect(sample(system, seed)).toEqual(states);
    }
  });

  test('no candidate contradicts them', () => {
    for (const text of [SUMS, TABLE]) {
      const { system } = compile(text);
      const samples = sample(system);
      const names: string[] = [];
      for (const { name, candidates } of candidateTiers(system, samples)) {
        names.push(name);
        expect(contradicted(system, candidates, samples.flat())).toEqual([]);
      }
      const plain = ['atoms', 'passed guards', 'phases', 'first turns', 'orders of variables', 'clauses', 'limits'];
      expect(names).toEqual(plain);
    }
  });
});

describe('houdini', () => {
  test('proves by equalities', async () => {
    const { system } = compile(SUMS);
    const claim = houdini(contextFor(system, bitSolvers(system)));
    if (claim.kind !== 'safe') throw new Error('no proof');
    expect(checkCertificate(system, claim.certificate, await solversFor(system))).toMatchObject({ accepted: true });
  }, 120_000);

  test('k-induction proves with its lemmas what it does not prove alone', async () => {
    const { system } = compile(SUMS);
    const solvers = bitSolvers(system);
    const options = { maxDepth: 3 };
    expect(kind(contextFor(system, solvers, { options })).kind).toBe('unknown');
    const lemmas = [publishedBy(houdini, contextFor(system, solvers))];
    const claim = kind(contextFor(system, solvers, { options, lemmas }));
    if (claim.kind !== 'safe') throw new Error('no proof');
    expect(checkCertificate(system, claim.certificate, await solversFor(system))).toMatchObject({ accepted: true });
  }, 120_000);

  test('of random systems, claims are certified and lemmas hold in all reachable states', async () => {
    const count = { proofs: 0, lemmas: 0 };
    const shapes = fc.record({ seed: fc.nat(), blocks: fc.constantFrom(0, 2, 3, 4), gaps: fc.boolean() });
    const property = fc.asyncProperty(shapes, async ({ seed, blocks, gaps }) => {
      const system = randomSystem(seed, { blocks, gaps });
      const truth = enumerate(system);
      const context = contextFor(system, bitSolvers(system));
      for (const { formula } of publishedBy(houdini, context)) {
        count.lemmas += 1;
        expect(contradicted(system, [formula], truth.states.flat())).toEqual([]);
      }
      const judgement = judge(houdini(context), system, await solversFor(system), null);
      if (judgement.verdict === 'TRUE') {
        count.proofs += 1;
        expect([truth.bad, truth.gap]).toEqual([null, null]);
      } else expect(judgement.verdict).toBe('UNKNOWN');
    });
    await fc.assert(property, {
      numRuns: Number(process.env.LEMMATA_RUNS ?? 12),
      seed: Number(process.env.LEMMATA_SEED ?? 1),
    });
    expect(count.proofs).toBeGreaterThan(0);
    expect(count.lemmas).toBeGreaterThan(0);
  }, 240_000);
});

testInvariants('houdini');
