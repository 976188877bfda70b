import { LemmataError } from '../../base/errors.ts';
import { Unsupported } from '../../logic/bits/unsupported.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { BitSystem } from '../methods/frames/bit-system.ts';
import { Exploration } from './explore/exploration.ts';
import { exploreRegions } from './explore/regions.ts';
import { exploreStates } from './states/states.ts';

/** Ends the translation into gates when the engine is stopped. */
class Stopped extends Error {}

/**
 * Explicit-state search for systems that take an input and make one large step again and again. First
 * it stores all states, with ranges of data ({@link exploreStates}). Where ranges are not enough, it explores
 * regions of states, which may prove the system safe and guide the search for a run ({@link exploreRegions}).
 * Then it searches for a run. It evaluates the gates of a step for many states
 * at a time and stores the states. States with new features are expanded first (Lipovetzky, Geffner:
 * Best-First Width Search, AAAI 2017). Inputs are constants that the system compares with and inputs
 * that led to new states before. During a part of the time, a SAT solver finds inputs for branches
 * that no state took (Majumdar, Sen: Hybrid Concolic Testing, ICSE 2007).
 *
 * The last search does not try all inputs, and proves nothing. It gives up on systems with arrays or floats in
 * the state.
 */
export function explore(context: EngineContext): Claim {
  const claim = exploreStates(context) ?? exploreRegions(context);
  if (claim !== null) return claim;
  if (context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
  try {
    const bits = new BitSystem(context.system, context.circuits ?? null, [], () => {
      if (context.stopped()) throw new Stopped();
    });
    if (bits.isAbstract) return incomplete('states with arrays are not explored');
    return new Exploration(context, bits).run();
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    if (error instanceof Unsupported || (error instanceof LemmataError && error.code === 'E-LIMIT'))
      return incomplete(`bits alone are not enough: ${error.message}`);
    throw error;
  }
}
