import { LemmataError } from '../../base/errors.ts';
import { Unsupported } from '../../logic/bits/unsupported.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { BitSystem } from '../methods/frames/bit-system.ts';
import { type Comparison, comparisonsOf } from '../methods/frames/comparisons.ts';
import { choosePredicates } from '../methods/frames/predicates.ts';
import { elseSearchRuns } from '../methods/frames/runs.ts';
import { AskedErrors } from './ic3/asked-errors.ts';
import { Blocking } from './ic3/blocking.ts';
import { Ic3Search } from './ic3/search.ts';

/** Ends the search when the engine is stopped. */
class Stopped extends Error {}

/**
 * IC3 on the bits of the state (Bradley: SAT-Based Model Checking without Unrolling, VMCAI 2011; Eén,
 * Mishchenko, Brayton, FMCAD 2011). It keeps frames for each location (Lange, Neuhäußer, Noll, FMCAD
 * 2015) and uses counterexamples to generalization (Hassan, Bradley, Somenzi, FMCAD 2013). The search
 * is {@link Ic3Search}. Cubes consist of bits of the state. So the gates of a step become clauses
 * once, and a query is only a set of assumptions. This suits control-like state and hardware.
 *
 * Comparisons of words are gates over the state too, and clauses may contain them (internal signals:
 * Dureja et al., FMCAD 2021; predicates as in CTIGAR: Birgmeier, Bradley, Weissenbacher, CAV 2014).
 * Where such a predicate separates states, bits alone need a clause for each pair of values. Some
 * words are data, which is only copied and compared. Cubes describe these by comparisons alone; should
 * that mislead, the search starts again with bits.
 *
 * Contents of arrays are unconstrained: the engine has no answer where they matter, nor for systems
 * with floats in the state. Option: `MAX_DEPTH` in `options.ts`.
 */
export function ic3(context: EngineContext): Claim {
  const stop = (): void => {
    if (context.stopped()) throw new Stopped();
  };
  const base = new BoundedSearch(context, '');
  try {
    const comparisons = comparisonsOf(context.system);
    const compared = comparisons.length === 0 ? null : searchCompared(context, base, comparisons, stop);
    const claim = compared ?? search(context, base, bitsOf(context, [], stop));
    return elseSearchRuns(context, base, claim);
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    if (isBeyondBits(error)) return incomplete(`bits alone are not enough: ${error.message}`);
    throw error;
  } finally {
    base.dispose();
  }
}

/**
 * Searches with comparisons in place of the bits of their words. Null: that led to a spurious
 * counterexample, or there are too many comparisons for gates.
 */
function searchCompared(
  context: EngineContext,
  base: BoundedSearch,
  comparisons: readonly Comparison[],
  stop: () => void,
): Claim | null {
  try {
    const bits = bitsOf(context, comparisons, stop);
    const claim = search(context, base, bits);
    return bits.isMisled ? null : claim;
  } catch (error) {
    if (isBeyondBits(error)) return null;
    throw error;
  }
}

function bitsOf(context: EngineContext, comparisons: readonly Comparison[], stop: () => void): Blocking {
  const { system, circuits = null } = context;
  const errors = new AskedErrors(context);
  const predicates = choosePredicates(system);
  return new Blocking(context, new BitSystem(system, circuits, predicates, stop, comparisons, errors.isApart), errors);
}

function search(context: EngineContext, base: BoundedSearch, bits: Blocking): Claim {
  return new Ic3Search(context, bits, bits.errors, base).run();
}

function isBeyondBits(error: unknown): error is Error {
  return error instanceof Unsupported || (error instanceof LemmataError && error.code === 'E-LIMIT');
}
