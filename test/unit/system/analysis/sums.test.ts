import { describe, expect, test } from 'vitest';
import { xorshift } from '../../../../src/base/xorshift.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import type { Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { isEquation, Sums } from '../../../../src/system/analysis/sums.ts';

const WIDTH = 3;

const bitVector = (width: number): Sort => ({ kind: 'bv', width });

interface Vocabulary {
  readonly store: TermStore;
  readonly variables: readonly Term[];
  readonly random: (n: number) => number;
}

function vocabulary(seed: number): Vocabulary {
  const store = new TermStore();
  const next = xorshift(seed);
  const variables = ['a', 'b', 'c'].map((name) => store.variable(name, bitVector(WIDTH)));
  return { store, variables, random: (n) => next() % n };
}

/** A sum of multiples of variables and choices. */
function sum({ store, variables, random }: Vocabulary, depth: number): Term {
  const parts = Array.from({ length: 1 + random(3) }, () => {
    const one = variables[random(variables.length)];
    const chosen =
      depth > 0 && random(3) === 0
        ? store.ite(formula({ store, variables, random }, 0), one, sum({ store, variables, random }, depth - 1))
        : one;
    return store.mul(store.bv(WIDTH, random(2 ** WIDTH)), chosen);
  });
  return parts.reduce((x, y) => store.add(x, y), store.bv(WIDTH, random(2 ** WIDTH)));
}

function formula(words: Vocabulary, depth: number): Term {
  const { store, random } = words;
  const [x, y] = [sum(words, depth), sum(words, depth)];
  switch (random(depth > 0 ? 6 : 3)) {
    case 0:
      return store.eq(x, y);
    case 1:
      return store.ult(x, y);
    case 2:
      return store.not(store.slt(x, y));
    case 3:
      return store.not(store.eq(x, y));
    case 4:
      return store.and(formula(words, depth - 1), formula(words, depth - 1));
    default:
      return store.or(formula(words, depth - 1), formula(words, depth - 1));
  }
}

function isSatisfiable({ store, variables }: Vocabulary, formulas: readonly Term[]): boolean {
  for (let values = 0; values < 2 ** (WIDTH * variables.length); values++) {
    const evaluator = new Evaluator(store, (t) =>
      BigInt.asUintN(WIDTH, BigInt(values >> (WIDTH * variables.indexOf(t)))),
    );
    if (formulas.every((t) => evaluator.value(t) === true)) return true;
  }
  return false;
}

describe('sums', () => {
  test('what is excluded holds for no values', () => {
    let excluded = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const words = vocabulary(seed);
      const given = Array.from({ length: words.random(4) }, () => formula(words, words.random(2)));
      const question = formula(words, 2);
      if (!new Sums(words.store, given).exclude(question)) continue;
      excluded += 1;
      expect(isSatisfiable(words, [...given, question]), `seed ${seed}`).toBe(false);
    }
    expect(excluded).toBeGreaterThan(20);
  });

  /** 32-bit variables, and a flag. */
  function words(): { store: TermStore; a: Term; b: Term; c: Term; n: Term; flag: Term } {
    const store = new TermStore();
    const [a, b, c, n] = ['a', 'b', 'c', 'n'].map((name) => store.variable(name, bitVector(32)));
    return { store, a, b, c, n, flag: store.eq(store.variable('flag', bitVector(8)), store.bv(8, 1)) };
  }

  test('a sum keeps its value where choices move a part from one summand to another', () => {
    const { store, a, b, c, n, flag } = words();
    const one = store.bv(32, 1);
    const total = (x: Term, y: Term): Term => store.add(store.add(x, y), c);
    const moved = total(store.ite(flag, store.sub(a, one), a), store.ite(flag, store.add(b, one), b));
    const sums = new Sums(store, [store.eq(total(a, b), n)]);
    expect(sums.exclude(store.not(store.eq(moved, n)))).toBe(true);
    expect(sums.exclude(store.not(store.eq(moved, store.add(n, one))))).toBe(false);
    expect(sums.exclude(store.eq(moved, store.add(n, one)))).toBe(true);
  });

  test('two inequalities make an equation', () => {
    const { store, a, b, n } = words();
    const sums = new Sums(store, [store.ule(a, n), store.eq(store.add(a, a), b)]);
    const doubled = store.eq(b, store.add(n, n));
    expect(sums.exclude(store.and(store.not(store.ult(a, n)), store.not(doubled)))).toBe(true);
    expect(sums.exclude(store.not(doubled))).toBe(false);
  });

  test('a question of many nodes is left open', () => {
    const { store, a, n } = words();
    let large = a;
    for (let i = 0; i < 2000; i++) large = store.bvXor(store.add(large, store.bv(32, 1)), n);
    expect(
      new Sums(store, [store.eq(large, n)]).exclude(store.not(store.eq(store.add(large, a), store.add(n, a)))),
    ).toBe(false);
  });

  test('equations are those between bit-vectors of up to 64 bits', () => {
    const { store, a, b, flag } = words();
    expect(isEquation(store, store.eq(a, b))).toBe(true);
    expect(isEquation(store, store.not(store.eq(a, b)))).toBe(false);
    expect(isEquation(store, store.eq(flag, store.ult(a, b)))).toBe(false);
    const wide = store.variable('wide', bitVector(65));
    expect(isEquation(store, store.eq(wide, store.variable('other', bitVector(65))))).toBe(false);
  });
});
