import type { FloatFormat } from '../../../../base/float.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { patternWidth } from '../../../../logic/terms/float-values.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { storedWidth } from '../../../shapes/stored-float.ts';
import type { Execution } from '../../machine/execution.ts';

/**
 * Floating-point values in memory: IEEE's bits, and for x87's format 80 bits with the leading bit
 * written out, padded to 12 or 16 bytes. Terms have a single NaN, so a NaN may have any bits of a NaN.
 */

/**
 * Returns the bits of a value in memory. They are exact except for a NaN, whose sign and payload may
 * be any.
 */
function storedFromFloat(x: Execution, value: Term): Term {
  const { terms } = x;
  const format = terms.format(value);
  return withLeadingBit(terms, floatBits(x, value), format);
}

/**
 * Returns the bits of a value with the padding of an object of `size` bytes. The padding may be
 * anything.
 */
export function paddedFromFloat(x: Execution, value: Term, size: number): Term {
  const { terms } = x;
  const stored = storedFromFloat(x, value);
  const padding = 8 * size - terms.width(stored);
  return padding <= 0
    ? stored
    : terms.concat(x.unknown({ kind: 'bv', width: padding }, 'padding of a long double'), stored);
}

function withLeadingBit(terms: TermStore, pattern: Term, format: FloatFormat): Term {
  if (storedWidth(format) === patternWidth(format)) return pattern;
  const fraction = format.precision - 1;
  const high = terms.extract(pattern, fraction + format.exponentBits, fraction);
  const exponent = terms.extract(pattern, fraction + format.exponentBits - 1, fraction);
  const leading = terms.boolToBv(terms.not(terms.eq(exponent, terms.bv(format.exponentBits, 0))));
  return terms.concat(terms.concat(high, leading), terms.extract(pattern, fraction - 1, 0));
}

/**
 * Returns the pattern of the value's format, without a leading bit. A NaN gets any pattern that means
 * one.
 */
export function floatBits(x: Execution, value: Term): Term {
  const { terms } = x;
  const format = terms.format(value);
  if (terms.op(value) === Op.FP_FROM_BITS) return terms.arg(value, 0);
  if (terms.isConst(value) && terms.floatValue(value).kind !== 'nan')
    return terms.bv(patternWidth(format), terms.constValue(value));
  const sort = { kind: 'bv', width: patternWidth(format) } as const;
  const nan = terms.fpIsNan(value);
  const bits = terms.fpToBits(value);
  if (terms.and(x.guard, nan) === terms.false) return bits;
  // The exponent of a NaN is all ones and its fraction is not zero.
  const any = x.unknown(sort, 'sign and payload of a NaN', {}, nan);
  const pattern = terms.bvOr(any, terms.bv(sort.width, exponentMask(format)));
  const fraction = terms.extract(pattern, format.precision - 2, 0);
  const payload = terms.eq(fraction, terms.bv(format.precision - 1, 0));
  return terms.ite(nan, terms.ite(payload, bits, pattern), bits);
}

function exponentMask(format: FloatFormat): bigint {
  return ((1n << BigInt(format.exponentBits)) - 1n) << BigInt(format.precision - 1);
}
