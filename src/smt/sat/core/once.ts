import { discard, moved, NO_CLAUSE } from './arena';
import { Vector, Words } from './memory';
import { unwatch } from './watches';

/**
 * A clause for one query alone, and all that is learnt from it: clauses with a literal that only its switch, an assumption, makes false. They are taken out after the query, so that
 * thousands of such queries leave nothing behind.
 */

const NONE: i32 = -1;

/** The literal that these clauses have in common; `NONE` outside of such a query. */
let off: i32 = NONE;
const clauses = new Vector();

/** `literal`: the switch, which is to be assumed. */
export function begin(literal: i32): void {
  off = literal ^ 1;
}

/** Whether there is such a query. */
export function isOn(): bool {
  return off !== NONE;
}

export function note(clause: i32): void {
  clauses.push(clause);
}

/** A clause was learnt: it goes with the others if it depends on them. */
export function learnt(literals: Vector, clause: i32): void {
  if (off === NONE) return;
  for (let i = 0; i < literals.length; i++) {
    if (literals.items[i] !== off) continue;
    clauses.push(clause);
    return;
  }
}

/** After the query, at level 0, where none of them is a reason: the switch is true nowhere. */
export function end(): void {
  off = NONE;
  for (let i = 0; i < clauses.length; i++) {
    unwatch(clauses.items[i]);
    discard(clauses.items[i]);
  }
  clauses.clear();
}

/** After the arena was collected, which answered `old`. */
export function follow(old: Words): void {
  let kept = 0;
  for (let i = 0; i < clauses.length; i++) {
    const place = moved(old, clauses.items[i]);
    if (place !== NO_CLAUSE) clauses.items[kept++] = place;
  }
  clauses.length = kept;
}
