import { Bytes, freeWords, longerWords, newWords, Words } from './memory';
import * as proof from './proof-log';

/**
 * All clauses of two literals and more, in one array; the first two literals of each are watched. The
 * index of its first word names a clause. Garbage stays until `collect` moves the others together.
 */

/** Stands for no clause; all others are positive. */
export const NO_CLAUSE: i32 = 0;

/**
 * Words before a clause's literals: its size, its facts (below), and the node of the proof that
 * derives it.
 */
export const HEADER: i32 = 3;
const FACTS: i32 = 1;
const NODE: i32 = 2;

const LEARNT: i32 = 1;
const GARBAGE: i32 = 2;
const USED_SHIFT: i32 = 2;
const USED_MASK: i32 = 3 << USED_SHIFT;
const VIVIFIED: i32 = 16;
const COMPARED: i32 = 32;
const LBD_SHIFT: i32 = 8;
/** All larger values of LBD are treated alike. */
const LBD_LIMIT: i32 = 1023;
const LEAST_CAPACITY: i32 = 1 << 10;

let capacity: i32 = LEAST_CAPACITY;
export let data: Words = newWords(LEAST_CAPACITY);
/** Words in use; word 0 belongs to no clause. */
export let end: i32 = 1;
export let problemCount: i32 = 0;
export let learntCount: i32 = 0;
/** Words of garbage clauses. */
export let wasted: i32 = 0;

/** `lbd` 0: a clause of the problem. */
export function add(literals: Words, length: i32, lbd: i32, node: i32): i32 {
  const ref = end;
  end = ref + HEADER + length;
  if (end > capacity) {
    const wanted = max(end, 2 * capacity);
    data = longerWords(data, capacity, wanted);
    capacity = wanted;
  }
  data[ref] = length;
  data[ref + FACTS] = lbd === 0 ? 0 : LEARNT | (min(lbd, LBD_LIMIT) << LBD_SHIFT);
  data[ref + NODE] = node;
  for (let i = 0; i < length; i++) data[ref + HEADER + i] = literals[i];
  if (lbd === 0) problemCount++;
  else learntCount++;
  return ref;
}

/** The clause behind this one, garbage or not; `end` behind the last. */
export function next(ref: i32): i32 {
  return ref + HEADER + data[ref];
}

export function isLearnt(ref: i32): bool {
  return (data[ref + FACTS] & LEARNT) !== 0;
}

export function isGarbage(ref: i32): bool {
  return (data[ref + FACTS] & GARBAGE) !== 0;
}

/** The number of decision levels among the literals when last counted (Audemard, Simon 2009). */
export function lbd(ref: i32): i32 {
  return data[ref + FACTS] >>> LBD_SHIFT;
}

export function setLbd(ref: i32, lbd: i32): void {
  data[ref + FACTS] = (data[ref + FACTS] & ((1 << LBD_SHIFT) - 1)) | (min(lbd, LBD_LIMIT) << LBD_SHIFT);
}

/** 0 to 3: how many more reductions the clause survives without being used. */
export function used(ref: i32): i32 {
  return (data[ref + FACTS] & USED_MASK) >> USED_SHIFT;
}

export function setUsed(ref: i32, used: i32): void {
  data[ref + FACTS] = (data[ref + FACTS] & ~USED_MASK) | (used << USED_SHIFT);
}

/** Whether vivification of the clause has been tried. */
export function isVivified(ref: i32): bool {
  return (data[ref + FACTS] & VIVIFIED) !== 0;
}

export function setVivified(ref: i32): void {
  data[ref + FACTS] |= VIVIFIED;
}

/** Whether the clause has been compared with all others that it may subsume. */
export function isCompared(ref: i32): bool {
  return (data[ref + FACTS] & COMPARED) !== 0;
}

export function setCompared(ref: i32): void {
  data[ref + FACTS] |= COMPARED;
}

export function node(ref: i32): i32 {
  return data[ref + NODE];
}

export function setNode(ref: i32, node: i32): void {
  data[ref + NODE] = node;
}

export function discard(ref: i32): void {
  data[ref + FACTS] |= GARBAGE;
  wasted += HEADER + data[ref];
  if (isLearnt(ref)) learntCount--;
  else problemCount--;
}

/**
 * Copies the clauses that are not garbage into another array, in the same order. Returns the old
 * array, in which `moved` finds the new places; the caller must `release` it then. If `sweeps` holds,
 * which needs level 0, clauses lose the literals that are false in `values`.
 */
export function collect(values: Bytes, sweeps: bool): Words {
  const old = data;
  const room = max(LEAST_CAPACITY, ((((end - wasted) as i64) * 3) / 2) as i32);
  const fresh = newWords(room);
  let to = 1;
  for (let ref = 1; ref < end; ) {
    const size = old[ref];
    if ((old[ref + FACTS] & GARBAGE) === 0) {
      let kept = to + HEADER;
      for (let at = ref + HEADER; at < ref + HEADER + size; at++) {
        if (!sweeps || values[old[at]] >= 0) fresh[kept++] = old[at];
      }
      const shrunk = kept - to < HEADER + size;
      fresh[to] = kept - to - HEADER;
      fresh[to + FACTS] = old[ref + FACTS];
      fresh[to + NODE] =
        shrunk && proof.isOn
          ? proof.withoutFalse(old[ref + NODE], old, ref + HEADER, ref + HEADER + size, values)
          : old[ref + NODE];
      old[ref + NODE] = to;
      to = kept;
    } else old[ref + NODE] = NO_CLAUSE;
    ref += HEADER + size;
  }
  oldCapacity = capacity;
  data = fresh;
  capacity = room;
  end = to;
  wasted = 0;
  return old;
}

let oldCapacity: i32 = 0;

/** Frees the array that `collect` returned. */
export function release(old: Words): void {
  freeWords(old, oldCapacity);
}

/** The new place of a clause after `collect`, which returned `old`; `NO_CLAUSE` if it was garbage. */
export function moved(old: Words, ref: i32): i32 {
  return old[ref + NODE];
}
