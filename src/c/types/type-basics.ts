import type { FloatFormat } from '../../base/float.ts';
import { DOUBLE as DOUBLE_FORMAT, FLOAT as FLOAT_FORMAT, HALF, QUAD, X87_EXTENDED } from '../../base/softfloat.ts';
import type {
  ArrayType,
  EnumType,
  FunctionType,
  PointerType,
  RecordType,
  ScalarType,
  VariableRecord,
  VoidType,
} from './types.ts';
import {
  type ComplexType,
  type CType,
  type DataModel,
  type FloatName,
  type FloatType,
  type IntegerName,
  type IntegerType,
  Qualifier,
} from './types.ts';

/** Constructors and predicates of C types. */

const integer = (name: IntegerName): IntegerType => ({ kind: 'integer', name });
const float = (name: FloatName): FloatType => ({ kind: 'float', name });

export const VOID: VoidType = { kind: 'void' };
export const BOOL = integer('bool');
export const CHAR = integer('char');
export const SCHAR = integer('schar');
export const UCHAR = integer('uchar');
export const SHORT = integer('short');
export const USHORT = integer('ushort');
export const INT = integer('int');
export const UINT = integer('uint');
export const LONG = integer('long');
export const ULONG = integer('ulong');
export const LLONG = integer('llong');
export const ULLONG = integer('ullong');
export const INT128 = integer('int128');
export const UINT128 = integer('uint128');
export const FLOAT = float('float');
export const DOUBLE = float('double');
export const LONG_DOUBLE = float('long double');

const INTEGERS: Readonly<Record<IntegerName, IntegerType>> = {
  bool: BOOL,
  char: CHAR,
  schar: SCHAR,
  uchar: UCHAR,
  short: SHORT,
  ushort: USHORT,
  int: INT,
  uint: UINT,
  long: LONG,
  ulong: ULONG,
  llong: LLONG,
  ullong: ULLONG,
  int128: INT128,
  uint128: UINT128,
};

const FLOATS: Readonly<Record<FloatName, FloatType>> = {
  float: FLOAT,
  double: DOUBLE,
  'long double': LONG_DOUBLE,
  _Float16: float('_Float16'),
  _Float32: float('_Float32'),
  _Float64: float('_Float64'),
  _Float32x: float('_Float32x'),
  _Float64x: float('_Float64x'),
  _Float128: float('_Float128'),
  _Decimal32: float('_Decimal32'),
  _Decimal64: float('_Decimal64'),
  _Decimal128: float('_Decimal128'),
};

/** Returns the shared unqualified type object of that name. */
export function integerType(name: IntegerName): IntegerType {
  return INTEGERS[name];
}

/** Returns the shared unqualified type object of that name. */
export function floatType(name: FloatName): FloatType {
  return FLOATS[name];
}

/** Returns the representation of a floating type; null for decimal types, which are not binary formats. */
export function floatFormat(type: FloatType): FloatFormat | null {
  switch (type.name) {
    case '_Float16':
      return HALF;
    case 'float':
    case '_Float32':
      return FLOAT_FORMAT;
    case 'double':
    case '_Float64':
    case '_Float32x':
      return DOUBLE_FORMAT;
    case 'long double':
    case '_Float64x':
      return X87_EXTENDED;
    case '_Float128':
      return QUAD;
    case '_Decimal32':
    case '_Decimal64':
    case '_Decimal128':
      return null;
  }
}

/** `nullptr_t` of C23. */
export const NULLPTR: PointerType = { kind: 'pointer', target: VOID, isNull: true };

export function pointerTo(target: CType): PointerType {
  return { kind: 'pointer', target };
}

export function arrayOf(element: CType, length: bigint | 'unknown'): ArrayType {
  return { kind: 'array', element, length };
}

export function complexOf(base: FloatType | IntegerType): ComplexType {
  return { kind: 'complex', base };
}

/** Returns a prototyped function type with unnamed parameters. */
export function functionOf(result: CType, parameters: readonly CType[], variadic = false): FunctionType {
  return {
    kind: 'function',
    result,
    parameters: parameters.map((type) => ({ name: null, type })),
    variadic,
    prototyped: true,
  };
}

/** Returns the type of `sizeof`. */
export function sizeType(model: DataModel): IntegerType {
  return model === 'LP64' ? ULONG : UINT;
}

/** Returns the type of a pointer difference. */
export function ptrdiffType(model: DataModel): IntegerType {
  return model === 'LP64' ? LONG : INT;
}

/** Returns the element type of `L"..."`. */
export function wcharType(model: DataModel): IntegerType {
  return model === 'LP64' ? INT : LONG;
}

export const CHAR16 = USHORT;
export const CHAR32 = UINT;

// ------------------------------------------------------------------------------------------------------------------ qualifiers

/** Returns the bit set of {@link Qualifier}. */
export function qualifiersOf(type: CType): number {
  return type.qualifiers ?? 0;
}

/**
 * Returns the same type without qualifiers at its top level. An alignment demanded by a typedef is
 * kept.
 */
export function unqualified<T extends CType>(type: T): T {
  if (type.qualifiers === undefined) return type;
  const { qualifiers: _, ...rest } = type;
  return rest as T;
}

/** Returns the same type without qualifiers and demanded alignment: the type of a value. */
export function valueType<T extends CType>(type: T): T {
  if (type.qualifiers === undefined && type.align === undefined) return type;
  const { qualifiers: _, align: __, ...rest } = type;
  return rest as T;
}

/** Adds qualifiers (bit set). Qualifiers of an array type apply to its elements (C11 6.7.3p9). */
export function withQualifiers<T extends CType>(type: T, qualifiers: number): T {
  if (qualifiers === 0) return type;
  if (type.kind === 'array') {
    const dimensions: ArrayType[] = [];
    let element: CType = type;
    for (; element.kind === 'array'; element = element.element) dimensions.push(element);
    let result: CType = withQualifiers(element, qualifiers);
    for (const dimension of dimensions.reverse()) result = { ...dimension, element: result };
    return result as T;
  }
  const all = (type.qualifiers ?? 0) | qualifiers;
  return all === type.qualifiers ? type : { ...type, qualifiers: all };
}

export function hasQualifier(type: CType, qualifier: keyof typeof Qualifier): boolean {
  return ((type.qualifiers ?? 0) & Qualifier[qualifier]) !== 0;
}

// ------------------------------------------------------------------------------------------------------------------ predicates

/**
 * Whether the type is an integer type in C's sense: `_Bool`, the character and integer types,
 * enumerations.
 */
export function isInteger(type: CType): type is IntegerType | EnumType {
  return type.kind === 'integer' || type.kind === 'enum';
}

/** Whether the type is a real floating type, possibly decimal. */
export function isFloat(type: CType): type is FloatType {
  return type.kind === 'float';
}

export function isDecimal(type: CType): boolean {
  return type.kind === 'float' && type.name.startsWith('_Decimal');
}

export function isComplex(type: CType): type is ComplexType {
  return type.kind === 'complex';
}

/** Whether the type is integer or real floating. */
export function isReal(type: CType): type is IntegerType | EnumType | FloatType {
  return type.kind === 'integer' || type.kind === 'enum' || type.kind === 'float';
}

/** Whether the type is integer, floating or complex. */
export function isArithmetic(type: CType): type is IntegerType | EnumType | FloatType | ComplexType {
  return isReal(type) || type.kind === 'complex';
}

export function isPointer(type: CType): type is PointerType {
  return type.kind === 'pointer';
}

/**
 * Whether the type is real arithmetic or pointer. Complex types are scalar in C, but their values are
 * pairs: see {@link isArithmetic}.
 */
export function isScalar(type: CType): type is ScalarType {
  return isReal(type) || type.kind === 'pointer';
}

export function isRecord(type: CType): type is RecordType {
  return type.kind === 'struct' || type.kind === 'union';
}

export function isArray(type: CType): type is ArrayType {
  return type.kind === 'array';
}

export function isFunction(type: CType): type is FunctionType {
  return type.kind === 'function';
}

export function isVoid(type: CType): type is VoidType {
  return type.kind === 'void';
}

/** Whether the type is `char`, `signed char` or `unsigned char`. */
export function isCharacter(type: CType): boolean {
  return type.kind === 'integer' && (type.name === 'char' || type.name === 'schar' || type.name === 'uchar');
}

/** Returns the innermost element of nested arrays; any other type itself. */
export function elementOf(type: CType): CType {
  let element = type;
  while (element.kind === 'array') element = element.element;
  return element;
}

/**
 * Whether the type is complete. Void, functions, arrays of unknown length and records or enumerations
 * without a member list are not. A VLA is complete.
 */
export function isComplete(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') {
    if (inner.length === 'unknown') return false;
    inner = inner.element;
  }
  switch (inner.kind) {
    case 'void':
    case 'function':
      return false;
    case 'struct':
    case 'union':
      return inner.definition.fields !== null;
    case 'enum':
      return inner.definition.underlying !== null;
    default:
      return true;
  }
}

/**
 * Whether the type is a VLA or contains one by value or behind pointers: a variably modified type (C11
 * 6.7.6p3).
 */
export function isVariablyModified(type: CType): boolean {
  let inner: CType = type;
  for (;;) {
    if (inner.kind === 'pointer') inner = inner.target;
    else if (inner.kind === 'function') inner = inner.result;
    else if (inner.kind !== 'array') return false;
    else if (inner.length === 'variable') return true;
    else inner = inner.element;
  }
}

/** Whether the type is a struct or union with members of variable size. */
export function isVariableRecord(type: CType): type is ArrayType & { readonly record: VariableRecord } {
  return type.kind === 'array' && type.record !== undefined;
}

/** Whether the type itself is a VLA (some dimension is variable): its size is not a constant. */
export function isVariableLength(type: CType): boolean {
  for (let inner = type; inner.kind === 'array'; inner = inner.element) if (inner.length === 'variable') return true;
  return false;
}

/** Whether the type is `_Bool`, or an enumeration of it. */
export function isTruth(type: CType): boolean {
  const own = type.kind === 'enum' ? type.definition.underlying : type;
  return own?.kind === 'integer' && own.name === 'bool';
}
