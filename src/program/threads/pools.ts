import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Location, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { WovenGraph } from './graph.ts';
import type { Node, Thread } from './unfolding.ts';

const UINT: CType & { kind: 'integer' } = { kind: 'integer', name: 'uint' };
/** Distance between the numbers of a pool's threads; threads that are told apart have smaller numbers. */
const STRIDE = 64n;
/** The remainder of the numbers of threads that never run; those of pools have smaller ones. */
const IDLE = 63n;

/** The places of a pool that count threads, and those of which at most one thread takes one. */
export interface PoolPlaces {
  readonly thread: number;
  /** The variable that counts the threads at each place, by the place's number. */
  readonly counted: Map<bigint, Variable>;
  /** The number of the place taken, 0 if none, by the mutex that a thread holds there. */
  readonly held: Map<number, { readonly at: Variable; readonly numbers: bigint[] }>;
  /** Threads that have started and not ended. */
  readonly alive: Variable;
  /** Threads that have started. */
  readonly started: Variable;
}

/**
 * Pools of threads that one place starts in any number. The threads of a pool differ in their places
 * alone, so that a count of them for each place is their whole state. Where a thread holds a mutex, no
 * other one is at a place where it holds the same.
 */
export class Pools {
  readonly globals: Variable[] = [];
  readonly #places = new Map<number, PoolPlaces>();
  /** Counts the threads that never run. */
  #idle: Variable | null = null;

  constructor(
    private readonly graph: WovenGraph,
    private readonly layout: Layout,
    private readonly threads: readonly Thread[],
    /** Hidden objects of mutexes that only the holder releases. */
    private readonly exclusive: ReadonlySet<number>,
  ) {}

  /** The places of a thread that is a pool; null for other threads. */
  of(thread: number): PoolPlaces | null {
    if (!this.threads[thread].isPool) return null;
    let places = this.#places.get(thread);
    if (places === undefined) {
      const { at } = this.threads[thread].root.fn;
      const alive = this.#hidden(`$alive${thread}`, at);
      const started = this.#hidden(`$started${thread}`, at);
      places = { thread, counted: new Map(), held: new Map(), alive, started };
      this.#places.set(thread, places);
    }
    return places;
  }

  /** The mutex that tells the threads at a node apart from all others of the pool; null if there is none. */
  mutexAt({ activation, flags }: Node): number | null {
    // A wait inside a model releases its mutex.
    if (activation.modelled) return null;
    return flags.held.find((id) => this.exclusive.has(id)) ?? null;
  }

  /** Notes that one thread of the pool is at a place, and returns where the run goes on. */
  enter(pool: PoolPlaces, number: bigint, mutex: number | null, from: Location, at: SourceLocation): Location {
    if (mutex === null) {
      let count = pool.counted.get(number);
      if (count === undefined) pool.counted.set(number, (count = this.#hidden(`$at${pool.thread}_${number}`, at)));
      return this.#add(count, 1n, from, at);
    }
    let held = pool.held.get(mutex);
    if (held === undefined)
      pool.held.set(mutex, (held = { at: this.#hidden(`$at${pool.thread}_holding_${mutex}`, at), numbers: [] }));
    if (!held.numbers.includes(number)) held.numbers.push(number);
    return this.#set(held.at, make.integer(UINT, number), from, at);
  }

  /** Takes one thread from a place that counts; `empty`: where the run goes on if there is none. */
  takeCounted(count: Variable, from: Location, empty: Location, at: SourceLocation): Location {
    const condition = make.compare('!=', load(count), make.integer(UINT, 0n));
    this.graph.edge(from, empty, { kind: 'assume', condition, truth: false }, at);
    const some = this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    return this.#add(count, -1n, some, at);
  }

  /** Notes that the thread which holds the mutex leaves its place. */
  takeHeld(variable: Variable, from: Location, at: SourceLocation): Location {
    return this.#set(variable, make.integer(UINT, 0n), from, at);
  }

  /** Notes the start of a thread, whose number goes to a place. */
  start(pool: PoolPlaces, thread: number, name: Place, from: Location, at: SourceLocation): Location {
    const named = this.#name(pool.started, BigInt(thread + 1), name, from, at);
    return this.#add(pool.alive, 1n, named, at);
  }

  /** Notes the start of a thread that never runs, whose number goes to a place. */
  startIdle(name: Place, from: Location, at: SourceLocation): Location {
    this.#idle ??= this.#hidden('$idle', at);
    return this.#name(this.#idle, IDLE, name, from, at);
  }

  /** Stores the next number with a remainder, and counts it. */
  #name(count: Variable, remainder: bigint, name: Place, from: Location, at: SourceLocation): Location {
    const { layout } = this;
    const type = valueType(name.type);
    const group = make.convert(layout, type, load(count));
    const first = make.binary(layout, type, '*', group, make.integer(type, STRIDE));
    const value = make.binary(layout, type, '+', first, make.integer(type, remainder));
    return this.#add(count, 1n, this.graph.emit(from, { kind: 'assign', target: name, value }, at), at);
  }

  /** Notes the end of a thread. */
  end(pool: PoolPlaces, from: Location, at: SourceLocation): Location {
    return this.#add(pool.alive, -1n, from, at);
  }

  /** Whether all threads of the pool have ended. */
  hasEnded(pool: PoolPlaces): Expr {
    return make.compare('==', load(pool.alive), make.integer(UINT, 0n));
  }

  #hidden(name: string, at: SourceLocation): Variable {
    const variable = this.graph.hidden(name, UINT, at);
    this.globals.push(variable);
    return variable;
  }

  #add(variable: Variable, amount: bigint, from: Location, at: SourceLocation): Location {
    const [operator, size] = amount < 0n ? (['-', -amount] as const) : (['+', amount] as const);
    const value = make.binary(this.layout, UINT, operator, load(variable), make.integer(UINT, size));
    return this.#set(variable, value, from, at);
  }

  #set(variable: Variable, value: Expr, from: Location, at: SourceLocation): Location {
    return this.graph.emit(from, { kind: 'assign', target: make.variablePlace(variable), value }, at);
  }
}

function load(variable: Variable): Expr {
  return make.load(make.variablePlace(variable));
}
