import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { type State, stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { sampledEqualities } from './equalities.ts';

/** Most conditions of one block that define phases. */
const MOST_CONDITIONS = 8;

/**
 * Facts about one phase of a loop: linear equalities of the states in which a condition of the loop's
 * step holds. The states in which it does not hold are another phase. Conditions are comparisons and
 * flags over the state alone. `states`: sampled states of the block. `groups`: the result of
 * `relatedGroups`. Returns formulas over the state variables that hold in all of the states.
 */
export function phaseEqualities(
  system: TransitionSystem,
  block: number,
  groups: readonly (readonly Term[])[],
  states: readonly State[],
): Term[] {
  const { terms } = system;
  const evaluatorIn = stateEvaluators(system);
  const evaluators = states.map(evaluatorIn);
  return stepConditions(system, block).flatMap((condition) => {
    const holds = evaluators.map((evaluator) => evaluator.value(condition) === true);
    return [true, false].flatMap((side) => {
      const phase = states.filter((_, i) => holds[i] === side);
      if (phase.length === 0 || phase.length === states.length) return [];
      const inPhase = side ? condition : terms.not(condition);
      const equalities = groups.flatMap((group) => sampledEqualities({ system }, group, phase));
      // Equalities that hold in both phases do not depend on the condition.
      const own = equalities.filter((t) => evaluators.some((evaluator) => evaluator.value(t) !== true));
      return own.map((t) => terms.implies(inPhase, t));
    });
  });
}

/**
 * The comparisons and flags over the state alone by which the block's step chooses the next values of
 * variables.
 */
function stepConditions({ terms, blocks, stateVars, pc }: TransitionSystem, block: number): readonly Term[] {
  const state = new Set(stateVars.flatMap(({ term }, v) => (v === pc ? [] : [term])));
  const choices = postorder(terms, blocks[block].next).filter((t) => terms.op(t) === Op.ITE);
  const atoms = postorder(
    terms,
    choices.map((t) => terms.arg(t, 0)),
  ).filter((t) => tellsPhases(terms, t) && freeVariables(terms, [t]).every((v) => state.has(v)));
  return [...new Set(atoms.flatMap((t) => [...withoutSteps(terms, t), t]))].slice(0, MOST_CONDITIONS);
}

/**
 * Comparisons of the terms before a constant was added to one side. They state the same about another
 * step, where no sum wraps around.
 */
function withoutSteps(terms: TermStore, comparison: Term): readonly Term[] {
  const op = terms.op(comparison);
  if (op !== Op.ULT && op !== Op.SLT) return [];
  const before = (t: Term): Term => (terms.op(t) === Op.ADD && terms.isBv(terms.arg(t, 1)) ? terms.arg(t, 0) : t);
  const sides = [terms.arg(comparison, 0), terms.arg(comparison, 1)];
  const [x, y] = sides.map(before);
  if (x === sides[0] && y === sides[1]) return [];
  return op === Op.ULT ? [terms.ult(x, y), terms.ult(y, x)] : [terms.slt(x, y), terms.slt(y, x)];
}

/**
 * True for conditions that hold for many turns. An equation between numbers does not define a phase:
 * it holds for moments.
 */
function tellsPhases(terms: TermStore, t: Term): boolean {
  switch (terms.op(t)) {
    case Op.ULT:
    case Op.SLT:
      return true;
    case Op.VARIABLE:
      return terms.sort(t).kind === 'bool';
    case Op.EQ: {
      const sort = terms.sort(terms.arg(t, 0));
      return sort.kind === 'bv' && sort.width === 1;
    }
    default:
      return false;
  }
}
