import type { Aig, Edge } from './aig.ts';
import { NO, YES } from './aig.ts';
import { add, type Bits } from './circuits.ts';

/** A multiple of the multiplicand: by 2^shift where `when` holds, added or subtracted. */
interface Digit {
  readonly when: Edge;
  readonly shift: number;
  readonly negative: boolean;
}

/**
 * a * b modulo the width, by adding shifted copies of one operand, one for each digit of the other.
 * Runs of equal bits count as two digits (a signed extension as one); a constant has the digits of its
 * canonical signed form (Reitwiesner 1960).
 */
export function multiply(g: Aig, a: Bits, b: Bits): Edge[] {
  if (!isConstant(a) && same(a, b)) return square(g, a);
  const ofA = digits(a);
  const ofB = digits(b);
  return ofA.length < ofB.length ? sumOfMultiples(g, b, ofA) : sumOfMultiples(g, a, ofB);
}

function same(a: Bits, b: Bits): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Half the work of a product: a_i * a_j and a_j * a_i together are one bit, one place higher. */
function square(g: Aig, a: Bits): Edge[] {
  const width = a.length;
  let result: Edge[] = new Array(width).fill(NO);
  for (let i = 0; 2 * i < width; i++) {
    // The row begins with a_i * a_i at place 2 i; the place above has nothing.
    const row: Edge[] = [a[i], NO];
    for (let j = i + 1; i + j + 1 < width; j++) row.push(g.and(a[i], a[j]));
    row.length = width - 2 * i;
    result = result.slice(0, 2 * i).concat(add(g, result.slice(2 * i), row));
  }
  return result;
}

function digits(bits: Bits): Digit[] {
  return isConstant(bits) ? canonicalDigits(bits) : runs(bits);
}

function isConstant(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] > YES) return false;
  return true;
}

/**
 * Digits -1, 0, 1 such that no two neighbours are both non-zero: from the least significant one, with
 * a carry.
 */
function canonicalDigits(bits: Bits): Digit[] {
  const out: Digit[] = [];
  let carry = 0;
  for (let i = 0; i < bits.length; i++) {
    const sum = bits[i] + carry;
    if (sum === 1) {
      const next = i + 1 < bits.length ? bits[i + 1] : 0;
      out.push({ when: YES, shift: i, negative: next === 1 });
      carry = next;
    } else carry = sum >> 1;
  }
  return out;
}

function runs(bits: Bits): Digit[] {
  const out: Digit[] = [];
  for (let i = 0; i < bits.length; ) {
    let end = i + 1;
    while (end < bits.length && bits[end] === bits[i]) end++;
    const when = bits[i];
    if (when === NO) {
      i = end;
      continue;
    }
    if (end === bits.length && end - i > 1) out.push({ when, shift: i, negative: true });
    else if (end - i > 2) out.push({ when, shift: i, negative: true }, { when, shift: end, negative: false });
    else for (let k = i; k < end; k++) out.push({ when, shift: k, negative: false });
    i = end;
  }
  return out;
}

function sumOfMultiples(g: Aig, a: Bits, of: readonly Digit[]): Edge[] {
  const width = a.length;
  let sum: Edge[] = new Array(width).fill(NO);
  // Added rows come first: adding to zero takes no gates.
  const ordered = [...of.filter(({ negative }) => !negative), ...of.filter(({ negative }) => negative)];
  for (const { when, shift, negative } of ordered) {
    if (shift >= width) continue;
    // Below the shift nothing changes. Subtraction adds the inverted bits and 1 where the digit is active.
    const row: Edge[] = [];
    for (let i = 0; i + shift < width; i++) row.push(g.and(when, negative ? a[i] ^ 1 : a[i]));
    const low = sum.slice(0, shift);
    sum = low.concat(add(g, sum.slice(shift), row, negative ? when : NO));
  }
  return sum;
}
