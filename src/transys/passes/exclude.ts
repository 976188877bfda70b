import { withoutExcluded } from '../../domains/exclude.ts';
import { RANGES } from '../../domains/ranges.ts';
import { Products } from '../../terms/products.ts';
import type { TransitionSystem } from '../system.ts';
import { type PassResult, unchanged } from './pass.ts';

/** Evaluations of terms for one block. */
const EVALUATIONS = 50_000;

/**
 * Drops errors and gaps with products that the ranges of their factors exclude, such as the overflow
 * of a product of small numbers. It looks at each block alone, for any values of the state variables.
 */
export function dropExcluded(system: TransitionSystem): PassResult {
  const { terms } = system;
  const products = new Products(terms);
  let changed = false;
  const blocks = system.blocks.map((block) => {
    // Properties of hardware are counted, and none of them may go.
    if (block.bads.length > 0) return block;
    const [bad, gap] = [block.bad, block.gap].map((t) =>
      products.within(t) ? withoutExcluded(RANGES, terms, [], t, { evaluations: EVALUATIONS }) : t,
    );
    if (bad === block.bad && gap === block.gap) return block;
    changed = true;
    return { ...block, bad, gap };
  });
  return changed ? { system: { ...system, blocks }, back: [] } : unchanged(system);
}
