import * as arena from './arena';
import { HEADER } from './arena';
import { longerWords, NO_WORDS, Vector, Words } from './memory';

/**
 * Finds clauses that define a variable by others, as those of a gate do. When the variable is
 * eliminated, only resolvents of one of them with another clause are needed (Een, Biere: Effective
 * Preprocessing in SAT through Variable and Clause Elimination, SAT 2005).
 */

/** A literal in more clauses than this is not searched for three-literal gates. */
const MOST_CLAUSES: i32 = 16;

let stamps: Words = NO_WORDS;
let stamp: i32 = 0;
/** Clauses of the definition found. */
const found = new Vector();

export function reserve(count: i32, wanted: i32): void {
  stamps = longerWords(stamps, 2 * count, 2 * wanted);
}

export function has(ref: i32): bool {
  for (let i = 0; i < found.length; i++) if (found.items[i] === ref) return true;
  return false;
}

/** Looks for clauses that define the variable among those that hold its literals. */
export function find(variable: i32, positive: Vector, negative: Vector): bool {
  return (
    findAnd(2 * variable, positive, negative) ||
    findAnd(2 * variable + 1, negative, positive) ||
    findChoice(2 * variable, positive, negative)
  );
}

/**
 * Whether `literal` is the conjunction of others: one clause makes all of them force it, binary
 * clauses make it force each.
 */
function findAnd(literal: i32, holds: Vector, negated: Vector): bool {
  found.clear();
  stamp++;
  for (let i = 0; i < negated.length; i++) {
    const ref = negated.items[i];
    if (arena.data[ref] === 2) stamps[other(ref, literal ^ 1)] = stamp;
  }
  for (let i = 0; i < holds.length; i++) {
    const ref = holds.items[i];
    const end = arena.next(ref);
    let at = ref + HEADER;
    while (at < end && (arena.data[at] === literal || stamps[arena.data[at] ^ 1] === stamp)) at++;
    if (at < end) continue;
    // Inputs of the gate have the next stamp.
    stamp++;
    for (at = ref + HEADER; at < end; at++) stamps[arena.data[at] ^ 1] = stamp;
    found.push(ref);
    for (let j = 0; j < negated.length; j++) {
      const binary = negated.items[j];
      if (arena.data[binary] !== 2) continue;
      const input = other(binary, literal ^ 1);
      if (stamps[input] !== stamp) continue;
      stamps[input] = 0;
      found.push(binary);
    }
    return true;
  }
  return false;
}

function other(binary: i32, literal: i32): i32 {
  return arena.data[binary + HEADER] ^ arena.data[binary + HEADER + 1] ^ literal;
}

/**
 * Whether `literal` is a choice between two others by a third, or an exclusive disjunction: four
 * clauses of three literals.
 */
function findChoice(literal: i32, positive: Vector, negative: Vector): bool {
  found.clear();
  if (positive.length > MOST_CLAUSES || negative.length > MOST_CLAUSES) return false;
  for (let i = 0; i < positive.length; i++) {
    const one = positive.items[i];
    if (arena.data[one] !== 3) continue;
    for (let j = i + 1; j < positive.length; j++) {
      const two = positive.items[j];
      if (arena.data[two] !== 3) continue;
      const by = opposite(one, two, literal);
      if (by < 0) continue;
      const first = ternary(negative, literal ^ 1, by, third(one, literal, by) ^ 1);
      if (first === arena.NO_CLAUSE) continue;
      const second = ternary(negative, literal ^ 1, by ^ 1, third(two, literal, by ^ 1) ^ 1);
      if (second === arena.NO_CLAUSE) continue;
      found.push(one);
      found.push(two);
      found.push(first);
      found.push(second);
      return true;
    }
  }
  return false;
}

/**
 * A literal of the first clause whose negation is in the second; -1 if there is no such literal. Both
 * hold `but`.
 */
function opposite(one: i32, two: i32, but: i32): i32 {
  for (let at = one + HEADER; at < one + HEADER + 3; at++) {
    const literal = arena.data[at];
    if (literal === but) continue;
    for (let to = two + HEADER; to < two + HEADER + 3; to++) if (arena.data[to] === (literal ^ 1)) return literal;
  }
  return -1;
}

/** The literal of a clause of three that differs from two given ones. */
function third(ref: i32, a: i32, b: i32): i32 {
  return arena.data[ref + HEADER] ^ arena.data[ref + HEADER + 1] ^ arena.data[ref + HEADER + 2] ^ a ^ b;
}

function ternary(among: Vector, a: i32, b: i32, c: i32): i32 {
  for (let i = 0; i < among.length; i++) {
    const ref = among.items[i];
    if (arena.data[ref] === 3 && holds(ref, a) && holds(ref, b) && holds(ref, c)) return ref;
  }
  return arena.NO_CLAUSE;
}

function holds(ref: i32, literal: i32): bool {
  for (let at = ref + HEADER; at < ref + HEADER + 3; at++) if (arena.data[at] === literal) return true;
  return false;
}
