import type { Variable } from '../../c/ast.ts';
import { liveVariables } from '../cfa/analysis/live-variables.ts';
import type { Edge, Location, Place } from '../cfa/automaton.ts';
import { rootOf, targetOf, walkOperation } from '../cfa/walk.ts';
import type { WovenGraph } from './graph.ts';
import type { ThreadPlaces } from './places.ts';
import type { PoolPlaces, Pools } from './pools.ts';
import type { Thread, Unfolding } from './unfolding.ts';

/**
 * The functions of pools whose threads differ in more than their places. Threads of a pool share one
 * copy of their local variables. That is right where no local variable keeps a value while other
 * threads run. It is also right for a variable that is kept and set only while a thread holds one
 * certain mutex. No other thread can be so far then.
 */
export function functionsToldApart(
  graph: WovenGraph,
  unfolding: Unfolding,
  places: ThreadPlaces,
  pools: Pools,
  escaped: ReadonlySet<number>,
): ReadonlySet<number> {
  const apart = new Set<number>(unfolding.selfAware);
  for (const thread of unfolding.threads) {
    const pool = pools.of(thread.id);
    if (pool !== null && isToldApart(graph, unfolding, thread, places.resumed[thread.id], pool, pools, escaped))
      apart.add(thread.root.fn.id);
  }
  return apart;
}

function isToldApart(
  graph: WovenGraph,
  unfolding: Unfolding,
  thread: Thread,
  resumed: readonly Location[],
  pool: PoolPlaces,
  pools: Pools,
  escaped: ReadonlySet<number>,
): boolean {
  const own = graph.edges.filter((_, i) => graph.nodes[i]?.activation.thread === thread.id);
  const copies = new Set(unfolding.copies.map(({ copy }) => copy.id));
  const locals = new Map<number, Variable>();
  let isShown = false;
  const place = (met: Place, addressed: boolean): void => {
    if (met.kind !== 'variable') return;
    const { id, storage } = met.variable;
    if (copies.has(id)) isShown = true;
    if (storage !== 'automatic') return;
    locals.set(id, met.variable);
    isShown ||= addressed || escaped.has(unfolding.originals.get(id) ?? id);
  };
  for (const { op } of own) {
    walkOperation(op, { place }, true);
    if (op.kind === 'intrinsic' && op.places.length > 0) return true;
  }
  if (isShown) return true;
  const live = liveVariables({ edges: own, locationCount: graph.outgoing.length }, locals.keys());
  if (live === null) return true;
  const mutexes = new Map<number, number>();
  for (const [mutex, { numbers }] of pool.held) for (const number of numbers) mutexes.set(Number(number), mutex);
  /** The mutex under which a variable is kept; null: none. */
  const kept = new Map<number, number | null>();
  for (const [i, location] of resumed.entries()) {
    for (const id of live.liveAt(location)) {
      const mutex = mutexes.get(i + 2) ?? null;
      kept.set(id, kept.has(id) && kept.get(id) !== mutex ? null : mutex);
    }
  }
  if ([...kept.values()].includes(null)) return true;
  return graph.edges.some((edge, i) => {
    const mutex = kept.get(setBy(edge) ?? -1);
    if (mutex === undefined) return false;
    const node = graph.nodes[i];
    return node === null || node.activation.thread !== thread.id || pools.mutexAt(node) !== mutex;
  });
}

/** The variable that an edge sets, or whose lifetime it begins; null if there is none. */
function setBy({ op }: Edge): number | null {
  if (op.kind === 'declare') return op.variable.id;
  const target = targetOf(op);
  const root = target === null ? null : rootOf(target);
  return root?.kind === 'variable' ? root.variable.id : null;
}
