import * as arena from './arena';
import { HEADER, NO_CLAUSE } from './arena';
import { MET, mark, marks, OPEN, wipe } from './marks';
import { Vector } from './memory';
import * as proof from './proof-log';
import * as trail from './trail';

/**
 * Assumptions that contradict each other, and the node of the clause that states this; `NO_NODE`
 * without a log, or if they contain a literal and its negation.
 */
export const core = new Vector();
export let node: i32 = proof.NO_NODE;
/** Variables of level 0 in the chain being logged. */
const fixed = new Vector();

/** Records that the clauses alone are unsatisfiable; `empty` is the node of the empty clause. */
export function noAssumption(empty: i32): void {
  core.clear();
  node = empty;
}

/**
 * Explains why the assumption `failed` is false, when all decisions on the trail are assumptions
 * (MiniSat's analyzeFinal, Een, Sorensson 2003).
 * It resolves the clause that forced the negation backwards along the trail until only assumptions are
 * left.
 */
export function failedAssumption(failed: i32): void {
  const reasons = trail.reasons;
  core.clear();
  core.push(failed);
  node = proof.NO_NODE;
  if (trail.levels[failed >> 1] === 0) {
    if (proof.isOn) node = proof.unit(failed >> 1);
    return;
  }
  if (reasons[failed >> 1] === NO_CLAUSE) {
    core.push(failed ^ 1);
    return;
  }
  explain(reasons[failed >> 1], failed ^ 1);
  for (let i = 0; i < decided.length; i++) core.push(decided.items[i]);
  node = explanation;
}

/** Results of {@link explain}: decisions, as literals that are true, and the node of the clause. */
export const decided = new Vector();
export let explanation: i32 = proof.NO_NODE;

/**
 * Resolves a clause backwards along the trail until its literals are negations of decisions. All of
 * its literals are false, except `kept` if the clause holds it; that literal stays.
 */
export function explain(ref: i32, kept: i32): void {
  const reasons = trail.reasons;
  decided.clear();
  fixed.clear();
  if (proof.isOn) proof.begin(arena.node(ref));
  markOthers(ref, kept >> 1);
  for (let at = trail.size - 1; at >= trail.begin(1); at--) {
    const literal = trail.literals[at];
    const variable = literal >> 1;
    if (marks[variable] === OPEN) continue;
    const reason = reasons[variable];
    if (reason === NO_CLAUSE) {
      decided.push(literal);
      continue;
    }
    if (proof.isOn) proof.resolve(variable, arena.node(reason));
    markOthers(reason, variable);
  }
  wipe();
  if (!proof.isOn) return;
  for (let i = 0; i < fixed.length; i++) proof.resolve(fixed.items[i], proof.unit(fixed.items[i]));
  explanation = proof.end();
}

/** Marks the open variables of a clause except `but`, and gathers those of level 0. */
function markOthers(ref: i32, but: i32): void {
  const end = ref + HEADER + arena.data[ref];
  for (let i = ref + HEADER; i < end; i++) {
    const variable = arena.data[i] >> 1;
    if (variable === but || marks[variable] !== OPEN) continue;
    mark(variable, MET);
    if (trail.levels[variable] === 0) fixed.push(variable);
  }
}
