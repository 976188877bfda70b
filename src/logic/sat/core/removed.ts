import * as arena from './arena';
import { HEADER } from './arena';
import { Bytes, longerBytes, longerWords, NO_BYTES, NO_WORDS, Vector, Words } from './memory';
import * as proof from './proof-log';
import * as trail from './trail';

/**
 * Eliminated variables, with the clauses that were removed with them. A model of the others is
 * extended to them, the last one first. A later clause or assumption that contains one brings its
 * clauses back, and in turn the eliminated variables of these. Such a variable is never eliminated
 * again (Een, Sorensson: Temporal Induction by Incremental SAT Solving, BMC 2003; Fazekas, Biere,
 * Scholl: Incremental Inprocessing in SAT Solving, SAT 2019).
 */

const NONE: i32 = -1;

let removed: Bytes = NO_BYTES;
/** Flags by variable: it must not be eliminated. */
let frozen: Bytes = NO_BYTES;
/** Beginnings of groups, by removed variable. */
let places: Words = NO_WORDS;
/**
 * Groups, in the order in which variables were removed. Each has the variable, or `NONE` if it came
 * back, the number of clauses, and for each clause its node, its size and its literals.
 */
const groups = new Vector();
/** Where each group begins. */
const order = new Vector();
/** Words of groups whose variable has come back. */
let wasted: i32 = 0;

export function reserve(count: i32, wanted: i32): void {
  removed = longerBytes(removed, count, wanted);
  frozen = longerBytes(frozen, count, wanted);
  places = longerWords(places, count, wanted);
}

export function has(variable: i32): bool {
  return removed[variable] !== 0;
}

export function isFrozen(variable: i32): bool {
  return frozen[variable] !== 0;
}

/** Excludes the variable from elimination. */
export function freeze(variable: i32): void {
  frozen[variable] = 1;
}

/** Begins the group of a variable; `clauses` calls of {@link store} must follow. */
export function remove(variable: i32, clauses: i32): void {
  removed[variable] = 1;
  places[variable] = groups.length;
  order.push(groups.length);
  groups.push(variable);
  groups.push(clauses);
}

/** Stores a clause that is removed with the variable. */
export function store(ref: i32): void {
  groups.push(arena.node(ref));
  groups.push(arena.data[ref]);
  for (let at = ref + HEADER; at < arena.next(ref); at++) groups.push(arena.data[at]);
}

/** Extends a model of the other variables to the removed ones, at a level of their own. */
export function extendModel(): void {
  if (order.length === 0) return;
  trail.openLevel();
  const values = trail.values;
  for (let i = order.length - 1; i >= 0; i--) {
    const place = order.items[i];
    const variable = groups.items[place];
    if (variable === NONE || values[2 * variable] !== 0) continue;
    trail.assign(forced(place, 2 * variable) ? 2 * variable : 2 * variable + 1, arena.NO_CLAUSE);
  }
}

/** Whether a clause of the group needs the literal to be true. */
function forced(place: i32, literal: i32): bool {
  const values = trail.values;
  let at = place + 2;
  for (let left = groups.items[place + 1]; left > 0; left--) {
    const end = at + 2 + groups.items[at + 1];
    let holds = false;
    let isTrue = false;
    for (at += 2; at < end; at++) {
      const other = groups.items[at];
      if (other === literal) holds = true;
      else if (values[other] > 0) isTrue = true;
    }
    if (holds && !isTrue) return true;
  }
  return false;
}

const waiting = new Vector();
/** A restored clause: its literals and its node. */
export const clause = new Vector();
export let node: i32 = proof.NO_NODE;
/** Place of the next clause to restore, and the number left in its group. */
let next: i32 = 0;
let left: i32 = 0;

/**
 * Marks a variable as wanted: if it is removed, it must come back, and then stay. {@link takeBack}
 * restores it.
 */
export function want(variable: i32): void {
  if (removed[variable] === 0) return;
  frozen[variable] = 1;
  removed[variable] = 0;
  waiting.push(variable);
  came.push(variable);
}

/** Variables that have come back. */
export const came = new Vector();

/**
 * Restores the next clause into `clause` and `node`; the removed variables in it come back as well.
 * Returns false if none is left.
 */
export function takeBack(): bool {
  while (left === 0) {
    if (waiting.length === 0) return false;
    const place = places[waiting.items[--waiting.length]];
    groups.items[place] = NONE;
    left = groups.items[place + 1];
    next = place + 2;
    wasted += 2;
  }
  left--;
  node = groups.items[next];
  const size = groups.items[next + 1];
  clause.clear();
  for (let at = next + 2; at < next + 2 + size; at++) {
    const literal = groups.items[at];
    clause.push(literal);
    want(literal >> 1);
  }
  next += 2 + size;
  wasted += 2 + size;
  return true;
}

/** Forgets the groups of restored variables if they take half of the words. */
export function compact(): void {
  if (2 * wasted <= groups.length) return;
  let kept = 0;
  let to = 0;
  for (let i = 0; i < order.length; i++) {
    const place = order.items[i];
    const variable = groups.items[place];
    if (variable === NONE) continue;
    const end = i + 1 < order.length ? order.items[i + 1] : groups.length;
    places[variable] = to;
    order.items[kept++] = to;
    for (let at = place; at < end; at++) groups.items[to++] = groups.items[at];
  }
  order.length = kept;
  groups.length = to;
  wasted = 0;
}

/** Gathers in `to` the nodes of clauses that may come back. */
export function nodes(to: Vector): void {
  visit(to, changetype<Words>(0));
}

/** Updates the nodes after renumbering. */
export function renumber(numbers: Words): void {
  visit(null, numbers);
}

function visit(to: Vector | null, numbers: Words): void {
  for (let i = 0; i < order.length; i++) {
    const place = order.items[i];
    if (groups.items[place] === NONE) continue;
    let at = place + 2;
    for (let left = groups.items[place + 1]; left > 0; left--) {
      if (to !== null) to.push(groups.items[at]);
      else groups.items[at] = numbers[groups.items[at]];
      at += 2 + groups.items[at + 1];
    }
  }
}
