import { replayNatively } from '../native/replay.ts';
import { scheduleOf, TOO_LONG } from '../native/schedule.ts';
import type { CheckKind } from './step.ts';

/** Runs the compiled program of a FALSE answer on the inputs of the violating run. */
export const checkNatively: CheckKind = async (task, { answer }, _setup, steps) => {
  if (answer?.verdict !== 'FALSE' || answer.inputs === null || answer.errorFunction === null) return null;
  const { errorFunction, error, externals, environment, inputs, allInputs } = answer;
  const request = {
    files: task.files,
    preprocessing: { model: task.dataModel ?? 'LP64' },
    errorFunction,
    at: error,
    assertions: [],
    inputs: allInputs ? inputs : null,
    externals,
    arguments: answer.arguments,
    environment,
    schedule: answer.steps === null ? TOO_LONG : scheduleOf(answer.steps),
  };
  return replayNatively(request, steps);
};
