import type { Term } from '../../logic/terms/builder.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { Block, TransitionSystem } from './system.ts';

/** Terms that decide a step of a block, and its result. */
export function blockTerms({ feasible, bad, gap, next }: Block): Term[] {
  return [feasible, bad, gap, ...next];
}

/** Terms that decide the steps of all blocks, and their results. */
export function programTerms({ blocks }: TransitionSystem): Term[] {
  return blocks.flatMap(blockTerms);
}

/** True if any term of the system is a float. */
export function hasFloats(system: TransitionSystem): boolean {
  const { terms, init } = system;
  return postorder(terms, [...init, ...programTerms(system)]).some((t) => terms.sort(t).kind === 'float');
}
