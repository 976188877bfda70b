import * as arena from './arena';
import { HEADER } from './arena';
import { longerWords, NO_WORDS, Vector, Words } from './memory';
import * as trail from './trail';

/**
 * The clauses of the problem by the literals that they hold, while clauses are simplified at level 0.
 * Learnt clauses are not among them.
 */

/**
 * List heads by literal: where the list begins in `links`, as pairs of a clause and the next pair; 0
 * ends it.
 */
let lists: Words = NO_WORDS;
/** Upper bounds of the lengths of the lists, by literal. */
export let counts: Words = NO_WORDS;
const links = new Vector();

export function reserve(count: i32, wanted: i32): void {
  lists = longerWords(lists, 2 * count, 2 * wanted);
  counts = longerWords(counts, 2 * count, 2 * wanted);
}

/** Lists all clauses. */
export function build(variableCount: i32): void {
  clear(variableCount);
  // There are nearly as many pairs as literals.
  links.reserve(2 * (arena.end >> 1));
  // No pair begins at 0.
  links.push(0);
  links.push(0);
  for (let ref = 1; ref < arena.end; ref = arena.next(ref))
    if (!arena.isLearnt(ref) && !arena.isGarbage(ref)) enter(ref);
}

export function clear(variableCount: i32): void {
  for (let literal = 0; literal < 2 * variableCount; literal++) {
    lists[literal] = 0;
    counts[literal] = 0;
  }
  links.free();
}

/** Lists a clause with all of its literals. */
export function enter(ref: i32): void {
  const end = ref + HEADER + arena.data[ref];
  for (let at = ref + HEADER; at < end; at++) {
    const literal = arena.data[at];
    const place = links.length;
    links.push(ref);
    links.push(lists[literal]);
    lists[literal] = place;
    counts[literal]++;
  }
}

/**
 * Gathers in `to` the clauses that hold a literal; those that are true at level 0 are discarded.
 * Returns the number of words read.
 */
export function gather(literal: i32, to: Vector): i32 {
  to.clear();
  let read = 0;
  let last = 0;
  for (let at = lists[literal]; at !== 0; ) {
    const ref = links.items[at];
    const next = links.items[at + 1];
    read++;
    if (!arena.isGarbage(ref) && isSatisfied(ref)) arena.discard(ref);
    if (arena.isGarbage(ref)) {
      if (last === 0) lists[literal] = next;
      else links.items[last + 1] = next;
      counts[literal]--;
    } else {
      read += arena.data[ref];
      to.push(ref);
      last = at;
    }
    at = next;
  }
  return read;
}

function isSatisfied(ref: i32): bool {
  const end = ref + HEADER + arena.data[ref];
  for (let at = ref + HEADER; at < end; at++) if (trail.values[arena.data[at]] > 0) return true;
  return false;
}
