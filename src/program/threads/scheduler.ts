import type { SourceLocation } from '../../base/source.ts';
import { BOOL } from '../../c/types/type-basics.ts';
import type { AutomatonFunction, Location, Program } from '../cfa/automaton.ts';
import { NEXT_THREAD, THREAD_CHOICE } from '../cfa/beyond.ts';
import { bodylessFunction, functionReturning } from '../cfa/bodyless-function.ts';
import * as make from '../cfa/make.ts';
import type { WovenGraph } from './graph.ts';
import type { ThreadPlaces } from './places.ts';
import type { Pools } from './pools.ts';
import type { Thread } from './unfolding.ts';

/** Ids of the hidden functions whose results decide: which thread runs next, and everything else about threads. */
export interface Choosers {
  readonly next: number;
  readonly choice: number;
}

/** The ids that the hidden functions get behind the functions of the program. */
export function choosersOf({ functions }: Pick<Program, 'functions'>): Choosers {
  return { next: functions.length, choice: functions.length + 1 };
}

/** Makes the hidden functions, in the order of their ids. */
export function choosers(main: AutomatonFunction, { next, choice }: Choosers): readonly AutomatonFunction[] {
  const { noreturn, pure, at } = main;
  const type = functionReturning(BOOL);
  const made = (id: number, name: string): AutomatonFunction =>
    bodylessFunction({ id, name, type, origin: 'verifier', noreturn, pure, at });
  return [made(next, NEXT_THREAD), made(choice, THREAD_CHOICE)];
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

  /**
   * Builds the choice between the threads, each decision by one input, and the way on from each place.
   * Returns the thread of each way, in order.
   */
  schedule(): readonly number[] {
    const { at } = this.main;
    const ofThreads = this.threads.map((thread) => ({ thread: thread.id, ways: this.#waysOf(thread, at) }));
    const ways = ofThreads.flatMap(({ ways }) => ways);
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
    return ofThreads.flatMap(({ thread, ways }) => ways.map(() => thread));
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
