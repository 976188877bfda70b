import type { AutomatonFunction, Edge, Expr, Operation } from '../cfa/automaton.ts';
import { callOf } from './calls.ts';
import type { Nodes } from './nodes.ts';
import type { Objects } from './objects.ts';
import { CONDITION_WAIT } from './passed-objects.ts';
import type { Node } from './unfolding.ts';

/** Functions that notice that a mutex is held. */
const TRIES = /^pthread_mutex_(trylock|timedlock|clocklock)$/;

/** Calls that work on mutexes, as steps of their own where the mutex is a known object. */
export class Locks {
  /** Hidden objects of mutexes that some thread tries, and so notices that they are held. */
  readonly tried = new Set<number>();
  /** Hidden objects of mutexes that some thread destroys. */
  readonly destroyed = new Set<number>();
  /** Hidden objects of mutexes that a thread may release without holding them, or set in another way. */
  readonly #disturbed = new Set<number>();

  /** The mutexes that are held whenever a thread takes or releases a mutex beside others; empty: none. */
  readonly #around = new Map<number, readonly number[]>();

  constructor(
    private readonly objects: Objects,
    private readonly nodes: Nodes,
  ) {}

  /**
   * Makes a step of its own for a lock or its release, where the mutex is plain and a known object.
   * `isChecked`: a release without a lock ends the run. Threads of a pool have one number, which tells
   * no such release.
   */
  lock(
    node: Node,
    edge: Edge,
    { name }: AutomatonFunction,
    args: readonly Expr[],
    give: (value: Expr) => Operation[],
    isChecked: boolean,
  ): boolean {
    const { activation, flags } = node;
    const mutexes = args.flatMap((argument) => this.objects.companionOf(argument) ?? []);
    const [mutex] = mutexes;
    const kind = name === 'pthread_mutex_lock' ? 'lock' : name === 'pthread_mutex_unlock' ? 'unlock' : null;
    if (mutex === undefined) return false;
    if (kind === null || !this.objects.isPlain(mutex)) {
      // A wait releases its mutex and takes it again.
      const tries = TRIES.test(name);
      const keeps = tries || name.startsWith('pthread_cond_');
      const ends = name.endsWith('_destroy');
      const alone = flags.beside === 0n && (name.endsWith('_init') || ends);
      for (const { id } of mutexes) {
        if (!this.objects.isPlain(mutex) || (!keeps && !alone)) this.#disturbed.add(id);
        const waits = CONDITION_WAIT.test(name) && id === mutexes.at(-1)?.id;
        if (waits && !flags.held.includes(id)) this.#disturbed.add(id);
        if (tries) this.tried.add(id);
        if (ends) this.destroyed.add(id);
        if (!alone) this.#around.set(id, []);
      }
      // A wait releases its mutex, and keeps those that are held within.
      for (const id of flags.held)
        this.#isAround(
          id,
          flags.held.filter((other) => !mutexes.some((each) => each.id === other)),
        );
      return false;
    }
    const others = flags.held.filter((id) => id !== mutex.id);
    const certain = others.length < flags.held.length;
    if (kind === 'unlock' && !certain && !isChecked) this.#disturbed.add(mutex.id);
    if (flags.beside !== 0n) this.#isAround(mutex.id, others);
    const held = kind === 'lock' ? [...others, mutex.id].sort((a, b) => a - b) : others;
    const to = this.nodes.afterResult(activation, edge, { ...flags, held }, give);
    node.steps.push({
      to,
      at: edge.at,
      source: callOf(edge),
      what: kind === 'lock' ? { kind, mutex } : { kind, mutex, certain: certain || !isChecked },
    });
    return true;
  }

  #isAround(mutex: number, held: readonly number[]): void {
    const before = this.#around.get(mutex) ?? held;
    this.#around.set(
      mutex,
      before.filter((id) => id !== mutex && held.includes(id)),
    );
  }

  /**
   * Hidden objects of mutexes that a thread takes and releases only while it holds a certain other one.
   * No thread waits for them, or notices that they are held.
   */
  nested(): ReadonlySet<number> {
    const exclusive = this.exclusive();
    const around = [...this.#around].filter(
      ([id, held]) => exclusive.has(id) && held.some((each) => exclusive.has(each)),
    );
    return new Set(around.map(([id]) => id));
  }

  /** Hidden objects of mutexes that only the holder releases. */
  exclusive(): ReadonlySet<number> {
    const ids = [...this.objects.companions.values()].map(({ id }) => id);
    return new Set(ids.filter((id) => !this.#disturbed.has(id)));
  }
}
