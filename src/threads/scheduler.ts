import type { SourceLocation } from '../base/source.ts';
import type { AutomatonFunction, Location, Program } from '../cfa/automaton.ts';
import { NEXT_THREAD } from '../cfa/beyond.ts';
import { bodylessFunction, functionReturning } from '../cfa/bodyless-function.ts';
import * as make from '../cfa/make.ts';
import { BOOL } from '../types/type-tools.ts';
import type { WovenGraph } from './graph.ts';
import type { ThreadPlaces } from './places.ts';
import type { Pools } from './pools.ts';
import type { Thread } from './unfolding.ts';

/** Id of the hidden function whose result chooses between threads. */
export function chooserId({ functions }: Pick<Program, 'functions'>): number {
  return functions.length;
}

/** Makes the hidden function whose result chooses between threads. */
export function chooser(main: AutomatonFunction, id: number): AutomatonFunction {
  const { noreturn, pure, at } = main;
  return bodylessFunction({
    id,
    name: NEXT_THREAD,
    type: functionReturning(BOOL),
    origin: 'verifier',
    noreturn,
    pure,
    at,
  });
}

/** Builds the location that chooses the next thread. */
export class Scheduler {
  constructor(
    private readonly graph: WovenGraph,
    private readonly places: ThreadPlaces,
    private readonly pools: Pools,
    private readonly threads: readonly Thread[],
    private readonly main: AutomatonFunction,
    private readonly chooser: number,
  ) {}

  /** Builds the choice between the threads, each decision by one input, and the way on from each place. */
  schedule(): void {
    const { at } = this.main;
    const ways = this.threads.flatMap((thread) => this.#waysOf(thread, at));
    const choose = (from: Location, low: number, high: number): void => {
      if (high - low === 1) {
        ways[low](from);
        return;
      }
      const middle = (low + high) >> 1;
      const chosen = this.graph.temporary(BOOL, at);
      const callee = { kind: 'direct', function: this.chooser } as const;
      const decided = this.graph.emit(from, { kind: 'call', callee, arguments: [], result: chosen }, at);
      const condition = make.load(chosen);
      choose(this.graph.emit(decided, { kind: 'assume', condition, truth: false }, at), low, middle);
      choose(this.graph.emit(decided, { kind: 'assume', condition, truth: true }, at), middle, high);
    };
    choose(this.places.scheduler, 0, ways.length);
  }

  /** The ways on from the choice of a thread; a pool has one for each kind of its places. */
  #waysOf(thread: Thread, at: SourceLocation): ((from: Location) => void)[] {
    const pool = this.pools.of(thread.id);
    if (pool === null) return [(from) => this.#dispatch(from, thread, at)];
    const { graph } = this;
    const { scheduler, resumed } = this.places;
    const skip = (from: Location, number: bigint): void =>
      graph.edge(from, resumed[thread.id][Number(number) - 2], { kind: 'skip' }, at);
    const counted = [...pool.counted].map(([number, count]) => (from: Location): void => {
      skip(this.pools.takeCounted(count, from, scheduler, at), number);
    });
    const held = [...pool.held.values()].map(({ at: variable, numbers }) => (from: Location): void => {
      const value = make.load(make.variablePlace(variable));
      const ranges = numbers.map((number) => ({ low: number, high: number }));
      for (const [i, number] of numbers.entries()) {
        const chosen = graph.emit(from, { kind: 'case', value, ...ranges[i] }, at);
        skip(this.pools.takeHeld(variable, chosen, at), number);
      }
      graph.edge(from, scheduler, { kind: 'default', value, ranges }, at);
    });
    return [...counted, ...held];
  }

  #dispatch(from: Location, thread: Thread, at: SourceLocation): void {
    const value = make.load(make.variablePlace(thread.at));
    const places = this.places.resumed[thread.id];
    const ranges = places.map((_, i) => ({ low: BigInt(i + 2), high: BigInt(i + 2) }));
    for (const [i, to] of places.entries()) this.graph.edge(from, to, { kind: 'case', value, ...ranges[i] }, at);
    // A thread that does not run leaves the choice to others.
    this.graph.edge(from, this.places.scheduler, { kind: 'default', value, ranges }, at);
  }
}
