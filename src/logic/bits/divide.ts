import type { Aig, Edge } from './aig.ts';
import { NO, YES } from './aig.ts';
import { type Bits, choose, conditionalNegate } from './circuits.ts';

export interface Division {
  readonly quotient: Edge[];
  readonly remainder: Edge[];
}

/**
 * Unsigned division as SMT-LIB defines it (by zero: all ones, and the dividend), by the restoring
 * method.
 * Bits of the dividend enter from the top, and the divisor is subtracted where the rest stays
 * non-negative. The rest needs no more bits than have entered or than the divisor has.
 * The cost of a constant divisor is therefore its length times the width.
 */
export function divide(g: Aig, a: Bits, b: Bits): Division {
  const width = a.length;
  let length = width;
  while (length > 0 && b[length - 1] === NO) length--;
  const quotient: Edge[] = new Array(width).fill(NO);
  let rest: Edge[] = [];
  // aboveIsZero[k]: all bits of the divisor from k on are zero.
  const aboveIsZero: Edge[] = new Array(width + 1).fill(YES);
  for (let k = width - 1; k >= 0; k--) aboveIsZero[k] = g.and(aboveIsZero[k + 1], b[k] ^ 1);
  for (let i = width - 1; i >= 0; i--) {
    // Bits of a dividend that begins with zeros do not lengthen the rest.
    if (rest.length === 0 && a[i] === NO) quotient[i] = aboveIsZero[0];
    else {
      rest = [a[i], ...rest];
      quotient[i] = step(g, rest, b, aboveIsZero);
      if (rest.length > length) rest.length = length;
    }
  }
  const remainder = Array.from({ length: width }, (_, i) => (i < rest.length ? rest[i] : NO));
  // A rest that was cut to the divisor's length is not the dividend when the divisor is zero.
  const cut = length < width;
  return { quotient, remainder: cut ? choose(g, aboveIsZero[0], a, remainder) : remainder };
}

/** Subtracts b from the rest if it fits; returns whether it did. */
function step(g: Aig, rest: Edge[], b: Bits, aboveIsZero: readonly Edge[]): Edge {
  const n = rest.length;
  const difference: Edge[] = new Array(n);
  let carry: Edge = YES;
  for (let i = 0; i < n; i++) {
    difference[i] = g.xor(g.xor(rest[i], b[i] ^ 1), carry);
    carry = g.majority(rest[i], b[i] ^ 1, carry);
  }
  const fits = g.and(carry, aboveIsZero[n]);
  for (let i = 0; i < n; i++) rest[i] = g.ite(fits, difference[i], rest[i]);
  return fits;
}

/** Signed division towards zero; the remainder has the dividend's sign. */
export function divideSigned(g: Aig, a: Bits, b: Bits): Division {
  const signA = a[a.length - 1];
  const signB = b[b.length - 1];
  const { quotient, remainder } = divide(g, conditionalNegate(g, signA, a), conditionalNegate(g, signB, b));
  return {
    quotient: conditionalNegate(g, g.xor(signA, signB), quotient),
    remainder: conditionalNegate(g, signA, remainder),
  };
}
