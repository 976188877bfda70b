import { type Conversion, integerConversion } from './convert.ts';
import type { Representation } from './values.ts';

/**
 * Returns how a value passed as `from` arrives as `to`, if caller and callee disagree about the type.
 * Integers and pointers in registers or stack words are cut (LP64), and equal sizes are reinterpreted.
 * A value of any other type is in a different place.
 */
export function compatible(
  from: Representation,
  to: Representation,
  pointerSize: 4 | 8,
): Conversion | 'same' | 'different' {
  if (from.kind === to.kind && from.size === to.size) {
    return isWord(from) && isWord(to) ? (integerConversion(from, to) ?? 'same') : 'same';
  }
  if (from.kind === 'int' && to.kind === 'int') return integerConversion(from, to) ?? 'same';
  if (from.kind === 'wide' && to.kind === 'int' && pointerSize === 8) return integerConversion(from, to) ?? 'same';
  return 'different';
}

function isWord(representation: Representation): representation is Representation & { readonly kind: 'int' | 'wide' } {
  return representation.kind === 'int' || representation.kind === 'wide';
}

/** Returns the conversion of a library function's result to the type that the program declares. */
export function resultFitter(to: Representation): Conversion {
  if (to.kind !== 'int' && to.kind !== 'wide') return (value) => value;
  const from = { kind: 'wide', signed: to.kind === 'int' || !to.signed, size: 8 } as const;
  const convert = integerConversion(from, to);
  if (convert === null) return (value) => value;
  return (value) =>
    typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)) ? convert(value) : value;
}
