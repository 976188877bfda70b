import type { Term } from '../../logic/terms/builder.ts';
import { Evaluator, zeroValue } from '../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** A state that a run reached after `steps` steps; values as in `system.stateVars`. */
export interface ReachedState {
  readonly steps: number;
  readonly state: readonly ModelValue[];
}

/** The number of steps to a reached state that violates the formula; null if none of these does. */
export function violatedBy(
  { terms, stateVars }: TransitionSystem,
  formula: Term,
  reached: readonly ReachedState[],
): number | null {
  const index = new Map(stateVars.map((v, i) => [v.term, i]));
  for (const { steps, state } of reached) {
    const evaluator = new Evaluator(terms, (t) => {
      const i = index.get(t);
      return i === undefined ? zeroValue(terms.sort(t)) : state[i];
    });
    if (evaluator.value(formula) === false) return steps;
  }
  return null;
}
