import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { RoundingMode, Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { canonicalPattern } from '../../../../src/logic/terms/float-circuits.ts';
import { FloatLowering } from '../../../../src/logic/terms/lower-floats.ts';
import { Op, ROUNDING_MODES } from '../../../../src/logic/terms/ops.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { postorder } from '../../../../src/logic/terms/traverse.ts';
import { loadZ3, Z3FloatCircuits, z3Factory } from '../../../../src/logic/z3/index.ts';

const HALF = { exponentBits: 5, precision: 11 };
const SINGLE = { exponentBits: 8, precision: 24 };
const DOUBLE = { exponentBits: 11, precision: 53 };
const FORMATS = [HALF, SINGLE, DOUBLE];
type Format = (typeof FORMATS)[number];

let circuits: Z3FloatCircuits;
let factory: (s: TermStore) => ReturnType<typeof z3Factory>;

beforeAll(async () => {
  const api = await loadZ3();
  circuits = new Z3FloatCircuits(api);
  factory = (s) => z3Factory(api, s);
});

const widthOf = ({ exponentBits, precision }: Format): number => exponentBits + precision;

/**
 * Every operator in one mode. The remainder of doubles has a divider of two thousand bits: only
 * that of the least format is tried.
 */
function operators(
  s: TermStore,
  mode: RoundingMode,
  format: Format,
  other: Format,
  [a, b, c]: readonly Term[],
  n: Term,
): Term[] {
  return [
    s.fpNeg(a),
    s.fpAbs(a),
    s.fpAdd(mode, a, b),
    s.fpSub(mode, a, b),
    s.fpMul(mode, a, b),
    s.fpDiv(mode, a, b),
    s.fpFma(mode, a, b, c),
    s.fpSqrt(mode, a),
    ...(format === HALF ? [s.fpRem(a, b)] : []),
    s.fpRoundToIntegral(mode, a),
    s.fpEq(a, b),
    s.fpLt(a, b),
    s.fpLe(a, b),
    s.fpIsNan(a),
    s.fpIsInfinite(a),
    s.fpIsNegative(a),
    s.fpToFp(mode, a, other),
    s.fpToSigned(mode, a, 32),
    s.fpToUnsigned(mode, a, 32),
    s.fpToSigned(mode, a, 8),
    s.fpToUnsigned(mode, a, 64),
    s.fpFromSigned(mode, n, format),
    s.fpFromUnsigned(mode, n, format),
    s.eq(a, b),
    s.fpToBits(a),
    s.fpFromBits(s.fpToBits(s.fpNeg(b)), format),
    s.ite(s.fpLt(a, b), a, c),
  ];
}

/**
 * Patterns with what goes wrong first: zeros, subnormals, the ends of the ranges, infinities, NaNs;
 * or near another operand.
 */
function pattern(width: number, { precision }: Format): fc.Arbitrary<bigint> {
  const sign = 1n << BigInt(width - 1);
  const hidden = 1n << BigInt(precision - 1);
  const top = ((sign - 1n) / hidden) * hidden;
  const special = [
    0n,
    1n,
    hidden - 1n,
    hidden,
    hidden + 1n,
    top - 1n,
    top,
    top + 1n,
    top / 2n,
    (top / 2n / hidden) * hidden,
  ];
  return fc.oneof(fc.constantFrom(...special, ...special.map((bits) => bits | sign)), fc.bigInt(0n, 2n * sign - 1n));
}

test.each(FORMATS.map((format) => [`${format.exponentBits}, ${format.precision}`, format] as const))(
  'circuits give what the operators give (%s)',
  (_, format) => {
    const width = widthOf(format);
    const s = new TermStore();
    const bits = ['x', 'y', 'z'].map((name) => s.variable(name, { kind: 'bv', width }));
    const n = s.variable('n', { kind: 'bv', width: 40 });
    const floats = bits.map((v) => s.fpFromBits(v, format));
    const lowering = new FloatLowering(s, circuits, (v) => v);
    const cases = ROUNDING_MODES.flatMap((mode) =>
      FORMATS.filter((other) => other !== format).flatMap((other) => operators(s, mode, format, other, floats, n)),
    ).map((term) => ({ term, lowered: lowering.lower(term) }));
    for (const { lowered } of cases) {
      expect(postorder(s, [lowered]).filter((t) => s.op(t) >= Op.FP_NEG || s.sort(t).kind === 'float')).toEqual([]);
    }
    fc.assert(
      fc.property(
        pattern(width, format),
        pattern(width, format),
        pattern(width, format),
        fc.bigInt(0n, (1n << 40n) - 1n),
        (x, y, z, integer) => {
          const assignment = new Map<Term, bigint>([
            [bits[0], x],
            [bits[1], y],
            [bits[2], z],
            [n, integer],
          ]);
          for (const { term, lowered } of cases) {
            const value = evaluate(s, term, (v) => assignment.get(v)!);
            expect(
              evaluate(s, lowered, (v) => assignment.get(v)!),
              `operator ${s.op(term)} ${s.rounding(term)}`,
            ).toEqual(value);
          }
        },
      ),
      { numRuns: Number(process.env.LEMMATA_RUNS ?? 15) },
    );
  },
  240_000,
);

// Z3 takes seconds for a circuit of half floats, and has those of fewer bits.
test.each([
  { format: HALF, dividends: [0x7bffn, 0xf800n], divisors: [0x3ffn, 0x8155n, 1n], asksZ3: false },
  {
    format: { exponentBits: 4, precision: 6 },
    dividends: [0x1dfn, 0x3c0n],
    divisors: [0x20an, 1n],
    asksZ3: true,
  },
])(
  'the remainder of a large number by a subnormal one is exact: $format',
  ({ format, dividends, divisors, asksZ3 }) => {
    const s = new TermStore();
    const width = format.exponentBits + format.precision;
    const [x, y] = ['x', 'y'].map((name) => s.variable(name, { kind: 'bv', width }));
    const exact = s.fpToBits(s.fpRem(s.fpFromBits(x, format), s.fpFromBits(y, format)));
    const lowered = new FloatLowering(s, circuits, (v) => v).lower(exact);
    const solver = factory(s).create();
    for (const dividend of dividends) {
      for (const divisor of divisors) {
        const at = (v: Term): bigint => (v === x ? dividend : divisor);
        const value = evaluate(s, exact, at);
        expect(evaluate(s, lowered, at), `${dividend} ${divisor}`).toBe(value);
        if (!asksZ3) continue;
        const given = [s.eq(x, s.bv(width, dividend)), s.eq(y, s.bv(width, divisor))];
        expect(solver.check([...given, s.not(s.eq(exact, s.bv(width, value as bigint)))])).toBe('unsat');
      }
    }
  },
);

test('Z3 finds no difference between an operator and its circuit', () => {
  const format = { exponentBits: 2, precision: 3 };
  const s = new TermStore();
  const v = ['x', 'y'].map((name) => s.variable(name, { kind: 'bv', width: 5 }));
  const [a, b] = v.map((x) => s.fpFromBits(x, format));
  const lowering = new FloatLowering(s, circuits, (x) => x);
  const terms = [s.fpAdd('RNE', a, b), s.fpMul('RTP', a, b), s.fpSqrt('RTZ', a), s.fpDiv('RNA', a, b)];
  for (const t of terms) {
    const solver = factory(s).create();
    const lowered = lowering.lower(t);
    expect(lowered).toBe(canonicalAgain(s, lowered, format));
    expect(solver.check([s.not(s.eq(t, s.fpFromBits(lowered, format)))])).toBe('unsat');
    solver.dispose();
  }
});

/** Making a result canonical again changes none of its values. */
function canonicalAgain(s: TermStore, t: Term, format: { exponentBits: number; precision: number }): Term {
  const again = canonicalPattern(s, t, { kind: 'float', ...format });
  const solver = factory(s).create();
  const same = solver.check([s.not(s.eq(t, again))]) === 'unsat';
  solver.dispose();
  return same ? t : again;
}

test('a chain of operators is lowered without recursion, and shares what it shares', () => {
  const s = new TermStore();
  const x = s.fpFromBits(s.variable('x', { kind: 'bv', width: 16 }), HALF);
  let sum = x;
  for (let i = 0; i < 300; i++) sum = s.fpAdd('RNE', sum, s.fpNeg(x));
  const lowering = new FloatLowering(s, circuits, (v) => v);
  const before = s.size;
  const lowered = lowering.lower(sum);
  expect(s.size - before).toBeLessThan(300 * 2000);
  expect(lowering.lower(sum)).toBe(lowered);
});
