import type { ModelValue, Solver } from '../../../logic/terms/solver.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../../system/transys/system.ts';
import type { Unroller } from '../../../system/transys/unroll.ts';

/** A value of a model in the form that traces store. */
export function traceValue(value: ModelValue): TraceValue {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'bigint') return value;
  return {
    default: traceValue(value.default),
    entries: [...value.entries].map(([index, e]) => [index, traceValue(e)] as const),
  };
}

/**
 * The run of k steps in the solver's model, whose last answer was `sat`: the inputs that each step
 * reads.
 */
export function traceOf(system: TransitionSystem, unroller: Unroller, solver: Solver, k: number): SystemTrace {
  const init = new Map<number, TraceValue>();
  system.inputs.forEach((input, index) => {
    if (input.phase === 'init') init.set(index, traceValue(solver.value(input.term)));
  });
  const steps: Map<number, TraceValue>[] = [];
  for (let j = 0; j <= k; j++) {
    steps.push(new Map(unroller.inputs(j).map(([index, term]) => [index, traceValue(solver.value(term))])));
  }
  return { init, steps };
}
