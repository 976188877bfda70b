import type { FloatFormat, FloatValue } from '../base/float.ts';
import { DOUBLE, HALF, QUAD, X87_EXTENDED } from '../base/softfloat.ts';
import type { Wide } from '../base/wide.ts';
import type { Layout } from '../c/types/layout.ts';
import type { CType, FloatName } from '../c/types/types.ts';
import { unsupported } from './outcome.ts';

/** A complex value. */
export interface ComplexValue {
  readonly real: Value;
  readonly imaginary: Value;
}

/**
 * A value of a C type, by representation: `int` number, `wide` {@link Wide}, `big` bigint, `float`
 * number, `soft` FloatValue, `complex` ComplexValue, `vector` array of its elements, `bytes`
 * Uint8Array (immutable).
 */
export type Value = Wide | FloatValue | ComplexValue | Uint8Array | readonly Value[];

/** The representation of values of a C type. Sizes are storage sizes in bytes. */
export type Representation =
  /** Integers up to 32 bits; `bool` has bits 1 and size 1. ILP32 pointers are unsigned 32-bit. */
  | { readonly kind: 'int'; readonly bits: number; readonly signed: boolean; readonly size: number }
  | { readonly kind: 'wide'; readonly signed: boolean; readonly size: 8 }
  | { readonly kind: 'big'; readonly signed: boolean; readonly size: 16 }
  /** float (size 4) and double (size 8) as JavaScript numbers. NaN payloads and signs are not kept. */
  | { readonly kind: 'float'; readonly size: 4 | 8 }
  | { readonly kind: 'soft'; readonly format: FloatFormat; readonly size: number }
  | { readonly kind: 'complex'; readonly part: Representation; readonly size: number }
  | { readonly kind: 'vector'; readonly element: Representation; readonly count: number; readonly size: number }
  | { readonly kind: 'bytes'; readonly size: number };

export type IntRepresentation = Representation & { readonly kind: 'int' };

const FLOATS: Readonly<Record<FloatName, FloatFormat | null>> = {
  _Float16: HALF,
  float: null,
  _Float32: null,
  double: DOUBLE,
  _Float64: DOUBLE,
  _Float32x: DOUBLE,
  'long double': X87_EXTENDED,
  _Float64x: X87_EXTENDED,
  _Float128: QUAD,
  _Decimal32: null,
  _Decimal64: null,
  _Decimal128: null,
};

/** Returns the representation. @throws {Halt} for types that are not modelled and for incomplete ones */
export function representationOf(type: CType, layout: Layout): Representation {
  switch (type.kind) {
    case 'integer':
    case 'enum': {
      const bits = layout.integerWidth(type);
      const signed = layout.isSigned(type);
      if (bits === 64) return { kind: 'wide', signed, size: 8 };
      if (bits === 128) return { kind: 'big', signed, size: 16 };
      return { kind: 'int', bits, signed, size: Math.ceil(bits / 8) };
    }
    case 'pointer':
      return layout.pointerSize === 8
        ? { kind: 'wide', signed: false, size: 8 }
        : { kind: 'int', bits: 32, signed: false, size: 4 };
    case 'float': {
      if (type.name.startsWith('_Decimal')) return unsupported('decimal floating-point arithmetic');
      const size = sizeOf(type, layout);
      if (size === 4 || size === 8) return { kind: 'float', size };
      const format = FLOATS[type.name];
      return format === null ? unsupported(type.name) : { kind: 'soft', format, size };
    }
    case 'complex': {
      const part = representationOf(type.base, layout);
      return { kind: 'complex', part, size: 2 * part.size };
    }
    case 'vector': {
      const element = representationOf(type.element, layout);
      return { kind: 'vector', element, count: type.count, size: element.size * type.count };
    }
    case 'struct':
    case 'union':
    case 'array':
      return { kind: 'bytes', size: sizeOf(type, layout) };
    case 'void':
      return { kind: 'bytes', size: 0 };
    case 'function':
      return unsupported('a function as a value');
  }
}

/** Returns the size in bytes of an object of complete type and fixed size. @throws {Halt} otherwise */
export function sizeOf(type: CType, layout: Layout): number {
  const size = layout.sizeOf(type);
  if (size === null) return unsupported(`an object of incomplete or variable ${type.kind} type`);
  return Number(size);
}

export function isScalarType(type: CType): boolean {
  return type.kind === 'integer' || type.kind === 'enum' || type.kind === 'pointer' || type.kind === 'float';
}

/** Returns 0 in that representation. */
export function zeroOf(representation: Representation): Value {
  switch (representation.kind) {
    case 'int':
    case 'wide':
    case 'float':
      return 0;
    case 'big':
      return 0n;
    case 'soft':
      return { kind: 'finite', negative: false, significand: 0n, exponent: 0 };
    case 'complex':
      return { real: zeroOf(representation.part), imaginary: zeroOf(representation.part) };
    case 'vector':
      return Array.from({ length: representation.count }, () => zeroOf(representation.element));
    case 'bytes':
      return new Uint8Array(representation.size);
  }
}
