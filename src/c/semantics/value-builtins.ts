import { infinity, POSITIVE_NAN } from '../../base/softfloat.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import {
  BOOL,
  DOUBLE,
  FLOAT,
  floatType,
  integerType,
  isInteger,
  isPointer,
  LONG_DOUBLE,
  pointerTo,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { CType, FloatName, FloatType, IntegerName } from '../types/types.ts';
import { assigned } from './conversions.ts';

/**
 * Folds bit-counting and byte-swapping builtins of a literal. Null for other arguments and builtins,
 * and where the result is undefined.
 */
export function foldedValueBuiltin(
  c: Context,
  name: string,
  list: readonly Expression[],
  type: CType,
  at: SourceLocation,
): Expression | null {
  const [argument] = list;
  if (argument?.kind !== 'integer' || !isInteger(argument.type)) return null;
  const width = c.layout.integerWidth(argument.type);
  const bits = BigInt.asUintN(width, argument.value).toString(2).padStart(width, '0');
  const value = bitOperation(name.slice('__builtin_'.length), bits);
  return value === null ? null : { kind: 'integer', type, at, value };
}

/** Computes the operation on `bits`, most significant first. */
function bitOperation(name: string, bits: string): bigint | null {
  const ones = bits.replaceAll('0', '').length;
  switch (name.replace(/(ll|l|16|32|64|128)$/, '')) {
    case 'popcount':
      return BigInt(ones);
    case 'parity':
      return BigInt(ones % 2);
    case 'clz':
      return ones === 0 ? null : BigInt(bits.indexOf('1'));
    case 'ctz':
      return ones === 0 ? null : BigInt(bits.length - 1 - bits.lastIndexOf('1'));
    case 'clrsb': {
      const different = bits.indexOf(bits[0] === '0' ? '1' : '0');
      return BigInt((different < 0 ? bits.length : different) - 1);
    }
    case 'bswap': {
      const bytes = bits.match(/.{8}/g)!;
      return BigInt(`0b${bytes.reverse().join('')}`);
    }
    default:
      return null;
  }
}

/**
 * Builds `__builtin_add_overflow` and its kin. The typed forms become the generic one on converted
 * arguments. The exact result of two integers of any types is stored through the pointer (or, `_p`,
 * only compared with the third argument's type).
 */
export function overflowCall(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const typed = /^__builtin_([su])(add|sub|mul)(l|ll)?_overflow$/.exec(name);
  let [a, b, result] = list as [Expression, Expression, Expression];
  let generic = name;
  if (typed) {
    const base: IntegerName = typed[3] === 'll' ? 'llong' : typed[3] === 'l' ? 'long' : 'int';
    const type = integerType((typed[1] === 'u' ? `u${base}` : base) as IntegerName);
    a = assigned(c, a, type, 'argument');
    b = assigned(c, b, type, 'argument');
    result = assigned(c, result, pointerTo(type), 'argument');
    generic = `__builtin_${typed[2]}_overflow`;
  }
  const target = name.endsWith('_p') ? result.type : isPointer(result.type) ? result.type.target : null;
  if (!isInteger(a.type) || !isInteger(b.type) || target === null || !isInteger(target)) {
    throw failure('C1431', [name, formatType(a.type), formatType(b.type), formatType(result.type)], at);
  }
  return { kind: 'builtin', name: generic, type: BOOL, at, arguments: [a, b, result] };
}

/**
 * Returns the value of `__builtin_inf`, `__builtin_huge_val`, `__builtin_nan` and their typed forms.
 * The payload of a NaN is not kept.
 */
export function floatConstant(name: string, at: SourceLocation): Expression {
  const [, kind, suffix] = /^__builtin_(huge_val|inf|nans?)(.*)$/.exec(name)!;
  const value = kind.startsWith('nan') ? POSITIVE_NAN : infinity(false);
  return { kind: 'float', type: typeOf(suffix), at, value };
}

function typeOf(suffix: string): FloatType {
  switch (suffix) {
    case '':
      return DOUBLE;
    case 'f':
      return FLOAT;
    case 'l':
      return LONG_DOUBLE;
    case 'q':
      return floatType('_Float128');
    default:
      return floatType(`_Float${suffix.slice(1)}` as FloatName);
  }
}
