import * as fc from 'fast-check';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { ROUNDING_MODES } from '../../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';

const FORMATS = [
  { exponentBits: 8, precision: 24 },
  { exponentBits: 11, precision: 53 },
  { exponentBits: 15, precision: 64 },
  { exponentBits: 5, precision: 11 },
];

/** Formulas that hold under an assignment. */
export interface Satisfied {
  readonly store: TermStore;
  readonly formulas: readonly Term[];
}

const patterns = fc.array(
  fc.oneof(
    fc.bigInt(0n, (1n << 79n) - 1n),
    // Numbers near 1, zeros, infinities, NaNs and their neighbours.
    fc.tuple(fc.nat(7), fc.integer({ min: -2, max: 2 })).map(([which, by]) => ({ which, by })),
  ),
  { minLength: 3, maxLength: 3 },
);

export const floatRecipe = fc.record({
  format: fc.nat(FORMATS.length - 1),
  other: fc.nat(FORMATS.length - 1),
  patterns,
  mode: fc.nat(ROUNDING_MODES.length - 1),
  steps: fc.array(fc.tuple(fc.nat(27), fc.nat(50), fc.nat(50), fc.nat(50)), { minLength: 1, maxLength: 12 }),
  room: fc.array(fc.nat(60), { minLength: 3, maxLength: 3 }),
  said: fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }),
});

export type FloatRecipe = typeof floatRecipe extends fc.Arbitrary<infer T> ? T : never;

/**
 * Random terms over floats of one format and integers, with what is true of them under an
 * assignment: how far each variable is from its value, and the values of some of the terms.
 */
export function satisfiedFloats(recipe: FloatRecipe): Satisfied {
  const store = new TermStore();
  const format = FORMATS[recipe.format];
  const other = FORMATS[recipe.other];
  const mode = ROUNDING_MODES[recipe.mode];
  const width = format.exponentBits + format.precision;
  const infinity = ((1n << BigInt(format.exponentBits)) - 1n) << BigInt(format.precision - 1);
  const one = ((1n << BigInt(format.exponentBits - 1)) - 1n) << BigInt(format.precision - 1);
  const marks = [
    0n,
    1n << BigInt(format.precision - 1),
    one,
    infinity,
    one + (1n << BigInt(format.precision)),
    infinity + 1n,
  ];
  const assignment = new Map<Term, ModelValue>();
  const formulas: Term[] = [];
  const floats: Term[] = [];
  const integers: Term[] = [];
  recipe.patterns.forEach((raw, i) => {
    const chosen = typeof raw === 'bigint' ? raw : (marks[raw.which % marks.length] ?? 0n) + BigInt(raw.by);
    const bits = BigInt.asUintN(width, chosen);
    const variable = store.variable(`x${i}`, { kind: 'bv', width });
    assignment.set(variable, bits);
    const value = store.fpFromBits(variable, format);
    floats.push(value);
    integers.push(variable);
    const room = (1n << BigInt(recipe.room[i])) - 1n;
    const sign = 1n << BigInt(width - 1);
    const magnitude = bits % sign;
    if (magnitude > infinity || magnitude + room > infinity || magnitude < room) return;
    // Between two floats of its sign.
    const at = (m: bigint): Term => store.fpFromBits(store.bv(width, bits >= sign ? sign + m : m), format);
    const ends = [at(magnitude - room), at(magnitude + room)];
    if (bits >= sign) ends.reverse();
    formulas.push(store.fpLe(ends[0], value), store.fpLe(value, ends[1]));
  });
  const made: Term[] = [];
  for (const [op, i, j, k] of recipe.steps) {
    const [a, b, c] = [i, j, k].map((n) => floats[floats.length - 1 - (n % floats.length)]);
    const n = integers[k % integers.length];
    const condition = made.find((t) => store.sort(t).kind === 'bool') ?? store.fpLt(a, b);
    const choices: readonly (() => Term)[] = [
      () => store.fpNeg(a),
      () => store.fpAbs(a),
      () => store.fpAdd(mode, a, b),
      () => store.fpSub(mode, a, b),
      () => store.fpMul(mode, a, b),
      () => store.fpMul(mode, a, a),
      () => store.fpDiv(mode, a, b),
      () => store.fpFma(mode, a, b, c),
      () => store.fpSqrt(mode, a),
      () => store.fpRem(a, b),
      () => store.fpRoundToIntegral(mode, a),
      () => store.fpToFp(mode, store.fpToFp(mode, a, other), format),
      () => store.fpFromSigned(mode, n, format),
      () => store.fpFromUnsigned(mode, n, format),
      () => store.ite(condition, a, b),
      () => store.fpFromBits(store.fpToBits(a), format),
      () => store.fpEq(a, b),
      () => store.fpLt(a, b),
      () => store.fpLe(a, b),
      () => store.fpIsNan(a),
      () => store.fpIsInfinite(a),
      () => store.fpIsNegative(a),
      () => store.eq(a, b),
      () => store.fpToSigned(mode, a, width),
      () => store.fpToUnsigned(mode, a, width),
      () => store.fpToBits(a),
      () => store.sub(store.bv(width, 5_000n), store.ashr(n, store.bv(width, 1n))),
      () => store.and(condition, store.not(store.fpLe(c, a))),
    ];
    const term = choices[op % choices.length]();
    made.push(term);
    const sort = store.sort(term);
    if (sort.kind === 'float') floats.push(term);
    if (sort.kind === 'bv') integers.push(term);
  }
  const model = new Evaluator(store, (v) => assignment.get(v) ?? 0n);
  for (const which of recipe.said) {
    const term = made[which % made.length];
    const value = model.value(term);
    const sort = store.sort(term);
    if (typeof value === 'boolean') formulas.push(value ? term : store.not(term));
    else if (typeof value === 'bigint' && sort.kind === 'bv')
      formulas.push(store.eq(term, store.bv(sort.width, value)));
    else if (typeof value === 'bigint' && sort.kind === 'float')
      formulas.push(store.eq(term, store.fpFromBits(store.bv(width, value), format)));
  }
  return { store, formulas };
}
