import type { Term } from '../terms/builder.ts';
import { Evaluator, zeroValue } from '../terms/evaluate.ts';
import type { ModelValue } from '../terms/solver.ts';
import type { TransitionSystem } from '../transys/system.ts';

/** A state that a run was in after so many steps; values as `system.stateVars`. */
export interface ReachedState {
  readonly steps: number;
  readonly state: readonly ModelValue[];
}

/** After how many steps a run was in a state of which the formula does not hold; null: in none of these. */
export function violatedBy({ terms, stateVars }: TransitionSystem, formula: Term, reached: readonly ReachedState[]): number | null {
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
