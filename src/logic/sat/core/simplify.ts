import * as arena from './arena';
import { HEADER } from './arena';
import * as eliminate from './eliminate';
import * as occurrences from './occurrences';
import * as removed from './removed';
import * as root from './root';
import * as subsume from './subsume';
import * as trail from './trail';

/**
 * Simplifies the clauses of the problem in the midst of a search. Subsumption and elimination of
 * variables take turns until nothing changes, or the budget is spent.
 */

/** Budget in words read, as a multiple of the words of all clauses. */
const EFFORT: i64 = 20;
/**
 * Larger arenas are left as they are: listing their clauses takes longer than a caller may wait
 * between two questions whether to stop.
 */
const LARGEST: i32 = 1 << 22;
/** Words read that count as one propagation. */
const WORDS: f64 = 16;
const MOST_GROWTH: i32 = 16;
const GROWTH: i32 = 8;

export let isRunning: bool = false;
/** Work spent here since the solver was made, counted as propagations. */
export let propagations: f64 = 0;
/**
 * Conflicts of a query before it is simplified; from one time to the next it takes twice as many,
 * growing with each.
 */
let after: f64 = 2000;
let budget: i64 = 0;
let times: f64 = 0;
let dueAt: f64 = 0;
let growth: i32 = 0;

/** Sets, before the first query, the number of conflicts before simplification. */
export function wait(conflicts: f64): void {
  after = conflicts;
}

/** Records that a query begins at this number of conflicts. */
export function query(conflicts: f64): void {
  dueAt = max(dueAt, conflicts + after);
}

export function isDue(conflicts: f64): bool {
  return conflicts >= dueAt && arena.end < LARGEST;
}

/**
 * Begins a simplification, where the trail may go back to level 0; `step` then does the work piece by
 * piece.
 */
export function begin(variableCount: i32, conflicts: f64): void {
  times++;
  dueAt = conflicts + max(1, 2 * after * times);
  trail.backtrack(0);
  removed.compact();
  occurrences.build(variableCount);
  subsume.begin();
  eliminate.begin(variableCount, growth);
  budget = EFFORT * (arena.end as i64);
  isRunning = true;
  spendPass();
}

/**
 * Counts a pass over all clauses as work, so that the caller is asked between two passes whether to
 * stop.
 */
function spendPass(): void {
  propagations += root.spend((arena.end as f64) / WORDS);
}

/** Compares a clause with others, or tries a variable. */
export function step(variableCount: i32): void {
  let read = subsume.step();
  if (read < 0) read = eliminate.step();
  if (read >= 0) {
    propagations += root.spend((read as f64) / WORDS);
    budget -= read;
    if (budget > 0 && root.isOpen) return;
  } else if (eliminate.again(variableCount)) return;
  else growth = min(growth + GROWTH, MOST_GROWTH);
  stop(variableCount);
}

/** Ends the simplification; must come before any other use of the solver. */
export function stop(variableCount: i32): void {
  if (!isRunning) return;
  isRunning = false;
  occurrences.clear(variableCount);
  subsume.clear();
  eliminate.clear();
  for (let ref = 1; ref < arena.end; ref = arena.next(ref))
    if (arena.isLearnt(ref) && !arena.isGarbage(ref) && speaksOfRemoved(ref)) arena.discard(ref);
  root.collect(variableCount);
  spendPass();
}

function speaksOfRemoved(ref: i32): bool {
  const end = arena.next(ref);
  for (let at = ref + HEADER; at < end; at++) if (removed.has(arena.data[at] >> 1)) return true;
  return false;
}
