import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';
import { freeVariables, postorder } from '../../smt/traverse.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import { sampledEqualities } from './equalities.ts';
import { type State, stateEvaluators } from './sampler.ts';

/** Conditions of one block that states are told apart by. */
const MOST_CONDITIONS = 8;

/**
 * What holds in one phase of a loop: linear equalities of the states in which a condition holds that the loop's step asks, and of
 * those in which it does not hold. Conditions are comparisons and flags over the state alone. `states`: what the block was in;
 * `groups`: as `relatedGroups` has them. Formulas over the state variables that hold in all of the states.
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
      // What holds in both phases is no matter of the condition.
      const own = equalities.filter((t) => evaluators.some((evaluator) => evaluator.value(t) !== true));
      return own.map((t) => terms.implies(inPhase, t));
    });
  });
}

/** The comparisons and flags over the state alone by which the block's step chooses what variables become. */
function stepConditions({ terms, blocks, stateVars, pc }: TransitionSystem, block: number): readonly Term[] {
  const state = new Set(stateVars.flatMap(({ term }, v) => (v === pc ? [] : [term])));
  const choices = postorder(terms, blocks[block].next).filter((t) => terms.op(t) === Op.ITE);
  const atoms = postorder(
    terms,
    choices.map((t) => terms.arg(t, 0)),
  ).filter((t) => tellsPhases(terms, t) && freeVariables(terms, [t]).every((v) => state.has(v)));
  return [...new Set(atoms.flatMap((t) => [...withoutSteps(terms, t), t]))].slice(0, MOST_CONDITIONS);
}

/** Comparisons of what is compared before a constant was added to one side: they say the same at other times, where no sum wraps around. */
function withoutSteps(terms: TermStore, comparison: Term): readonly Term[] {
  const op = terms.op(comparison);
  if (op !== Op.ULT && op !== Op.SLT) return [];
  const before = (t: Term): Term => (terms.op(t) === Op.ADD && terms.isBv(terms.arg(t, 1)) ? terms.arg(t, 0) : t);
  const sides = [terms.arg(comparison, 0), terms.arg(comparison, 1)];
  const [x, y] = sides.map(before);
  if (x === sides[0] && y === sides[1]) return [];
  return op === Op.ULT ? [terms.ult(x, y), terms.ult(y, x)] : [terms.slt(x, y), terms.slt(y, x)];
}

/** An equation between numbers is no phase: it holds for moments. */
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
