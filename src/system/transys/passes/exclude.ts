import { withoutExcluded } from '../../../logic/domains/exclude.ts';
import { RANGES } from '../../../logic/domains/ranges.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Products } from '../../../logic/terms/products.ts';
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
    const possible = (t: Term): Term =>
      products.within(t) ? withoutExcluded(RANGES, terms, [], t, { evaluations: EVALUATIONS }) : t;
    const [bad, gap] = [possible(block.bad), possible(block.gap)];
    if (bad === block.bad && gap === block.gap) return block;
    changed = true;
    // Properties of hardware are counted, and none of them may go.
    return { ...block, bad, gap, bads: block.bads.map(({ name, term }) => ({ name, term: possible(term) })) };
  });
  return changed ? { system: { ...system, blocks }, back: [] } : unchanged(system);
}
