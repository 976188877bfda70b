import { moved, NO_CLAUSE } from './arena';
import * as heap from './heap';
import { Bytes, longerBytes, longerWords, NO_BYTES, NO_WORDS, Vector, Words } from './memory';
import * as phases from './phases';
import * as queue from './queue';

/** The partial assignment: the true literals, their decision levels and their reasons. */

/** Value by literal: 1 true, -1 false, 0 open. */
export let values: Bytes = NO_BYTES;
/**
 * Level and reason of an assigned variable: the number of decisions before it, and the clause that
 * forced it; `NO_CLAUSE` for decisions and at level 0.
 */
export let levels: Words = NO_WORDS;
export let reasons: Words = NO_WORDS;
/**
 * Literals in the order in which they became true; `size` of them; those before `head` have been
 * propagated.
 */
export let literals: Words = NO_WORDS;
export let size: i32 = 0;
export let head: i32 = 0;
/** Where on the trail each level from 1 begins. */
const begins = new Vector();

export function reserve(count: i32, wanted: i32): void {
  values = longerBytes(values, 2 * count, 2 * wanted);
  levels = longerWords(levels, count, wanted);
  reasons = longerWords(reasons, count, wanted);
  literals = longerWords(literals, count, wanted);
}

/** Number of decisions, assumptions included. */
export function level(): i32 {
  return begins.length;
}

/** Where on the trail a level begins: level 0 at 0, the next level at `size`. */
export function begin(wanted: i32): i32 {
  if (wanted === 0) return 0;
  return wanted <= begins.length ? begins.items[wanted - 1] : size;
}

export function openLevel(): void {
  begins.push(size);
}

export function assign(literal: i32, reason: i32): void {
  const variable = literal >> 1;
  values[literal] = 1;
  values[literal ^ 1] = -1;
  levels[variable] = begins.length;
  reasons[variable] = reason;
  literals[size++] = literal;
}

/**
 * Records the result of propagation: literals up to `newSize` on the trail, those before `newHead`
 * propagated.
 */
export function advance(newHead: i32, newSize: i32): void {
  head = newHead;
  size = newSize;
}

/** Undoes the literals of all levels above `to`, the last one first, keeping their phases. */
export function backtrack(to: i32): void {
  if (to >= begins.length) return;
  const first = begins.items[to];
  for (let at = size - 1; at >= first; at--) {
    const literal = literals[at];
    values[literal] = 0;
    values[literal ^ 1] = 0;
    phases.save(literal);
    if (queue.isOn) queue.release(literal >> 1);
    else heap.insert(literal >> 1);
  }
  size = first;
  head = first;
  begins.length = to;
}

/** Updates the reasons after a collection of the arena, which returned `old`. */
export function follow(old: Words): void {
  for (let at = 0; at < size; at++) {
    const variable = literals[at] >> 1;
    if (reasons[variable] !== NO_CLAUSE) reasons[variable] = moved(old, reasons[variable]);
  }
}
