import { postorder } from '../../terms/traverse.ts';
import type { TransitionSystem } from '../../transys/system.ts';

/** True if any term of the system is a float. */
export function hasFloats({ terms, blocks, init }: TransitionSystem): boolean {
  const roots = [...init, ...blocks.flatMap((block) => [block.feasible, block.bad, block.gap, ...block.next])];
  return postorder(terms, roots).some((t) => terms.sort(t).kind === 'float');
}
