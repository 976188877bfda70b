import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import * as arithmetic from '../../c/types/arithmetic.ts';
import type { Layout } from '../../c/types/layout.ts';
import type { BinaryOperator, ComparisonOperator } from '../../c/types/operators.ts';
import { INT, isInteger, pointerTo, ptrdiffType, valueType } from '../../c/types/type-basics.ts';
import type { CType, FloatType, PointerType } from '../../c/types/types.ts';
import type { Expr, Place } from './automaton.ts';

/**
 * Constructors of expressions and places in normal form. `*(a + i)` of an array is `a[i]`, `*&x` is
 * `x`, `&*p` is `p`; operations on integer constants are folded. Every constructor does a bounded
 * amount of work.
 */

export function integer(type: CType, value: bigint): Expr {
  return { kind: 'integer', type, value };
}

export const ZERO: Expr = integer(INT, 0n);
export const ONE: Expr = integer(INT, 1n);

/** Returns zero of any scalar type. */
export function zeroOf(type: CType): Expr {
  return type.kind === 'float' ? floatInteger(type, 0) : integer(valueType(type), 0n);
}

/** Returns a small whole number as a floating constant. */
export function floatInteger(type: FloatType, value: number): Expr {
  const significand = BigInt(Math.abs(value));
  return { kind: 'float', type, value: { kind: 'finite', negative: value < 0, significand, exponent: 0 } };
}

/** Returns one of any arithmetic scalar type. */
export function oneOf(type: CType): Expr {
  return type.kind === 'float' ? floatInteger(type, 1) : integer(valueType(type), 1n);
}

// --------------------------------------------------------------------------------------------------------------------- places

export function variablePlace(variable: Variable): Place {
  return { kind: 'variable', type: variable.type, variable };
}

/** Returns the member of a struct or union at `index` in its fields. @throws TypeError for other types */
export function memberOf(base: Place, index: number): Place {
  const record = base.type;
  if (record.kind !== 'struct' && record.kind !== 'union') throw new TypeError(`member of a ${record.kind}`);
  const field = record.definition.fields![index];
  return { kind: 'member', type: field.type, base, index };
}

/** Returns an element of an array. @throws TypeError for other types */
export function elementOfArray(base: Place, index: Expr): Place {
  if (base.type.kind !== 'array') throw new TypeError(`element of a ${base.type.kind}`);
  return { kind: 'element', type: base.type.element, base, index };
}

/** Returns the object of type `type` that `pointer` points to. */
export function dereference(layout: Layout, pointer: Expr, type: CType): Place {
  const indices: { index: Expr; negative: boolean }[] = [];
  let base = pointer;
  for (; base.kind === 'pointer-add'; base = base.pointer) indices.push(base);
  if (base.kind === 'address' && !isPartAddress(base)) {
    const place = base.place;
    if (isDecay(base)) return elementOfArray(place, sumOf(layout, indices));
    if (indices.length === 0) return place;
    if (place.kind === 'element')
      return elementOfArray(place.base, sumOf(layout, [...indices, { index: place.index, negative: false }]));
  }
  return { kind: 'dereference', type, pointer };
}

function isDecay(address: Expr & { kind: 'address' }): boolean {
  return arrayDepth(address.place.type) > arrayDepth((address.type as PointerType).target);
}

/**
 * Whether the expression is the address of a vector or a complex number as a pointer to its first
 * part.
 */
function isPartAddress({ type, place }: Expr & { kind: 'address' }): boolean {
  if (place.type.kind !== 'vector' && place.type.kind !== 'complex') return false;
  return type.kind === 'pointer' && type.target.kind !== place.type.kind;
}

function arrayDepth(type: CType): number {
  let depth = 0;
  for (let inner = type; inner.kind === 'array'; inner = inner.element) depth++;
  return depth;
}

function sumOf(layout: Layout, indices: readonly { index: Expr; negative: boolean }[]): Expr {
  if (indices.length === 0) return ZERO;
  if (indices.length === 1 && !indices[0].negative) return indices[0].index;
  const type = ptrdiffType(layout.model);
  let sum: Expr | null = null;
  // The innermost summand comes last in the list and first in the source.
  for (let i = indices.length - 1; i >= 0; i--) {
    const index = convert(layout, type, indices[i].index);
    if (sum === null) sum = indices[i].negative ? negate(layout, type, index) : index;
    else sum = binary(layout, type, indices[i].negative ? '-' : '+', sum, index);
  }
  return sum!;
}

/**
 * Whether the place is a variable, or a member of one. Evaluating it twice gives the same object,
 * whatever happens in between.
 */
export function isFixedPlace(place: Place): boolean {
  let inner = place;
  while (inner.kind === 'member' || (inner.kind === 'element' && inner.index.kind === 'integer')) inner = inner.base;
  return inner.kind === 'variable';
}

/** Whether the place is a bit-field. */
export function isBitField(place: Place): boolean {
  return fieldBits(place) !== null;
}

/** The width of a bit-field in bits; null for other places. */
export function fieldBits(place: Place): number | null {
  if (place.kind !== 'member') return null;
  const record = place.base.type;
  if (record.kind !== 'struct' && record.kind !== 'union') return null;
  return record.definition.fields![place.index].bits ?? null;
}

// ---------------------------------------------------------------------------------------------------------------- expressions

export function load(place: Place): Expr {
  return { kind: 'load', type: valueType(place.type), place };
}

/**
 * Returns the address of a place. `type` is a pointer to the place's type, or to its element type for
 * array decay.
 */
export function addressOf(place: Place, type: PointerType): Expr {
  if (place.kind === 'dereference' && place.type.kind !== 'array') {
    return samePointers(place.pointer.type, type) ? place.pointer : { kind: 'convert', type, operand: place.pointer };
  }
  return { kind: 'address', type, place };
}

export function addressOfPlace(place: Place): Expr {
  return addressOf(place, pointerTo(place.type));
}

function samePointers(a: CType, b: CType): boolean {
  if (a === b) return true;
  if (a.kind !== 'pointer' || b.kind !== 'pointer') return false;
  const x = a.target;
  const y = b.target;
  if (x === y) return true;
  if (x.kind === 'integer' && y.kind === 'integer') return x.name === y.name;
  if (x.kind === 'float' && y.kind === 'float') return x.name === y.name;
  if ((x.kind === 'struct' && y.kind === 'struct') || (x.kind === 'union' && y.kind === 'union'))
    return x.definition === y.definition;
  return x.kind === 'void' && y.kind === 'void';
}

/** Whether two scalar types have the same representation and name, without regard to qualifiers. */
export function sameScalars(a: CType, b: CType): boolean {
  if (a === b) return true;
  if (a.kind === 'integer' && b.kind === 'integer') return a.name === b.name;
  if (a.kind === 'float' && b.kind === 'float') return a.name === b.name;
  if (a.kind === 'enum' && b.kind === 'enum') return a.definition === b.definition;
  if (a.kind === 'pointer' && b.kind === 'pointer') return samePointers(a, b);
  return false;
}

/** Converts a scalar; `type` is unqualified. */
export function convert(layout: Layout, type: CType, operand: Expr): Expr {
  if (sameScalars(type, operand.type)) return operand;
  if (operand.kind === 'integer' || operand.kind === 'float') {
    const folded = foldConvert(layout, type, operand);
    if (folded !== null) return folded;
  }
  // Only the last of several pointer types counts.
  if (
    type.kind === 'pointer' &&
    operand.kind === 'convert' &&
    operand.type.kind === 'pointer' &&
    operand.operand.type.kind === 'pointer'
  ) {
    return convert(layout, type, operand.operand);
  }
  return { kind: 'convert', type, operand };
}

function foldConvert(layout: Layout, type: CType, operand: Expr & { kind: 'integer' | 'float' }): Expr | null {
  const converted = arithmetic.convert(operand.value, type, layout);
  // A floating value out of range is left to the code that executes the program.
  if (converted === null || converted.overflow) return null;
  if (typeof converted.value === 'bigint') return integer(type, converted.value);
  return type.kind === 'float' ? { kind: 'float', type, value: converted.value } : null;
}

/** Returns `-operand`, folded for an integer constant. */
export function negate(layout: Layout, type: CType, operand: Expr): Expr {
  if (operand.kind === 'integer' && isInteger(type))
    return integer(type, arithmetic.negateInteger(type, operand.value, layout).value);
  return { kind: 'negate', type, operand };
}

/** Returns `~operand`, folded for an integer constant. */
export function complement(layout: Layout, type: CType, operand: Expr): Expr {
  if (operand.kind === 'integer' && isInteger(type))
    return integer(type, arithmetic.complement(type, operand.value, layout));
  return { kind: 'complement', type, operand };
}

/** Returns `!operand`, folded for an integer constant. */
export function not(operand: Expr): Expr {
  if (operand.kind === 'integer') return operand.value === 0n ? ONE : ZERO;
  return { kind: 'not', type: INT, operand };
}

/**
 * Returns `left operator right` in the result's type. It is folded for integer constants, unless there
 * is no value.
 */
export function binary(layout: Layout, type: CType, operator: BinaryOperator, left: Expr, right: Expr): Expr {
  if (left.kind === 'integer' && right.kind === 'integer' && isInteger(type)) {
    const folded = arithmetic.binary(operator, type, left.value, right.value, layout);
    if (folded !== null) return integer(type, folded.value);
  }
  return { kind: 'binary', type, operator, left, right };
}

/** Returns `left operator right` as 0 or 1 of type `type`, folded for integer constants. */
export function compare(operator: ComparisonOperator, left: Expr, right: Expr, type: CType = INT): Expr {
  if (left.kind === 'integer' && right.kind === 'integer' && type.kind === 'integer') {
    return integer(type, arithmetic.compare(operator, left.value, right.value) ? 1n : 0n);
  }
  return { kind: 'compare', type, operator, left, right };
}

/** Returns `condition ? then : otherwise`, reduced to one side if the condition is constant. */
export function conditional(type: CType, condition: Expr, then: Expr, otherwise: Expr): Expr {
  if (condition.kind === 'integer') return condition.value !== 0n ? then : otherwise;
  return { kind: 'conditional', type, condition, then, otherwise };
}

/** Returns `pointer ± index`; adding zero is left out. */
export function pointerAdd(pointer: Expr, index: Expr, negative: boolean, type: PointerType): Expr {
  if (index.kind === 'integer' && index.value === 0n && sameScalars(pointer.type, type)) return pointer;
  return { kind: 'pointer-add', type, pointer, index, negative };
}

/** Whether the expression is plainly 0 or 1 of type int. */
function isTruth(e: Expr): boolean {
  if (e.type.kind !== 'integer' || e.type.name !== 'int') return false;
  return e.kind === 'compare' || e.kind === 'not' || (e.kind === 'integer' && (e.value === 0n || e.value === 1n));
}

/** Returns 1 if the scalar is non-zero, else 0. */
export function truth(operand: Expr): Expr {
  switch (operand.kind) {
    case 'compare':
    case 'not':
      if (operand.type.kind === 'integer' && operand.type.name === 'int') return operand;
      break;
    case 'integer':
      return operand.value === 0n ? ZERO : ONE;
    case 'conditional':
      if (isTruth(operand.then) && isTruth(operand.otherwise)) return operand;
      break;
  }
  return compare('!=', operand, zeroOf(operand.type));
}

/** A place outside the source, for constructs without one. */
export const NOWHERE: SourceLocation = { file: '', line: 1, column: 1 };
