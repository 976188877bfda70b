import { data, HEADER, moved, NO_CLAUSE } from './arena';
import { freeWords, longerWords, NO_WORDS, newWords, Words } from './memory';

/**
 * The watches of every literal's clauses (Moskewicz et al. 2001). A watch is a pair of a blocker and a
 * tag. The blocker is some other literal of the clause; while it is true, the clause need not be read
 * (Een, Sorensson 2005). The tag is the clause. A clause of two literals has its complement as the tag
 * (negative) and the other literal as the blocker. Such a clause need not be read at all.
 *
 * All lists lie in one pool; one that outgrows its place moves to the end.
 */

/**
 * Words of `heads` per literal: where its list begins in the pool, its length and its capacity in
 * words.
 */
export const HEAD: i32 = 4;
export const START: i32 = 0;
export const LENGTH: i32 = 1;
const CAPACITY: i32 = 2;
const LEAST_CAPACITY: i32 = 1 << 10;

export let heads: Words = NO_WORDS;
let capacity: i32 = LEAST_CAPACITY;
export let pool: Words = newWords(LEAST_CAPACITY);
let end: i32 = 0;

export function reserve(count: i32, wanted: i32): void {
  heads = longerWords(heads, HEAD * 2 * count, HEAD * 2 * wanted);
}

/** Watches the first two literals of a clause. */
export function watch(ref: i32): void {
  const first = data[ref + HEADER];
  const second = data[ref + HEADER + 1];
  const tag = data[ref] === 2 ? ~ref : ref;
  push(first, second, tag);
  push(second, first, tag);
}

export function push(literal: i32, blocker: i32, tag: i32): void {
  const head = HEAD * literal;
  const length = heads[head + LENGTH];
  if (length === heads[head + CAPACITY]) enlarge(head);
  const at = heads[head + START] + length;
  pool[at] = blocker;
  pool[at + 1] = tag;
  heads[head + LENGTH] = length + 2;
}

/** Removes a clause from both of its lists. */
export function unwatch(ref: i32): void {
  const tag = data[ref] === 2 ? ~ref : ref;
  remove(data[ref + HEADER], tag);
  remove(data[ref + HEADER + 1], tag);
}

function remove(literal: i32, tag: i32): void {
  const head = HEAD * literal;
  let at = heads[head + START];
  const last = at + heads[head + LENGTH] - 2;
  while (pool[at + 1] !== tag) at += 2;
  pool[at] = pool[last];
  pool[at + 1] = pool[last + 1];
  heads[head + LENGTH] -= 2;
}

function enlarge(head: i32): void {
  const start = heads[head + START];
  const old = heads[head + CAPACITY];
  const larger = old === 0 ? 4 : 2 * old;
  const atEnd = start + old === end;
  const place = atEnd ? start : end;
  end = place + larger;
  if (end > capacity) {
    const wanted = max(end, 2 * capacity);
    pool = longerWords(pool, capacity, wanted);
    capacity = wanted;
  }
  if (!atEnd) for (let i = 0; i < old; i++) pool[place + i] = pool[start + i];
  heads[head + START] = place;
  heads[head + CAPACITY] = larger;
}

/**
 * Updates the watches after a collection of the arena: drops those of garbage, follows the other
 * clauses, and packs the pool. Clauses of two literals come first, because they cost least and give
 * the shortest reasons.
 */
export function follow(old: Words, variableCount: i32): void {
  let total = 0;
  for (let literal = 0; literal < 2 * variableCount; literal++) total += heads[HEAD * literal + LENGTH];
  const room = max(LEAST_CAPACITY, (((total as i64) * 3) / 2) as i32);
  const packed = newWords(room);
  end = 0;
  for (let literal = 0; literal < 2 * variableCount; literal++) {
    const head = HEAD * literal;
    const start = heads[head + START];
    const stop = start + heads[head + LENGTH];
    const place = end;
    // Long clauses are gathered at the beginning of the old list, in the part that has been read.
    let long = start;
    for (let at = start; at < stop; at += 2) {
      const tag = pool[at + 1];
      const ref = moved(old, tag < 0 ? ~tag : tag);
      if (ref === NO_CLAUSE) continue;
      if (data[ref] === 2) {
        packed[end++] = data[ref + HEADER] ^ data[ref + HEADER + 1] ^ literal;
        packed[end++] = ~ref;
      } else {
        pool[long++] = pool[at];
        pool[long++] = ref;
      }
    }
    for (let at = start; at < long; at++) packed[end++] = pool[at];
    heads[head + START] = place;
    heads[head + LENGTH] = end - place;
    heads[head + CAPACITY] = end - place;
  }
  freeWords(pool, capacity);
  pool = packed;
  capacity = room;
}
