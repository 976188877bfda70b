import { Bytes, freeWords, longerWords, NO_WORDS, newWords, Vector, Words } from './memory';

/**
 * The resolutions of a solver since it was made. A node is a clause of the problem with its literals,
 * or a clause derived by a chain as `ResolutionProof` has it. A chain is written while the solver
 * analyses a conflict: `begin`, any number of `resolve`, `end`.
 */

/** Stands for no node. */
export const NO_NODE: i32 = 0;
/** Stands in place of the part of a derived node. */
const DERIVED: i32 = -1;

export let isOn: bool = false;
/** Where the literals or the chain of a node begin in `data`; one more for the end. Node 0 is empty. */
export const starts = new Vector();
/** The part of a clause of the problem, or `DERIVED`. */
export const parts = new Vector();
export const data = new Vector();
/** Nodes forgotten so far. */
export let forgottenCount: i32 = 0;
/** Words of data when the log was last compacted. */
let compacted: i32 = 0;
/** The node of the unit clause that fixes a variable at level 0, by variable. */
let units: Words = NO_WORDS;
let unitCount: i32 = 0;

export function start(): void {
  isOn = true;
  parts.push(DERIVED);
  starts.push(0);
  starts.push(0);
}

export function reserve(count: i32, wanted: i32): void {
  units = longerWords(units, count, wanted);
  unitCount = wanted;
}

/** Number of nodes, the empty one included. */
export function nodeCount(): i32 {
  return parts.length;
}

export function unit(variable: i32): i32 {
  return units[variable];
}

export function setUnit(variable: i32, node: i32): void {
  units[variable] = node;
}

export function leaf(literals: Vector, part: i32): i32 {
  for (let i = 0; i < literals.length; i++) data.push(literals.items[i]);
  return close(part);
}

export function begin(antecedent: i32): void {
  data.push(antecedent);
}

export function resolve(pivot: i32, antecedent: i32): void {
  data.push(pivot);
  data.push(antecedent);
}

/** Ends the chain and returns its node; a chain of a single antecedent is that antecedent. */
export function end(): i32 {
  const start = starts.items[parts.length];
  if (data.length > start + 1) return close(DERIVED);
  data.length = start;
  return data.items[start];
}

function close(part: i32): i32 {
  parts.push(part);
  starts.push(data.length);
  return parts.length - 1;
}

/**
 * The node of a clause without its literals that are false in `values` at level 0, whose unit clauses
 * are in the log.
 * The clause is `literals` from `from` up to `to`.
 */
export function withoutFalse(clause: i32, literals: Words, from: i32, to: i32, values: Bytes): i32 {
  begin(clause);
  for (let i = from; i < to; i++) if (values[literals[i]] < 0) resolve(literals[i] >> 1, unit(literals[i] >> 1));
  return end();
}

/**
 * Whether the log has doubled since it was compacted, so that compacting it again costs constant time
 * per word.
 */
export function isGrown(): bool {
  return data.length > 2 * compacted + (1 << 16);
}

/**
 * Forgets every node that neither `roots` nor the unit clauses need. Returns the new number of each
 * old node, 0 for forgotten nodes.
 * The array has as many words as there were nodes; the caller frees it.
 */
export function compact(roots: Vector): Words {
  const numbers = newWords(parts.length);
  for (let i = 0; i < roots.length; i++) numbers[roots.items[i]] = 1;
  for (let variable = 0; variable < unitCount; variable++) numbers[units[variable]] = 1;
  numbers[NO_NODE] = 0;
  const words = data.items;
  // Antecedents come before what they derive, so that one pass backwards suffices.
  for (let node = parts.length - 1; node > 0; node--) {
    if (numbers[node] === 0 || parts.items[node] !== DERIVED) continue;
    const stop = starts.items[node + 1];
    for (let at = starts.items[node]; at < stop; at += 2) numbers[words[at]] = 1;
  }
  let count = 1;
  let to = 0;
  for (let node = 1; node < parts.length; node++) {
    if (numbers[node] === 0) continue;
    const start = starts.items[node];
    const stop = starts.items[node + 1];
    const derived = parts.items[node] === DERIVED;
    // Antecedents are at even places, pivots at odd ones.
    for (let at = start; at < stop; at++)
      words[to++] = derived && ((at - start) & 1) === 0 ? numbers[words[at]] : words[at];
    parts.items[count] = parts.items[node];
    numbers[node] = count++;
    starts.items[count] = to;
  }
  forgottenCount += parts.length - count;
  parts.length = count;
  starts.length = count + 1;
  data.length = to;
  compacted = to;
  for (let variable = 0; variable < unitCount; variable++) units[variable] = numbers[units[variable]];
  return numbers;
}

export function free(numbers: Words, count: i32): void {
  freeWords(numbers, count);
}
