import { longerWords, NO_WORDS, Vector, Words } from './memory';

/**
 * The variables that matter to a query, if not all do: those in its assumptions and its clause, and
 * those that define these. The solver decides no others, and assigns no others by propagation above
 * level 0. Whatever values the query's variables have, the remaining gates have consistent values (Su,
 * Yang, Ci, Bu, Huang: Deeply Optimizing the SAT Solver for the IC3 Algorithm, CAV 2025).
 */

/** Whether the domain is restricted. */
export let isOn: bool = false;
/** Stamp by variable: `stamp` for those of the domain. */
export let stamps: Words = NO_WORDS;
export let stamp: i32 = 0;
/**
 * Heads of the lists of defining variables, by defined variable. A list lies in `links` as pairs of a
 * variable and the next pair; 0 ends it.
 */
let lists: Words = NO_WORDS;
const links = new Vector();
/** Variables in the domain of every restricted query. */
const kept = new Vector();
/** Variables of the present query, without those that they depend on. */
const roots = new Vector();
const stack = new Vector();

export function reserve(count: i32, wanted: i32): void {
  stamps = longerWords(stamps, count, wanted);
  lists = longerWords(lists, count, wanted);
}

/** Enters the literals `others[from..]` into the definition of a variable. */
export function define(variable: i32, others: Vector, from: i32, to: i32): void {
  // No pair begins at 0.
  if (links.length === 0) link(0, 0);
  for (let i = from; i < to; i++) {
    const place = links.length;
    link(others.items[i] >> 1, lists[variable]);
    lists[variable] = place;
  }
}

function link(variable: i32, next: i32): void {
  links.push(variable);
  links.push(next);
}

/** Puts a variable into the domain of every query. */
export function keep(variable: i32): void {
  kept.push(variable);
}

/** Puts the variables of these literals into the domain of the next query. */
export function root(literals: Vector): void {
  for (let i = 0; i < literals.length; i++) roots.push(literals.items[i] >> 1);
}

/** Removes the restriction: the next query has all variables. */
export function clear(): void {
  isOn = false;
  roots.clear();
}

/** Restricts the next query to the domain. */
export function restrict(): void {
  isOn = true;
  stamp++;
  for (let i = 0; i < kept.length; i++) enter(kept.items[i]);
  for (let i = 0; i < roots.length; i++) enter(roots.items[i]);
  while (stack.length > 0) {
    const variable = stack.items[--stack.length];
    for (let at = lists[variable]; at !== 0; at = links.items[at + 1]) enter(links.items[at]);
  }
}

function enter(variable: i32): void {
  if (stamps[variable] === stamp) return;
  stamps[variable] = stamp;
  stack.push(variable);
}

export function has(variable: i32): bool {
  return !isOn || stamps[variable] === stamp;
}
