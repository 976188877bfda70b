import { discard, moved, NO_CLAUSE } from './arena';
import { Vector, Words } from './memory';
import { unwatch } from './watches';

/**
 * A clause for one query alone, and all clauses learnt from it: they hold a literal that only its
 * switch, an assumption, makes false. They are removed after the query, so that thousands of such
 * queries leave nothing behind.
 */

const NONE: i32 = -1;

/** The literal that these clauses have in common; `NONE` outside of such a query. */
let off: i32 = NONE;
const clauses = new Vector();

/** Begins such a query. `literal`: the switch, which the query assumes. */
export function begin(literal: i32): void {
  off = literal ^ 1;
}

/** Whether such a query is running. */
export function isOn(): bool {
  return off !== NONE;
}

export function note(clause: i32): void {
  clauses.push(clause);
}

/** Records a learnt clause; it is removed after the query if it depends on the query's clause. */
export function learnt(literals: Vector, clause: i32): void {
  if (off === NONE) return;
  for (let i = 0; i < literals.length; i++) {
    if (literals.items[i] !== off) continue;
    clauses.push(clause);
    return;
  }
}

/**
 * Removes these clauses after the query, at level 0, where none of them is a reason: the switch is
 * true nowhere.
 */
export function end(): void {
  off = NONE;
  for (let i = 0; i < clauses.length; i++) {
    unwatch(clauses.items[i]);
    discard(clauses.items[i]);
  }
  clauses.clear();
}

/** Updates the places after a collection of the arena, which returned `old`. */
export function follow(old: Words): void {
  let kept = 0;
  for (let i = 0; i < clauses.length; i++) {
    const place = moved(old, clauses.items[i]);
    if (place !== NO_CLAUSE) clauses.items[kept++] = place;
  }
  clauses.length = kept;
}
