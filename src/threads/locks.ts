import type { AutomatonFunction, Edge, Expr, Operation } from '../cfa/automaton.ts';
import { callOf } from './calls.ts';
import type { Nodes } from './nodes.ts';
import type { Objects } from './objects.ts';
import type { Node } from './unfolding.ts';

/** Calls that work on mutexes, as steps of their own where the mutex is a known object. */
export class Locks {
  /** Hidden objects of mutexes that some thread tries, and so notices that they are held. */
  readonly tried = new Set<number>();
  /** Hidden objects of mutexes that a thread may release without holding them, or set in another way. */
  readonly #disturbed = new Set<number>();

  constructor(
    private readonly objects: Objects,
    private readonly nodes: Nodes,
  ) {}

  /** Makes a step of its own for a lock or its release, where the mutex is plain and a known object. */
  lock(
    node: Node,
    edge: Edge,
    { name }: AutomatonFunction,
    args: readonly Expr[],
    give: (value: Expr) => Operation[],
  ): boolean {
    const { activation, flags } = node;
    const mutexes = args.flatMap((argument) => this.objects.companionOf(argument) ?? []);
    const [mutex] = mutexes;
    const kind = name === 'pthread_mutex_lock' ? 'lock' : name === 'pthread_mutex_unlock' ? 'unlock' : null;
    if (mutex === undefined) return false;
    if (kind === null || !this.objects.isPlain(mutex)) {
      // A wait releases its mutex and takes it again.
      const keeps = name === 'pthread_mutex_trylock' || name.startsWith('pthread_cond_');
      const alone = flags.beside === 0n && name.endsWith('_init');
      for (const { id } of mutexes) {
        if (!this.objects.isPlain(mutex) || (!keeps && !alone)) this.#disturbed.add(id);
        const waits = name === 'pthread_cond_wait' && id === mutexes.at(-1)?.id;
        if (waits && !flags.held.includes(id)) this.#disturbed.add(id);
        if (name === 'pthread_mutex_trylock') this.tried.add(id);
      }
      return false;
    }
    const others = flags.held.filter((id) => id !== mutex.id);
    if (kind === 'unlock' && others.length === flags.held.length) this.#disturbed.add(mutex.id);
    const held = kind === 'lock' ? [...others, mutex.id].sort((a, b) => a - b) : others;
    const to = this.nodes.afterResult(activation, edge, { ...flags, held }, give);
    node.steps.push({ to, at: edge.at, source: callOf(edge), what: { kind, mutex } });
    return true;
  }

  /** Hidden objects of mutexes that only the holder releases. */
  exclusive(): ReadonlySet<number> {
    const ids = [...this.objects.companions.values()].map(({ id }) => id);
    return new Set(ids.filter((id) => !this.#disturbed.has(id)));
  }
}
