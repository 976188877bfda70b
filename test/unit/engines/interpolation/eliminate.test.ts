import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EliminationTools } from '../../../../src/engines/interpolation/newton/cases.ts';
import { eliminate } from '../../../../src/engines/interpolation/newton/eliminate.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluatorOf } from '../../../../src/logic/terms/evaluate.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import type { Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { freeVariables } from '../../../../src/logic/terms/traverse.ts';
import { randomSource } from '../../system/transys/random-systems.ts';

const WORD: Sort = { kind: 'bv', width: 4 };
const SMALL: Sort = { kind: 'bv', width: 2 };
const BOOL: Sort = { kind: 'bool' };
const TABLE: Sort = { kind: 'array', index: SMALL, element: { kind: 'bv', width: 1 } };

function toolsFor(terms: TermStore, conflicts?: number): EliminationTools {
  return {
    terms,
    solvers: bitFactory(terms, { sat: () => createSatSolver(), evaluateModels: true }),
    limits: { conflicts },
    stopped: () => false,
  };
}

/** All values of a sort, for words, Booleans and arrays of few elements. */
function valuesOf(sort: Sort): ModelValue[] {
  switch (sort.kind) {
    case 'bool':
      return [false, true];
    case 'bv':
      return Array.from({ length: 2 ** sort.width }, (_, i) => BigInt(i));
    case 'array': {
      const indices = valuesOf(sort.index);
      let all: Map<bigint, ModelValue>[] = [new Map()];
      for (const i of indices)
        all = all.flatMap((rest) => valuesOf(sort.element).map((e) => new Map([...rest, [BigInt(i as bigint), e]])));
      return all.map((entries) => ({ default: 0n, entries }));
    }
    case 'float':
      throw new Error('too many values');
  }
}

function assignments(terms: TermStore, variables: readonly Term[]): Map<Term, ModelValue>[] {
  let all: Map<Term, ModelValue>[] = [new Map()];
  for (const v of variables)
    all = all.flatMap((rest) => valuesOf(terms.sort(v)).map((value) => new Map([...rest, [v, value]])));
  return all;
}

/** Holds an elimination against all values: it contains the quantification, and is equal where it says so. */
function compare(terms: TermStore, formula: Term, kept: readonly Term[], open: readonly Term[]): boolean {
  const result = eliminate(toolsFor(terms), formula, new Set(kept));
  if (result === null) throw new Error('too large');
  for (const v of freeVariables(terms, [result.formula])) expect(kept).toContain(v);
  const choices = assignments(terms, open);
  for (const given of assignments(terms, kept)) {
    const expected = choices.some(
      (chosen) => evaluatorOf(terms, new Map([...given, ...chosen])).value(formula) === true,
    );
    const actual = evaluatorOf(terms, given).value(result.formula);
    if (result.exact) expect(actual).toBe(expected);
    else if (expected) expect(actual).toBe(true);
  }
  return result.exact;
}

/** Random formulas over a few variables of every kind. */
class RandomFormulas {
  readonly #terms: TermStore;
  readonly #random: (n: number) => number;
  readonly #words: readonly Term[];
  readonly #bools: readonly Term[];
  readonly #tables: readonly Term[];

  constructor(terms: TermStore, random: (n: number) => number, variables: readonly Term[]) {
    this.#terms = terms;
    this.#random = random;
    const of = (kind: Sort['kind']): Term[] => variables.filter((v) => terms.sort(v).kind === kind);
    this.#words = of('bv');
    this.#bools = of('bool');
    this.#tables = of('array');
  }

  conjunction(): Term {
    return this.#terms.andAll(Array.from({ length: 1 + this.#random(4) }, () => this.bool(2)));
  }

  bool(depth: number): Term {
    const terms = this.#terms;
    const kind = this.#random(depth > 0 ? 12 : 6);
    const [a, b] = [this.word(depth), this.word(depth)];
    if (kind < 2) return terms.eq(a, b);
    if (kind === 2) return terms.ult(a, b);
    if (kind === 3) return terms.slt(a, b);
    if (kind === 4) return this.#pick(this.#bools) ?? terms.ule(a, b);
    if (kind === 5) return this.#tables.length > 1 ? terms.eq(this.table(depth), this.table(depth)) : terms.sle(a, b);
    if (kind < 8) return terms.not(this.bool(depth - 1));
    if (kind < 10) return terms.and(this.bool(depth - 1), this.bool(depth - 1));
    if (kind === 10) return terms.xor(this.bool(depth - 1), this.bool(depth - 1));
    return terms.ite(this.bool(depth - 1), this.bool(depth - 1), this.bool(depth - 1));
  }

  word(depth: number): Term {
    const terms = this.#terms;
    const leaf = this.#pick(this.#words) ?? terms.bv(4, 5);
    if (depth === 0) return this.#random(3) === 0 ? terms.bv(4, this.#random(16)) : leaf;
    const [a, b] = [this.word(depth - 1), this.word(depth - 1)];
    const low = terms.extract(a, 1, 0);
    switch (this.#random(14)) {
      case 0:
        return terms.add(a, b);
      case 1:
        return terms.sub(a, b);
      case 2:
        return terms.bvXor(a, b);
      case 3:
        return terms.bvNot(a);
      case 4:
        return terms.mul(a, terms.bv(4, this.#random(16)));
      case 5:
        return terms.concat(low, terms.extract(b, 3, 2));
      case 6:
        return terms.zext(low, 4);
      case 7:
        return terms.sext(low, 4);
      case 8:
        return terms.ite(this.bool(depth - 1), a, b);
      case 9:
        return terms.bvAnd(a, b);
      case 10: {
        const table = this.table(depth - 1);
        return table < 0 ? terms.shl(a, b) : terms.zext(terms.select(table, low), 4);
      }
      case 11:
        return terms.zext(terms.boolToBv(this.bool(depth - 1)), 4);
      default:
        return leaf;
    }
  }

  /** -1 if there are no tables. */
  table(depth: number): Term {
    const terms = this.#terms;
    const leaf = this.#pick(this.#tables);
    if (leaf === null) return -1;
    if (depth === 0 || this.#random(2) === 0) return leaf;
    const index = terms.extract(this.word(depth - 1), 1, 0);
    return terms.store(this.table(depth - 1), index, terms.extract(this.word(depth - 1), 0, 0));
  }

  #pick(from: readonly Term[]): Term | null {
    return from.length === 0 ? null : from[this.#random(from.length)];
  }
}

describe('elimination of variables, against all values', () => {
  test.each([
    ['words', [WORD], [WORD, WORD]],
    ['words and Booleans', [WORD, BOOL], [WORD, BOOL]],
    ['tables', [TABLE, SMALL], [TABLE]],
  ] as const)('%s', (_, keptSorts, openSorts) => {
    let exact = 0;
    const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const terms = new TermStore();
      const kept = keptSorts.map((sort, i) => terms.variable(`k${i}`, sort));
      const open = openSorts.map((sort, i) => terms.variable(`o${i}`, sort));
      const words = [...kept, ...open].map((v) => {
        const sort = terms.sort(v);
        return sort.kind === 'bv' && sort.width < 4 ? terms.zext(v, 4) : v;
      });
      const formula = new RandomFormulas(terms, randomSource(seed), words).conjunction();
      if (compare(terms, formula, kept, open)) exact += 1;
    });
    const numRuns = 4 * Number(process.env.LEMMATA_RUNS ?? 25);
    fc.assert(property, { numRuns, seed: Number(process.env.LEMMATA_SEED ?? 1) });
    expect(exact).toBeGreaterThan(numRuns / 2);
  });

  const terms = new TermStore();
  const [x, y, z] = ['x', 'y', 'z'].map((name) => terms.variable(name, WORD));
  const [k, l] = ['k', 'l'].map((name) => terms.variable(name, WORD));
  const [b, c] = ['b', 'c'].map((name) => terms.variable(name, BOOL));
  const n = (value: number): Term => terms.bv(4, value);
  const cases: Readonly<Record<string, readonly [Term, readonly Term[]]>> = {
    'equations by sums and odd factors': [
      terms.andAll([terms.eq(k, terms.add(terms.mul(x, n(3)), y)), terms.ult(x, l), terms.eq(y, terms.neg(l))]),
      [x, y],
    ],
    'an extension has to fit': [terms.and(terms.eq(k, terms.zext(terms.extract(x, 1, 0), 4)), terms.ult(x, l)), [x]],
    'bounds, strict on both sides': [terms.and(terms.ult(k, x), terms.ult(x, l)), [x]],
    'signed bounds, strict on one side': [terms.and(terms.sle(k, x), terms.slt(x, l)), [x]],
    'bounds of both signednesses': [terms.andAll([terms.ult(k, x), terms.slt(x, l)]), [x]],
    disequations: [terms.andAll([k, l, n(3)].map((t) => terms.not(terms.eq(x, t)))), [x]],
    'a word that decides branches': [
      terms.eq(k, terms.ite(terms.eq(x, n(0)), n(1), terms.ite(terms.ult(x, n(9)), l, n(2)))),
      [x],
    ],
    'a group of its own that has no model': [
      terms.and(terms.ult(k, l), terms.and(terms.ult(x, y), terms.ult(y, x))),
      [x, y],
    ],
    'variables that matter for one value of a kept variable': [
      terms.ite(
        terms.eq(k, n(0)),
        terms.and(terms.eq(terms.mul(x, y), l), terms.ult(x, y)),
        terms.ite(terms.eq(k, n(7)), terms.ult(terms.add(l, y), x), terms.ult(l, k)),
      ),
      [x, y],
    ],
    'chains of choices': [
      terms.and(
        terms.eq(k, terms.ite(b, terms.add(l, n(1)), terms.ite(c, l, x))),
        terms.or(terms.and(terms.not(b), terms.ult(x, z)), terms.and(b, terms.ult(z, l))),
      ),
      [b, c, x, z],
    ],
  };
  test.each(Object.entries(cases))('%s: exact', (_, [formula, open]) => {
    expect(compare(terms, formula, [k, l], open)).toBe(true);
  });

  test('where queries are not decided, the result contains the quantification and says that it is not exact', () => {
    const store = new TermStore();
    const wide: Sort = { kind: 'bv', width: 24 };
    const [p, q, r] = ['p', 'q', 'r'].map((name) => store.variable(name, wide));
    const formula = store.andAll([
      store.eq(r, store.mul(p, q)),
      store.ult(store.bv(24, 1), p),
      store.ult(store.bv(24, 1), q),
    ]);
    const result = eliminate(toolsFor(store, 0), formula, new Set([r]));
    expect(result).toEqual({ formula: store.true, exact: false });
  });
});
