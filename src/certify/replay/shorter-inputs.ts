import { Machine, queuedInputs, type RunResult } from '../../interpreter/index.ts';
import { type InputQueue, queueInputs } from '../../program/cfa/inputs.ts';
import type { ReplayTask } from './recording.ts';

/** Most inputs of a run that people and validators take in as it is. */
const FEW_INPUTS = 8;
/** Most steps of all runs that are tried together, and most of these runs. */
const MOST_TRIED_STEPS = 200_000;
const MOST_TRIED = 300;

/**
 * Returns the task with fewer inputs, if a shorter run ends in the same error at the same place. It leaves values out,
 * many at once first (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input, TSE 2002).
 */
export function withFewerInputs(task: ReplayTask): ReplayTask {
  if (countOf(task.inputs) <= FEW_INPUTS) return task;
  const { program, errorFunctions } = task;
  // The program is prepared once for all runs.
  const machine = new Machine(program, { inputs: queuedInputs(task.inputs), errorFunctions, record: 'inputs' });
  const first = machine.run({ maxSteps: MOST_TRIED_STEPS });
  return isError(first) ? { ...task, inputs: new ShorterRuns(machine, first).search() } : task;
}

class ShorterRuns {
  #best: RunResult;
  #inputs: readonly InputQueue[];
  #stepsLeft = MOST_TRIED_STEPS;
  #runsLeft = MOST_TRIED;

  constructor(
    private readonly machine: Machine,
    first: RunResult,
  ) {
    this.#best = first;
    this.#inputs = queueInputs(first.inputs);
  }

  search(): readonly InputQueue[] {
    const most = Math.max(...this.#inputs.map(({ values }) => values.length));
    for (let size = Math.ceil(most / 2); ; size = Math.ceil(size / 2)) {
      this.#without(size);
      if (size === 1 || this.#runsLeft <= 0) return this.#inputs;
    }
  }

  /** Leaves out values of one place, `size` at once, the last ones first. */
  #without(size: number): void {
    for (let queue = 0; queue < this.#inputs.length; queue++) {
      for (let end = this.#inputs[queue].values.length; end >= size && queue < this.#inputs.length; end -= size) {
        if (this.#runsLeft-- <= 0) return;
        const { values, ...of } = this.#inputs[queue];
        if (end > values.length) continue;
        const fewer = { ...of, values: [...values.slice(0, end - size), ...values.slice(end)] };
        this.#try(this.#inputs.with(queue, fewer));
      }
    }
  }

  /** Keeps the inputs if they are enough. */
  #try(inputs: readonly InputQueue[]): void {
    // A run that takes longer is not wanted.
    const maxSteps = Math.min(this.#best.steps - 1, this.#stepsLeft);
    const result = this.machine.run({ inputs: queuedInputs(inputs), maxSteps });
    this.#stepsLeft -= result.steps;
    if (this.#stepsLeft <= 0) this.#runsLeft = 0;
    if (!isError(result) || result.steps > maxSteps || placeOf(result) !== placeOf(this.#best)) return;
    this.#best = result;
    this.#inputs = queueInputs(result.inputs);
  }
}

/** Whether the run ends in an error, without approximate results. */
function isError({ outcome, approximate }: RunResult): boolean {
  return outcome.kind === 'error' && approximate.length === 0;
}

/** The error and its place, as a text to compare. */
function placeOf({ outcome }: RunResult): string {
  if (outcome.kind !== 'error') return '';
  const { function: name, fault, stack } = outcome;
  return JSON.stringify([name, fault?.what, stack[0]?.at]);
}

function countOf(inputs: readonly InputQueue[]): number {
  return inputs.reduce((sum, { values }) => sum + values.length, 0);
}
