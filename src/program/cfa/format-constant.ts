import type { FloatValue } from '../../base/float.ts';
import { fromNumber, toNumber } from '../../base/float-bits.ts';
import { compare } from '../../base/softfloat.ts';
import { formatType } from '../../c/types/type-format.ts';
import type { CType, FloatType } from '../../c/types/types.ts';

/** Formats a number as a C literal (or a short expression) of the given type. */
export function formatInteger(type: CType, value: bigint): string {
  if (type.kind === 'pointer') return value === 0n ? 'NULL' : `(${formatType(type)})${value}`;
  if (type.kind === 'enum') {
    return type.definition.constants.find((constant) => constant.value === value)?.name ?? value.toString();
  }
  if (type.kind !== 'integer') return value.toString();
  switch (type.name) {
    case 'uint':
      return `${value}u`;
    case 'long':
      return lowest(value, 63n) ? `(-${-value - 1n}L - 1)` : `${value}L`;
    case 'llong':
      return lowest(value, 63n) ? `(-${-value - 1n}LL - 1)` : `${value}LL`;
    case 'ulong':
      return `${value}ul`;
    case 'ullong':
      return `${value}ull`;
    case 'int':
      return lowest(value, 31n) ? `(-${-value - 1n} - 1)` : value.toString();
    default:
      return value.toString();
  }
}

function lowest(value: bigint, bits: bigint): boolean {
  return value === -(1n << bits);
}

const SUFFIXES: Readonly<Partial<Record<FloatType['name'], string>>> = {
  float: 'f',
  double: '',
  'long double': 'L',
  _Float128: 'q',
  _Float16: 'f16',
  _Float32: 'f32',
  _Float64: 'f64',
  _Float32x: 'f32x',
  _Float64x: 'f64x',
  _Decimal32: 'df',
  _Decimal64: 'dd',
  _Decimal128: 'dl',
};

/**
 * Returns the shortest decimal literal that reads back as the value. It is hexadecimal where a double
 * cannot hold the value.
 */
export function formatFloatConstant(type: FloatType, value: FloatValue): string {
  if (value.kind === 'nan') return value.negative ? '-NAN' : 'NAN';
  if (value.kind === 'infinity') return value.negative ? '-INFINITY' : 'INFINITY';
  const suffix = SUFFIXES[type.name] ?? '';
  const number = toNumber(value);
  if (!Number.isFinite(number) || compare(fromNumber(number), value) !== 0) {
    return `${value.negative ? '-' : ''}0x${value.significand.toString(16)}p${value.exponent}${suffix}`;
  }
  const text = type.name === 'float' ? shortestFloat(number) : Object.is(number, -0) ? '-0' : String(number);
  return `${/[.e]/.test(text) ? text : `${text}.0`}${suffix}`;
}

/**
 * An expression of GCC for a floating value that C has no constant for, from its text by
 * {@link formatFloatConstant}. Null for other texts and types.
 */
export function specialConstant(type: string, text: string): string | null {
  const [, sign, name] = /^(-?)(NAN|INFINITY)$/.exec(text) ?? [];
  const suffixes: Readonly<Record<string, string>> = { float: 'f', double: '', 'long double': 'l' };
  const suffix = suffixes[type.replace(/\b(const|volatile) /g, '')];
  if (suffix === undefined || sign === undefined) return null;
  return `${sign}__builtin_${name === 'NAN' ? `nan${suffix}("")` : `inf${suffix}()`}`;
}

function shortestFloat(value: number): string {
  if (Object.is(value, -0)) return '-0';
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}
