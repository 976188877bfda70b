import type { ArrayVersion } from '../../logic/terms/array-version.ts';
import type { KnownBits } from './known-bits.ts';

/** The value of a term that has, or may have, different values for different values of the unknowns. */
export const ANY = Symbol('any value');

/**
 * Value of a term: a boolean for Bool, an unsigned pattern for bit-vectors and floats. Elements of an
 * array may be unknown, and so may single bits of a bit-vector.
 */
export type PartialValue = boolean | bigint | KnownBits | ArrayVersion<PartialValue> | typeof ANY;
