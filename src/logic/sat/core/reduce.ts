import { LBD_KEPT } from './analysis';
import * as arena from './arena';
import { HEADER } from './arena';
import { Keys } from './keys';
import * as trail from './trail';

/** Percentage of the candidates that a reduction discards. */
const SHARE: i32 = 75;
const SIZE_LIMIT: i32 = (1 << 12) - 1;

/**
 * Candidates of one reduction: keys of 64 bits that sort by levels, then by size, then by age.
 * The low bits hold the place of the clause.
 */
const keys = new Keys();

/**
 * Discards learnt clauses that were not used lately, those of many levels and many literals first
 * (Audemard, Simon 2009). Clauses of few levels and those that are a reason stay.
 */
export function discardUseless(): void {
  keys.start(arena.learntCount);
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) {
    if (!arena.isLearnt(ref) || arena.isGarbage(ref)) continue;
    const used = arena.used(ref);
    if (used > 0) arena.setUsed(ref, used - 1);
    const lbd = arena.lbd(ref);
    const size = arena.data[ref];
    if (used > 0 || lbd <= LBD_KEPT || size === 2 || isReason(ref)) continue;
    keys.push(((lbd as u64) << 44) | ((min(size, SIZE_LIMIT) as u64) << 32) | (~ref as u32 as u64));
  }
  const kept = (keys.length - ((keys.length as i64) * SHARE) / 100) as i32;
  keys.select(kept);
  for (let i = kept; i < keys.length; i++) arena.discard(~(keys.get(i) as i32));
  keys.free();
}

/** Discards clauses that are true at level 0. Must be called at level 0. */
export function discardSatisfied(): void {
  const data = arena.data;
  const values = trail.values;
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) {
    if (arena.isGarbage(ref)) continue;
    const end = ref + HEADER + data[ref];
    let at = ref + HEADER;
    while (at < end && values[data[at]] <= 0) at++;
    if (at < end) arena.discard(ref);
  }
}

/** Whether the clause forced a literal that is on the trail; it would be one of the two watched. */
function isReason(ref: i32): bool {
  for (let at = ref + HEADER; at < ref + HEADER + 2; at++) {
    const literal = arena.data[at];
    if (trail.values[literal] > 0 && trail.reasons[literal >> 1] === ref) return true;
  }
  return false;
}
