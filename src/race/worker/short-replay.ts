import { replay } from '../../certify/replay/replay.ts';
import type { ReplayAnswer, ShortReplayJob } from '../messages/certification.ts';
import type { LocalModel } from './model.ts';
import { readProgram } from './stored-program.ts';

/** Most steps of a replay here, some tens of ms; a longer replay gets a thread of its own. */
const MOST_STEPS = 100_000;

/** Replays a run in the thread that has the program; `incomplete` if the run is long. */
export function shortReplay(
  { program, property: { errorFunctions } }: LocalModel,
  { inputs, cycle, head, approximations }: ShortReplayJob,
): ReplayAnswer {
  if (program === null) return { kind: 'incomplete', why: 'there is no program' };
  const repeated = { ...(cycle === undefined ? {} : { cycle }), ...(head === undefined ? {} : { head }) };
  return replay({
    ...{ program: readProgram(program), errorFunctions, inputs, approximations, ...repeated },
    maxSteps: MOST_STEPS,
  });
}
