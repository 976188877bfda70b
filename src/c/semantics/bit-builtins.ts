import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { type BitBuiltin, bitBuiltinNamed } from '../builtins/special-builtins.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { BOOL, INT, isInteger, UINT, unqualified } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { CType, IntegerType } from '../types/types.ts';
import { tryConstantInteger } from './constants.ts';
import { assigned } from './conversions.ts';
import { integerNode } from './nodes.ts';

/**
 * Checks and builds calls of builtins on the bits of integers of any type, whose argument is not
 * promoted. `__builtin_clzg` and its kin take a second argument, the result for 0. `__builtin_stdc_*`
 * have a result for every value.
 */
export function bitBuiltin(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const [value, second] = list;
  const two = /rotate/.test(name);
  const optional = /_c[lt]zg$/.test(name);
  if (value === undefined || (two && second === undefined)) throw failure('C1416', ['few', name], at);
  if (list.length > (two || optional ? 2 : 1)) throw failure('C1416', ['many', name], at);
  const type = unqualified(value.type);
  if (!isInteger(type) || type.kind === 'enum' || isBool(type)) throw failure('C1422', [name, formatType(type)], at);
  const signed = /_(clrsbg|ffsg)$/.test(name);
  if (c.layout.isSigned(type) !== signed) throw failure('C1422', [name, formatType(type)], at);
  const constant = foldedBits(c, name, list, type, at);
  if (constant !== null) return constant;
  const rest = second === undefined ? [] : [assigned(c, second, two ? UINT : INT, 'argument')];
  return { kind: 'builtin', name, type: resultOf(name, type), at, arguments: [value, ...rest] };
}

function isBool(type: CType): boolean {
  return type.kind === 'integer' && type.name === 'bool';
}

function resultOf(name: string, argument: CType): CType {
  if (/(bit_floor|bit_ceil|rotate_left|rotate_right)$/.test(name)) return argument;
  if (name.endsWith('has_single_bit')) return BOOL;
  return name.includes('_stdc_') ? UINT : INT;
}

function foldedBits(
  c: Context,
  name: string,
  list: readonly Expression[],
  type: IntegerType,
  at: SourceLocation,
): Expression | null {
  const [value, second] = list.map((e) => tryConstantInteger(c, e));
  if (value === null || second === null) return null;
  const width = c.layout.integerWidth(type);
  const result = bitValue(bitBuiltinNamed(name)!, BigInt.asUintN(width, value), width, second ?? null);
  return result === null ? null : integerNode(result, resultOf(name, type), at);
}

/** Computes a builtin on `value`, which has `width` bits. Null where the result is undefined. */
function bitValue(name: BitBuiltin, value: bigint, width: number, second: bigint | null): bigint | null {
  const bits = value.toString(2).padStart(width, '0');
  const reversed = [...bits].reverse().join('');
  const ones = BigInt(bits.replaceAll('0', '').length);
  const all = BigInt(width);
  const first = (text: string, digit: string): bigint => BigInt(text.indexOf(digit));
  const run = (text: string, end: string): bigint => (text.includes(end) ? first(text, end) : all);
  switch (name) {
    case 'clzg':
      return value === 0n ? second : first(bits, '1');
    case 'ctzg':
      return value === 0n ? second : first(reversed, '1');
    case 'ffsg':
    case 'first_trailing_one':
      return first(reversed, '1') + 1n;
    case 'clrsbg':
      return run(bits, bits[0] === '0' ? '1' : '0') - 1n;
    case 'parityg':
      return ones % 2n;
    case 'popcountg':
    case 'count_ones':
      return ones;
    case 'count_zeros':
      return all - ones;
    case 'has_single_bit':
      return ones === 1n ? 1n : 0n;
    case 'leading_zeros':
      return run(bits, '1');
    case 'leading_ones':
      return run(bits, '0');
    case 'trailing_zeros':
      return run(reversed, '1');
    case 'trailing_ones':
      return run(reversed, '0');
    case 'first_leading_zero':
      return first(bits, '0') + 1n;
    case 'first_leading_one':
      return first(bits, '1') + 1n;
    case 'first_trailing_zero':
      return first(reversed, '0') + 1n;
    case 'bit_width':
      return all - run(bits, '1');
    case 'bit_floor':
      return value === 0n ? 0n : 1n << (all - 1n - first(bits, '1'));
    case 'bit_ceil':
      return value <= 1n ? 1n : BigInt.asUintN(width, 1n << BigInt((value - 1n).toString(2).length));
    case 'rotate_left':
    case 'rotate_right': {
      const count = BigInt.asUintN(32, second!) % all;
      const left = name === 'rotate_left' ? count : (all - count) % all;
      return BigInt.asUintN(width, (value << left) | (value >> (all - left)));
    }
  }
}
