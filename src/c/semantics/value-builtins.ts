import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { isInteger } from '../types/type-tools.ts';
import type { CType } from '../types/types.ts';

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
