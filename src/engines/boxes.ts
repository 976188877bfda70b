import { boxFactory } from '../smt/boxes/index.ts';
import { postorder } from '../smt/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { Claim, EngineContext } from './engine.ts';
import { kind } from './kind.ts';

/**
 * k-induction whose queries are answered by branch and prune over bounds of floats: rounded arithmetic is too much for circuits, but
 * smooth, so that few boxes of inputs show what it can come to. Programs without floats are left to the other engines.
 *
 * Options: `maxDepth` (0: no limit), `stepMilliseconds` (limit of the first step check that takes long; doubled each time; 0: none).
 */
export function boxes(context: EngineContext): Claim {
  const { system, stopped } = context;
  if (!hasFloats(system)) return { kind: 'unknown', reason: { kind: 'incomplete', why: 'there are no floats' }, bound: null };
  return kind({ ...context, solvers: boxFactory(system.terms, { stopped }), rivals: [] });
}

function hasFloats({ terms, blocks, init }: TransitionSystem): boolean {
  const roots = [...init, ...blocks.flatMap(({ feasible, bad, gap, next }) => [feasible, bad, gap, ...next])];
  return postorder(terms, roots).some((t) => terms.sort(t).kind === 'float');
}
