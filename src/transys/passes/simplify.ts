import type { TransitionSystem } from '../system.ts';
import { coneOfInfluence } from './cone.ts';
import { propagateConstants } from './constants.ts';
import { mergeEqual } from './equal.ts';
import { narrowWidths } from './narrow.ts';
import { type Pass, type PassResult, pipeline } from './pass.ts';

/**
 * All passes, in the order that serves best: what does not matter goes first, so that the analyses need not look at it; narrowing comes when
 * the variables are few. The verdict of the result is that of the system; see {@link PassResult} for the way back.
 */
export function simplify(system: TransitionSystem): PassResult {
  return pipeline([
    coneOfInfluence,
    propagateConstants,
    ifChanged(mergeEqual, propagateConstants),
    coneOfInfluence,
    narrowWidths,
    coneOfInfluence,
  ])(system);
}

/** A pass, and another one after it if there is something new for it to see. */
function ifChanged(pass: Pass, then: Pass): Pass {
  return (system) => {
    const result = pass(system);
    return result.system === system ? result : pipeline([() => result, then])(system);
  };
}
