import { data, HEADER, NO_CLAUSE, node } from './arena';
import { FREE, IMPLIED, KEPT, MET, mark, marks, OPEN, RESOLVED } from './marks';
import { Vector, Words } from './memory';
import * as proof from './proof-log';
import { levels, reasons } from './trail';

/**
 * Minimises a learnt clause: removes literals that follow from the others through the clauses that
 * forced them (Sorensson, Biere 2009).
 * It has a stack of its own instead of recursion.
 */

/** The walk over reasons. Pairs: a variable, and the place in its reason from which to read on. */
const stack = new Vector();
const removed = new Vector();
const order = new Vector();

function enter(variable: i32): void {
  stack.push(variable);
  stack.push(reasons[variable] + HEADER);
}

/**
 * The next literal of the reason of the variable on top of the stack.
 * Returns -1 if all were read, and removes the variable from the stack.
 */
function nextOfReason(): i32 {
  const top = stack.length - 2;
  const reason = reasons[stack.items[top]];
  const at = stack.items[top + 1];
  if (at === reason + HEADER + data[reason]) {
    stack.length = top;
    return -1;
  }
  stack.items[top + 1] = at + 1;
  return data[at];
}

/**
 * Shortens `clause`, whose variables are marked `MET` and whose first literal stays.
 * `levelStamps[level] === stamp`: some literal of the clause has that level; a literal of any other
 * level cannot follow.
 */
export function minimise(clause: Vector, levelStamps: Words, stamp: i32): void {
  removed.clear();
  const literals = clause.items;
  let kept = 1;
  for (let i = 1; i < clause.length; i++) {
    const variable = literals[i] >> 1;
    if (isImplied(variable, levelStamps, stamp)) removed.push(variable);
    else literals[kept++] = literals[i];
  }
  clause.length = kept;
}

function isImplied(root: i32, levelStamps: Words, stamp: i32): bool {
  if (reasons[root] === NO_CLAUSE) return false;
  stack.clear();
  enter(root);
  while (stack.length > 0) {
    const variable = stack.items[stack.length - 2];
    const literal = nextOfReason();
    if (literal < 0) {
      if (marks[variable] !== MET) mark(variable, IMPLIED);
      continue;
    }
    const other = literal >> 1;
    const known = marks[other];
    if (other === variable || levels[other] === 0 || known === MET || known === IMPLIED) continue;
    if (known === FREE || reasons[other] === NO_CLAUSE || levelStamps[levels[other]] !== stamp) {
      for (let i = 0; i < stack.length; i += 2) if (marks[stack.items[i]] !== MET) mark(stack.items[i], FREE);
      return false;
    }
    enter(other);
  }
  return true;
}

/**
 * Logs the resolutions that remove these literals from the chain being written, whose clause is now
 * `clause`. A literal comes before those that its reason adds, as in reverse order of the trail, so
 * that each is resolved once. The caller handles level 0: its variables go to `fixed`.
 */
export function logRemoved(clause: Vector, fixed: Vector): void {
  for (let i = 0; i < clause.length; i++) mark(clause.items[i] >> 1, KEPT);
  order.clear();
  for (let i = 0; i < removed.length; i++) {
    const root = removed.items[i];
    if (marks[root] === RESOLVED) continue;
    mark(root, RESOLVED);
    stack.clear();
    enter(root);
    while (stack.length > 0) {
      const variable = stack.items[stack.length - 2];
      const literal = nextOfReason();
      if (literal < 0) {
        order.push(variable);
        continue;
      }
      const other = literal >> 1;
      if (levels[other] === 0) {
        if (marks[other] !== OPEN) continue;
        mark(other, MET);
        fixed.push(other);
      } else if (marks[other] !== KEPT && marks[other] !== RESOLVED) {
        mark(other, RESOLVED);
        enter(other);
      }
    }
  }
  for (let i = order.length - 1; i >= 0; i--) proof.resolve(order.items[i], node(reasons[order.items[i]]));
}
