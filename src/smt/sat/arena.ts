import type { Literal } from './types.ts';
import { longerInt32 } from './vectors.ts';

/** Where a clause begins in the arena. Positive; 0 stands for no clause. */
export type ClauseRef = number;
export const NO_CLAUSE: ClauseRef = 0;

/** Words before a clause's literals: its size, its facts (below), and the node of the proof that derives it. */
export const HEADER = 3;
const FACTS = 1;
const NODE = 2;

const LEARNT = 1;
const GARBAGE = 2;
const USED_SHIFT = 2;
const USED_MASK = 3 << USED_SHIFT;
const LBD_SHIFT = 4;
/** Larger values of LBD make no difference to anything. */
const LBD_LIMIT = 1023;

/**
 * All clauses of two literals and more, in one array; the first two literals of each are watched. Garbage stays until `collect` moves the
 * others together.
 */
export class ClauseArena {
  data = new Int32Array(1 << 12);
  /** Words in use; word 0 is nobody's. */
  end = 1;
  problemCount = 0;
  learntCount = 0;
  /** Words of clauses that are garbage. */
  wasted = 0;

  /** `lbd` 0: a clause of the problem. */
  add(literals: ArrayLike<Literal>, length: number, lbd: number, node: number): ClauseRef {
    const ref = this.end;
    this.end = ref + HEADER + length;
    this.data = longerInt32(this.data, this.end);
    const data = this.data;
    data[ref] = length;
    data[ref + FACTS] = lbd === 0 ? 0 : LEARNT | (Math.min(lbd, LBD_LIMIT) << LBD_SHIFT);
    data[ref + NODE] = node;
    for (let i = 0; i < length; i++) data[ref + HEADER + i] = literals[i];
    if (lbd === 0) this.problemCount++;
    else this.learntCount++;
    return ref;
  }

  /** The clause behind this one, garbage or not; `end` behind the last. */
  next(ref: ClauseRef): ClauseRef {
    return ref + HEADER + this.data[ref];
  }

  size(ref: ClauseRef): number {
    return this.data[ref];
  }

  isLearnt(ref: ClauseRef): boolean {
    return (this.data[ref + FACTS] & LEARNT) !== 0;
  }

  isGarbage(ref: ClauseRef): boolean {
    return (this.data[ref + FACTS] & GARBAGE) !== 0;
  }

  /** The number of decision levels among the literals when last counted (Audemard, Simon 2009). */
  lbd(ref: ClauseRef): number {
    return this.data[ref + FACTS] >>> LBD_SHIFT;
  }

  setLbd(ref: ClauseRef, lbd: number): void {
    const facts = this.data[ref + FACTS];
    this.data[ref + FACTS] = (facts & ((1 << LBD_SHIFT) - 1)) | (Math.min(lbd, LBD_LIMIT) << LBD_SHIFT);
  }

  /** 0 to 3: how many more reductions the clause survives without being used. */
  used(ref: ClauseRef): number {
    return (this.data[ref + FACTS] & USED_MASK) >> USED_SHIFT;
  }

  setUsed(ref: ClauseRef, used: number): void {
    this.data[ref + FACTS] = (this.data[ref + FACTS] & ~USED_MASK) | (used << USED_SHIFT);
  }

  node(ref: ClauseRef): number {
    return this.data[ref + NODE];
  }

  setNode(ref: ClauseRef, node: number): void {
    this.data[ref + NODE] = node;
  }

  discard(ref: ClauseRef): void {
    this.data[ref + FACTS] |= GARBAGE;
    this.wasted += HEADER + this.data[ref];
    if (this.isLearnt(ref)) this.learntCount--;
    else this.problemCount--;
  }

  /**
   * Copies what is no garbage into a new array, in the same order, and answers the old array, where `moved` finds the new places. With
   * `values`, those of level 0, clauses lose the literals that are false there; `shrink` is told of each such clause before, at its old place.
   */
  collect(values: Int8Array | null, shrink: (ref: ClauseRef) => void): Int32Array {
    const old = this.data;
    const oldEnd = this.end;
    const data = new Int32Array(Math.max(1 << 12, Math.ceil((oldEnd - this.wasted) * 1.5)));
    let to = 1;
    for (let ref = 1; ref < oldEnd; ) {
      const size = old[ref];
      if ((old[ref + FACTS] & GARBAGE) === 0) {
        let kept = to + HEADER;
        for (let at = ref + HEADER; at < ref + HEADER + size; at++) {
          if (values === null || values[old[at]] >= 0) data[kept++] = old[at];
        }
        if (kept - to < HEADER + size) shrink(ref);
        data[to] = kept - to - HEADER;
        data[to + FACTS] = old[ref + FACTS];
        data[to + NODE] = old[ref + NODE];
        old[ref + NODE] = to;
        to = kept;
      } else old[ref + NODE] = NO_CLAUSE;
      ref += HEADER + size;
    }
    this.data = data;
    this.end = to;
    this.wasted = 0;
    return old;
  }
}

/** The new place of a clause after `collect`, which answered `old`; `NO_CLAUSE` if it was garbage. */
export function moved(old: Int32Array, ref: ClauseRef): ClauseRef {
  return old[ref + NODE];
}
