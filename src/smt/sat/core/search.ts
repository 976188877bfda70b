import * as analysis from './analysis';
import * as arena from './arena';
import { HEADER, NO_CLAUSE } from './arena';
import * as domain from './domain';
import { failedAssumption, noAssumption } from './final';
import * as heap from './heap';
import * as lucky from './lucky';
import { marked, wipe } from './marks';
import { Vector } from './memory';
import * as once from './once';
import * as phases from './phases';
import * as proof from './proof-log';
import { propagate } from './propagate';
import * as queue from './queue';
import { discardSatisfied, discardUseless } from './reduce';
import * as restarts from './restarts';
import * as trail from './trail';
import * as watches from './watches';

/** Conflict-driven clause learning (Marques-Silva, Sakallah 1999; Een, Sorensson 2003) over clauses that are there already. Between calls the trail is at level 0. */

const DECAY: f64 = 0.95;
/** The k-th reduction comes this many times k conflicts after the one before. */
const REDUCE_INTERVAL: f64 = 300;
const RESET_INTERVAL: f64 = 1000;

/** What `run` answers. `PAUSED`: it may be called again to go on. */
export const PAUSED: i32 = 0;
export const SAT: i32 = 1;
export const UNSAT: i32 = 2;
/** No answer yet, within `run`. */
const GO_ON: i32 = -1;

/** Whether the clauses are not known to be unsatisfiable. */
export let isOpen: bool = true;
/** When not: the node of the empty clause. */
let emptyNode: i32 = proof.NO_NODE;

export let conflicts: f64 = 0;
export let decisions: f64 = 0;
export let propagations: f64 = 0;
export let restartCount: f64 = 0;
export let reductions: f64 = 0;
export let learntLiterals: f64 = 0;
export let keptLiterals: f64 = 0;

let variableCount: i32 = 0;
/** Literals of level 0 before this place of the trail have their unit clause in the proof, and no reason. */
let settled: i32 = 0;
/** Literals of level 0 when the clauses were last swept, and propagations then. */
let swept: i32 = 0;
let sweptAt: f64 = 0;
let reduceAt: f64 = REDUCE_INTERVAL;
let resetAt: f64 = RESET_INTERVAL;
let resets: f64 = 0;
export const assumptions = new Vector();
/** Clauses of the problem when a lucky assignment was last looked for, and whether this query is to look for one. */
let triedAt: i32 = 0;
let triesLuck: bool = false;

/** The arrays by variable have room for one more, at least. */
export function newVariable(variable: i32): void {
  variableCount = variable + 1;
  phases.newVariable(variable);
  if (queue.isOn) queue.newVariable(variable);
  else heap.newVariable(variable);
}

/** Adds a clause none of whose literals is assigned, at level 0. Answers `isOpen`. */
export function add(literals: Vector, node: i32): bool {
  if (literals.length === 0) {
    isOpen = false;
    emptyNode = node;
  } else if (literals.length === 1) {
    fix(literals.items[0], node);
    const conflict = propagateAll();
    settle();
    if (conflict !== NO_CLAUSE) refute(conflict);
  } else watches.watch(arena.add(literals.items, literals.length, 0, node));
  return isOpen;
}

/** Prepares a query under `assumptions`. */
export function start(): void {
  phases.forgetSizes();
  // Seldom enough for queries of many additions to be hardly slower.
  triesLuck = !domain.isOn && arena.problemCount >= 2 * triedAt;
  if (arena.wasted > arena.end >> 2 || (settled > swept && propagations - sweptAt > (arena.end as f64))) collect();
}

/** Searches until there is an answer, or the number of conflicts or propagations is reached. Leaves the trail with the model after `SAT`; `backtrack` is for the caller. */
export function run(lastConflict: f64, lastPropagation: f64): i32 {
  let answer = GO_ON;
  while (answer === GO_ON) answer = step(lastConflict, lastPropagation);
  if (answer === UNSAT && !isOpen) noAssumption(emptyNode);
  return answer;
}

/** Propagates, and then learns from a conflict, restarts, throws clauses away, or decides. */
function step(lastConflict: f64, lastPropagation: f64): i32 {
  if (!isOpen) return UNSAT;
  const conflict = propagateAll();
  if (conflict !== NO_CLAUSE) return resolveConflict(conflict) ? GO_ON : UNSAT;
  if (trail.level() === 0) settle();
  if (conflicts >= lastConflict || propagations >= lastPropagation) return PAUSED;
  if (triesLuck) {
    triesLuck = false;
    triedAt = arena.problemCount;
    if (lucky.findModel(assumptions, variableCount)) return SAT;
    // The trail is back at level 0.
  }
  if (restarts.isDue()) restart(assumptions.length);
  else if (conflicts >= reduceAt) reduce();
  else return decide();
  return GO_ON;
}

function propagateAll(): i32 {
  const before = trail.head;
  const conflict = propagate();
  propagations += (trail.head - before) as f64;
  return conflict;
}

/** Makes a literal true at level 0. */
function fix(literal: i32, node: i32): void {
  trail.assign(literal, NO_CLAUSE);
  if (proof.isOn) proof.setUnit(literal >> 1, node);
}

/** Every literal newly forced at level 0 becomes a unit clause of its own in the proof. */
function settle(): void {
  for (; settled < trail.size; settled++) {
    const variable = trail.literals[settled] >> 1;
    const reason = trail.reasons[variable];
    if (reason === NO_CLAUSE) continue;
    if (proof.isOn) proof.setUnit(variable, withoutFalse(reason));
    trail.reasons[variable] = NO_CLAUSE;
  }
}

function refute(conflict: i32): void {
  isOpen = false;
  if (proof.isOn) emptyNode = withoutFalse(conflict);
}

/** The node of a clause without what is false at level 0. */
function withoutFalse(ref: i32): i32 {
  return proof.withoutFalse(arena.node(ref), arena.data, ref + HEADER, arena.next(ref), trail.values);
}

/** Learns from a conflict and goes back to where the learnt clause asserts a literal. False if the clauses are unsatisfiable. */
function resolveConflict(conflict: i32): bool {
  conflicts++;
  if (trail.level() === 0) {
    settle();
    refute(conflict);
    return false;
  }
  analysis.learn(conflict);
  for (let i = 0; i < analysis.bumpCount; i++) {
    const variable = marked.items[i];
    if (trail.levels[variable] === 0) continue;
    if (queue.isOn) queue.bump(variable);
    else heap.bump(variable);
  }
  heap.decay(DECAY);
  wipe();
  const clause = analysis.clause;
  learntLiterals += analysis.fullLength as f64;
  keptLiterals += clause.length as f64;
  restarts.conflict(analysis.lbd);
  if (restarts.isStable) phases.noConflict(trail.literals, trail.begin(trail.level()));

  trail.backtrack(analysis.backLevel);
  if (clause.length === 1) fix(clause.items[0], analysis.node);
  else {
    const ref = arena.add(clause.items, clause.length, analysis.lbd, analysis.node);
    watches.watch(ref);
    once.learnt(clause, ref);
    trail.assign(clause.items[0], ref);
  }
  return true;
}

/** Opens a level with the next assumption or with the best open variable. An answer if there is neither, or an assumption is false. */
function decide(): i32 {
  while (trail.level() < assumptions.length) {
    const assumption = assumptions.items[trail.level()];
    const value = trail.values[assumption];
    if (value < 0) {
      failedAssumption(assumption);
      return UNSAT;
    }
    trail.openLevel();
    if (value === 0) {
      trail.assign(assumption, NO_CLAUSE);
      return GO_ON;
    }
  }
  const variable = nextVariable();
  if (variable < 0) return SAT;
  decisions++;
  trail.openLevel();
  trail.assign(phases.literal(variable, restarts.isStable), NO_CLAUSE);
  return GO_ON;
}

/** The open variable that comes first in the order of decisions; -1 if all are assigned. */
function nextVariable(): i32 {
  if (queue.isOn) {
    while (queue.first() >= 0 && (trail.values[2 * queue.first()] !== 0 || !domain.has(queue.first()))) queue.pass();
    return queue.first();
  }
  let variable = heap.first();
  while (variable >= 0 && trail.values[2 * variable] !== 0) {
    heap.removeFirst();
    variable = heap.first();
  }
  return variable;
}

/** Goes back to the assumptions, or to the first decision that would not be taken again (van der Tak et al. 2011). */
function restart(assumed: i32): void {
  restartCount++;
  restarts.restarted();
  const next = nextVariable();
  if (next < 0) return;
  const rank = rankOf(next);
  let level = min(assumed, trail.level());
  while (level < trail.level() && rankOf(trail.literals[trail.begin(level + 1)] >> 1) > rank) level++;
  if (conflicts >= resetAt && restarts.isStable) {
    resetAt = conflicts + RESET_INTERVAL * ++resets;
    trail.backtrack(min(assumed, trail.level()));
    phases.reset(variableCount);
  } else trail.backtrack(level);
  restarts.changeMode(propagations);
}

/** Greater for what is decided earlier. */
function rankOf(variable: i32): f64 {
  return queue.isOn ? (queue.place(variable) as f64) : heap.score(variable);
}

function reduce(): void {
  reductions++;
  reduceAt = conflicts + REDUCE_INTERVAL * (reductions + 1);
  if (settled > swept) trail.backtrack(0);
  discardUseless();
  collect();
}

/** Moves what is no garbage together; at level 0 first sweeps out what has become true or false for good. */
function collect(): void {
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
  const count = proof.nodeCount();
  const numbers = proof.compact(roots);
  for (let ref = 1; ref < arena.end; ref = arena.next(ref)) arena.setNode(ref, numbers[arena.node(ref)]);
  proof.free(numbers, count);
}
