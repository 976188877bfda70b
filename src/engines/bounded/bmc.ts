import { searchDepths } from '../methods/bounded/depth-search.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';

/**
 * Bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999): for k = 0, 1, 2, … is there a run
 * of k steps that ends in bad? The claim is `safe` if no run is longer than some k.
 *
 * Options: `MAX_DEPTH` in `options.ts`.
 */
export function bmc(context: EngineContext): Claim {
  const search = new BoundedSearch(context, '');
  try {
    return searchDepths(context, search, { limited: (depth) => `only runs of at most ${depth} steps were searched` });
  } finally {
    search.dispose();
  }
}
