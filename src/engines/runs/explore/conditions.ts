import type { Edge } from '../../../logic/bits/aig.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import type { BitLocation, BitSystem } from '../../methods/frames/bit-system.ts';

/**
 * The Boolean terms that a step from a location evaluates, as gates: comparisons, conditions of
 * choices and their connectives, each once and without a sign. `guards`: conditions of the steps to
 * other locations. Linear in the terms of the step.
 */
export function conditionsOf(
  { system, gates: { blaster, floats } }: BitSystem,
  { location }: BitLocation,
  guards: readonly Term[],
): readonly Edge[] {
  const { terms, stateVars, pc } = system;
  const words = stateVars.filter(({ term }, i) => i !== pc && terms.sort(term).kind !== 'array');
  const roots = [location.bad, ...guards, ...words.map(({ term }) => location.after(term))];
  const found = new Set<Edge>();
  for (const t of postorder(
    terms,
    roots.map((root) => floats.apply(root)),
  ))
    if (terms.sort(t).kind === 'bool' && terms.op(t) !== Op.VARIABLE && blaster.has(t)) found.add(blaster.edge(t) & ~1);
  return [...found];
}
