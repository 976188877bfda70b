import * as arena from './arena';
import { HEADER } from './arena';
import * as gates from './gates';
import { Bytes, longerBytes, longerWords, NO_BYTES, NO_WORDS, newWords, Vector, Words } from './memory';
import * as occurrences from './occurrences';
import * as proof from './proof-log';
import * as removed from './removed';
import * as root from './root';
import * as subsume from './subsume';
import * as trail from './trail';

/**
 * Bounded variable elimination replaces the clauses that hold a variable by all resolvents on it,
 * where these are hardly more (Een, Biere 2005).
 */

/** A variable in more clauses of one sign than this stays. */
const MOST_CLAUSES: i32 = 100;
/** A variable in a clause or resolvent of more literals stays. */
const LONGEST: i32 = 100;

/** Variables by the number of clauses that hold them, ascending. */
const schedule = new Vector();
let at: i32 = 0;
/** Bucket starts: where the variables with a given number of clauses begin in `schedule`. */
const begins = newWords(2 * MOST_CLAUSES + 2);
/** Flags by variable: elimination is to be tried. */
let wanted: Bytes = NO_BYTES;
/** Stamps by literal: the clause being resolved holds it. */
let stamps: Words = NO_WORDS;
let stamp: i32 = 0;
const positive = new Vector();
const negative = new Vector();
const resolvent = new Vector();
/** Clauses that eliminating a variable may add, net. */
let growth: i32 = 0;
export let eliminated: f64 = 0;

export function reserve(count: i32, room: i32): void {
  wanted = longerBytes(wanted, count, room);
  stamps = longerWords(stamps, 2 * count, 2 * room);
}

/** Starts a pass over all variables. */
export function begin(variableCount: i32, allowed: i32): void {
  growth = allowed;
  for (let variable = 0; variable < variableCount; variable++) wanted[variable] = 1;
  again(variableCount);
}

/** Starts another pass over the variables touched since the last one. False if no variable was touched. */
export function again(variableCount: i32): bool {
  const touched = subsume.touched;
  for (let i = 0; i < touched.length; i++) wanted[touched.items[i]] = 1;
  touched.clear();
  at = 0;
  for (let score = 0; score < 2 * MOST_CLAUSES + 2; score++) begins[score] = 0;
  for (let variable = 0; variable < variableCount; variable++) {
    if (wanted[variable] !== 0 && isCandidate(variable)) begins[scoreOf(variable) + 1]++;
    else wanted[variable] = 0;
  }
  for (let score = 1; score < 2 * MOST_CLAUSES + 2; score++) begins[score] += begins[score - 1];
  const count = begins[2 * MOST_CLAUSES + 1];
  schedule.reserve(count);
  schedule.length = count;
  for (let variable = 0; variable < variableCount; variable++) {
    if (wanted[variable] === 0) continue;
    wanted[variable] = 0;
    schedule.items[begins[scoreOf(variable)]++] = variable;
  }
  return count > 0;
}

/** Upper bound of the number of clauses that hold the variable. */
function scoreOf(variable: i32): i32 {
  return occurrences.counts[2 * variable] + occurrences.counts[2 * variable + 1];
}

export function clear(): void {
  schedule.free();
}

/**
 * Whether elimination of the variable may be worthwhile; a variable in no clause leaves nothing to
 * gain.
 */
function isCandidate(variable: i32): bool {
  const positives = occurrences.counts[2 * variable];
  const negatives = occurrences.counts[2 * variable + 1];
  return (
    positives + negatives > 0 &&
    positives <= MOST_CLAUSES &&
    negatives <= MOST_CLAUSES &&
    trail.values[2 * variable] === 0 &&
    !removed.has(variable) &&
    !removed.isFrozen(variable)
  );
}

/** Tries the next variable; returns the words read, or -1 if all have been tried. */
export function step(): i32 {
  if (at === schedule.length) return -1;
  const variable = schedule.items[at++];
  if (!isCandidate(variable)) return 1;
  let read = occurrences.gather(2 * variable, positive) + occurrences.gather(2 * variable + 1, negative);
  const most = positive.length + negative.length + growth;
  const hasGate = gates.find(variable, positive, negative);
  let count = 0;
  for (let i = 0; i < positive.length; i++) {
    const ref = positive.items[i];
    if (arena.data[ref] > LONGEST) return read;
    const isGate = hasGate && gates.has(ref);
    stampLiterals(ref);
    for (let j = 0; j < negative.length; j++) {
      const other = negative.items[j];
      if (hasGate && isGate === gates.has(other)) continue;
      read += arena.data[other];
      const length = resolventLength(ref, other, variable);
      if (length > LONGEST || (length >= 0 && ++count > most)) return read;
    }
  }
  eliminate(variable, hasGate);
  return 2 * read;
}

function stampLiterals(ref: i32): void {
  stamp++;
  const end = arena.next(ref);
  for (let at = ref + HEADER; at < end; at++) stamps[arena.data[at]] = stamp;
}

/**
 * Number of literals of the resolvent of a stamped clause with another, false ones included; -1 if the
 * resolvent is true.
 */
function resolventLength(ref: i32, other: i32, variable: i32): i32 {
  let length = arena.data[ref] - 1;
  const end = arena.next(other);
  for (let at = other + HEADER; at < end; at++) {
    const literal = arena.data[at];
    if (literal >> 1 === variable || stamps[literal] === stamp) continue;
    if (stamps[literal ^ 1] === stamp || trail.values[literal] > 0) return -1;
    length++;
  }
  return length;
}

function eliminate(variable: i32, hasGate: bool): void {
  eliminated++;
  for (let i = 0; i < positive.length; i++) {
    const ref = positive.items[i];
    const isGate = hasGate && gates.has(ref);
    for (let j = 0; j < negative.length; j++) {
      const other = negative.items[j];
      if (hasGate && isGate === gates.has(other)) continue;
      stampLiterals(ref);
      if (resolventLength(ref, other, variable) >= 0) resolve(ref, other, variable);
      if (!root.isOpen) return;
    }
  }
  removed.remove(variable, positive.length + negative.length);
  take(positive);
  take(negative);
}

function take(clauses: Vector): void {
  for (let i = 0; i < clauses.length; i++) {
    const ref = clauses.items[i];
    removed.store(ref);
    subsume.touch(ref);
    arena.discard(ref);
  }
}

/** Adds the resolvent of two clauses, unless a literal is true; the first is stamped. */
function resolve(ref: i32, other: i32, variable: i32): void {
  resolvent.clear();
  if (proof.isOn) {
    proof.begin(arena.node(ref));
    proof.resolve(variable, arena.node(other));
  }
  let isTrue = false;
  for (let at = ref + HEADER; at < arena.next(ref); at++) if (gatherLiteral(arena.data[at], variable)) isTrue = true;
  for (let at = other + HEADER; at < arena.next(other); at++)
    if (stamps[arena.data[at]] !== stamp && gatherLiteral(arena.data[at], variable)) isTrue = true;
  const node = proof.isOn ? proof.end() : proof.NO_NODE;
  if (!isTrue) subsume.add(resolvent, node);
}

/** Enters a literal into the resolvent being gathered. Returns whether the literal is true. */
function gatherLiteral(literal: i32, variable: i32): bool {
  if (literal >> 1 === variable) return false;
  const value = trail.values[literal];
  if (value > 0) return true;
  if (value === 0) resolvent.push(literal);
  else if (proof.isOn) proof.resolve(literal >> 1, proof.unit(literal >> 1));
  return false;
}
