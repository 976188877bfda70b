import { BoundedSearch } from './bmc-core.ts';
import type { Claim, EngineContext } from './engine.ts';

/**
 * Bounded model checking (algorithms.md section 3; Biere, Cimatti, Clarke, Zhu, TACAS 1999): for k = 0, 1, 2, … is there a run of k steps
 * that ends in bad? Safe if no run is longer than some k. A gap that a run can meet is remembered: from then on only `unsafe` can be claimed.
 *
 * Options: `maxDepth` (number of steps of the longest run looked at; 0: no limit).
 */
export function bmc(context: EngineContext): Claim {
  const maxDepth = Number(context.options.maxDepth ?? 0);
  const search = new BoundedSearch(context, '');
  try {
    let bound: number | null = null;
    for (;;) {
      if (context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound };
      const depth = search.depth;
      if (maxDepth > 0 && depth > maxDepth) {
        if (search.gap !== null) return { kind: 'unknown', reason: { kind: 'gap', ...search.gap }, bound };
        return {
          kind: 'unknown',
          reason: { kind: 'incomplete', why: `only runs of at most ${maxDepth} steps were looked at` },
          bound,
        };
      }
      const result = search.step();
      switch (result.kind) {
        case 'bad':
          return { kind: 'unsafe', run: { kind: 'system', trace: result.trace } };
        case 'unknown':
          return { kind: 'unknown', reason: result.reason, bound };
        case 'exhausted':
          if (search.gap !== null) return { kind: 'unknown', reason: { kind: 'gap', ...search.gap }, bound: result.bound };
          return { kind: 'safe', certificate: { kind: 'exhaustive', bound: result.bound } };
        case 'clear':
          bound = depth;
          context.bound(depth);
      }
    }
  } finally {
    search.dispose();
  }
}
