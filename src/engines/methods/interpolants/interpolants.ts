import { isAt, stateTerms } from '../../../system/transys/control.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { SourceName } from '../../interpolation/names.ts';
import type { PredicateSource } from '../../interpolation/predicates.ts';
import { Interpolation, type InterpolationOptions } from '../../interpolation/service.ts';
import { providersOf } from '../../interpolation/sources.ts';
import type { EngineContext } from '../engine.ts';
import { INTERPOLATION, numberOf, wordsOf } from '../options.ts';

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
 * options. `sources`: its sources of interpolants, in order.
 */
export function interpolationFor(
  context: EngineContext,
  sources: readonly SourceName[] = wordsOf(context, INTERPOLATION.sources),
): Interpolation {
  const { system, checkers, circuits = null } = context;
  const options: InterpolationOptions = {
    milliseconds: numberOf(context, INTERPOLATION.query),
    providers: providersOf(sources),
    circuits,
  };
  return new Interpolation(interpolationSource(system), checkers, options, () => context.stopped());
}
