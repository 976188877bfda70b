import * as arena from './arena';
import { HEADER, NO_CLAUSE } from './arena';
import { Vector } from './memory';
import * as once from './once';
import * as proof from './proof-log';
import { propagate } from './propagate';
import { discardSatisfied } from './reduce';
import * as removed from './removed';
import * as trail from './trail';
import * as watches from './watches';

/**
 * The part of the solver at level 0: literals and clauses added and removed there, and the proof of
 * both.
 */

/** False once the clauses are known to be unsatisfiable. */
export let isOpen: bool = true;
/** Once `isOpen` is false: the node of the empty clause. */
export let emptyNode: i32 = proof.NO_NODE;
export let propagations: f64 = 0;

/** Literals of level 0 before this place of the trail have their unit clause in the proof, and no reason. */
let settled: i32 = 0;
/** Literals of level 0, and propagations, when the clauses were last swept. */
let swept: i32 = 0;
let sweptAt: f64 = 0;

/**
 * Adds a clause at level 0, none of whose literals is assigned. If `lbd` is 0, it is a clause of the
 * problem. Returns its place; `NO_CLAUSE` for clauses of fewer than two literals.
 */
export function add(literals: Vector, lbd: i32, node: i32): i32 {
  if (literals.length === 0) {
    isOpen = false;
    emptyNode = node;
    return NO_CLAUSE;
  }
  if (literals.length === 1) {
    fix(literals.items[0], node);
    propagateFixed();
    return NO_CLAUSE;
  }
  const ref = arena.add(literals.items, literals.length, lbd, node);
  watches.watch(ref);
  return ref;
}

export function propagateAll(ignored: i32 = NO_CLAUSE): i32 {
  const before = trail.head;
  const conflict = propagate(ignored);
  propagations += (trail.head - before) as f64;
  return conflict;
}

/** Counts other work as propagations. Returns the amount. */
export function spend(amount: f64): f64 {
  propagations += amount;
  return amount;
}

/** Makes a literal true at level 0. */
export function fix(literal: i32, node: i32): void {
  trail.assign(literal, NO_CLAUSE);
  if (proof.isOn) proof.setUnit(literal >> 1, node);
}

/** Propagates literals of level 0, there. Returns `isOpen`. */
function propagateFixed(): bool {
  const conflict = propagateAll();
  settle();
  if (conflict !== NO_CLAUSE) refute(conflict);
  return isOpen;
}

/** Turns each literal newly forced at level 0 into a unit clause of its own in the proof. */
export function settle(): void {
  for (; settled < trail.size; settled++) {
    const variable = trail.literals[settled] >> 1;
    const reason = trail.reasons[variable];
    if (reason === NO_CLAUSE) continue;
    if (proof.isOn) proof.setUnit(variable, withoutFalse(reason));
    trail.reasons[variable] = NO_CLAUSE;
  }
}

export function refute(conflict: i32): void {
  isOpen = false;
  if (proof.isOn) emptyNode = withoutFalse(conflict);
}

/** The node of a clause without the literals that are false at level 0. */
function withoutFalse(ref: i32): i32 {
  return proof.withoutFalse(arena.node(ref), arena.data, ref + HEADER, arena.next(ref), trail.values);
}

/** Whether literals became fixed since the clauses were last swept. */
export function isToSweep(): bool {
  return settled > swept;
}

/** Propagations since the clauses were last swept. */
export function sinceSwept(): f64 {
  return propagations - sweptAt;
}

/** Compacts the clauses that are not garbage; at level 0 it first sweeps out fixed literals. */
export function collect(variableCount: i32): void {
  // A clause that is false would lose all literals.
  if (!isOpen) return;
  const sweeps = trail.level() === 0 && settled > swept;
  if (sweeps) {
    discardSatisfied();
    swept = settled;
  }
  sweptAt = propagations;
  const old = arena.collect(trail.values, sweeps);
  watches.follow(old, variableCount);
  trail.follow(old);
  once.follow(old);
  arena.release(old);
  if (proof.isOn && proof.isGrown()) compactLog();
}

const roots = new Vector();

function compactLog(): void {
  roots.clear();
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) roots.push(arena.node(ref));
  removed.nodes(roots);
  const count = proof.nodeCount();
  const numbers = proof.compact(roots);
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) arena.setNode(ref, numbers[arena.node(ref)]);
  removed.renumber(numbers);
  proof.free(numbers, count);
}
