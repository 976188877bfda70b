import { isProduct, Products } from '../../logic/terms/products.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { mapBlocks } from '../../system/transys/passes/restrict.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { InputVar, TransitionSystem } from '../../system/transys/system.ts';

/**
 * An over-approximation that replaces each product of terms by an input of any value; equal products
 * share one input. It has all runs of the original and more, so that its inductive invariants are
 * inductive in the original, and its circuits are small. It serves queries, not traces: the inputs
 * that stand for products have no origin.
 */
export function freeProducts(system: TransitionSystem): TransitionSystem {
  const { terms, inputs, stateVars, blocks } = system;
  const products = postorder(terms, programTerms(system)).filter((t) => isProduct(terms, t));
  if (products.length === 0) return system;
  const taken = new Set([...stateVars, ...inputs].map(({ name }) => name));
  let mark = '@product-';
  while (taken.has(`${mark}0`)) mark += '-';
  const fresh = products.map((t, i): InputVar => {
    const name = `${mark}${i}`;
    return { term: terms.variable(name, terms.sort(t)), name, phase: 'step', origin: null };
  });
  const over = new Substitution(
    terms,
    products.map((t, i) => [t, fresh[i].term] as const),
  );
  const found = new Products(terms);
  const added = fresh.map((_, i) => inputs.length + i);
  const wider: TransitionSystem = {
    ...system,
    inputs: [...inputs, ...fresh],
    blocks: blocks.map((block) => ({ ...block, inputs: [...block.inputs, ...added] })),
    facts: system.facts.filter((fact) => !found.within(fact)),
  };
  return mapBlocks(wider, () => (t) => over.apply(t));
}
