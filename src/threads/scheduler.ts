import type { SourceLocation } from '../base/source.ts';
import type { AutomatonFunction, Location, Program } from '../cfa/automaton.ts';
import { NEXT_THREAD } from '../cfa/beyond.ts';
import { bodylessFunction, functionReturning } from '../cfa/bodyless-function.ts';
import * as make from '../cfa/make.ts';
import { BOOL } from '../types/type-tools.ts';
import type { WovenGraph } from './graph.ts';
import type { ThreadPlaces } from './places.ts';
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
    private readonly threads: readonly Thread[],
    private readonly main: AutomatonFunction,
    private readonly chooser: number,
  ) {}

  /** Builds the choice between the threads, each decision by one input, and the way on from each place. */
  schedule(): void {
    const { threads } = this;
    const { at } = this.main;
    const choose = (from: Location, low: number, high: number): void => {
      if (high - low === 1) {
        this.#dispatch(from, threads[low], at);
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
    choose(this.places.scheduler, 0, threads.length);
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
