import * as arena from './arena';
import { HEADER, NO_CLAUSE } from './arena';
import { longerWords, NO_WORDS, Vector, Words } from './memory';
import * as occurrences from './occurrences';
import * as proof from './proof-log';
import * as root from './root';
import * as trail from './trail';

/**
 * Removes clauses of the problem that others subsume, and literals by self-subsuming resolution (Een,
 * Biere 2005). A clause removes its supersets, and removes a literal from a clause that is a superset
 * except for that literal's sign.
 */

/** The clauses of a literal in more clauses than this are not searched. */
const MOST_CLAUSES: i32 = 400;
/** Longer clauses subsume next to nothing. */
const LONGEST: i32 = 40;

/** Clauses that have not been compared with others yet; the last one is taken first. */
const queue = new Vector();
let stamps: Words = NO_WORDS;
let stamp: i32 = 0;
const others = new Vector();
const shorter = new Vector();
/** Variables of clauses that were removed or shortened. */
export const touched = new Vector();
export let subsumed: f64 = 0;
export let strengthened: f64 = 0;

export function reserve(count: i32, wanted: i32): void {
  stamps = longerWords(stamps, 2 * count, 2 * wanted);
}

/** Begins with all clauses that have not been compared yet. */
export function begin(): void {
  queue.clear();
  touched.clear();
  for (let ref = 1; ref < arena.end; ref = arena.next(ref))
    if (!arena.isLearnt(ref) && !arena.isGarbage(ref) && !arena.isCompared(ref)) queue.push(ref);
}

export function clear(): void {
  queue.free();
  touched.free();
}

/** Adds a clause of the problem and schedules its comparison. */
export function add(literals: Vector, node: i32): void {
  const ref = root.add(literals, 0, node);
  if (ref === NO_CLAUSE) return;
  occurrences.enter(ref);
  queue.push(ref);
}

/** Compares the next clause with others; returns the words read, or -1 if none is left. */
export function step(): i32 {
  if (queue.length === 0) return -1;
  const ref = queue.items[--queue.length];
  if (arena.isGarbage(ref)) return 1;
  arena.setCompared(ref);
  const size = arena.data[ref];
  if (size > LONGEST) return size;
  stamp++;
  let rarest = arena.data[ref + HEADER];
  for (let at = ref + HEADER; at < ref + HEADER + size; at++) {
    const literal = arena.data[at];
    // A clause that becomes shorter at level 0 is not in the arena yet.
    if (trail.values[literal] !== 0) return size;
    stamps[literal] = stamp;
    if (occurrencesOf(literal) < occurrencesOf(rarest)) rarest = literal;
  }
  return 2 * size + compare(ref, rarest) + compare(ref, rarest ^ 1);
}

function occurrencesOf(literal: i32): i32 {
  return occurrences.counts[literal] + occurrences.counts[literal ^ 1];
}

/** Compares a clause, whose literals are stamped, with those that hold `literal`. */
function compare(ref: i32, literal: i32): i32 {
  if (occurrences.counts[literal] > MOST_CLAUSES) return 1;
  let read = occurrences.gather(literal, others);
  const size = arena.data[ref];
  for (let i = 0; i < others.length && !arena.isGarbage(ref) && root.isOpen; i++) {
    const other = others.items[i];
    if (other === ref || arena.data[other] < size || arena.isGarbage(other)) continue;
    read += arena.data[other];
    let missing = size;
    let opposite = -1;
    const end = arena.next(other);
    for (let at = other + HEADER; at < end; at++) {
      const each = arena.data[at];
      if (stamps[each] === stamp) missing--;
      else if (stamps[each ^ 1] === stamp) {
        if (opposite >= 0) break;
        opposite = each;
        missing--;
      }
    }
    if (missing > 0) continue;
    touch(other);
    if (opposite < 0) {
      subsumed++;
      arena.discard(other);
    } else strengthen(other, opposite, ref);
  }
  return read;
}

/** Removes a literal from a clause by resolution with another. */
function strengthen(ref: i32, literal: i32, by: i32): void {
  strengthened++;
  shorter.clear();
  if (proof.isOn) {
    proof.begin(arena.node(ref));
    proof.resolve(literal >> 1, arena.node(by));
  }
  const end = arena.next(ref);
  for (let at = ref + HEADER; at < end; at++) {
    const each = arena.data[at];
    if (each === literal) continue;
    if (trail.values[each] < 0) {
      if (proof.isOn) proof.resolve(each >> 1, proof.unit(each >> 1));
    } else shorter.push(each);
  }
  arena.discard(ref);
  add(shorter, proof.isOn ? proof.end() : proof.NO_NODE);
}

/** Records that the clause is about to change: its variables may be worth another try. */
export function touch(ref: i32): void {
  const end = arena.next(ref);
  for (let at = ref + HEADER; at < end; at++) touched.push(arena.data[at] >> 1);
}
