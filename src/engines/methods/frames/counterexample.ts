import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../../system/transys/system.ts';
import { traceValue } from '../bounded/trace.ts';
import type { Assignment } from './location-solver.ts';
import type { ControlGraph } from './locations.ts';
import type { Obligation } from './obligations.ts';

/**
 * The run that a chain of obligations from the entry describes: each holds the inputs of the step to
 * the next one.
 */
export function runOf(system: TransitionSystem, graph: ControlGraph, first: Obligation): SystemTrace {
  const inputs = (indices: readonly number[], values: Assignment): ReadonlyMap<number, TraceValue> => {
    const read = new Map<number, TraceValue>();
    for (const i of indices) {
      const value = values.get(system.inputs[i].term);
      if (value !== undefined) read.set(i, traceValue(value));
    }
    return read;
  };
  const init = graph.initialSteps > 0 ? inputs(first.location.inputs, first.values) : new Map<number, TraceValue>();
  const steps: ReadonlyMap<number, TraceValue>[] = [];
  for (let at = graph.initialSteps > 0 ? first.next : first; at !== null; at = at.next)
    steps.push(inputs(at.location.inputs, at.values));
  return { init, steps };
}

/** True if the run ends in bad in its last step and rests on no doubt. */
export function isCertain(system: TransitionSystem, trace: SystemTrace): boolean {
  let doubtful = false;
  const end = simulateTrace(system, trace, {
    doubt: () => {
      doubtful = true;
    },
  });
  return end.kind === 'bad' && !doubtful && system.doubts.every(({ hasCondition: told }) => told);
}
