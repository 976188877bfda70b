import { NO_CLAUSE } from './arena';
import { Vector } from './memory';
import * as phases from './phases';
import { propagate } from './propagate';
import * as removed from './removed';
import * as trail from './trail';

/**
 * Cheap assignments, tried before any search (cadical's "lucky phases", Biere et al. 2020).
 * All open variables become false or all true, in the order in which they were made or in the reverse;
 * propagation follows each. A query that asks for the existence of a run often has such a model.
 */

/**
 * Whether one of these assignments is a model that makes the assumptions true; it is then on the
 * trail. Otherwise the trail is at level 0 again.
 */
export function findModel(assumptions: Vector, variableCount: i32): bool {
  phases.freeze(true);
  let found = false;
  for (let kind = 0; kind < 4 && !found; kind++) {
    found = assume(assumptions) && assignAll(variableCount, kind & 1, kind >= 2);
    if (!found) trail.backtrack(0);
  }
  phases.freeze(false);
  return found;
}

function assume(assumptions: Vector): bool {
  for (let i = 0; i < assumptions.length; i++) if (!extend(assumptions.items[i])) return false;
  return true;
}

/** `sign` 1: all variables false. */
function assignAll(variableCount: i32, sign: i32, forward: bool): bool {
  for (let i = 0; i < variableCount; i++) {
    const variable = forward ? i : variableCount - 1 - i;
    if (trail.values[2 * variable] === 0 && !removed.has(variable) && !extend(2 * variable + sign)) return false;
  }
  return true;
}

/**
 * Decides on a literal and propagates. Returns false if the literal is false, or if propagation finds
 * a conflict.
 */
function extend(literal: i32): bool {
  const value = trail.values[literal];
  if (value !== 0) return value > 0;
  trail.openLevel();
  trail.assign(literal, NO_CLAUSE);
  return propagate() === NO_CLAUSE;
}
