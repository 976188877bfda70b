import { NO_CLAUSE } from './arena';
import { explain, explanation } from './final';
import { longerWords, NO_WORDS, Vector, Words } from './memory';
import * as phases from './phases';
import * as proof from './proof-log';
import * as removed from './removed';
import * as root from './root';
import * as trail from './trail';
import { HEAD, heads, LENGTH, pool, START } from './watches';

/**
 * Finds literals that are false in all models ("failed literals": Freeman 1995; Le Berre 2001). A
 * literal is decided at level 0; if propagation conflicts, its negation is a clause. Only literals that
 * imply others by clauses of two literals, and that no such clause implies, are tried: what the others
 * imply, these do, too (Lynce, Marques-Silva 2003).
 */

/** Budget in propagations, as a part of those of the search. */
const EFFORT: f64 = 0.05;
/** Work of one trial beside its propagations, counted as propagations. */
const TRIAL: f64 = 2;

export let isRunning: bool = false;
/** Propagations spent here since the solver was made. */
export let propagations: f64 = 0;
/** Number of literals found false. */
export let failed: f64 = 0;
let budget: f64 = 0;
/** Number of fixed literals when a literal was last tried, plus 1; 0: never. */
let tried: Words = NO_WORDS;
const candidates = new Vector();
const unit = new Vector();
/** The next search for candidates begins at this literal, so that all have their turn. */
let first: i32 = 0;

export function reserve(count: i32, wanted: i32): void {
  tried = longerWords(tried, 2 * count, 2 * wanted);
}

/** Chooses literals; `step` then tries one after the other until the budget is spent. */
export function begin(variableCount: i32, searched: f64): void {
  budget = EFFORT * searched - propagations;
  if (budget <= 0) return;
  trail.backtrack(0);
  candidates.clear();
  const count = 2 * variableCount;
  for (let i = 0; i < count; i++) {
    const literal = (first + i) % count;
    if (tried[literal] !== root.settled + 1 && isRoot(literal)) candidates.push(literal);
  }
  budget -= (count as f64) / 16;
  if (candidates.length === 0) return;
  phases.freeze(true);
  isRunning = true;
}

/** Whether the literal is open, implies others by clauses of two literals, and is implied by none. */
function isRoot(literal: i32): bool {
  return (
    trail.values[literal] === 0 && !removed.has(literal >> 1) && hasShortClause(literal ^ 1) && !hasShortClause(literal)
  );
}

/** Whether the literal is in a clause of two literals. */
function hasShortClause(literal: i32): bool {
  const start = heads[HEAD * literal + START];
  const end = start + heads[HEAD * literal + LENGTH];
  for (let at = start; at < end; at += 2) if (pool[at + 1] < 0) return true;
  return false;
}

/** Ends probing; must come before any other use of the solver. */
export function stop(): void {
  if (!isRunning) return;
  trail.backtrack(0);
  phases.freeze(false);
  isRunning = false;
}

/** Tries the next literal. */
export function step(): void {
  if (candidates.length === 0 || budget <= 0 || !root.isOpen) {
    stop();
    return;
  }
  const before = root.propagations;
  candidates.length--;
  const literal = candidates.items[candidates.length];
  first = literal;
  if (trail.values[literal] === 0) probe(literal);
  const spent = root.propagations - before;
  propagations += spent;
  budget -= spent + TRIAL;
}

function probe(literal: i32): void {
  tried[literal] = root.settled + 1;
  trail.openLevel();
  trail.assign(literal, NO_CLAUSE);
  const conflict = root.propagateAll();
  if (conflict === NO_CLAUSE) {
    trail.backtrack(0);
    return;
  }
  explain(conflict, -1);
  trail.backtrack(0);
  failed++;
  unit.clear();
  unit.push(literal ^ 1);
  root.add(unit, 0, proof.isOn ? explanation : proof.NO_NODE);
}
