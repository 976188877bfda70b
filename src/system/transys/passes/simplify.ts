import type { TransitionSystem } from '../system.ts';
import { coneOfInfluence } from './cone.ts';
import { propagateConstants } from './constants.ts';
import { mergeEqual } from './equal.ts';
import { dropExcluded } from './exclude.ts';
import { narrowWidths } from './narrow.ts';
import { type Pass, type PassResult, pipeline } from './pass.ts';

/**
 * All passes, in the best order. Irrelevant variables go first, so that the analyses need not treat
 * them; narrowing comes when few variables are left. The verdict of the result is that of the system;
 * see {@link PassResult} for the way back.
 */
export function simplify(system: TransitionSystem): PassResult {
  return pipeline([
    coneOfInfluence,
    propagateConstants,
    ifChanged(mergeEqual, propagateConstants),
    dropExcluded,
    coneOfInfluence,
    narrowWidths,
    coneOfInfluence,
  ])(system);
}

/** A pass, followed by another one if it changed the system. */
function ifChanged(pass: Pass, then: Pass): Pass {
  return (system) => {
    const result = pass(system);
    return result.system === system ? result : pipeline([() => result, then])(system);
  };
}
