import type { TransitionSystem } from '../system.ts';
import { type PassResult, pipeline } from './pass.ts';

/** All passes, in the order that serves best. The verdict of the result is that of the system; see {@link PassResult} for the way back. */
export function simplify(system: TransitionSystem): PassResult {
  return pipeline([])(system);
}
