import { controlOf, type TransitionSystem } from '../system.ts';
import { coneOfInfluence } from './cone.ts';
import { dropExcluded } from './exclude.ts';
import { narrowWidths } from './narrow.ts';
import { type PassResult, pipeline } from './pass.ts';

/**
 * All passes, in the best order. Irrelevant variables go before the ranges are computed, so that the
 * analysis need not treat them. The verdict of the result is that of the system; see {@link PassResult}
 * for the way back.
 */
export function simplify(system: TransitionSystem): PassResult {
  return pipeline([dropExcluded, coneOfInfluence, narrowWidths, coneOfInfluence])({
    ...system,
    unreduced: system.unreduced ?? controlOf(system),
  });
}
