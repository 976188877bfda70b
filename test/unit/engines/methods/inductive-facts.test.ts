import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { InductiveFacts } from '../../../../src/engines/methods/inductive/facts.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { Solver, SolverFactory } from '../../../../src/logic/terms/solver.ts';
import { substitute } from '../../../../src/logic/terms/substitute.ts';
import { conjuncts } from '../../../../src/logic/terms/traverse.ts';
import { mergeBlocks } from '../../../../src/system/transys/merge.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { oddCounter } from '../../system/transys/examples.ts';
import { RandomTerms, randomSource, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';

function holds(solvers: SolverFactory, assumptions: readonly Term[], { terms }: TransitionSystem, goal: Term): boolean {
  const solver = solvers.create();
  try {
    for (const t of assumptions) solver.assert(t);
    const answer = goal === terms.true ? 'unsat' : solver.check([terms.not(goal)]);
    if (answer === 'unknown') throw new Error('the solver does not know');
    return answer === 'unsat';
  } finally {
    solver.dispose();
  }
}

/** The definition: one after the other is left out that a step of the whole system breaks, until none is. */
function greatestSubset(solvers: SolverFactory, system: TransitionSystem, candidates: readonly Term[]): Term[] {
  const { terms, stateVars, init, initConstraint } = system;
  const { feasible, next } = mergeBlocks(system);
  const over = (t: Term, values: readonly Term[]): Term =>
    substitute(
      terms,
      t,
      stateVars.map((v, i) => [v.term, values[i]] as const),
    );
  let left = candidates.filter((t) => holds(solvers, [initConstraint], system, over(t, init)));
  for (;;) {
    const known = [...left];
    const broken = left.find((t) => !holds(solvers, [...known, feasible], system, over(t, next)));
    if (broken === undefined) return left;
    left = left.filter((t) => t !== broken);
  }
}

/** Candidates at single blocks and about all. */
function candidatesFor(system: TransitionSystem, seed: number): Term[] {
  const { terms, stateVars, pc, blocks } = system;
  const random = randomSource(seed);
  const make = new RandomTerms(terms, random);
  const variables = stateVars.flatMap((v, i) => (i === pc ? [] : [v.term]));
  const found = Array.from({ length: 14 }, (_, i) => {
    const t = i % 3 === 0 ? terms.or(make.condition(variables), make.condition(variables)) : make.condition(variables);
    if (pc === null || random(4) === 0) return t;
    const counter = stateVars[pc].term;
    return terms.implies(terms.eq(counter, terms.bv(terms.width(counter), random(blocks.length))), t);
  });
  return [...new Set(found)].filter((t) => t !== terms.true);
}

test('what is learnt is the greatest inductive subset', async () => {
  let learnt = 0;
  let dropped = 0;
  const property = fc.asyncProperty(fc.nat(), fc.constantFrom(0, 2, 3, 4), async (seed, blocks) => {
    const system = randomSystem(seed, { blocks });
    const candidates = candidatesFor(system, seed + 1);
    const facts = new InductiveFacts(contextFor(system, ownSolversFor(system)), 0);
    const found = facts.learn(candidates);
    const expected = greatestSubset(await solversFor(system), system, candidates);
    expect([...found].sort()).toEqual([...expected].sort());
    learnt += found.length;
    dropped += candidates.length - found.length;
    // Nothing is lost of what is left out because it follows from the rest.
    const few = new InductiveFacts(contextFor(system, ownSolversFor(system)), 0);
    const independent = few.learn(candidates, { independent: true });
    expect(independent.every((t) => found.includes(t))).toBe(true);
    for (const t of found) expect(holds(await solversFor(system), independent, system, t)).toBe(true);
  });
  await fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 20), seed: 7 });
  expect(learnt).toBeGreaterThan(20);
  expect(dropped).toBeGreaterThan(20);
}, 240_000);

/** The system with one check, and without other errors. */
function withCheck(system: TransitionSystem, failing: Term): TransitionSystem {
  const { terms } = system;
  const blocks = system.blocks.map((block) => ({
    ...block,
    bad: failing,
    gap: terms.false,
    bads: [{ name: 'check', term: failing }],
  }));
  return { ...system, gaps: [], blocks };
}

test('a certificate with few facts is accepted, and says no more than all facts', async () => {
  let whole = 0;
  let kept = 0;
  const property = fc.asyncProperty(fc.nat(), fc.constantFrom(2, 3, 4), async (seed, blocks) => {
    const plain = randomSystem(seed, { blocks });
    const { terms } = plain;
    const [proved] = new InductiveFacts(contextFor(plain, ownSolversFor(plain)), 0).learn(
      candidatesFor(plain, seed + 1),
    );
    if (proved === undefined) return;
    const system = withCheck(plain, terms.not(proved));
    const solvers = ownSolversFor(system);
    const facts = new InductiveFacts(contextFor(system, solvers), 0);
    facts.learn(candidatesFor(plain, seed + 1));
    expect(facts.openChecks([], 60_000, new Set(['check']))).toEqual(new Set());
    const certificate = facts.certificateBut(new Set());
    if (certificate.kind !== 'inductive') throw new Error(certificate.kind);
    expect(checkCertificate(system, certificate, await solversFor(system))).toMatchObject({ accepted: true });
    expect(holds(solvers, [facts.invariant], system, certificate.invariant)).toBe(true);
    whole += facts.facts.size;
    kept += conjuncts(terms, certificate.invariant).length;
  });
  await fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 20), seed: 8 });
  expect(kept).toBeLessThan(whole);
}, 240_000);

test('a solver that does not know confirms nothing', () => {
  const system = oddCounter();
  const { terms } = system;
  const odd = terms.implies(
    terms.eq(terms.find('pc') ?? 0, terms.bv(4, 1)),
    terms.eq(terms.extract(terms.find('x') ?? 0, 0, 0), terms.bv(1, 1)),
  );
  const own = ownSolversFor(system);
  const ignorant: SolverFactory = { create: (o): Solver => ({ ...bound(own.create(o)), check: () => 'unknown' }) };
  expect(new InductiveFacts(contextFor(system, own), 0).learn([odd])).toEqual([odd]);
  expect(new InductiveFacts(contextFor(system, ignorant), 0).learn([odd])).toEqual([]);
  expect(new InductiveFacts(contextFor(system, own, { stopped: () => true }), 0).learn([odd])).toEqual([]);
  expect(new InductiveFacts(contextFor(system, own), 0).learn([odd], { milliseconds: 0 })).toEqual([]);
});

/** A solver's methods as an object's own. */
function bound(solver: Solver): Solver {
  return {
    assert: (t) => solver.assert(t),
    push: () => solver.push(),
    pop: (n) => solver.pop(n),
    check: (a, l) => solver.check(a, l),
    value: (t) => solver.value(t),
    core: () => solver.core(),
    reasonUnknown: () => solver.reasonUnknown(),
    dispose: () => solver.dispose(),
  };
}
