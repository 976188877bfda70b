import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { RoundingMode, Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { unpackFloat } from '../../../../src/logic/terms/float-values.ts';
import { ROUNDING_MODES } from '../../../../src/logic/terms/ops.ts';
import type { Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { substitute } from '../../../../src/logic/terms/substitute.ts';
import { loadZ3, type Z3Api, z3Factory } from '../../../../src/logic/z3/index.ts';

const FORMATS = [
  { exponentBits: 3, precision: 4 },
  { exponentBits: 5, precision: 11 },
  { exponentBits: 8, precision: 24 },
];
const bv = (width: number): Sort => ({ kind: 'bv', width });
let api: Z3Api;

beforeAll(async () => {
  api = await loadZ3();
});

/** Every operator on three floats of one format. */
function results(s: TermStore, mode: RoundingMode, a: Term, b: Term, c: Term, other: (typeof FORMATS)[number]): Term[] {
  return [
    s.fpNeg(a),
    s.fpAbs(a),
    s.fpAdd(mode, a, b),
    s.fpSub(mode, a, b),
    s.fpMul(mode, a, b),
    s.fpDiv(mode, a, b),
    s.fpFma(mode, a, b, c),
    s.fpSqrt(mode, a),
    s.fpRoundToIntegral(mode, a),
    s.fpEq(a, b),
    s.fpLt(a, b),
    s.fpLe(a, b),
    s.fpIsNan(a),
    s.fpIsInfinite(a),
    s.fpIsNegative(a),
    s.fpToFp(mode, a, other),
    s.fpToSigned(mode, a, 8),
    s.fpToUnsigned(mode, a, 8),
    s.fpToSigned(mode, a, 40),
    s.fpToUnsigned(mode, a, 40),
    s.fpToBits(a),
    s.fpFromBits(s.fpToBits(s.fpNeg(b)), s.format(b)),
    s.eq(a, b),
    s.fpToBits(a),
  ];
}

test('evaluation, folding and Z3 agree on every operator', () => {
  const special = (bits: bigint, width: number): bigint[] => [
    bits,
    0n,
    1n << BigInt(width - 1),
    1n,
    (1n << BigInt(width - 1)) - 1n,
  ];
  fc.assert(
    fc.property(
      fc.nat(2),
      fc.nat(2),
      fc.nat(4),
      fc.array(fc.tuple(fc.nat(4), fc.bigInt(0n, (1n << 32n) - 1n)), { minLength: 3, maxLength: 3 }),
      (f, g, m, raw) => {
        const s = new TermStore();
        const format = FORMATS[f];
        const width = format.exponentBits + format.precision;
        const bits = raw.map(([which, value]) => special(value & ((1n << BigInt(width)) - 1n), width)[which]);
        const variables = ['x', 'y', 'z'].map((name) => s.variable(name, bv(width)));
        const [a, b, c] = variables.map((v) => s.fpFromBits(v, format));
        const terms = results(s, ROUNDING_MODES[m], a, b, c, FORMATS[g]);
        terms.push(
          s.fpFromSigned(ROUNDING_MODES[m], variables[0], FORMATS[g]),
          s.fpFromUnsigned(ROUNDING_MODES[m], variables[0], FORMATS[g]),
        );
        const solver = z3Factory(api, s).create();
        variables.forEach((v, i) => {
          solver.assert(s.eq(v, s.bv(width, bits[i])));
        });
        const equal = terms.map((t) => {
          const value = evaluate(s, t, (v) => bits[variables.indexOf(v)]);
          const sort = s.sort(t);
          const constant =
            typeof value === 'boolean'
              ? s.bool(value)
              : sort.kind === 'float'
                ? s.float(sort, unpackFloat(sort, value as bigint))
                : s.bv(s.width(t), value as bigint);
          expect(
            substitute(
              s,
              t,
              variables.map((v, i) => [v, s.bv(width, bits[i])] as const),
            ),
          ).toBe(constant);
          return s.eq(t, constant);
        });
        expect(solver.check([s.not(s.andAll(equal))])).toBe('unsat');
        solver.dispose();
      },
    ),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 25) },
  );
}, 120_000);
