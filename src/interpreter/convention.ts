import { type Conversion, integerConversion } from './convert.ts';
import type { Representation } from './values.ts';

/**
 * Whether a value handed over as `from` arrives as `to` when caller and callee disagree about the type: integers and pointers in
 * registers or stack words are cut (LP64), equal sizes are reinterpreted; anything else finds its argument in another place.
 */
export function compatible(from: Representation, to: Representation, pointerSize: 4 | 8): Conversion | 'same' | 'different' {
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

/** What makes the result of a library function a value of the type that the program declares. */
export function resultFitter(to: Representation): Conversion {
  if (to.kind !== 'int' && to.kind !== 'wide') return (value) => value;
  const from = { kind: 'wide', signed: to.kind === 'int' || !to.signed, size: 8 } as const;
  const convert = integerConversion(from, to);
  if (convert === null) return (value) => value;
  return (value) => (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)) ? convert(value) : value);
}
