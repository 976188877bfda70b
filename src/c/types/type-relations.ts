import type { Layout } from './layout.ts';
import { complexOf, floatType, INT, integerType, isDecimal, qualifiersOf, UINT, valueType } from './type-basics.ts';
import type {
  ArrayType,
  ComplexType,
  CType,
  EnumType,
  FloatName,
  FloatType,
  FunctionType,
  IntegerName,
  IntegerType,
} from './types.ts';

/**
 * Compatible and composite types (C11 6.2.7), integer promotions and usual arithmetic conversions
 * (6.3.1), as in GCC.
 */

/** Whether the two types are the same or compatible, including top-level qualifiers. */
export function compatible(a: CType, b: CType): boolean {
  return qualifiersOf(a) === qualifiersOf(b) && compatibleUnqualified(a, b);
}

/** Like {@link compatible}, but qualifiers at the top level do not matter (those of array elements do). */
export function compatibleUnqualified(first: CType, second: CType): boolean {
  let a = first;
  let b = second;
  for (;;) {
    if (a === b) return true;
    if (a.kind === 'enum' && b.kind === 'integer') return a.definition.underlying?.name === b.name;
    if (b.kind === 'enum' && a.kind === 'integer') return b.definition.underlying?.name === a.name;
    switch (a.kind) {
      case 'void':
        return b.kind === 'void';
      case 'integer':
        return b.kind === 'integer' && a.name === b.name;
      case 'float':
        return b.kind === 'float' && a.name === b.name;
      case 'complex':
        return b.kind === 'complex' && a.base.name === b.base.name;
      case 'vector':
        return b.kind === 'vector' && a.count === b.count && a.element.name === b.element.name;
      case 'struct':
      case 'union':
        return b.kind === a.kind && a.definition.id === b.definition.id;
      case 'enum':
        return b.kind === 'enum' && a.definition.id === b.definition.id;
      case 'function':
        return b.kind === 'function' && compatibleFunctions(a, b);
      case 'pointer':
        if (b.kind !== 'pointer') return false;
        a = a.target;
        b = b.target;
        break;
      case 'array':
        if (b.kind !== 'array') return false;
        if (typeof a.length === 'bigint' && typeof b.length === 'bigint' && a.length !== b.length) return false;
        if (a.record?.id !== b.record?.id) return false;
        a = a.element;
        b = b.element;
        break;
    }
    if (qualifiersOf(a) !== qualifiersOf(b)) return false;
  }
}

function compatibleFunctions(a: FunctionType, b: FunctionType): boolean {
  if (!compatible(a.result, b.result)) return false;
  if (!a.prototyped || !b.prototyped) {
    const known = a.prototyped ? a : b.prototyped ? b : null;
    if (known === null) return true;
    // A function compatible with `f()` may only have parameters of types that default argument promotion
    // leaves alone (6.7.6.3p15).
    return !known.variadic && known.parameters.every((parameter) => survivesPromotion(parameter.type));
  }
  if (a.variadic !== b.variadic || a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every((parameter, index) => compatibleUnqualified(parameter.type, b.parameters[index].type));
}

function survivesPromotion(type: CType): boolean {
  if (type.kind === 'integer') return promote(type).name === type.name;
  return !(type.kind === 'float' && type.name === 'float');
}

/** Returns the composite of two compatible types (6.2.7p3); `a` where they agree. */
export function composite(a: CType, b: CType): CType {
  if (a === b) return a;
  if (a.kind === 'array' && b.kind === 'array') return compositeArray(a, b);
  if (a.kind === 'pointer' && b.kind === 'pointer') {
    const target = composite(a.target, b.target);
    return target === a.target ? a : { ...a, target };
  }
  if (a.kind === 'function' && b.kind === 'function') {
    if (!a.prototyped) return b.prototyped ? { ...b, result: composite(a.result, b.result) } : a;
    if (!b.prototyped) return { ...a, result: composite(a.result, b.result) };
    const parameters = a.parameters.map((parameter, index) => {
      const other = b.parameters[index];
      return other === undefined
        ? parameter
        : { name: parameter.name ?? other.name, type: composite(parameter.type, other.type) };
    });
    return { ...a, result: composite(a.result, b.result), parameters };
  }
  return a;
}

function compositeArray(a: ArrayType, b: ArrayType): ArrayType {
  const element = composite(a.element, b.element);
  if (typeof a.length !== 'bigint' && typeof b.length === 'bigint') return { ...b, element };
  if (a.length === 'unknown' && b.length === 'variable') return { ...b, element };
  return element === a.element ? a : { ...a, element };
}

// ----------------------------------------------------------------------------------------------------------------- conversions

/**
 * Does integer promotion. `bits` is the width if the operand is a bit-field: GCC promotes any
 * bit-field narrower than int to int. Wider bit-fields keep their declared type here (GCC calculates
 * with them in their own width).
 */
export function promote(type: IntegerType | EnumType, bits?: number): IntegerType {
  const integer = type.kind === 'enum' ? (type.definition.underlying ?? INT) : type;
  if (bits !== undefined) {
    if (bits < 32) return INT;
    if (bits === 32) return isUnsignedName(integer.name) ? UINT : INT;
  }
  switch (integer.name) {
    case 'bool':
    case 'char':
    case 'schar':
    case 'uchar':
    case 'short':
    case 'ushort':
      return INT;
    default:
      return integerType(integer.name);
  }
}

function isUnsignedName(name: IntegerName): boolean {
  return name === 'bool' || name.startsWith('u');
}

/**
 * Does default argument promotion for variadic and unprototyped calls (6.5.2.2p6): float becomes
 * double; `_FloatN` types stay.
 */
export function promoteArgument(type: CType, bits?: number): CType {
  if (type.kind === 'integer' || type.kind === 'enum') return promote(type, bits);
  if (type.kind === 'float' && type.name === 'float') return floatType('double');
  return valueType(type);
}

const RANK: readonly (readonly [IntegerName, IntegerName])[] = [
  ['int', 'uint'],
  ['long', 'ulong'],
  ['llong', 'ullong'],
  ['int128', 'uint128'],
];

/** Binary digits that order floating types. `long double` and `_Float64x` are both the x87 format. */
const FLOAT_WIDTH: Readonly<Record<FloatName, number>> = {
  _Float16: 16,
  float: 32,
  _Float32: 32,
  double: 64,
  _Float64: 64,
  _Float32x: 64,
  'long double': 80,
  _Float64x: 80,
  _Float128: 128,
  _Decimal32: 1032,
  _Decimal64: 1064,
  _Decimal128: 1128,
};

/**
 * The order among types of one width: interchange types before standard ones before extended ones (TS
 * 18661-3, 6.3.1.8).
 */
const FLOAT_PREFERENCE: readonly FloatName[] = [
  '_Float16',
  '_Float32',
  '_Float64',
  '_Float128',
  'long double',
  'double',
  'float',
  '_Float32x',
  '_Float64x',
];

/**
 * Returns the common type of two arithmetic operands, without qualifiers: usual arithmetic conversions
 * (6.3.1.8). Null where there is none (a decimal type with another floating type, or an operand that
 * is not arithmetic). The caller passes the promoted type of bit-field operands.
 */
export function usualArithmetic(a: CType, b: CType, layout: Layout): IntegerType | FloatType | ComplexType | null {
  if (a.kind === 'complex' || b.kind === 'complex') {
    const base = usualArithmetic(a.kind === 'complex' ? a.base : a, b.kind === 'complex' ? b.base : b, layout);
    return base === null || base.kind === 'complex' || isDecimal(base) ? null : complexOf(base);
  }
  if (a.kind === 'float' || b.kind === 'float') {
    if (a.kind !== 'float') return isIntegerKind(a) ? floatType((b as FloatType).name) : null;
    if (b.kind !== 'float') return isIntegerKind(b) ? floatType(a.name) : null;
    return commonFloat(a, b);
  }
  if (!isIntegerKind(a) || !isIntegerKind(b)) return null;
  return commonInteger(promote(a), promote(b), layout);
}

function isIntegerKind(type: CType): type is IntegerType | EnumType {
  return type.kind === 'integer' || type.kind === 'enum';
}

function commonFloat(a: FloatType, b: FloatType): FloatType | null {
  if (isDecimal(a) !== isDecimal(b)) return null;
  const difference = FLOAT_WIDTH[a.name] - FLOAT_WIDTH[b.name];
  if (difference !== 0) return floatType(difference > 0 ? a.name : b.name);
  return floatType(FLOAT_PREFERENCE.indexOf(a.name) <= FLOAT_PREFERENCE.indexOf(b.name) ? a.name : b.name);
}

function commonInteger(a: IntegerType, b: IntegerType, layout: Layout): IntegerType {
  if (a.name === b.name) return a;
  const rankA = RANK.findIndex((pair) => pair.includes(a.name));
  const rankB = RANK.findIndex((pair) => pair.includes(b.name));
  const unsignedA = isUnsignedName(a.name);
  const unsignedB = isUnsignedName(b.name);
  if (unsignedA === unsignedB) return rankA > rankB ? a : b;
  const [unsigned, unsignedRank, signed, signedRank] = unsignedA ? [a, rankA, b, rankB] : [b, rankB, a, rankA];
  if (unsignedRank >= signedRank) return unsigned;
  return layout.integerWidth(signed) > layout.integerWidth(unsigned) ? signed : integerType(RANK[signedRank][1]);
}
