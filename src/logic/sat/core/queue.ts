import { longerWords, NO_WORDS, Words } from './memory';

/**
 * Variables ordered by their last conflict: a doubly linked list, the latest last (VMTF: Ryan 2004;
 * Biere, Fröhlich: Evaluating CDCL Variable Scoring Schemes, SAT 2015). It replaces {@link heap}:
 * undoing assignments and skipping assigned variables costs next to nothing, which matters in
 * thousands of queries with few conflicts.
 */

export let isOn: bool = false;

const NONE: i32 = -1;

let before: Words = NO_WORDS;
let after: Words = NO_WORDS;
/** Grows along the list. */
let stamps: Words = NO_WORDS;
let last: i32 = NONE;
/** No variable after this one is open. */
let search: i32 = NONE;
let stamp: i32 = 0;
let variableCount: i32 = 0;

/** Switches to this order; must come before the first variable. */
export function turnOn(): void {
  isOn = true;
}

export function reserve(count: i32, wanted: i32): void {
  before = longerWords(before, count, wanted);
  after = longerWords(after, count, wanted);
  stamps = longerWords(stamps, count, wanted);
}

export function newVariable(variable: i32): void {
  variableCount = variable + 1;
  append(variable);
  search = variable;
}

/** The rank of a variable in the list; later ones have greater ranks. */
export function place(variable: i32): i32 {
  return stamps[variable];
}

/** The last variable that may be open; -1 if the list has no further one. */
export function first(): i32 {
  return search;
}

/** Skips the variable of {@link first}, which is assigned. */
export function pass(): void {
  search = before[search];
}

/** Starts again with the last variable. */
export function rewind(): void {
  search = last;
}

/** Records that a variable is open again. */
export function release(variable: i32): void {
  if (search === NONE || stamps[variable] > stamps[search]) search = variable;
}

/** Moves an assigned variable to the end of the list. */
export function bump(variable: i32): void {
  if (after[variable] === NONE) return;
  if (search === variable) search = before[variable] !== NONE ? before[variable] : after[variable];
  const p = before[variable];
  const n = after[variable];
  before[n] = p;
  if (p !== NONE) after[p] = n;
  append(variable);
}

function append(variable: i32): void {
  if (stamp === i32.MAX_VALUE) renumber();
  before[variable] = last;
  after[variable] = NONE;
  if (last !== NONE) after[last] = variable;
  last = variable;
  stamps[variable] = ++stamp;
}

function renumber(): void {
  stamp = variableCount;
  for (let variable = last, place = variableCount; variable !== NONE; variable = before[variable])
    stamps[variable] = place--;
}
