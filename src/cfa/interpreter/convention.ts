import { type Conversion, integerConversion } from './convert.ts';
import type { Representation, Value } from './values.ts';

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

/** The result of a library function as a value of the type that the program declares. */
export function fitResult(value: Value, to: Representation): Value {
  if (typeof value === 'number' && (to.kind === 'int' || to.kind === 'wide') && !Number.isInteger(value)) return value;
  if (to.kind === 'int') {
    const from: Representation = { kind: 'wide', signed: true, size: 8 };
    return typeof value === 'number' || typeof value === 'bigint'
      ? (integerConversion(from, to) ?? ((same) => same))(value)
      : value;
  }
  if (to.kind === 'wide' && (typeof value === 'number' || typeof value === 'bigint')) {
    return (integerConversion({ kind: 'wide', signed: !to.signed, size: 8 }, to) ?? ((same) => same))(value);
  }
  return value;
}
