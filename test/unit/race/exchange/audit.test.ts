import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../../src/certify/proof/refuters/plain/refuter.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import type { Solver, SolverFactory } from '../../../../src/logic/terms/solver.ts';
import { type Audited, LemmaAudit, type ReachedState } from '../../../../src/race/exchange/audit.ts';
import { type ConfirmedLemma, LEMMA_LIMITS, type Lemma } from '../../../../src/system/transys/lemma.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { bits, build } from '../../system/transys/examples.ts';
import { enumerate, randomSystem } from '../../system/transys/random-systems.ts';

/** x grows by 2, y follows it, z is any value. */
function follower(): TransitionSystem {
  return build({
    state: { x: bits(8), y: bits(8), z: bits(8) },
    inputs: { any: bits(8) },
    blocks: [
      (t) => ({ successors: [1], next: { x: t.bv(8, 0), y: t.bv(8, 0), z: t.bv(8, 0) } }),
      (t, v) => ({ successors: [1], next: { x: t.add(v('x'), t.bv(8, 2)), y: v('x'), z: v('any') }, inputs: ['any'] }),
    ],
  });
}

function auditOf(
  system: TransitionSystem,
  reached: readonly ReachedState[] = [],
  solvers: SolverFactory = bitFactory(system.terms, { sat: () => createSatSolver() }),
) {
  const audit = new LemmaAudit(system, solvers, reached);
  let next = 1;
  const lemma = (from: string, formula: Term): Lemma => {
    const id = next;
    next += 1;
    return { id, from, formula };
  };
  return { audit, lemma };
}

function located({ terms, stateVars, pc }: TransitionSystem, formula: Term): Term {
  const counter = stateVars[pc ?? 0].term;
  return terms.or(terms.not(terms.eq(counter, terms.bv(terms.width(counter), 1))), formula);
}

/** The ids of the confirmed lemmas, with what they rest on, and that of a false one. */
function outcome({ confirmed, refuted }: Audited) {
  return { confirmed: confirmed.map(({ id, restsOn }) => [id, restsOn]), refuted: refuted?.lemma.id ?? null };
}

describe('an audit', () => {
  const system = follower();
  const { terms } = system;
  const at = (formula: Term): Term => located(system, formula);
  const word = (name: string): Term => terms.find(name) ?? 0;
  const even = (name: string): Term => at(terms.eq(terms.extract(word(name), 0, 0), terms.bv(1, 0)));
  const nothing = { confirmed: [], refuted: null };

  test('confirms lemmas with those that they rest on, and none that these imply', () => {
    const { audit, lemma } = auditOf(system);
    const [x, y] = [lemma('a', even('x')), lemma('b', even('y'))];
    expect(outcome(audit.examine([x]))).toEqual({ confirmed: [[x.id, []]], refuted: null });
    expect(outcome(audit.examine([y]))).toEqual({ confirmed: [[y.id, [x.id]]], refuted: null });
    const weaker = lemma('c', at(terms.not(terms.eq(word('y'), terms.bv(8, 7)))));
    expect(outcome(audit.examine([weaker]))).toEqual(nothing);
    audit.dispose();
  });

  test('tries lemmas again with later ones of their author', () => {
    const { audit, lemma } = auditOf(system);
    const [y, other, x] = [
      lemma('a', even('y')),
      lemma('b', at(terms.eq(word('z'), word('y')))),
      lemma('a', even('x')),
    ];
    expect(outcome(audit.examine([y]))).toEqual(nothing);
    expect(outcome(audit.examine([other]))).toEqual(nothing);
    const confirmed = [
      [y.id, [x.id]],
      [x.id, []],
    ];
    expect(outcome(audit.examine([x]))).toEqual({ confirmed, refuted: null });
    audit.dispose();
  });

  test('tries lemmas twice that the solver does not decide, and then gives them up', () => {
    let decides = false;
    const own = bitFactory(terms, { sat: () => createSatSolver() });
    const create = (): Solver => {
      const solver = own.create();
      const check: Solver['check'] = (...query) => (decides ? solver.check(...query) : 'unknown');
      return new Proxy(solver, { get: (_, key) => (key === 'check' ? check : Reflect.get(solver, key).bind(solver)) });
    };
    const { audit, lemma } = auditOf(system, [], { create });
    const [first, second, third] = ['x', 'y', 'x'].map((name) => lemma('a', even(name)));
    expect(outcome(audit.examine([first]))).toEqual(nothing);
    expect(outcome(audit.examine([second]))).toEqual(nothing);
    decides = true;
    const confirmed = [
      [second.id, [third.id]],
      [third.id, []],
    ];
    expect(outcome(audit.examine([third]))).toEqual({ confirmed, refuted: null });
    audit.dispose();
  });

  test('gives no query more than its time, nor all queries together more than theirs', () => {
    const limits: (number | undefined)[] = [];
    let now = 100;
    const create = (): Solver => {
      const solver = bitFactory(terms, { sat: () => createSatSolver() }).create();
      const check: Solver['check'] = (_, { milliseconds } = {}) => {
        limits.push(milliseconds);
        now += milliseconds ?? 0;
        return 'unknown';
      };
      return new Proxy(solver, { get: (_, key) => (key === 'check' ? check : Reflect.get(solver, key).bind(solver)) });
    };
    const performanceNow = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { audit, lemma } = auditOf(system, [], { create });
    const { queryMilliseconds, auditMilliseconds } = LEMMA_LIMITS;
    expect(outcome(audit.examine(['x', 'y', 'z'].map((name) => lemma('a', even(name)))))).toEqual(nothing);
    expect(limits).toEqual(Array.from({ length: auditMilliseconds / queryMilliseconds }, () => queryMilliseconds));
    performanceNow.mockRestore();
    audit.dispose();
  });

  test('refutes lemmas by initial states and by reached states', () => {
    const reached = [
      { steps: 2, state: system.stateVars.map(({ name }) => (name === 'pc' ? 1n : name === 'x' ? 2n : 0n)) },
    ];
    const { audit, lemma } = auditOf(system, reached);
    const below = (n: number): Term => at(terms.ult(word('x'), terms.bv(8, n)));
    const start = terms.not(terms.eq(word('pc'), terms.bv(terms.width(word('pc')), 0)));
    const lemmas = [lemma('a', below(2)), lemma('b', below(3)), lemma('c', start)];
    expect(lemmas.map((one) => outcome(audit.examine([one])))).toEqual([
      { confirmed: [], refuted: 1 },
      nothing,
      { confirmed: [], refuted: 3 },
    ]);
    audit.dispose();
  });
});

test('confirmed lemmas are inductive with what they rest on, and refuted ones do not hold', async () => {
  const count = { confirmed: 0, relative: 0, refuted: 0 };
  const shapes = fc.record({ seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }), blocks: fc.constantFrom(0, 2, 3) });
  const property = fc.property(
    shapes,
    fc.array(fc.nat(), { minLength: 12, maxLength: 30 }),
    ({ seed, blocks }, choices) => {
      const system = randomSystem(seed, { blocks, gaps: false });
      const { states } = enumerate(system);
      const holds = (formula: Term): boolean =>
        states.flat().every((state) => {
          const values = new Map(system.stateVars.map(({ term }, i) => [term, state[i]]));
          return new Evaluator(system.terms, (t) => values.get(t) ?? false).value(formula) === true;
        });
      const reached = states.flatMap((layer, steps) => layer.map((state) => ({ steps, state })));
      const { audit, lemma } = auditOf(system, reached.slice(0, 3));
      const confirmed = new Map<number, ConfirmedLemma>();
      for (let i = 0; i < choices.length; i += 2) {
        const from = i % 3 === 0 ? 'a' : 'b';
        const lemmas = choices.slice(i, i + 2).map((choice) => lemma(from, candidate(system, choice)));
        const audited = audit.examine(lemmas);
        for (const one of audited.confirmed) confirmed.set(one.id, one);
        if (audited.refuted === null) continue;
        count.refuted += 1;
        expect(holds(audited.refuted.lemma.formula)).toBe(false);
      }
      audit.dispose();
      for (const one of confirmed.values()) {
        count.confirmed += 1;
        if (one.restsOn.length > 0) count.relative += 1;
        expect(holds(one.formula)).toBe(true);
        const closure = new Set([one]);
        for (const { restsOn } of closure) for (const id of restsOn) closure.add(confirmed.get(id)!);
        const invariant = system.terms.andAll([...closure].map(({ formula }) => formula));
        expect(isInductive(system, system.terms.andAll([invariant, ...system.facts]))).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 40), seed: 5 });
  expect(Math.min(...Object.values(count))).toBeGreaterThan(0);
}, 120_000);

/** By the checker of certificates, for a system without errors. */
function isInductive(system: TransitionSystem, invariant: Term): boolean {
  const { terms } = system;
  const blocks = system.blocks.map((block) => ({ ...block, bad: terms.false, gap: terms.false, bads: [] }));
  const refuters = plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });
  const certificate = { kind: 'inductive', invariant, k: 0, instances: [] } as const;
  return checkCertificate({ ...system, blocks }, certificate, refuters).accepted;
}

/** A comparison of a state variable with a small number or with another one, perhaps at one block only. */
function candidate(system: TransitionSystem, choice: number): Term {
  const { terms, stateVars, pc } = system;
  const digit = (n: number, base: number): number => Math.floor(choice / n) % base;
  const words = stateVars.filter((_, i) => i !== pc).map(({ term }) => term);
  const x = words[digit(1, words.length)];
  const { kind } = terms.sort(x);
  const constant = kind === 'bv' ? terms.bv(terms.width(x), digit(7, Math.min(5, 2 ** terms.width(x)))) : terms.true;
  const sameSort = words.filter(
    (y) => y !== x && terms.sort(y).kind === kind && (kind !== 'bv' || terms.width(y) === terms.width(x)),
  );
  const y = digit(31, 3) === 0 && sameSort.length > 0 ? sameSort[digit(97, sameSort.length)] : constant;
  const atom = kind !== 'bv' || digit(13, 2) === 0 ? terms.eq(x, y) : terms.ule(x, y);
  const fact = digit(17, 2) === 0 ? atom : terms.not(atom);
  if (pc === null) return fact;
  const counter = stateVars[pc].term;
  const block = terms.eq(counter, terms.bv(terms.width(counter), 1 + digit(41, system.blocks.length - 1)));
  return terms.or(terms.not(block), fact);
}
