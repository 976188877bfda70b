import * as arena from './arena';
import { HEADER, NO_CLAUSE } from './arena';
import { decided, explain, explanation } from './final';
import { Keys } from './keys';
import { longerWords, NO_WORDS, Vector, Words } from './memory';
import * as phases from './phases';
import * as proof from './proof-log';
import * as root from './root';
import * as trail from './trail';

/**
 * Shortens learnt clauses by propagation ("vivification": Piette, Hamadi, Sais 2008; Luo, Li, Xiao,
 * Manya, Lu 2017). The negations of a clause's literals are decided one by one; when they conflict, or
 * force others of its literals, some of them are enough. A clause derived this way follows from the
 * others, whatever is assumed. Clauses with the same literals in front come one after the other, so
 * that their decisions are made once (Biere, Fleury 2020).
 */

/** Only learnt clauses of at most this many levels are vivified. */
const MOST_LEVELS: i32 = 6;
/** Budget in propagations, as a part of those of the search. */
const EFFORT: f64 = 0.15;

export let isRunning: bool = false;
/** Propagations spent here since the solver was made. */
export let propagations: f64 = 0;
export let shortened: f64 = 0;
let budget: f64 = 0;
/** Occurrences of a literal in candidates. */
let counts: Words = NO_WORDS;
const schedule = new Keys();
let at: i32 = 0;
const refs = new Vector();
const sorted = new Vector();
const shorter = new Vector();

export function reserve(count: i32, wanted: i32): void {
  counts = longerWords(counts, 2 * count, 2 * wanted);
}

/** Chooses clauses; `step` then takes one after the other until the budget is spent. */
export function begin(variableCount: i32): void {
  budget = EFFORT * (root.propagations - propagations) - propagations;
  if (budget <= 0) return;
  for (let literal = 0; literal < 2 * variableCount; literal++) counts[literal] = 0;
  refs.clear();
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) {
    if (!isCandidate(ref)) continue;
    refs.push(ref);
    const end = ref + HEADER + arena.data[ref];
    for (let i = ref + HEADER; i < end; i++) counts[arena.data[i]]++;
  }
  schedule.start(refs.length);
  for (let i = 0; i < refs.length; i++) schedule.push(key(refs.items[i], i));
  schedule.sort();
  at = 0;
  trail.backtrack(0);
  phases.freeze(true);
  isRunning = true;
}

function isCandidate(ref: i32): bool {
  return (
    arena.isLearnt(ref) &&
    !arena.isGarbage(ref) &&
    !arena.isVivified(ref) &&
    arena.data[ref] > 2 &&
    arena.lbd(ref) <= MOST_LEVELS
  );
}

/** Sorts by levels, then by the most frequent literal; the low bits hold the place in `refs`. */
function key(ref: i32, place: i32): u64 {
  let most = arena.data[ref + HEADER];
  const end = ref + HEADER + arena.data[ref];
  for (let i = ref + HEADER + 1; i < end; i++) if (isBefore(arena.data[i], most)) most = arena.data[i];
  const tier = arena.lbd(ref) <= 2 ? 0 : 1;
  return ((tier as u64) << 62) | ((most as u64) << 31) | (place as u64);
}

function isBefore(a: i32, b: i32): bool {
  return counts[a] !== counts[b] ? counts[a] > counts[b] : a < b;
}

/** Ends vivification; must come before clauses move and before any other use of the solver. */
export function stop(): void {
  if (!isRunning) return;
  trail.backtrack(0);
  phases.freeze(false);
  schedule.free();
  isRunning = false;
}

/** Tries the next clause. */
export function step(variableCount: i32): void {
  const before = root.propagations;
  if (at < schedule.length && budget > 0) vivify(refs.items[(schedule.get(at++) & 0x7fffffff) as i32]);
  else {
    stop();
    root.collect(variableCount);
    return;
  }
  const spent = root.propagations - before;
  propagations += spent;
  budget -= spent + 2;
  if (!root.isOpen) stop();
}

function vivify(ref: i32): void {
  arena.setVivified(ref);
  if (!sortLiterals(ref)) {
    arena.discard(ref);
    return;
  }
  backtrackTo(ref);
  for (let i = 0; i < sorted.length; i++) {
    const literal = sorted.items[i];
    const value = trail.values[literal];
    if (value < 0) continue;
    if (value > 0) {
      explain(trail.reasons[literal >> 1], literal);
      replace(ref, literal);
      return;
    }
    trail.openLevel();
    trail.assign(literal ^ 1, NO_CLAUSE);
    const conflict = root.propagateAll(ref);
    if (conflict !== NO_CLAUSE) {
      explain(conflict, -1);
      replace(ref, -1);
      return;
    }
  }
  explain(ref, -1);
  replace(ref, -1);
}

/**
 * Puts the open literals of a clause at level 0 into `sorted`, the most frequent ones first. Returns
 * false if a literal is true.
 */
function sortLiterals(ref: i32): bool {
  sorted.clear();
  const end = ref + HEADER + arena.data[ref];
  for (let i = ref + HEADER; i < end; i++) {
    const literal = arena.data[i];
    const value = trail.values[literal];
    if (value !== 0 && trail.levels[literal >> 1] === 0) {
      if (value > 0) return false;
      continue;
    }
    let place = sorted.length;
    sorted.push(literal);
    for (; place > 0 && isBefore(literal, sorted.items[place - 1]); place--)
      sorted.items[place] = sorted.items[place - 1];
    sorted.items[place] = literal;
  }
  return true;
}

/**
 * Keeps the decisions of the previous clause that this one begins with. If this clause itself forced
 * one of its literals, goes back to before that.
 */
function backtrackTo(ref: i32): void {
  let level = 0;
  while (
    level < trail.level() &&
    level < sorted.length &&
    trail.literals[trail.begin(level + 1)] === (sorted.items[level] ^ 1)
  )
    level++;
  trail.backtrack(level);
  for (let i = 0; i < sorted.length; i++) {
    const literal = sorted.items[i];
    if (trail.values[literal] > 0 && trail.reasons[literal >> 1] === ref) {
      trail.backtrack(trail.levels[literal >> 1] - 1);
      return;
    }
  }
}

/**
 * Replaces a clause by the one just explained, with the literal `implied` if given, if that is
 * shorter.
 */
function replace(ref: i32, implied: i32): void {
  const length = decided.length + (implied >= 0 ? 1 : 0);
  if (length >= arena.data[ref]) {
    // Its last level may be in conflict.
    trail.backtrack(trail.level() - 1);
    return;
  }
  shortened++;
  shorter.clear();
  if (implied >= 0) shorter.push(implied);
  for (let i = 0; i < decided.length; i++) shorter.push(decided.items[i] ^ 1);
  const lbd = min(arena.lbd(ref), max(1, length - 1));
  const used = arena.used(ref);
  trail.backtrack(0);
  arena.discard(ref);
  const added = root.add(shorter, lbd, proof.isOn ? explanation : proof.NO_NODE);
  if (added === NO_CLAUSE) return;
  arena.setUsed(added, used);
  arena.setVivified(added);
}
