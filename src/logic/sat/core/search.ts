import * as analysis from './analysis';
import * as arena from './arena';
import { NO_CLAUSE } from './arena';
import * as domain from './domain';
import { failedAssumption, noAssumption } from './final';
import * as heap from './heap';
import * as lucky from './lucky';
import { marked, wipe } from './marks';
import { Vector } from './memory';
import * as once from './once';
import * as phases from './phases';
import * as queue from './queue';
import { discardUseless } from './reduce';
import * as removed from './removed';
import * as restarts from './restarts';
import * as root from './root';
import * as simplify from './simplify';
import * as trail from './trail';
import * as vivify from './vivify';
import * as watches from './watches';

/**
 * Conflict-driven clause learning (Marques-Silva, Sakallah 1999; Een, Sorensson 2003) over existing
 * clauses. Between calls the trail is at level 0.
 */

const DECAY: f64 = 0.95;
/** The k-th reduction comes this number times k conflicts after the one before. */
const REDUCE_INTERVAL: f64 = 300;
const RESET_INTERVAL: f64 = 1000;

/** Results of `run`. `PAUSED`: it may be called again to go on. */
const PAUSED: i32 = 0;
const SAT: i32 = 1;
const UNSAT: i32 = 2;
/** No answer yet, within `run`. */
const GO_ON: i32 = -1;

export let conflicts: f64 = 0;
export let decisions: f64 = 0;
export let restartCount: f64 = 0;
export let reductions: f64 = 0;
export let learntLiterals: f64 = 0;
export let keptLiterals: f64 = 0;

let variableCount: i32 = 0;
let reduceAt: f64 = REDUCE_INTERVAL;
let resetAt: f64 = RESET_INTERVAL;
let resets: f64 = 0;
export const assumptions = new Vector();
/** Clauses of the problem when a lucky assignment was last tried, and whether this query tries one. */
let triedAt: i32 = 0;
let triesLuck: bool = false;

/** The arrays by variable have room for one more, at least. */
export function newVariable(variable: i32): void {
  variableCount = variable + 1;
  phases.newVariable(variable);
  if (queue.isOn) queue.newVariable(variable);
  else heap.newVariable(variable);
}

/** Prepares a query under `assumptions`. */
export function start(): void {
  phases.forgetSizes();
  simplify.query(conflicts);
  // The test is seldom true, so that queries between many additions are hardly slower.
  triesLuck = !domain.isOn && arena.problemCount >= 2 * triedAt;
  if (arena.wasted > arena.end >> 2 || (root.isToSweep() && root.sinceSwept() > (arena.end as f64)))
    root.collect(variableCount);
}

/**
 * Searches until there is an answer, or until the number of conflicts or propagations is reached.
 * Leaves the trail with the model after `SAT`; the caller must `backtrack`.
 */
export function run(lastConflict: f64, lastPropagation: f64): i32 {
  let answer = GO_ON;
  while (answer === GO_ON) answer = step(lastConflict, lastPropagation);
  if (answer === SAT) removed.extendModel();
  if (answer === UNSAT && !root.isOpen) noAssumption(root.emptyNode);
  return answer;
}

/** Propagates, and then learns from a conflict, restarts, discards clauses, or decides. */
function step(lastConflict: f64, lastPropagation: f64): i32 {
  if (!root.isOpen) return UNSAT;
  if (vivify.isRunning || simplify.isRunning) {
    if (root.propagations >= lastPropagation) return PAUSED;
    if (vivify.isRunning) vivify.step(variableCount);
    else simplify.step(variableCount);
    return GO_ON;
  }
  const conflict = root.propagateAll();
  if (conflict !== NO_CLAUSE) return resolveConflict(conflict) ? GO_ON : UNSAT;
  if (trail.level() === 0) root.settle();
  if (conflicts >= lastConflict || root.propagations >= lastPropagation) return PAUSED;
  if (simplify.isDue(conflicts) && inprocesses()) {
    simplify.begin(variableCount, conflicts);
    return GO_ON;
  }
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

/**
 * Learns from a conflict and returns to the level where the learnt clause asserts a literal. Returns
 * false if the clauses are unsatisfiable.
 */
function resolveConflict(conflict: i32): bool {
  conflicts++;
  if (trail.level() === 0) {
    root.settle();
    root.refute(conflict);
    return false;
  }
  analysis.learn(conflict);
  for (let i = 0; i < analysis.bumpCount; i++) {
    const variable = marked.items[i];
    if (trail.levels[variable] === 0) continue;
    if (queue.isOn) queue.bump(variable);
    else heap.bump(variable);
  }
  if (!queue.isOn) {
    analysis.gatherReasonSide();
    for (let i = 0; i < analysis.reasonSide.length; i++) heap.bump(analysis.reasonSide.items[i]);
  }
  heap.decay(DECAY);
  wipe();
  const clause = analysis.clause;
  learntLiterals += analysis.fullLength as f64;
  keptLiterals += clause.length as f64;
  restarts.conflict(analysis.lbd);
  if (restarts.isStable) phases.noConflict(trail.literals, trail.begin(trail.level()));

  trail.backtrack(analysis.backLevel);
  if (clause.length === 1) root.fix(clause.items[0], analysis.node);
  else {
    const ref = arena.add(clause.items, clause.length, analysis.lbd, analysis.node);
    watches.watch(ref);
    once.learnt(clause, ref);
    trail.assign(clause.items[0], ref);
  }
  return true;
}

/**
 * Opens a level with the next assumption or with the best open variable. Returns an answer if neither
 * exists, or if an assumption is false.
 */
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

/** The first open variable in the order of decisions; -1 if all are assigned. */
function nextVariable(): i32 {
  if (queue.isOn) {
    while (queue.first() >= 0 && (trail.values[2 * queue.first()] !== 0 || !domain.has(queue.first()))) queue.pass();
    return queue.first();
  }
  let variable = heap.first();
  while (variable >= 0 && (trail.values[2 * variable] !== 0 || removed.has(variable))) {
    heap.removeFirst();
    variable = heap.first();
  }
  return variable;
}

/** Ends a query and discards its model. */
export function finish(): void {
  vivify.stop();
  simplify.stop(variableCount);
  trail.backtrack(0);
}

/**
 * Returns to the assumptions, or to the first decision that would not be taken again (van der Tak et
 * al. 2011).
 */
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
  restarts.changeMode(root.propagations - vivify.propagations - simplify.propagations);
}

/** Rank of a variable: greater for one that is decided earlier. */
function rankOf(variable: i32): f64 {
  return queue.isOn ? (queue.place(variable) as f64) : heap.score(variable);
}

/**
 * Whether clauses may be changed in the midst of this query. Clauses of one query must not outlive it,
 * and a query of few conflicts does not repay the work.
 */
function inprocesses(): bool {
  return !queue.isOn && !once.isOn();
}

function reduce(): void {
  reductions++;
  reduceAt = conflicts + REDUCE_INTERVAL * (reductions + 1);
  if (root.isToSweep()) trail.backtrack(0);
  discardUseless();
  root.collect(variableCount);
  if (inprocesses()) vivify.begin(variableCount);
}
