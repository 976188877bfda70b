import { LBD_KEPT } from './analysis.ts';
import { type ClauseArena, type ClauseRef, HEADER } from './arena.ts';
import type { Trail } from './trail.ts';

/** Share of the candidates that go. */
const SHARE = 0.75;
const SIZE_LIMIT = 1 << 12;
const PLACES = 2 ** 31;

/**
 * Discards learnt clauses that were not used lately, those of many levels and many literals first (Audemard, Simon 2009). Clauses of few levels
 * and those that are a reason stay.
 */
export function discardUseless(arena: ClauseArena, trail: Trail): void {
  let candidates = new Float64Array(Math.max(1, arena.learntCount));
  let count = 0;
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) {
    if (!arena.isLearnt(ref) || arena.isGarbage(ref)) continue;
    const used = arena.used(ref);
    if (used > 0) arena.setUsed(ref, used - 1);
    const lbd = arena.lbd(ref);
    if (used > 0 || lbd <= LBD_KEPT || arena.size(ref) === 2 || isReason(arena, trail, ref)) continue;
    // One number of 53 bits that sorts by levels, then by size, then by age.
    candidates[count++] = (lbd * SIZE_LIMIT + Math.min(arena.size(ref), SIZE_LIMIT - 1)) * PLACES + (PLACES - 1 - ref);
  }
  candidates = candidates.subarray(0, count).sort();
  const first = count - Math.floor(count * SHARE);
  for (let i = first; i < count; i++) arena.discard(PLACES - 1 - (candidates[i] % PLACES));
}

/** Discards clauses that are true at level 0. To be called there. */
export function discardSatisfied(arena: ClauseArena, trail: Trail): void {
  const { data } = arena;
  const { values } = trail;
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) {
    if (arena.isGarbage(ref)) continue;
    const end = ref + HEADER + data[ref];
    let at = ref + HEADER;
    while (at < end && values[data[at]] <= 0) at++;
    if (at < end) arena.discard(ref);
  }
}

/** Whether the clause forced a literal that is on the trail; it would be one of the two watched. */
function isReason(arena: ClauseArena, trail: Trail, ref: ClauseRef): boolean {
  for (let at = ref + HEADER; at < ref + HEADER + 2; at++) {
    const literal = arena.data[at];
    if (trail.values[literal] > 0 && trail.reasons[literal >> 1] === ref) return true;
  }
  return false;
}
