import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/true.ts';
import { bmc } from '../../../src/engines/bmc.ts';
import { dar } from '../../../src/engines/dar.ts';
import type { Claim, Engine, EngineContext } from '../../../src/engines/engine.ts';
import { imc } from '../../../src/engines/imc.ts';
import { ismc } from '../../../src/engines/ismc.ts';
import { kind } from '../../../src/engines/kind.ts';
import { KnownLemmas } from '../../../src/engines/known-lemmas.ts';
import type { Lemma, Statement } from '../../../src/exchange/lemma.ts';
import { bitFactory } from '../../../src/smt/bits/index.ts';
import type { Term } from '../../../src/smt/builder.ts';
import { Evaluator } from '../../../src/smt/evaluate.ts';
import { createSatSolver } from '../../../src/smt/sat/solver.ts';
import type { SolverFactory } from '../../../src/smt/solver.ts';
import { simulateTrace } from '../../../src/transys/simulate.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { compile } from '../encode/compile.ts';
import { oddCounter } from '../transys/examples.ts';
import { enumerate, type Reachability, randomSystem } from '../transys/random-systems.ts';
import { contextFor, solversFor } from './context.ts';

const ENGINES: readonly Engine[] = [bmc, kind, imc, ismc, dar];

const NO_SOLVERS: SolverFactory = {
  create: () => {
    throw new Error('no solver is needed');
  },
};

/** A context that collects what the engine publishes. */
function publishing(
  system: TransitionSystem,
  solvers: SolverFactory,
  options: EngineContext['options'],
): EngineContext & { readonly published: Lemma[] } {
  // On the solver that engines have in the product: the search for invariants is limited in time.
  const bits = bitFactory(system.terms, { sat: () => createSatSolver() });
  const published: Lemma[] = [];
  const lemmas = {
    publish: (...statements: readonly Statement[]) =>
      void published.push(...statements.map((one) => ({ ...one, id: published.length + 1, from: 'other' }))),
    receive: () => [],
  };
  return { ...contextFor(system, bits, { options }), checkers: solvers, lemmas, published };
}

/** A level that stays a multiple of four, which takes an invariant, and slots that wrap around, which takes k-induction of some steps. */
const TWO_PROPERTIES = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned level = 0;
  unsigned char slot = 0;
  for (;;) {
    if (__VERIFIER_nondet_int()) level += 4;
    if (level == 2) reach_error();
    if (slot == 40) reach_error();
    if (slot == 5) slot = 0; else if (slot == 30 && __VERIFIER_nondet_int()) slot = 40; else slot += 5;
  }
}`;

/** Whether the lemma holds of all states that it speaks of. */
function holds(system: TransitionSystem, { states }: Reachability, { formula, bound }: Lemma): boolean {
  const reached = bound === null ? states : states.slice(0, bound + 1);
  return reached.flat().every((state) => {
    const values = new Map(system.stateVars.map((v, i) => [v.term, state[i]]));
    return new Evaluator(system.terms, (t) => values.get(t) ?? false).value(formula) === true;
  });
}

describe('lemmas', () => {
  test('k-induction proves with the invariant that another engine met on its way what it does not prove alone', async () => {
    const { system } = compile(TWO_PROPERTIES);
    const solvers = await solversFor(system);
    const options = { maxDepth: 12 };
    expect(kind(contextFor(system, solvers, { options })).kind).toBe('unknown');
    const other = publishing(system, solvers, {});
    const invariants = (): Lemma[] => other.published.filter(({ bound }) => bound === null);
    const claimed = (): Claim => kind(contextFor(system, solvers, { lemmas: [invariants()], options }));
    let tried = 0;
    let claim = claimed();
    // It has no proof yet when what it published suffices.
    const stopped = (): boolean => {
      if (invariants().length > tried) {
        tried = invariants().length;
        claim = claimed();
      }
      return claim.kind === 'safe';
    };
    expect(ismc({ ...other, stopped })).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
    if (claim.kind !== 'safe') throw new Error('no proof');
    expect(checkCertificate(system, claim.certificate, solvers)).toEqual({ accepted: true });
  }, 120_000);

  test('what engines publish holds in all states that it speaks of', async () => {
    const count = { invariant: 0, bounded: 0 };
    const shapes = fc.record({ seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }), blocks: fc.constantFrom(0, 2, 3, 4) });
    const property = fc.asyncProperty(shapes, async ({ seed, blocks }) => {
      const system = randomSystem(seed, { blocks, gaps: false });
      const truth = enumerate(system);
      const solvers = await solversFor(system);
      for (const engine of [imc, ismc, dar]) {
        const context = publishing(system, solvers, { maxDepth: 5 });
        engine(context);
        for (const lemma of context.published) {
          count[lemma.kind] += 1;
          expect(holds(system, truth, lemma)).toBe(true);
        }
      }
    });
    await fc.assert(property, { numRuns: 30 });
    expect(count.invariant).toBeGreaterThan(0);
    expect(count.bounded).toBeGreaterThan(0);
  }, 240_000);

  test('a lemma that does not hold gives no verdict that stands', async () => {
    let refused = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const system = randomSystem(seed, { blocks: seed % 3 === 0 ? 0 : 2, gaps: false });
      const { terms, stateVars } = system;
      const truth = enumerate(system);
      const solvers = await solversFor(system);
      const { term } = stateVars[stateVars.length - 1];
      const isZero = terms.sort(term).kind === 'bool' ? terms.not(term) : terms.eq(term, terms.bv(terms.width(term), 0));
      for (const formula of [terms.false, isZero, terms.not(isZero)]) {
        for (const bound of [null, 1, 4]) {
          const wrong: Lemma = { id: 1, from: 'other', kind: bound === null ? 'invariant' : 'bounded', bound, formula };
          if (holds(system, truth, wrong)) continue;
          for (const engine of ENGINES) {
            const claim = engine(contextFor(system, solvers, { lemmas: [[wrong]], options: { maxDepth: 4, lemmas: true } }));
            if (claim.kind === 'unsafe' && claim.run.kind === 'system')
              expect(simulateTrace(system, claim.run.trace).kind).toBe('bad');
            if (claim.kind !== 'safe') continue;
            const check = checkCertificate(system, claim.certificate, solvers);
            if (truth.bad !== null) expect(check.accepted).toBe(false);
            if (!check.accepted) refused += 1;
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(0);
  }, 240_000);

  test('what holds up to a bound is assumed so far, and is no invariant', () => {
    const system = oddCounter();
    const { terms } = system;
    const lemma = (bound: number | null, formula: Term): Lemma => ({
      id: 1,
      from: 'other',
      kind: bound === null ? 'invariant' : 'bounded',
      bound,
      formula,
    });
    const [a, b] = [0, 1].map((i) => terms.variable(`p${i}`, { kind: 'bool' }));
    const known = new KnownLemmas(contextFor(system, NO_SOLVERS, { lemmas: [[lemma(2, a), lemma(4, b)], [lemma(null, a)]] }));
    expect(known.receive()).toBe(false);
    expect([0, 2, 3, 5].map((k) => known.upTo(k))).toEqual([[a, b], [a, b], [b], []]);
    expect(known.invariants).toEqual(system.facts);
    expect(known.receive()).toBe(true);
    expect([0, 5].map((k) => known.upTo(k))).toEqual([[a, b], [a]]);
    expect(known.invariants).toEqual([...system.facts, a]);
  });
});
