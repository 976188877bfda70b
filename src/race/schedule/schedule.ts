import { LemmataError } from '../../base/errors.ts';
import { SliceOrder } from './slice-order.ts';
import type { Slice, Slices } from './slices.ts';

/** The orders to an engine. Times are CPU time of its thread since it began, ms. */
export type Action =
  | { readonly kind: 'start'; readonly engine: string; readonly until: number }
  /** It continues, or may run for longer than before. */
  | { readonly kind: 'resume'; readonly engine: string; readonly until: number }
  /** It pauses at its next look. */
  | { readonly kind: 'pause'; readonly engine: string }
  /** Its thread ends; it begins again with a later slice. */
  | { readonly kind: 'drop'; readonly engine: string }
  /** It has had its last slice. */
  | { readonly kind: 'end'; readonly engine: string };

interface EngineState {
  readonly id: string;
  state: 'waiting' | 'running' | 'overdue' | 'paused' | 'gone';
  /** CPU time used so far, as far as known, in ms. */
  used: number;
  /** CPU time granted so far, in ms, and the last part of it. */
  until: number;
  slice: number;
  /** CPU time that it had used when it was dropped, in ms. */
  lost: number;
  /** CPU time at which it ends, in ms; set only once more time cannot help. */
  last: number;
  /** Its bound at the end of its last slice; null if it has reported none. */
  bound: number | null;
  /** Its last slice left its bound as it was. */
  isStuck: boolean;
  /** How many more slices like its last one it has at once, as long as each closes enough bounds. */
  more: number;
}

/** Share of the largest engine's memory from which an engine may be dropped. */
const LARGE = 0.5;
/** Most slices that an engine has at once behind one that goes ahead, as long as each closes enough bounds. */
const MOST_AHEAD = 4;
/** Bounds that such a slice closes, so that the engine goes on. */
const ENOUGH_AHEAD = 2;

/**
 * Decides when each engine runs: engines run in slices of their threads' CPU time, at most
 * `slots` of them at once. First come the slices of the set, in their order, then further growing
 * ones ({@link SliceOrder}). A paused engine keeps its state. An engine that does not pause when its slice
 * is over is overdue: one other engine takes its place meanwhile. The excess is subtracted from its
 * later slices. An engine whose last slice closed no bound yields every second of its further slices
 * ({@link SliceOrder}). Each event returns the actions to perform. Nothing here looks at a clock or depends on
 * a time limit: the slices before an answer are the same under any limit.
 */
export class Schedule {
  readonly #engines: Map<string, EngineState>;
  readonly #order: SliceOrder;
  /** Slots that certification holds. */
  #reserved = 0;
  #isResting = false;

  constructor(
    private readonly all: Slices,
    private readonly slots: number,
  ) {
    this.#engines = new Map(all.engines.map(({ id }) => [id, fresh(id)]));
    this.#order = new SliceOrder(all.slices);
  }

  /** Whether no engine takes part any more. */
  get isOver(): boolean {
    return this.#live().length === 0;
  }

  /** The only engine that still takes part; null if there are several, or none. */
  get lastOne(): string | null {
    const live = this.#live();
    return live.length === 1 ? live[0].id : null;
  }

  /** The running engines: those with a current slice, and those that are overdue. */
  get running(): readonly string[] {
    return [...this.#of('running'), ...this.#of('overdue')].map(({ id }) => id);
  }

  begin(): readonly Action[] {
    return this.#fill();
  }

  /**
   * The engine has paused: its slice is over. `used`: CPU time since it began, ms. `bound`: the greatest
   * bound that it has closed, or null.
   */
  spent(engine: string, used: number, bound: number | null = null): readonly Action[] {
    const one = this.#get(engine);
    if (one.state === 'gone' || one.state === 'waiting') return [];
    one.used = used;
    if (one.state === 'paused') return [];
    // It may have been granted more meanwhile.
    if (used < one.until) {
      one.state = 'running';
      return [{ kind: 'resume', engine, until: one.until }];
    }
    one.isStuck = bound !== null && bound === one.bound;
    const closed = (bound ?? 0) - (one.bound ?? 0);
    one.bound = bound;
    if (closed >= ENOUGH_AHEAD && one.more > 0 && used + one.slice < one.last) {
      one.more -= 1;
      one.until += one.slice;
      return [{ kind: 'resume', engine, until: one.until }];
    }
    if (used >= one.last) {
      one.state = 'gone';
      return [{ kind: 'end', engine }, ...this.#fill()];
    }
    one.state = 'paused';
    return this.#fill();
  }

  /** The engine continues though its slice is over, or holds its slot without running at all. */
  overdue(engine: string): readonly Action[] {
    const one = this.#get(engine);
    if (one.state !== 'running') return [];
    one.state = 'overdue';
    return this.#fill();
  }

  /** The engine has ended. */
  ended(engine: string): readonly Action[] {
    const one = this.#engines.get(engine);
    if (one !== undefined) one.state = 'gone';
    return this.#fill();
  }

  /** Reserves slots for certification; engines without a slot pause, those that began last first. */
  reserve(slots: number): readonly Action[] {
    this.#reserved = slots;
    const running = this.#of('running');
    const surplus = running.slice(Math.max(0, this.slots - slots));
    for (const one of surplus) one.state = 'paused';
    return [...surplus.map(({ id }): Action => ({ kind: 'pause', engine: id })), ...this.#fill()];
  }

  /** Few checks are left: the slices for these come next. */
  fewLeft(): readonly Action[] {
    return this.#goAhead(this.all.fewLeft);
  }

  /** Nearly all checks are decided: the slices for the others come next. */
  nearlyAll(): readonly Action[] {
    return this.#goAhead(this.all.nearlyAll);
  }

  #goAhead(slices: readonly Slice[]): readonly Action[] {
    this.#order.goesAhead(slices);
    return this.#fill();
  }

  /** All engines rest, or go on. */
  rest(isResting: boolean): readonly Action[] {
    this.#isResting = isResting;
    if (!isResting) return this.#fill();
    const running = this.#of('running');
    for (const one of running) one.state = 'paused';
    return running.map(({ id }): Action => ({ kind: 'pause', engine: id }));
  }

  /** An engine whose thread has ended begins again at once, for as long as its last slice was. */
  again(engine: string): readonly Action[] {
    const one = this.#get(engine);
    const { id, last, slice, more } = one;
    this.#engines.set(id, { ...fresh(id), last: Math.max(last - one.used, 0), slice, until: slice, more });
    return this.#fill();
  }

  /** The engine ends once it has used this much more CPU time, in ms. */
  limit(engine: string, milliseconds: number): readonly Action[] {
    const one = this.#get(engine);
    one.last = Math.min(one.last, Math.max(one.used, one.state === 'running' ? one.until : 0) + milliseconds);
    return this.#fill();
  }

  /**
   * Memory is short. The least promising paused engine that holds much memory is dropped: the
   * one whose next slice comes last. If no engine is paused, the largest one ends for good. `bytes`:
   * memory of each engine, by id.
   */
  relieve(bytes: ReadonlyMap<string, number>): readonly Action[] {
    const sizeOf = ({ id }: EngineState): number => bytes.get(id) ?? 0;
    const paused = this.#of('paused');
    const most = Math.max(0, ...paused.map(sizeOf));
    const large = paused.filter((one) => sizeOf(one) >= LARGE * most);
    if (large.length > 0) {
      const order = this.#order.upcoming(large.map(({ id }) => id));
      const worst = this.#get(order[order.length - 1]);
      // An engine that has needed so much memory twice will need it again.
      if (worst.lost > 0) return this.#end(worst);
      worst.state = 'waiting';
      worst.lost = worst.used;
      worst.used = 0;
      worst.until = 0;
      worst.bound = null;
      worst.isStuck = false;
      worst.more = 0;
      return [{ kind: 'drop', engine: worst.id }];
    }
    const busy = [...this.#of('running'), ...this.#of('overdue')];
    const largest = busy.reduce<EngineState | null>(
      (best, one) => (best === null || sizeOf(one) > sizeOf(best) ? one : best),
      null,
    );
    return largest === null ? [] : this.#end(largest);
  }

  #end(one: EngineState): readonly Action[] {
    one.state = 'gone';
    return [{ kind: 'end', engine: one.id }, ...this.#fill()];
  }

  /** Assigns free slots. */
  #fill(): readonly Action[] {
    const actions: Action[] = [];
    while (this.#freeSlots() > 0) {
      const ahead = this.#order.ahead((id) => this.#get(id).state !== 'gone');
      if (ahead !== null) {
        const action = this.#give(ahead, MOST_AHEAD);
        if (action !== null) actions.push(action);
        continue;
      }
      const interrupted = this.#live().find((one) => isInterrupted(one));
      if (interrupted !== undefined) {
        actions.push(this.#run(interrupted));
        continue;
      }
      const idle = this.#live().filter(({ state }) => state === 'waiting' || state === 'paused');
      if (idle.length === 0) break;
      const next = this.#order.next(
        (id) => this.#get(id).state !== 'gone',
        (id) => this.#get(id).isStuck,
      );
      const action = this.#give(next);
      if (action !== null) actions.push(action);
    }
    return actions;
  }

  /** Gives an engine a slice; null if that changes nothing for now. */
  #give({ engine, milliseconds }: Slice, more = 0): Action | null {
    const one = this.#get(engine);
    one.slice = milliseconds;
    one.more = more;
    one.until = Math.min(one.until + milliseconds, one.last);
    if (one.state === 'running') return { kind: 'resume', engine, until: one.until };
    if (one.state === 'overdue') return null;
    // A dropped engine begins again once its slices exceed the CPU time that it had used.
    return one.used >= one.until || one.until < one.lost ? null : this.#run(one);
  }

  #run(one: EngineState): Action {
    const kind = one.state === 'waiting' ? 'start' : 'resume';
    one.state = 'running';
    return { kind, engine: one.id, until: one.until };
  }

  /** Overdue engines take at most one slot in addition to the existing ones. */
  #freeSlots(): number {
    if (this.#isResting) return 0;
    const overdue = this.#of('overdue').length;
    return Math.max(0, this.slots - this.#reserved) - this.#of('running').length - Math.max(0, overdue - 1);
  }

  #live(): readonly EngineState[] {
    return [...this.#engines.values()].filter(({ state }) => state !== 'gone');
  }

  #of(state: EngineState['state']): readonly EngineState[] {
    return [...this.#engines.values()].filter((one) => one.state === state);
  }

  #get(id: string): EngineState {
    const one = this.#engines.get(id);
    if (one === undefined) throw new LemmataError('E-INTERNAL', `${id} is not in the race`);
    return one;
  }
}

function fresh(id: string): EngineState {
  const times = { used: 0, until: 0, slice: 0, lost: 0, last: Number.POSITIVE_INFINITY };
  return { id, state: 'waiting', ...times, bound: null, isStuck: false, more: 0 };
}

/** Whether an engine has a part of its slice left. */
function isInterrupted({ state, used, until, lost }: EngineState): boolean {
  return (state === 'paused' || (state === 'waiting' && until >= lost)) && used < until;
}
