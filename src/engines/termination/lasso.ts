import { stronglyConnected } from '../../base/graph.ts';
import { lassoOf, type Twice, twice } from '../../system/transys/passes/twice.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { searchDepths } from '../methods/bounded/depth-search.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import { type Claim, type ClaimedRun, type EngineContext, incomplete } from '../methods/engine.ts';

/**
 * Bounded model checking for runs that meet a state twice (Biere, Artho, Schuppan, FMICS 2002): with the
 * inputs between the two meetings, such a run goes on for ever. The claim is `safe` if no run is longer
 * than some number of steps.
 *
 * Options: `MAX_DEPTH` in `options.ts`.
 */
export function lasso(context: EngineContext): Claim {
  const { system } = context;
  if (system.question !== 'termination') return incomplete('whether runs end is not the question');
  const product = twice(system, cyclicBlocks(system));
  const offer = (run: ClaimedRun): void => {
    const found = withCycle(product, run);
    if (found !== null) context.offer(found);
  };
  const inner: EngineContext = { ...context, system: product.system, offer };
  const search = new BoundedSearch(inner, '');
  try {
    const claim = searchDepths(inner, search, {
      limited: (depth) => `no state comes twice on runs of at most ${depth} steps`,
    });
    if (claim.kind !== 'unsafe') return claim;
    const run = withCycle(product, claim.run);
    return run === null ? incomplete('a run that remembers no state') : { kind: 'unsafe', run };
  } finally {
    search.dispose();
  }
}

function withCycle(product: Twice, run: ClaimedRun): ClaimedRun | null {
  if (run.kind !== 'system') return null;
  const found = lassoOf(product, run.trace);
  return found === null ? null : { kind: 'system', ...found };
}

/** The blocks from which steps may lead back to them. */
function cyclicBlocks({ blocks }: TransitionSystem): ReadonlySet<number> {
  const components = stronglyConnected(blocks.map(({ successors }) => successors));
  const inside = blocks.filter(({ id, successors }) => successors.some((to) => components[to] === components[id]));
  return new Set(inside.map(({ id }) => id));
}
