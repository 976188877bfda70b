import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { kind } from '../../../src/engines/bounded/kind.ts';
import { dar } from '../../../src/engines/interpolating/dar.ts';
import { imc } from '../../../src/engines/interpolating/imc.ts';
import { ismc } from '../../../src/engines/interpolating/ismc.ts';
import type { Claim, Engine, EngineContext } from '../../../src/engines/methods/engine.ts';
import { KnownLemmas } from '../../../src/engines/methods/known-lemmas.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../src/logic/terms/evaluate.ts';
import type { SolverFactory } from '../../../src/logic/terms/solver.ts';
import type { Lemma } from '../../../src/system/transys/lemma.ts';
import { simulateTrace } from '../../../src/system/transys/simulate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { compile } from '../system/encode/compile.ts';
import { oddCounter } from '../system/transys/examples.ts';
import { enumerate, type Reachability, randomSystem } from '../system/transys/random-systems.ts';
import { contextFor, solversFor } from './context.ts';

const ENGINES: readonly Engine[] = [kind, imc, ismc, dar];

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
    publish: (...invariants: readonly Term[]) =>
      void published.push(...invariants.map((formula) => ({ formula, id: published.length + 1, from: 'other' }))),
    receive: () => [],
  };
  return { ...contextFor(system, bits, { options }), checkers: solvers, lemmas, published };
}

/**
 * A level that stays a multiple of four, which takes an invariant, and slots that wrap around,
 * which takes k-induction of some steps.
 */
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

/** Whether the lemma holds of all reachable states. */
function holds(system: TransitionSystem, { states }: Reachability, { formula }: Lemma): boolean {
  return states.flat().every((state) => {
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
    const claimed = (): Claim => kind(contextFor(system, solvers, { lemmas: [[...other.published]], options }));
    let tried = 0;
    let claim = claimed();
    // It has no proof yet when what it published suffices.
    const stopped = (): boolean => {
      if (other.published.length > tried) {
        tried = other.published.length;
        claim = claimed();
      }
      return claim.kind === 'safe';
    };
    expect(ismc({ ...other, stopped })).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
    if (claim.kind !== 'safe') throw new Error('no proof');
    expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
  }, 120_000);

  test('what engines publish holds in all reachable states', async () => {
    let count = 0;
    const shapes = fc.record({ seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }), blocks: fc.constantFrom(0, 2, 3, 4) });
    const property = fc.asyncProperty(shapes, async ({ seed, blocks }) => {
      const system = randomSystem(seed, { blocks, gaps: false });
      const truth = enumerate(system);
      const solvers = await solversFor(system);
      for (const engine of [imc, ismc, dar]) {
        const context = publishing(system, solvers, { maxDepth: 5 });
        engine(context);
        for (const lemma of context.published) {
          count += 1;
          expect(holds(system, truth, lemma)).toBe(true);
        }
      }
    });
    await fc.assert(property, { numRuns: 30 });
    expect(count).toBeGreaterThan(0);
  }, 240_000);

  test('a lemma that does not hold gives no verdict that stands', async () => {
    let refused = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const system = randomSystem(seed, { blocks: seed % 3 === 0 ? 0 : 2, gaps: false });
      const { terms, stateVars } = system;
      const truth = enumerate(system);
      const solvers = await solversFor(system);
      const { term } = stateVars[stateVars.length - 1];
      const isZero =
        terms.sort(term).kind === 'bool' ? terms.not(term) : terms.eq(term, terms.bv(terms.width(term), 0));
      for (const formula of [terms.false, isZero, terms.not(isZero)]) {
        const wrong: Lemma = { id: 1, from: 'other', formula };
        if (holds(system, truth, wrong)) continue;
        for (const engine of ENGINES) {
          const claim = engine(contextFor(system, solvers, { lemmas: [[wrong]], options: { maxDepth: 4 } }));
          if (claim.kind === 'unsafe' && claim.run.kind === 'system')
            expect(simulateTrace(system, claim.run.trace).kind).toBe('bad');
          if (claim.kind !== 'safe') continue;
          const check = checkCertificate(system, claim.certificate, solvers);
          if (truth.bad !== null) expect(check.accepted).toBe(false);
          if (!check.accepted) refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(0);
  }, 240_000);

  test('each invariant is taken in once, and only what is new is told', () => {
    const system = oddCounter();
    const { terms } = system;
    const [a, b] = [0, 1].map((i) => terms.variable(`p${i}`, { kind: 'bool' }));
    const lemma = (id: number, formula: Term): Lemma => ({ id, from: 'other', formula });
    const context = contextFor(system, NO_SOLVERS, { lemmas: [[lemma(1, a)], [lemma(2, a), lemma(3, terms.true)]] });
    const told: Term[] = [];
    const known = new KnownLemmas({
      ...context,
      lemmas: { ...context.lemmas, publish: (...all) => void told.push(...all) },
    });
    expect([known.receive(), known.receive()]).toEqual([true, false]);
    expect(known.publish(a, b)).toEqual([b]);
    expect(told).toEqual([b]);
    expect(known.invariants).toEqual([...system.facts, a, b]);
    expect(known.idsOf([a, b])).toEqual([1]);
  });
});
