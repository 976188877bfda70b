import { type LeakedBlock, Machine, queuedInputs } from '../../interpreter/index.ts';
import { type InputQueue, isReturned } from '../../program/cfa/inputs.ts';
import { InputRecorder } from './input-recorder.ts';
import type { LossPlace } from './recorded-run.ts';
import { callStack, type ReplayTask } from './recording.ts';
import { takenBranches } from './run-steps.ts';

/** Longest run that is searched for the step that loses a block: the search makes up to eighteen runs. */
const MOST_STEPS = 100_000;

/**
 * Finds the step of a run behind which no pointer tracks the block. A block that is lost stays lost, so
 * that halving finds the step. Null: the run is too long, or the block is lost at its end alone.
 *
 * Example: `p = malloc(4); p = q; return 0;` fails at the return, and loses the block at `p = q`.
 */
export function placeOfLoss(
  { program, errorFunctions }: Pick<ReplayTask, 'program' | 'errorFunctions'>,
  inputs: readonly InputQueue[],
  { address }: LeakedBlock,
): LossPlace | null {
  let [made, end, lost, leaves] = [0, 0, false, false];
  const machine = new Machine(program, {
    inputs: queuedInputs(inputs),
    errorFunctions,
    driver: {
      step({ outgoing }, location) {
        if (made++ < end) return made <= MOST_STEPS;
        lost = machine.isLost(address, location);
        leaves = outgoing[location].length === 0;
        return false;
      },
      access() {},
    },
  });
  /** Stops a run before a step, and says whether the block is lost there. */
  const isLostBefore = (step: number): boolean => {
    [made, end, lost] = [0, step, false];
    machine.run({ inputs: queuedInputs(inputs) });
    return lost;
  };
  isLostBefore(Number.POSITIVE_INFINITY);
  let [tracked, known] = [0, made - 1];
  if (made > MOST_STEPS || !isLostBefore(known)) return null;
  while (known - tracked > 1) {
    const middle = (tracked + known) >>> 1;
    if (isLostBefore(middle)) known = middle;
    else tracked = middle;
  }
  isLostBefore(tracked);
  // The end of a function has no place of its own: its call has.
  const calls = callStack(leaves ? machine.stack.slice(1) : machine.stack);
  const last = calls.at(-1);
  if (last === undefined) return null;
  const recorder = new InputRecorder(queuedInputs(inputs), program);
  const options = { errorFunctions, record: 'trace', traceLimit: known, maxSteps: known } as const;
  const { trace = [] } = new Machine(program, { ...options, inputs: recorder }).run();
  const branches = takenBranches(program, trace, recorder.inputs).length;
  const returned = recorder.inputs.filter(({ kind }) => isReturned(kind)).length;
  return { at: last.at, callStack: calls, returned, branches };
}
