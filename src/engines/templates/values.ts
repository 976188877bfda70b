import type { Term } from '../../logic/terms/builder.ts';
import { Evaluator } from '../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import type { State } from '../../system/transys/sampling/random-runs.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** Values of terms in a sampled state, perhaps for one value of the bound index. */
export type Point = Pick<Evaluator, 'value'>;

/** Evaluates terms over the state variables and bound indices, at given states and values of the indices. */
export function pointsOf(
  { terms, stateVars }: TransitionSystem,
  ...indices: readonly Term[]
): (state: State, ...values: readonly bigint[]) => Evaluator {
  const place = new Map(stateVars.map((v, i) => [v.term, i]));
  return (state, ...values) =>
    new Evaluator(terms, (t) => {
      const bound = indices.indexOf(t);
      return bound >= 0 ? values[bound] : state[place.get(t) ?? -1];
    });
}

/** The value of a bit-vector; 0 for other values. */
export function number(value: ModelValue): bigint {
  return typeof value === 'bigint' ? value : 0n;
}
