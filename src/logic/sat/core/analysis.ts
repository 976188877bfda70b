import * as arena from './arena';
import { HEADER } from './arena';
import { MET, mark, marked, marks, OPEN } from './marks';
import { longerWords, NO_WORDS, Vector, Words } from './memory';
import { logRemoved, minimise } from './minimise';
import * as proof from './proof-log';
import * as trail from './trail';
import { HEAD, heads, LENGTH, pool, START } from './watches';

/**
 * Conflict analysis: derives the clause of the first unique implication point (Marques-Silva, Sakallah
 * 1999; Zhang et al. 2001), minimised, and its proof if there is a log.
 */

/** Learnt clauses of at most this many levels are kept for good ("glue clauses", Audemard, Simon 2009). */
export const LBD_KEPT: i32 = 2;
/** Learnt clauses of at most this many levels survive longer without use. */
const LBD_MIDDLE: i32 = 6;
/** Longer clauses are not resolved with clauses of two literals. */
const LONGEST_RESOLVED: i32 = 30;

/** The learnt clause: the asserted literal, then one of the level to return to, then the others. */
export const clause = new Vector();
/** Number of decision levels of its literals. */
export let lbd: i32 = 0;
export let backLevel: i32 = 0;
export let node: i32 = proof.NO_NODE;
/** Variables met while resolving; the first `bumpCount` of those marked are to be bumped. */
export let bumpCount: i32 = 0;
/** Literals before minimisation. */
export let fullLength: i32 = 0;
let levelStamps: Words = NO_WORDS;
let stamp: i32 = 0;
/** variableStamps[v] === variableStamp: the variable was met by the present pass over clauses. */
let variableStamps: Words = NO_WORDS;
let variableStamp: i32 = 0;
/** Variables next to those of the learnt clause, which are to be bumped as well. */
export const reasonSide = new Vector();
/** Variables of level 0 in the chain being logged. */
const fixed = new Vector();

export function reserve(count: i32, wanted: i32): void {
  variableStamps = longerWords(variableStamps, count, wanted);
  levelStamps = longerWords(levelStamps, count === 0 ? 0 : count + 1, wanted + 1);
}

/**
 * Derives `clause` from a clause that is false at the present level, which is above 0. The caller
 * wipes the marks after bumping.
 */
export function learn(conflict: i32): void {
  const levels = trail.levels;
  const data = arena.data;
  const level = trail.level();
  clause.clear();
  clause.push(0);
  fixed.clear();
  if (proof.isOn) proof.begin(arena.node(conflict));

  // Resolve backwards along the trail until a single literal of the present level is left.
  let open = 0;
  let at = trail.size;
  let ref = conflict;
  let resolved = -1;
  for (;;) {
    if (arena.isLearnt(ref)) use(ref);
    const end = ref + HEADER + data[ref];
    for (let i = ref + HEADER; i < end; i++) {
      const literal = data[i];
      const variable = literal >> 1;
      if (literal === resolved || marks[variable] !== OPEN) continue;
      if (levels[variable] === 0) {
        if (proof.isOn) noteFixed(variable, fixed);
        continue;
      }
      mark(variable, MET);
      if (levels[variable] === level) open++;
      else clause.push(literal);
    }
    do at--;
    while (marks[trail.literals[at] >> 1] === OPEN);
    resolved = trail.literals[at];
    if (--open === 0) break;
    ref = trail.reasons[resolved >> 1];
    if (proof.isOn) proof.resolve(resolved >> 1, arena.node(ref));
  }
  clause.items[0] = resolved ^ 1;
  bumpCount = marked.length;
  fullLength = clause.length;

  stampLevels();
  minimise(clause, levelStamps, stamp);
  if (proof.isOn) logRemoved(clause, fixed);
  if (clause.length > 2 && clause.length <= LONGEST_RESOLVED) resolveBinary();
  if (proof.isOn) {
    for (let i = 0; i < fixed.length; i++) proof.resolve(fixed.items[i], proof.unit(fixed.items[i]));
    node = proof.end();
  }
  lbd = stampLevels();
  chooseBackLevel();
}

/**
 * Removes literals from the learnt clause by clauses of two literals, one of which is the asserted
 * literal (Audemard, Simon 2009).
 */
function resolveBinary(): void {
  const items = clause.items;
  variableStamp++;
  for (let i = 1; i < clause.length; i++) variableStamps[items[i] >> 1] = variableStamp;
  const head = HEAD * items[0];
  const start = heads[head + START];
  const end = start + heads[head + LENGTH];
  let taken = 0;
  for (let at = start; at < end; at += 2) {
    const tag = pool[at + 1];
    if (tag >= 0) continue;
    const other = pool[at];
    if (trail.values[other] <= 0 || variableStamps[other >> 1] !== variableStamp) continue;
    variableStamps[other >> 1] = 0;
    if (proof.isOn) proof.resolve(other >> 1, arena.node(~tag));
    taken++;
  }
  if (taken === 0) return;
  let kept = 1;
  for (let i = 1; i < clause.length; i++) if (variableStamps[items[i] >> 1] === variableStamp) items[kept++] = items[i];
  clause.length = kept;
}

/**
 * Gathers in `reasonSide` the variables of clauses that forced literals of the learnt clause, except
 * those met while resolving (Liang, Ganesh, Poupart, Czarnecki 2016).
 */
export function gatherReasonSide(): void {
  reasonSide.clear();
  variableStamp++;
  for (let i = 0; i < bumpCount; i++) variableStamps[marked.items[i]] = variableStamp;
  for (let i = 1; i < clause.length; i++) {
    const ref = trail.reasons[clause.items[i] >> 1];
    if (ref === arena.NO_CLAUSE) continue;
    const end = arena.next(ref);
    for (let at = ref + HEADER; at < end; at++) {
      const variable = arena.data[at] >> 1;
      if (variableStamps[variable] === variableStamp || trail.levels[variable] === 0) continue;
      variableStamps[variable] = variableStamp;
      reasonSide.push(variable);
    }
  }
}

/** Marks a variable of level 0 and adds it to `to`, unless it is marked. */
function noteFixed(variable: i32, to: Vector): void {
  if (marks[variable] !== OPEN) return;
  mark(variable, MET);
  to.push(variable);
}

function stampLevels(): i32 {
  const levels = trail.levels;
  stamp++;
  let count = 0;
  for (let i = 0; i < clause.length; i++) {
    const level = levels[clause.items[i] >> 1];
    if (levelStamps[level] === stamp) continue;
    levelStamps[level] = stamp;
    count++;
  }
  return count;
}

function chooseBackLevel(): void {
  const levels = trail.levels;
  const items = clause.items;
  backLevel = 0;
  if (clause.length === 1) return;
  let highest = 1;
  for (let i = 2; i < clause.length; i++) if (levels[items[i] >> 1] > levels[items[highest] >> 1]) highest = i;
  const literal = items[highest];
  items[highest] = items[1];
  items[1] = literal;
  backLevel = levels[literal >> 1];
}

/**
 * Recounts the levels of a learnt clause that took part in a conflict, because they may have become
 * fewer, and extends its life.
 */
function use(ref: i32): void {
  const old = arena.lbd(ref);
  if (old <= LBD_KEPT) return;
  const levels = trail.levels;
  const data = arena.data;
  stamp++;
  let now = 0;
  const end = ref + HEADER + data[ref];
  for (let i = ref + HEADER; i < end && now < old; i++) {
    const level = levels[data[i] >> 1];
    if (levelStamps[level] === stamp) continue;
    levelStamps[level] = stamp;
    now++;
  }
  if (now < old) arena.setLbd(ref, now);
  arena.setUsed(ref, now <= LBD_MIDDLE ? 2 : 1);
}
