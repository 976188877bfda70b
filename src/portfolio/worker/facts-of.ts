import type { Term } from '../../smt/builder.ts';
import { isProduct } from '../../smt/products.ts';
import { bitCount, type Sort } from '../../smt/sort.ts';
import { postorder } from '../../smt/traverse.ts';
import { approximationsOf } from '../../transys/doubts.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { SystemFacts } from '../facts.ts';
import { gateEstimate } from './gate-estimate.ts';

/** The facts of a system; linear in its size. `lines`: of its source. */
export function factsOf(
  system: TransitionSystem,
  { hardware, lines }: { readonly hardware: boolean; readonly lines: number },
): SystemFacts {
  const { terms, stateVars, blocks, inputs } = system;
  const roots: Term[] = [...system.init, ...blocks.flatMap((block) => [block.feasible, block.bad, block.gap, ...block.next])];
  const all = postorder(terms, roots);
  const sorts = new Set(all.map((t) => terms.sort(t)));
  const has = (kind: Sort['kind']): boolean => [...sorts].some((sort) => sort.kind === kind);
  return {
    source: hardware ? 'hardware' : 'program',
    lines,
    loops: hardware ? 1 : blocks.length - 1,
    stateVars: stateVars.length,
    stateBits: stateVars.reduce((sum, { term }) => sum + bitCount(terms.sort(term)), 0),
    inputs: inputs.length,
    arrays: has('array'),
    floats: has('float'),
    products: all.some((t) => isProduct(terms, t)),
    deterministic: inputs.length === 0,
    approximations: approximationsOf(system).length,
    gaps: system.gaps.length,
    terms: all.length,
    gates: gateEstimate(terms, all),
  };
}
