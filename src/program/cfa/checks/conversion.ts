import type { FloatFormat, FloatValue } from '../../../base/float.ts';
import { fromInteger, infinity, toInteger } from '../../../base/softfloat.ts';
import { convert, integerRange } from '../../../c/types/arithmetic.ts';
import type { Layout } from '../../../c/types/layout.ts';
import { floatFormat, INT, isInteger } from '../../../c/types/type-basics.ts';
import type { CType, FloatType } from '../../../c/types/types.ts';
import type { Expr } from '../automaton.ts';
import * as make from '../make.ts';
import type { Requirement } from './arithmetic.ts';
import type { OperationKind } from './kinds.ts';
import { type IntegerRange, rangeOf } from './range.ts';

/**
 * The requirements of a conversion of `operand` to `type`. A floating value is undefined in an integer
 * type that cannot represent its whole part, and so are infinities and NaN (C11 6.3.1.4p1). Each value
 * has a truth, so that conversions to `_Bool` require nothing (6.3.1.2).
 */
export function conversionRequirements(
  layout: Layout,
  type: CType,
  operand: Expr,
): readonly Requirement<OperationKind>[] {
  const source = operand.type;
  if (isInteger(source) && isInteger(type) && hasRange(type))
    return beyond(layout, operand, integerRange(type, layout), 'truncation');
  if (source.kind !== 'float' || !isInteger(type) || !hasRange(type)) return [];
  const format = floatFormat(source);
  if (format === null)
    return [{ kind: 'unmodelled', of: 'conversion', what: 'conversion of a decimal number', violated: make.ONE }];
  if (operand.kind === 'float') {
    const fits = convert(operand.value, type, layout)?.overflow === false;
    return fits ? [] : [{ kind: 'conversion', violated: make.ONE }];
  }
  const { min, max } = integerRange(type, layout);
  if (isWholeWithin(layout, operand, format, min, max)) return [];
  const above = isAbove(source, format, operand, min);
  const inside = make.conditional(INT, above, isBelow(source, format, operand, max), make.ZERO);
  return [{ kind: 'conversion', violated: make.not(inside) }];
}

/**
 * The requirement of a bit-field of `bits` bits and the declared type of `value`, which was converted to that
 * type. Its own type has its width (6.7.2.1p10), as for GCC's sanitiser. `kind`: that of the conversion.
 */
export function fieldRequirements(
  layout: Layout,
  bits: number,
  value: Expr,
  kind: 'conversion' | 'truncation',
): readonly Requirement<OperationKind>[] {
  const { type } = value;
  if (!isInteger(type) || !hasRange(type) || bits >= layout.integerWidth(type)) return [];
  const signed = layout.isSigned(type);
  const least = signed ? -(1n << BigInt(bits - 1)) : 0n;
  const greatest = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
  return beyond(layout, value, { min: least, max: greatest }, kind);
}

/** The requirement that an integer lies in the range; none where its own range lies there. */
function beyond(
  layout: Layout,
  value: Expr,
  { min, max }: IntegerRange,
  kind: 'conversion' | 'truncation',
): readonly Requirement<OperationKind>[] {
  const own = rangeOf(layout, value);
  if (own === null) return [];
  const small = own.min >= min ? make.ZERO : make.compare('<', value, make.integer(value.type, min));
  const large = own.max <= max ? make.ZERO : make.compare('>', value, make.integer(value.type, max));
  if (isZero(small) && isZero(large)) return [];
  const violated = isZero(small) ? large : isZero(large) ? small : make.conditional(INT, small, make.ONE, large);
  return [{ kind, violated }];
}

function isZero(e: Expr): boolean {
  return e.kind === 'integer' && e.value === 0n;
}

/** Whether an implicit conversion between the types may lose the value of an integer. */
export function mayTruncate(layout: Layout, to: CType, from: CType): boolean {
  if (!isInteger(to) || !isInteger(from) || !hasRange(to)) return false;
  const [target, source] = [integerRange(to, layout), integerRange(from, layout)];
  return source.min < target.min || source.max > target.max;
}

/** Whether a conversion between the types, or between parts of them, takes floating values to a range of integers. */
export function mayLeaveRange(to: CType, from: CType): boolean {
  return hasRange(partOf(to)) && partOf(from).kind === 'float';
}

function partOf(type: CType): CType {
  return type.kind === 'complex' ? type.base : type.kind === 'vector' ? type.element : type;
}

function hasRange(type: CType): boolean {
  return isInteger(type) && !(type.kind === 'integer' && type.name === 'bool');
}

/** value < max + 1. That is a power of two; a format that does not reach it has infinity there. */
function isBelow(type: FloatType, format: FloatFormat, value: Expr, max: bigint): Expr {
  return make.compare('<', value, constant(type, fromInteger(max + 1n, format)));
}

/**
 * value > min - 1. Where the format has no such number, it has no fractions near `min` either, and the
 * condition is value >= min. A format that does not reach `min` has minus infinity there.
 */
function isAbove(type: FloatType, format: FloatFormat, value: Expr, min: bigint): Expr {
  const limit = fromInteger(min - 1n, format);
  if (toInteger(limit) === min - 1n) return make.compare('>', value, constant(type, limit));
  const least = fromInteger(min, format);
  if (least.kind === 'finite') return make.compare('>=', value, constant(type, least));
  return make.compare('>', value, constant(type, infinity(true)));
}

function constant(type: FloatType, value: FloatValue): Expr {
  return { kind: 'float', type, value };
}

/** Whether the operand was converted from an integer that the target represents, however it was rounded. */
function isWholeWithin(layout: Layout, operand: Expr, format: FloatFormat, min: bigint, max: bigint): boolean {
  const range = operand.kind === 'convert' ? rangeOf(layout, operand.operand) : null;
  if (range === null) return false;
  const low = toInteger(fromInteger(range.min, format, 'down'));
  const high = toInteger(fromInteger(range.max, format, 'up'));
  return low !== null && high !== null && low >= min && high <= max;
}
