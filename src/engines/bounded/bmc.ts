import { searchDepths } from '../methods/bounded/depth-search.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { BMC, isOn, numberOf } from '../methods/options.ts';

/**
 * Bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999): for k = 0, 1, 2, … is there a run
 * of k steps that ends in bad? The claim is `safe` if no run is longer than some k. Programs with
 * threads can be searched with a bound of the changes between threads, which rises (Qadeer, Rehof,
 * TACAS 2005).
 *
 * Options: `MAX_DEPTH` and `BMC` in `options.ts`.
 */
export function bmc(context: EngineContext): Claim {
  const changing = isOn(context, BMC.changing);
  for (let contexts = numberOf(context, BMC.contexts); ; contexts++) {
    const search = new BoundedSearch(context, '', { changing: changing || contexts > 0, contexts });
    try {
      const limited = (depth: number): string => `only runs of at most ${depth} steps were searched`;
      const claim = searchDepths(context, search, { limited });
      if (claim.kind !== 'unknown' || !search.raisable) return claim;
      if (claim.reason.kind !== 'incomplete' && claim.reason.kind !== 'doubt') return claim;
    } finally {
      search.dispose();
    }
  }
}
