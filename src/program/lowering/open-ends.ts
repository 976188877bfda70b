import { ENDS_LIKE_EXIT } from '../../c/builtins/library/table.ts';
import type { AutomatonFunction, Edge, Operation } from '../cfa/automaton.ts';

/**
 * Ends proofs and runs at the calls of library functions that may run handlers or destructors, instead
 * of within these functions. Messages then name the call. The parser gave them a body that is
 * unsupported; calls through pointers still meet it.
 */
export function endedAtCalls(functions: readonly (AutomatonFunction | null)[]): (AutomatonFunction | null)[] {
  const open = new Map<number, Operation>();
  for (const fn of functions) {
    if (fn === null || !fn.defined || !ENDS_LIKE_EXIT.has(fn.name)) continue;
    const [only] = fn.outgoing[fn.entry].map((edge) => fn.edges[edge].op);
    if (only?.kind === 'unsupported') open.set(fn.id, only);
  }
  if (open.size === 0) return [...functions];
  const ended = (edge: Edge): Edge => {
    const { op } = edge;
    const instead = op.kind === 'call' && op.callee.kind === 'direct' ? open.get(op.callee.function) : undefined;
    return instead === undefined ? edge : { ...edge, op: instead };
  };
  return functions.map((fn) => (fn === null ? null : { ...fn, edges: fn.edges.map(ended) }));
}
