import { type ClauseArena, type ClauseRef, HEADER, moved, NO_CLAUSE } from './arena.ts';
import type { Literal } from './types.ts';
import { longerInt32 } from './vectors.ts';

/** Words of `heads` a literal. */
export const HEAD = 4;
/** Within them: where its list begins in the pool, its length and capacity in words. */
export const START = 0;
export const LENGTH = 1;
const CAPACITY = 2;

/**
 * For every literal the clauses that watch it (Moskewicz et al. 2001): pairs of a blocker, some other literal of the clause, which spares
 * reading the clause while it is true (Een, Sorensson 2005), and a tag. The tag is the clause, or for a clause of two literals
 * the complement of the clause (negative); the blocker is then the other literal, so that the clause need not be read at all.
 *
 * All lists lie in one pool; one that outgrows its place moves to the end.
 */
export class WatchLists {
  heads = new Int32Array(HEAD * 64);
  pool = new Int32Array(1 << 12);
  private end = 0;

  ensureVariables(count: number): void {
    this.heads = longerInt32(this.heads, HEAD * 2 * count);
  }

  /** Watches the first two literals of a clause. */
  watch(arena: ClauseArena, ref: ClauseRef): void {
    const first = arena.data[ref + HEADER];
    const second = arena.data[ref + HEADER + 1];
    const tag = arena.data[ref] === 2 ? ~ref : ref;
    this.push(first, second, tag);
    this.push(second, first, tag);
  }

  push(literal: Literal, blocker: Literal, tag: number): void {
    const head = HEAD * literal;
    const length = this.heads[head + LENGTH];
    if (length === this.heads[head + CAPACITY]) this.enlarge(head);
    const at = this.heads[head + START] + length;
    this.pool[at] = blocker;
    this.pool[at + 1] = tag;
    this.heads[head + LENGTH] = length + 2;
  }

  private enlarge(head: number): void {
    const heads = this.heads;
    const start = heads[head + START];
    const capacity = heads[head + CAPACITY];
    const larger = capacity === 0 ? 4 : 2 * capacity;
    const atEnd = start + capacity === this.end;
    const place = atEnd ? start : this.end;
    this.end = place + larger;
    this.pool = longerInt32(this.pool, this.end);
    if (!atEnd) this.pool.copyWithin(place, start, start + capacity);
    heads[head + START] = place;
    heads[head + CAPACITY] = larger;
  }

  /**
   * After the arena was collected: drops the watches of garbage, follows the other clauses, and packs the pool. Clauses of two literals
   * come first, for they cost least and give the shortest reasons.
   */
  follow(arena: ClauseArena, old: Int32Array, variableCount: number): void {
    const { heads, pool } = this;
    let total = 0;
    for (let literal = 0; literal < 2 * variableCount; literal++) total += heads[HEAD * literal + LENGTH];
    const packed = new Int32Array(Math.max(1 << 12, Math.ceil(total * 1.5)));
    const data = arena.data;
    let end = 0;
    for (let literal = 0; literal < 2 * variableCount; literal++) {
      const head = HEAD * literal;
      const start = heads[head + START];
      const stop = start + heads[head + LENGTH];
      const place = end;
      // Long clauses are gathered at the beginning of the old list, where all has been read.
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
    this.pool = packed;
    this.end = end;
  }
}
