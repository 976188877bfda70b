import { LemmataError } from '../../base/errors.ts';
import type { FloatFormat, FloatValue } from '../../base/float.ts';
import type { RoundingMode, Term } from './builder.ts';
import { toSigned } from './bv-values.ts';
import {
  convertFloat,
  floatFromInteger,
  floatResult,
  floatTest,
  integerFromFloat,
  packFloat,
  patternWidth,
  unpackFloat,
} from './float-values.ts';
import { TermNodes } from './nodes.ts';
import { Op, roundingIndex } from './ops.ts';

/**
 * The floating-point half of the term builder.
 * Constants fold; only identities that also hold for NaN and zeros are used.
 */
export abstract class FloatTerms extends TermNodes {
  abstract not(a: Term): Term;
  abstract ite(c: Term, a: Term, b: Term): Term;

  float(format: FloatFormat, value: FloatValue): Term {
    const sort = this.sorts.float(format.exponentBits, format.precision);
    return this.makeConst(Op.FLOAT_CONST, sort, patternWidth(format), packFloat(format, value));
  }

  /** Format of a float term; throws for others. */
  format(a: Term): FloatFormat {
    const sort = this.sort(a);
    if (sort.kind !== 'float') throw new LemmataError('E-INTERNAL', `term ${a} is not a float`);
    return sort;
  }

  /** Value of a float constant. */
  floatValue(a: Term): FloatValue {
    return unpackFloat(this.format(a), this.constValue(a));
  }

  fpNeg(a: Term): Term {
    if (this.op(a) === Op.FP_NEG) return this.arg(a, 0);
    return this.#arithmetic(Op.FP_NEG, 'RNE', [a]);
  }

  fpAbs(a: Term): Term {
    if (this.op(a) === Op.FP_ABS) return a;
    if (this.op(a) === Op.FP_NEG) return this.#arithmetic(Op.FP_ABS, 'RNE', [this.arg(a, 0)]);
    return this.#arithmetic(Op.FP_ABS, 'RNE', [a]);
  }

  fpAdd(mode: RoundingMode, a: Term, b: Term): Term {
    return this.#arithmetic(Op.FP_ADD, mode, a <= b ? [a, b] : [b, a]);
  }

  fpSub(mode: RoundingMode, a: Term, b: Term): Term {
    return this.#arithmetic(Op.FP_SUB, mode, [a, b]);
  }

  fpMul(mode: RoundingMode, a: Term, b: Term): Term {
    return this.#arithmetic(Op.FP_MUL, mode, a <= b ? [a, b] : [b, a]);
  }

  fpDiv(mode: RoundingMode, a: Term, b: Term): Term {
    return this.#arithmetic(Op.FP_DIV, mode, [a, b]);
  }

  fpFma(mode: RoundingMode, a: Term, b: Term, c: Term): Term {
    return this.#arithmetic(Op.FP_FMA, mode, [a, b, c]);
  }

  fpSqrt(mode: RoundingMode, a: Term): Term {
    return this.#arithmetic(Op.FP_SQRT, mode, [a]);
  }

  fpRem(a: Term, b: Term): Term {
    return this.#arithmetic(Op.FP_REM, 'RNE', [a, b]);
  }

  fpRoundToIntegral(mode: RoundingMode, a: Term): Term {
    return this.#arithmetic(Op.FP_ROUND_TO_INTEGRAL, mode, [a]);
  }

  fpEq(a: Term, b: Term): Term {
    if (a === b) return this.not(this.fpIsNan(a));
    return this.#test(Op.FP_EQ, a <= b ? [a, b] : [b, a]);
  }

  fpLt(a: Term, b: Term): Term {
    if (a === b) return this.bool(false);
    return this.#test(Op.FP_LT, [a, b]);
  }

  fpLe(a: Term, b: Term): Term {
    if (a === b) return this.not(this.fpIsNan(a));
    return this.#test(Op.FP_LE, [a, b]);
  }

  fpIsNan(a: Term): Term {
    const op = this.op(a);
    if (op === Op.FP_NEG || op === Op.FP_ABS) return this.#test(Op.FP_IS_NAN, [this.arg(a, 0)]);
    if (op === Op.FP_FROM_SIGNED || op === Op.FP_FROM_UNSIGNED) return this.bool(false);
    return this.#test(Op.FP_IS_NAN, [a]);
  }

  fpIsInfinite(a: Term): Term {
    return this.#test(Op.FP_IS_INFINITE, [a]);
  }

  fpIsNegative(a: Term): Term {
    return this.#test(Op.FP_IS_NEGATIVE, [a]);
  }

  fpToFp(mode: RoundingMode, a: Term, format: FloatFormat): Term {
    const sort = this.sorts.float(format.exponentBits, format.precision);
    this.format(a);
    if (this.sortId(a) === sort) return a;
    return this.#mapped(
      a,
      (x) => this.float(format, convertFloat(format, mode, this.floatValue(x))),
      Op.FP_TO_FP,
      sort,
      mode,
    );
  }

  fpFromSigned(mode: RoundingMode, a: Term, format: FloatFormat): Term {
    const width = this.width(a);
    const fold = (x: Term): Term =>
      this.float(format, floatFromInteger(format, mode, toSigned(width, this.constValue(x))));
    return this.#mapped(a, fold, Op.FP_FROM_SIGNED, this.sorts.float(format.exponentBits, format.precision), mode);
  }

  fpFromUnsigned(mode: RoundingMode, a: Term, format: FloatFormat): Term {
    this.width(a);
    const fold = (x: Term): Term => this.float(format, floatFromInteger(format, mode, this.constValue(x)));
    return this.#mapped(a, fold, Op.FP_FROM_UNSIGNED, this.sorts.float(format.exponentBits, format.precision), mode);
  }

  /** Values that do not fit give the least number (see float-values.ts). */
  fpToSigned(mode: RoundingMode, a: Term, width: number): Term {
    this.format(a);
    const fold = (x: Term): Term => this.bv(width, integerFromFloat(this.floatValue(x), mode, width, true));
    return this.#mapped(a, fold, Op.FP_TO_SIGNED, this.sorts.bv(width), mode);
  }

  /** Values that do not fit give all ones. */
  fpToUnsigned(mode: RoundingMode, a: Term, width: number): Term {
    this.format(a);
    const fold = (x: Term): Term => this.bv(width, integerFromFloat(this.floatValue(x), mode, width, false));
    return this.#mapped(a, fold, Op.FP_TO_UNSIGNED, this.sorts.bv(width), mode);
  }

  fpFromBits(a: Term, format: FloatFormat): Term {
    if (this.width(a) !== patternWidth(format))
      throw new LemmataError('E-INTERNAL', `${this.width(a)} bits for a float of ${patternWidth(format)}`);
    if (this.op(a) === Op.FP_TO_BITS && this.#sameFormatAs(this.arg(a, 0), format)) return this.arg(a, 0);
    const fold = (x: Term): Term => this.float(format, unpackFloat(format, this.constValue(x)));
    return this.#mapped(a, fold, Op.FP_FROM_BITS, this.sorts.float(format.exponentBits, format.precision), 'RNE');
  }

  fpToBits(a: Term): Term {
    const width = patternWidth(this.format(a));
    return this.#mapped(a, (x) => this.bv(width, this.constValue(x)), Op.FP_TO_BITS, this.sorts.bv(width), 'RNE');
  }

  #arithmetic(op: Op, mode: RoundingMode, args: readonly Term[]): Term {
    const format = this.#sameFormat(args);
    if (args.every((a) => this.isConst(a))) {
      return this.float(
        format,
        floatResult(
          op,
          mode,
          format,
          args.map((a) => this.floatValue(a)),
        ),
      );
    }
    return this.make(op, this.sortId(args[0]), args[0], args[1] ?? 0, args[2] ?? 0, roundingIndex(mode));
  }

  #test(op: Op, args: readonly Term[]): Term {
    this.#sameFormat(args);
    if (args.every((a) => this.isConst(a))) {
      return this.bool(
        floatTest(
          op,
          args.map((a) => this.floatValue(a)),
        ),
      );
    }
    return this.make(op, 0, args[0], args[1] ?? 0);
  }

  /** A function of one argument: folded on a constant and on an `ite` of two constants. */
  #mapped(a: Term, fold: (x: Term) => Term, op: Op, sort: number, mode: RoundingMode): Term {
    if (this.isConst(a)) return fold(a);
    if (this.op(a) === Op.ITE && this.isConst(this.arg(a, 1)) && this.isConst(this.arg(a, 2))) {
      return this.ite(this.arg(a, 0), fold(this.arg(a, 1)), fold(this.arg(a, 2)));
    }
    return this.make(op, sort, a, 0, 0, roundingIndex(mode));
  }

  #sameFormatAs(a: Term, { exponentBits, precision }: FloatFormat): boolean {
    return this.sortId(a) === this.sorts.float(exponentBits, precision);
  }

  #sameFormat(args: readonly Term[]): FloatFormat {
    const format = this.format(args[0]);
    for (const a of args)
      if (this.sortId(a) !== this.sortId(args[0])) throw new LemmataError('E-INTERNAL', 'floats of different formats');
    return format;
  }
}
