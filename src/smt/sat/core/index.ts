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
 * The SAT core, compiled to WebAssembly: one instance of the module is one solver. Literals go in through `buffer`; what comes out lies in
 * linear memory at the addresses that functions answer. The other side is `../solver.ts`.
 */

const LEAST_CAPACITY: i32 = 64;

let variableCount: i32 = 0;
/** How many variables the arrays have room for. */
let capacity: i32 = 0;
/** Literals of a clause or of assumptions, on their way in. */
const input = new Vector();
/** stamps[l] === stamp: the clause being added holds literal l. */
let stamps: Words = NO_WORDS;
let stamp: i32 = 0;
/** The clause being added, and without what is false already. */
const whole = new Vector();
const open = new Vector();

/** To be called before anything else, if proofs are to be logged. */
export function logProof(): void {
  proof.start();
}

/** To be called before anything else, if what took part in the last conflicts is decided first. */
export function decideLatest(): void {
  queue.turnOn();
}

/** Sets after how many conflicts of a query clauses are simplified. Call this before anything else. */
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

/** The address for so many literals to be written to. */
export function buffer(length: i32): usize {
  input.reserve(length);
  return changetype<usize>(input.items);
}

/** Adds the clause of the first `length` literals of the buffer, whose variables exist, to a part. False when the clauses are now known to be unsatisfiable. */
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

/** Variables of the first `length` literals of the buffer that were eliminated come back with their clauses. */
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
    const node = proof.isOn ? proof.withoutFalse(removed.node, literals.items, 0, literals.length, trail.values) : proof.NO_NODE;
    root.add(open, 0, node);
  }
  for (let i = 0; i < removed.came.length; i++) heap.insert(removed.came.items[i]);
  removed.came.clear();
}

/** Adds the clause of the first `length` literals of the buffer for the next query alone, which assumes `literal`; the clause has its negation, and no other clause has it. */
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

/** The first of so many literals in the buffer, which are a clause, is of a variable that is defined by the others; for solvers that decide the latest first. */
export function define(length: i32): void {
  domain.define(input.items[0] >> 1, input, 1, length);
}

/** All queries are about the variable. */
export function keep(variable: i32): void {
  domain.keep(variable);
}

/** Begins a query under the first `length` literals of the buffer. `isLocal`: it is about what these speak of and depend on alone. */
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

/** Searches up to so many conflicts or propagations since the solver was made: 0 if they are reached, 1 satisfiable, 2 not. */
export function run(lastConflict: f64, lastPropagation: f64): i32 {
  return search.run(lastConflict, lastPropagation);
}

/** Ends a query; the model is gone then. */
export function finish(): void {
  search.finish();
  once.end();
  if (domain.isOn) queue.rewind();
  domain.clear();
}

/** By literal, a byte each: 1 true. */
export function model(): usize {
  return changetype<usize>(trail.values);
}

/** After an answer of 2: so many assumptions that cannot hold together, at this address, and the node of the proof that says so; 0 for none. */
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
/** Whether memory is being asked for: after a trap, that there was none. */
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
