import { LemmataError } from '../base/errors.ts';
import { Unsupported } from '../smt/bits/unsupported.ts';
import type { Claim, EngineContext } from './engine.ts';
import { Exploration } from './explore/exploration.ts';
import { exploreRegions } from './explore/regions.ts';
import { BitSystem } from './ic3/bit-system.ts';

/** What ends the translation into gates. */
class Stopped extends Error {}

/**
 * Explicit-state search, for systems that take an input and make one large step again and again. At first regions of states are explored, which prove
 * what they suffice for and lead the search for a run ({@link exploreRegions}). Then states: the gates of a step are
 * evaluated for many of them at a time; states are remembered, and those go first in which something is new (Lipovetzky, Geffner: Best-First
 * Width Search, AAAI 2017). Inputs are constants that the system compares something with, those that led to new states before, and for a part of the time those
 * that a SAT solver finds for branches that were not taken (Majumdar, Sen: Hybrid Concolic Testing, ICSE 2007).
 *
 * It claims `safe` only for what the regions show: of states not all inputs are tried. Systems with arrays or floats in the state are left to others.
 */
export function explore(context: EngineContext): Claim {
  const incomplete = (why: string): Claim => ({ kind: 'unknown', reason: { kind: 'incomplete', why }, bound: null });
  const claim = exploreRegions(context);
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
