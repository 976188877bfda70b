import type { PredicateSource } from '../../interpolation/predicates.ts';
import { Interpolation } from '../../interpolation/service.ts';
import { isAt, stateTerms } from '../../transys/control.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { EngineContext } from '../engine.ts';
import { INTERPOLATION, isOn, numberOf } from '../options.ts';

/**
 * The predicates of a system: their sources are its conditions, its next-state functions and its
 * locations.
 */
export function interpolationSource(system: TransitionSystem): PredicateSource {
  const { terms, blocks, pc } = system;
  return {
    terms,
    state: stateTerms(system),
    roots: blocks.flatMap((block) => [block.feasible, block.bad, block.gap]),
    next: blocks.map((block) => block.next),
    locations: pc === null ? [] : blocks.map(({ id }) => isAt(system, id)),
  };
}

/**
 * The interpolation service over the state variables of the engine's system, with the engine's
 * options.
 */
export function interpolationFor(context: EngineContext): Interpolation {
  const { system, checkers, circuits = null } = context;
  const derivation = isOn(context, INTERPOLATION.backward) ? 'backward' : 'forward';
  const milliseconds = numberOf(context, INTERPOLATION.query);
  return new Interpolation(interpolationSource(system), checkers, { derivation, milliseconds, circuits }, () =>
    context.stopped(),
  );
}
