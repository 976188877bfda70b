import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactTerms, isNumber, type RunValue } from '../../../src/certify/values/exact-terms.ts';
import { KnownBits } from '../../../src/certify/values/known-bits.ts';
import { ANY, type PartialValue } from '../../../src/certify/values/partial-value.ts';
import { compileStep, OPEN, Outcome, type Value, wordValue } from '../../../src/engines/runs/exhaust/step-code.ts';
import { ArrayVersion } from '../../../src/logic/terms/array-version.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../src/logic/terms/evaluate.ts';
import { Op } from '../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../src/logic/terms/solver.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { build, recipe } from '../logic/terms/random-terms.ts';

const runs = Number(process.env.LEMMATA_RUNS ?? 700);
const hidden = fc.array(fc.nat(5), { minLength: 7, maxLength: 7 });

/** An array as both evaluators take it. */
function version<V>(value: ModelValue & object, element: (value: ModelValue) => V): ArrayVersion<V> {
  return new ArrayVersion<V>(element(value.default), new Map([...value.entries].map(([k, v]) => [k, element(v)])));
}

function differences(
  terms: readonly Term[],
  found: (t: Term) => unknown,
  expected: (t: Term) => ModelValue,
): readonly Term[] {
  return terms.filter((t) => {
    const [value, truth] = [found(t), expected(t)];
    if (value === null || value === OPEN) return false;
    if (!(value instanceof ArrayVersion)) return typeof value === 'number' ? BigInt(value) !== truth : value !== truth;
    if (typeof truth !== 'object') return true;
    return Array.from({ length: 8 }, (_, i) => BigInt(i)).some((i) => {
      const element: unknown = value.read(i);
      if (element === ANY || element === OPEN) return false;
      const pattern = typeof element === 'number' ? BigInt(element) : element;
      return pattern !== (truth.entries.get(i) ?? truth.default);
    });
  });
}

test('values of a certificate checker are those of SMT-LIB, or none', () => {
  let told = 0;
  fc.assert(
    fc.property(recipe, hidden, (r, hides) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const terms = all.map(({ term }) => term);
      const unknown = new Set([...assignment.keys()].filter((_, i) => hides[i] === 0));
      const evaluator = new Evaluator(store, (v) => assignment.get(v) ?? false);
      const asElement = (value: ModelValue): PartialValue => (typeof value === 'object' ? ANY : value);
      const given = (variable: Term): RunValue => {
        const value = assignment.get(variable) ?? false;
        if (unknown.has(variable))
          return store.sort(variable).kind === 'bv' ? new KnownBits(store.width(variable), 0n, 0n, false) : ANY;
        if (typeof value === 'object') return version(value, asElement);
        return typeof value === 'bigint' && isNumber(store, variable) ? Number(value) : value;
      };
      // Some variables are of the state, others are inputs.
      const variables = [...assignment.keys()];
      const exact = new ExactTerms(store, terms, new Map(variables.slice(0, 4).map((v, i) => [v, i])));
      exact.begin({
        state: variables.slice(0, 4).map(given),
        inputs: new Map(variables.slice(4).map((v) => [v, { value: given(v) }])),
      });
      const values = new Map(terms.map((t) => [t, exact.value(t)]));
      expect(
        differences(
          terms,
          (t) => values.get(t) ?? null,
          (t) => evaluator.value(t),
        ),
      ).toEqual([]);
      told += terms.filter((t) => values.get(t) !== null).length;
      // Where all is known, all but comparisons of arrays has a value.
      if (unknown.size === 0)
        for (const t of terms) if (values.get(t) === null) expect(comparesArrays(store, t)).toBe(true);
    }),
    { numRuns: runs },
  );
  expect(told).toBeGreaterThan(runs);
});

test('values of compiled steps are those of SMT-LIB, or open', () => {
  let told = 0;
  fc.assert(
    fc.property(recipe, hidden, fc.boolean(), (r, hides, isState) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const terms = all.map(({ term }) => term).filter((t) => !comparesArrays(store, t));
      const variables = [...assignment.keys()];
      const evaluator = new Evaluator(store, (v) => assignment.get(v) ?? false);
      // Either all variables are of the state, or all are inputs.
      const vars = variables.map((term) => ({ term, name: store.name(term), origin: null }));
      const system: TransitionSystem = {
        terms: store,
        stateVars: isState ? vars : [],
        inputs: isState ? [] : vars.map((v) => ({ ...v, phase: 'step' as const })),
        pc: null,
        blocks: [],
        init: [],
        initConstraint: store.true,
        doubts: [],
        gaps: [],
        facts: [],
      };
      const block = {
        id: 0,
        name: '',
        at: null,
        feasible: store.true,
        bad: store.false,
        bads: [],
        gap: store.false,
        doubtful: store.false,
        next: terms,
        successors: [0],
        inputs: system.inputs.map((_, i) => i),
      };
      const given = variables.map((variable, i): Value => {
        const value = assignment.get(variable) ?? false;
        if (hides[i] === 0) return OPEN;
        if (typeof value === 'object')
          return version(value, (e) =>
            typeof e === 'object' ? OPEN : wordValue(store, elementOf(store, variable), BigInt(e)),
          );
        return typeof value === 'bigint' ? wordValue(store, variable, value) : value;
      });
      const next: Value[] = [];
      const outcome = compileStep(system, block, true)(given, given, next);
      expect([Outcome.NEXT, Outcome.NEXT_OPEN]).toContain(outcome);
      expect(outcome === Outcome.NEXT_OPEN).toBe(next.includes(OPEN));
      const values = new Map(terms.map((t, i) => [t, next[i]]));
      expect(
        differences(
          terms,
          (t) => values.get(t) ?? null,
          (t) => evaluator.value(t),
        ),
      ).toEqual([]);
      told += next.filter((value) => value !== OPEN).length;
      if (!given.includes(OPEN)) expect(next).not.toContain(OPEN);
    }),
    { numRuns: runs },
  );
  expect(told).toBeGreaterThan(runs);
});

/** An element of the array, as a term. */
function elementOf(store: TermStore, array: Term): Term {
  return store.select(array, store.bv(3, 0));
}

function comparesArrays(store: TermStore, root: Term): boolean {
  const open = [root];
  const seen = new Set(open);
  for (const t of open) {
    for (let i = 0; i < store.arity(t); i++) {
      const arg = store.arg(t, i);
      if (store.op(t) === Op.EQ && store.sort(arg).kind === 'array') return true;
      if (!seen.has(arg)) open.push(arg);
      seen.add(arg);
    }
  }
  return false;
}
