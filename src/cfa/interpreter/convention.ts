import { type Conversion, conversion } from './convert.ts';
import type { Representation, Value } from './values.ts';

/**
 * Whether a value handed over as `from` arrives as `to` when caller and callee disagree about the type: integers and pointers in
 * registers or stack words are cut (LP64), equal sizes are reinterpreted; anything else finds its argument in another place.
 */
export function compatible(from: Representation, to: Representation, pointerSize: 4 | 8): Conversion | 'same' | 'different' {
  if (from.kind === to.kind && from.size === to.size) {
    if (from.kind === 'int' || from.kind === 'wide') return conversion(from, to) ?? 'same';
    return 'same';
  }
  if (from.kind === 'int' && to.kind === 'int') return conversion(from, to) ?? 'same';
  if (from.kind === 'wide' && to.kind === 'int' && pointerSize === 8) return conversion(from, to) ?? 'same';
  return 'different';
}

/** The result of a library function as a value of the type that the program declares. */
export function fitResult(value: Value, to: Representation): Value {
  if (typeof value === 'number' && (to.kind === 'int' || to.kind === 'wide') && !Number.isInteger(value)) return value;
  if (to.kind === 'int') {
    const from: Representation = { kind: 'wide', signed: true, size: 8 };
    return typeof value === 'number' || typeof value === 'bigint' ? (conversion(from, to) ?? ((same) => same))(value) : value;
  }
  if (to.kind === 'wide' && (typeof value === 'number' || typeof value === 'bigint')) {
    return (conversion({ kind: 'wide', signed: !to.signed, size: 8 }, to) ?? ((same) => same))(value);
  }
  return value;
}
