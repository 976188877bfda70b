import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullValue, holds, type Value, value } from '../../../../src/logic/domains/value.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { type Comparisons, classCondition, decidedBy, valueClasses } from '../../../../src/system/analysis/classes.ts';

const WIDTH = 8;
const WORDS = Array.from({ length: 1 << WIDTH }, (_, x) => BigInt(x));
const word = fc.integer({ min: 0, max: 255 }).map(BigInt);

/** Comparisons of one variable with constants, signed and unsigned, from both sides. */
const comparisons = fc.array(fc.tuple(fc.constantFrom('eq', 'ult', 'slt'), word, fc.boolean()), {
  minLength: 1,
  maxLength: 12,
});

/** The set of values between two bounds, as unsigned or signed numbers. */
const values = fc.tuple(word, word, fc.boolean()).map(([a, b, signed]): Value => {
  const all = fullValue(WIDTH);
  const number = (x: bigint): bigint => (signed ? BigInt.asIntN(WIDTH, x) : x);
  const [low, high] = number(a) <= number(b) ? [number(a), number(b)] : [number(b), number(a)];
  const range = signed ? { ...all, signedLow: low, signedHigh: high } : { ...all, low, high };
  return value(range, all, all) ?? all;
});

function made(terms: TermStore, x: Term, list: readonly (readonly [string, bigint, boolean])[]): Comparisons {
  const atoms: Term[] = [];
  const [equal, signedCuts, cuts] = [new Set<bigint>(), new Set<bigint>(), new Set<bigint>()];
  for (const [op, c, left] of list) {
    const constant = terms.bv(WIDTH, c);
    const [a, b] = left ? [x, constant] : [constant, x];
    const after = left ? 0n : 1n;
    atoms.push(op === 'eq' ? terms.eq(a, b) : op === 'ult' ? terms.ult(a, b) : terms.slt(a, b));
    if (op === 'eq') equal.add(c);
    else if (op === 'ult') cuts.add(c + after);
    else signedCuts.add(BigInt.asIntN(WIDTH, c) + after);
  }
  return { atoms: atoms.filter((t) => terms.arity(t) === 2 && !terms.isConst(t)), equal, signedCuts, cuts };
}

describe('classes of values', () => {
  test('have each value in one of them, and decide what they say they decide', () => {
    let several = 0;
    let decided = 0;
    fc.assert(
      fc.property(comparisons, values, (list, v) => {
        const terms = new TermStore();
        const x = terms.variable('x', { kind: 'bv', width: WIDTH });
        const compared = made(terms, x, list);
        const classes = valueClasses(v, compared);
        if (classes === null) return;
        several += classes.length > 1 ? 1 : 0;
        const conditions = classes.map((c) => classCondition(terms, x, c));
        const decisions = classes.map((c) =>
          decidedBy(
            terms,
            compared.atoms.filter((t) => [0, 1].some((i) => terms.arg(t, i) === x)),
            c,
          ),
        );
        for (const concrete of WORDS.filter((w) => holds(v, w))) {
          const e = new Evaluator(terms, () => concrete);
          const inside = classes.map((_, i) => i).filter((i) => e.value(conditions[i]) === true);
          expect(inside).toHaveLength(1);
          for (const [atom, truth] of decisions[inside[0]]) {
            decided += 1;
            expect(e.value(atom)).toBe(truth);
          }
        }
      }),
      { numRuns: 200, seed: 3 },
    );
    expect(several).toBeGreaterThan(100);
    expect(decided).toBeGreaterThan(10_000);
  });
});
