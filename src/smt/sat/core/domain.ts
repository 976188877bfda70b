import { longerWords, NO_WORDS, Vector, Words } from './memory';

/**
 * The variables that a query is about, if it is not about all: those that its assumptions and its clause speak of, and those by which these are defined. No others are decided,
 * nor assigned by propagation above level 0: whatever values the query's variables have, gates that nobody asks for have theirs (Su, Yang, Ci, Bu, Huang: Deeply Optimizing
 * the SAT Solver for the IC3 Algorithm, CAV 2025).
 */

/** Whether there is such a restriction. */
export let isOn: bool = false;
/** By variable: `stamp` for those of the domain. */
export let stamps: Words = NO_WORDS;
export let stamp: i32 = 0;
/** By variable: where its list of those that define it begins in `links`, pairs of one of them and the next pair; 0 ends it. */
let lists: Words = NO_WORDS;
const links = new Vector();
/** What every such query is about. */
const kept = new Vector();
/** What this one is about, without what that depends on. */
const roots = new Vector();
const stack = new Vector();

export function reserve(count: i32, wanted: i32): void {
  stamps = longerWords(stamps, count, wanted);
  lists = longerWords(lists, count, wanted);
}

/** `others[from..]`, literals, take part in the definition of a variable. */
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

/** Every query is about the variable. */
export function keep(variable: i32): void {
  kept.push(variable);
}

/** The next query is about the variables of these literals, too. */
export function root(literals: Vector): void {
  for (let i = 0; i < literals.length; i++) roots.push(literals.items[i] >> 1);
}

/** The next query is about all variables again. */
export function clear(): void {
  isOn = false;
  roots.clear();
}

/** The next query is about no more than was said. */
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
