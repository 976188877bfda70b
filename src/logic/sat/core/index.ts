import * as analysis from './analysis';
import * as arena from './arena';
import * as domain from './domain';
import * as eliminate from './eliminate';
import * as final from './final';
import * as gates from './gates';
import * as heap from './heap';
import * as marks from './marks';
import * as arrays from './memory';
import { longerWords, NO_WORDS, Vector, Words } from './memory';
import * as occurrences from './occurrences';
import * as once from './once';
import * as phases from './phases';
import * as proof from './proof-log';
import * as queue from './queue';
import * as removed from './removed';
import * as root from './root';
import * as search from './search';
import * as simplify from './simplify';
import * as subsume from './subsume';
import * as trail from './trail';
import * as vivify from './vivify';
import * as watches from './watches';

/**
 * The SAT core, compiled to WebAssembly: one instance of the module is one solver. Literals enter
 * through `buffer`; results lie in linear memory at the addresses that functions return. The other
 * side is `../solver.ts`.
 */

const LEAST_CAPACITY: i32 = 64;

let variableCount: i32 = 0;
/** Number of variables that the arrays have room for. */
let capacity: i32 = 0;
/** Incoming literals of a clause or of assumptions. */
const input = new Vector();
/** stamps[l] === stamp: the clause being added holds literal l. */
let stamps: Words = NO_WORDS;
let stamp: i32 = 0;
/** The clause being added, and the same clause without literals that are false already. */
const whole = new Vector();
const open = new Vector();

/** Turns proof logging on; must be called before any other function. */
export function logProof(): void {
  proof.start();
}

/** Decides variables of the latest conflicts first; must be called before any other function. */
export function decideLatest(): void {
  queue.turnOn();
}

/**
 * Sets the number of conflicts of a query after which clauses are simplified. Call this before
 * anything else.
 */
export function simplifyAfter(conflicts: f64): void {
  simplify.wait(conflicts);
}

export function newVariable(): i32 {
  if (variableCount === capacity) enlarge(max(LEAST_CAPACITY, 2 * capacity));
  search.newVariable(variableCount);
  return variableCount++;
}

function enlarge(wanted: i32): void {
  trail.reserve(capacity, wanted);
  watches.reserve(capacity, wanted);
  if (queue.isOn) queue.reserve(capacity, wanted);
  else heap.reserve(capacity, wanted);
  phases.reserve(capacity, wanted);
  marks.reserve(capacity, wanted);
  if (queue.isOn) domain.reserve(capacity, wanted);
  analysis.reserve(capacity, wanted);
  vivify.reserve(capacity, wanted);
  removed.reserve(capacity, wanted);
  occurrences.reserve(capacity, wanted);
  subsume.reserve(capacity, wanted);
  gates.reserve(capacity, wanted);
  eliminate.reserve(capacity, wanted);
  if (proof.isOn) proof.reserve(capacity, wanted);
  stamps = longerWords(stamps, 2 * capacity, 2 * wanted);
  capacity = wanted;
}

/** Address of a buffer with room for `length` literals. */
export function buffer(length: i32): usize {
  input.reserve(length);
  return changetype<usize>(input.items);
}

/**
 * Adds to a part the clause of the first `length` literals of the buffer, whose variables must exist.
 * False when the clauses are now known to be unsatisfiable.
 */
export function addClause(length: i32, part: i32): bool {
  takeBack(length);
  const values = trail.values;
  stamp++;
  whole.clear();
  open.clear();
  let satisfied = false;
  for (let i = 0; i < length; i++) {
    const literal = input.items[i];
    if (stamps[literal] === stamp) continue;
    if (stamps[literal ^ 1] === stamp || values[literal] > 0) satisfied = true;
    stamps[literal] = stamp;
    whole.push(literal);
    if (values[literal] === 0) open.push(literal);
  }
  if (satisfied || !root.isOpen) return root.isOpen;
  const leaf = proof.isOn ? proof.leaf(whole, part) : proof.NO_NODE;
  root.add(open, 0, proof.isOn ? proof.withoutFalse(leaf, whole.items, 0, whole.length, values) : leaf);
  return root.isOpen;
}

/** Restores eliminated variables of the first `length` literals of the buffer, with their clauses. */
function takeBack(length: i32): void {
  for (let i = 0; i < length; i++) removed.want(input.items[i] >> 1);
  while (removed.takeBack()) {
    const literals = removed.clause;
    open.clear();
    let satisfied = false;
    for (let i = 0; i < literals.length; i++) {
      const value = trail.values[literals.items[i]];
      if (value > 0) satisfied = true;
      if (value === 0) open.push(literals.items[i]);
    }
    if (satisfied || !root.isOpen) continue;
    const node = proof.isOn
      ? proof.withoutFalse(removed.node, literals.items, 0, literals.length, trail.values)
      : proof.NO_NODE;
    root.add(open, 0, node);
  }
  for (let i = 0; i < removed.came.length; i++) heap.insert(removed.came.items[i]);
  removed.came.clear();
}

/**
 * Adds the clause of the first `length` literals of the buffer for the next query alone, which assumes
 * `literal`.
 * The clause holds the negation of `literal`, and no other clause does.
 */
export function addOnce(literal: i32, length: i32): bool {
  takeBack(length);
  const place = arena.end;
  const isOpen = addClause(length, 0);
  once.begin(literal);
  domain.root(whole);
  if (arena.end > place) once.note(place);
  return isOpen;
}

/** Whether a variable has its value for good. */
export function isFixed(variable: i32): bool {
  return trail.values[2 * variable] !== 0;
}

/**
 * Marks the clause of the first `length` literals in the buffer as part of the definition of its first
 * variable by the others.
 * It serves solvers that decide the latest variables first.
 */
export function define(length: i32): void {
  domain.define(input.items[0] >> 1, input, 1, length);
}

/** Puts the variable into the domain of all queries. */
export function keep(variable: i32): void {
  domain.keep(variable);
}

/**
 * Begins a query under the first `length` literals of the buffer. `isLocal`: restricts the query to
 * their variables and those that they depend on.
 */
export function start(length: i32, isLocal: bool): void {
  takeBack(length);
  for (let i = 0; i < length; i++) removed.freeze(input.items[i] >> 1);
  const assumptions = search.assumptions;
  assumptions.clear();
  for (let i = 0; i < length; i++) assumptions.push(input.items[i]);
  if (isLocal) {
    domain.root(assumptions);
    domain.restrict();
    queue.rewind();
  }
  search.start();
}

/**
 * Searches up to the given numbers of conflicts and propagations, counted since the solver was made.
 * Returns 0 if one is reached, 1 if satisfiable, 2 if not.
 */
export function run(lastConflict: f64, lastPropagation: f64): i32 {
  return search.run(lastConflict, lastPropagation);
}

/** Ends a query and discards its model. */
export function finish(): void {
  search.finish();
  once.end();
  if (domain.isOn) queue.rewind();
  domain.clear();
}

/** Address of the model: one byte per literal; 1: true. */
export function model(): usize {
  return changetype<usize>(trail.values);
}

/**
 * Results after an answer of 2: the number of assumptions that contradict each other, their address,
 * and the node of the proof that shows it.
 * Node 0: no proof.
 */
export function coreLength(): i32 {
  return final.core.length;
}
export function core(): usize {
  return changetype<usize>(final.core.items);
}
export function coreNode(): i32 {
  return final.node;
}

/** The log of the proof: see `ProofLog` in `../proof.ts`. */
export function nodeCount(): i32 {
  return proof.nodeCount();
}
export function nodeStarts(): usize {
  return changetype<usize>(proof.starts.items);
}
export function nodeParts(): usize {
  return changetype<usize>(proof.parts.items);
}
export function nodeWords(): usize {
  return changetype<usize>(proof.data.items);
}
export function nodesForgotten(): i32 {
  return proof.forgottenCount;
}

/** Bytes of all arrays. */
export function bytes(): f64 {
  return arrays.allocated;
}
/** Whether an allocation is in progress: after a trap, this means that memory ran out. */
export function isAllocating(): bool {
  return arrays.isAllocating;
}
export function isOpen(): bool {
  return root.isOpen;
}
export function problemCount(): i32 {
  return arena.problemCount;
}
export function learntCount(): i32 {
  return arena.learntCount;
}
export function conflicts(): f64 {
  return search.conflicts;
}
export function decisions(): f64 {
  return search.decisions;
}
export function propagations(): f64 {
  return root.propagations;
}
export function restarts(): f64 {
  return search.restartCount;
}
export function reductions(): f64 {
  return search.reductions;
}
export function eliminated(): f64 {
  return eliminate.eliminated;
}
export function subsumed(): f64 {
  return subsume.subsumed;
}
export function strengthened(): f64 {
  return subsume.strengthened;
}
export function vivified(): f64 {
  return vivify.shortened;
}
export function learntLiterals(): f64 {
  return search.learntLiterals;
}
export function keptLiterals(): f64 {
  return search.keptLiterals;
}
