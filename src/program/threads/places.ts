import type { SourceLocation } from '../../base/source.ts';
import { INT, valueType } from '../../c/types/type-basics.ts';
import type { Location, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { DeadlockChecks } from './deadlocks.ts';
import type { WovenGraph } from './graph.ts';
import type { Pools } from './pools.ts';
import { ENDED, STOPPED } from './thread-states.ts';
import type { Activation, Node, Thread } from './unfolding.ts';

/** Where emitted operations have led to. */
export interface Reached {
  readonly at: Location;
  /** Whether other threads may run before the next step. */
  readonly pause: boolean;
}

/** The places of threads in a woven function, and the numbers by which the scheduler knows them. */
export class ThreadPlaces {
  /** The places where each thread may wait to be chosen; place k has number k + 2. */
  readonly resumed: Location[][];
  /** The same places in the source. */
  readonly shown: SourceLocation[][];
  readonly scheduler: Location;
  readonly #locations = new Map<number, Location>();
  readonly #pauses = new Map<number, Location>();
  readonly #stops = new Map<number, Location>();
  readonly #entries = new Map<Thread, bigint>();

  constructor(
    private readonly graph: WovenGraph,
    private readonly threads: readonly Thread[],
    /** Null if deadlocks are no errors. */
    private readonly deadlocks: DeadlockChecks | null,
    private readonly pools: Pools,
  ) {
    this.resumed = threads.map(() => []);
    this.shown = threads.map(() => []);
    this.scheduler = graph.location();
    // The first thread begins at the entry.
    this.#locations.set(threads[0].entry!.id, 0);
  }

  /** The location at which a thread's node begins. */
  start(node: Node): Location {
    let location = this.#locations.get(node.id);
    if (location === undefined) this.#locations.set(node.id, (location = this.graph.location()));
    return location;
  }

  /** The location that lets other threads run before the node. */
  pauseBefore(node: Node): Location {
    let location = this.#pauses.get(node.id);
    if (location === undefined) {
      location = this.graph.location();
      this.#pauses.set(node.id, location);
      this.leave(location, node, this.start(node), placeOf(node));
    }
    return location;
  }

  /** Notes that the thread waits at a location, and goes to the scheduler. `at`: where it goes on. */
  leave(from: Location, node: Node, resumed: Location, at: SourceLocation): void {
    const { thread } = node.activation;
    const number = this.#numberOf(thread, resumed, shownPlace(node.activation, at));
    const pool = this.pools.of(thread);
    if (pool === null) this.#setPlace(from, this.scheduler, thread, number, at);
    else this.#skip(this.pools.enter(pool, number, this.pools.mutexAt(node), from, at), this.scheduler, at);
  }

  /** Notes that a thread begins, and goes on with the thread that starts it. */
  begin(from: Location, to: Location, thread: Thread, name: Place, at: SourceLocation): void {
    const number = this.#entryOf(thread);
    const pool = this.pools.of(thread.id);
    if (pool === null) {
      const value = make.integer(valueType(name.type), BigInt(thread.id + 1));
      this.#setPlace(this.graph.emit(from, { kind: 'assign', target: name, value }, at), to, thread.id, number, at);
      return;
    }
    const started = this.pools.start(pool, thread.id, name, from, at);
    this.#skip(this.pools.enter(pool, number, null, started, at), to, at);
  }

  /** Notes that the thread has ended, and goes to the scheduler. */
  end(from: Location, thread: number, at: SourceLocation): void {
    const pool = this.pools.of(thread);
    if (pool === null) this.#setPlace(from, this.scheduler, thread, ENDED, at);
    else this.#skip(this.pools.end(pool, from, at), this.scheduler, at);
  }

  #skip(from: Location, to: Location, at: SourceLocation): void {
    this.graph.edge(from, to, { kind: 'skip' }, at);
  }

  /** Notes that a wait of the thread failed; it tries again at a location. `shown`: place of the wait. */
  wait(from: Location, thread: number, resumed: Location, shown: SourceLocation): void {
    const noted = this.deadlocks?.failed(from, thread, shown) ?? from;
    this.#emitPlace(noted, this.scheduler, thread, this.#numberOf(thread, resumed, shown), shown);
  }

  #numberOf(thread: number, resumed: Location, shown: SourceLocation): bigint {
    this.shown[thread].push(shown);
    return BigInt(this.resumed[thread].push(resumed) + 1);
  }

  /** Notes the place of a thread that is no pool. */
  #setPlace(from: Location, to: Location, thread: number, number: bigint, at: SourceLocation): void {
    const progress = this.deadlocks !== null && to === this.scheduler;
    this.#emitPlace(progress ? this.deadlocks.progress(from, at) : from, to, thread, number, at);
  }

  #emitPlace(from: Location, to: Location, thread: number, number: bigint, at: SourceLocation): void {
    const target = make.variablePlace(this.threads[thread].at);
    this.graph.edge(from, to, { kind: 'assign', target, value: make.integer(INT, number) }, at);
  }

  /** Lets other threads run, and returns the location where the thread goes on. */
  pause(from: Location, node: Node, at: SourceLocation): Location {
    const resumed = this.graph.location();
    this.leave(from, node, resumed, at);
    return resumed;
  }

  /** Whether the thread may stop for ever before an access. */
  stops(thread: number): boolean {
    return this.#stops.has(thread);
  }

  /** The location where a thread stops for ever. */
  stop(thread: number, at: SourceLocation): Location {
    let location = this.#stops.get(thread);
    if (location === undefined) {
      location = this.graph.location();
      this.#stops.set(thread, location);
      if (this.threads[thread].isPool) this.#skip(location, this.scheduler, at);
      else this.#setPlace(location, this.scheduler, thread, STOPPED, at);
    }
    return location;
  }

  /** The number of a thread's first place. */
  #entryOf(thread: Thread): bigint {
    let number = this.#entries.get(thread);
    if (number === undefined) {
      number = this.#numberOf(thread.id, this.start(thread.entry!), placeOf(thread.entry!));
      this.#entries.set(thread, number);
    }
    return number;
  }
}

/** The place of the program's call that led into a model. */
export function shownPlace(activation: Activation, at: SourceLocation): SourceLocation {
  let shown = at;
  for (let a: Activation | null = activation; a?.modelled === true; a = a.parent) shown = a.call?.at ?? shown;
  return shown;
}

/** The place of a node's next step in the source. */
function placeOf({ activation, steps }: Node): SourceLocation {
  return shownPlace(activation, steps[0]?.at ?? activation.fn.at);
}
