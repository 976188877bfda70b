import { LemmataError } from '../../base/errors.ts';
import type { Plan, Slice } from './plan.ts';
import { Turns } from './turns.ts';

/** The orders to an engine. Times are CPU time of its thread since it began, ms. */
export type Action =
  | { readonly kind: 'start'; readonly engine: string; readonly until: number }
  /** It goes on, or may run for longer than it was told before. */
  | { readonly kind: 'resume'; readonly engine: string; readonly until: number }
  /** It stays where it is, from the moment on at which it next looks. */
  | { readonly kind: 'pause'; readonly engine: string }
  /** Its thread ends; it begins anew in a later turn. */
  | { readonly kind: 'drop'; readonly engine: string }
  /** It has had its last slice. */
  | { readonly kind: 'end'; readonly engine: string };

interface Contestant {
  readonly id: string;
  state: 'waiting' | 'running' | 'overdue' | 'paused' | 'gone';
  /** CPU time that it has used, as far as known, ms. */
  used: number;
  /** CPU time that it was given so far, ms. */
  until: number;
  /** The CPU time that it had used when it was dropped, ms. */
  lost: number;
  /** Where it ends; only once it is known that more would be in vain. */
  last: number;
}

/** Engines whose memory is at least this part of the most may be dropped. */
const LARGE = 0.5;

/**
 * Decides which engines run when: they take turns in slices of their threads' CPU time, at most `slots` of them at once. First
 * come the slices of the plan, in their order, then further ones that grow ({@link Turns}). A paused engine keeps its state. An
 * engine that does not pause when its slice is over is overdue: one other takes its place meanwhile. Later it has so much less
 * left as it has used too much. Each event returns what is to be done. Nothing here looks at a clock or depends on a time
 * limit: the slices before an answer are the same under any limit.
 */
export class Schedule {
  readonly #contestants: ReadonlyMap<string, Contestant>;
  readonly #turns: Turns;
  /** Slots that certification has. */
  #reserved = 0;

  constructor(
    { entrants, slices }: Plan,
    private readonly slots: number,
  ) {
    const contestant = (id: string): Contestant => ({
      id,
      state: 'waiting',
      used: 0,
      until: 0,
      lost: 0,
      last: Number.POSITIVE_INFINITY,
    });
    this.#contestants = new Map(entrants.map(({ id }) => [id, contestant(id)]));
    this.#turns = new Turns(slices);
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

  /** The engines that run: those whose slices last, and those that are overdue. */
  get running(): readonly string[] {
    return [...this.#of('running'), ...this.#of('overdue')].map(({ id }) => id);
  }

  begin(): readonly Action[] {
    return this.#fill();
  }

  /** The engine has paused itself: its slice is over. `used`: CPU time since it began, ms. */
  spent(engine: string, used: number): readonly Action[] {
    const one = this.#get(engine);
    if (one.state === 'gone' || one.state === 'waiting') return [];
    one.used = used;
    if (one.state === 'paused') return [];
    // It may have been given more meanwhile.
    if (used < one.until) {
      one.state = 'running';
      return [{ kind: 'resume', engine, until: one.until }];
    }
    if (used >= one.last) {
      one.state = 'gone';
      return [{ kind: 'end', engine }, ...this.#fill()];
    }
    one.state = 'paused';
    return this.#fill();
  }

  /** The engine runs on though its slice is over, or holds its slot without running at all. */
  overdue(engine: string): readonly Action[] {
    const one = this.#get(engine);
    if (one.state !== 'running') return [];
    one.state = 'overdue';
    return this.#fill();
  }

  /** Nothing more comes from the engine. */
  ended(engine: string): readonly Action[] {
    const one = this.#contestants.get(engine);
    if (one !== undefined) one.state = 'gone';
    return this.#fill();
  }

  /** So many slots are taken by certification; engines that have none pause, the last ones of the turn first. */
  reserve(slots: number): readonly Action[] {
    this.#reserved = slots;
    const running = this.#of('running');
    const surplus = running.slice(Math.max(0, this.slots - slots));
    for (const one of surplus) one.state = 'paused';
    return [...surplus.map(({ id }): Action => ({ kind: 'pause', engine: id })), ...this.#fill()];
  }

  /** The engine ends once it has used so much more CPU time (ms) than so far. */
  limit(engine: string, milliseconds: number): readonly Action[] {
    const one = this.#get(engine);
    one.last = Math.min(one.last, Math.max(one.used, one.state === 'running' ? one.until : 0) + milliseconds);
    return this.#fill();
  }

  /**
   * Memory is short. The least promising one of the paused engines that hold much of it goes: the one whose next slice is the
   * last to come. Where no engine is paused the largest one ends for good. `bytes`: of each engine, by id.
   */
  relieve(bytes: ReadonlyMap<string, number>): readonly Action[] {
    const sizeOf = ({ id }: Contestant): number => bytes.get(id) ?? 0;
    const paused = this.#of('paused');
    const most = Math.max(0, ...paused.map(sizeOf));
    const large = paused.filter((one) => sizeOf(one) >= LARGE * most);
    if (large.length > 0) {
      const order = this.#turns.upcoming(large.map(({ id }) => id));
      const worst = this.#get(order[order.length - 1]);
      // Whoever needs so much memory twice will need it again.
      if (worst.lost > 0) return this.#end(worst);
      worst.state = 'waiting';
      worst.lost = worst.used;
      worst.used = 0;
      worst.until = 0;
      return [{ kind: 'drop', engine: worst.id }];
    }
    const busy = [...this.#of('running'), ...this.#of('overdue')];
    const largest = busy.reduce<Contestant | null>((best, one) => (best === null || sizeOf(one) > sizeOf(best) ? one : best), null);
    return largest === null ? [] : this.#end(largest);
  }

  #end(one: Contestant): readonly Action[] {
    one.state = 'gone';
    return [{ kind: 'end', engine: one.id }, ...this.#fill()];
  }

  /** Gives free slots away. */
  #fill(): readonly Action[] {
    const actions: Action[] = [];
    while (this.#freeSlots() > 0) {
      const interrupted = this.#of('paused').find(({ used, until }) => used < until);
      if (interrupted !== undefined) {
        actions.push(this.#run(interrupted));
        continue;
      }
      const idle = this.#live().filter(({ state }) => state === 'waiting' || state === 'paused');
      if (idle.length === 0) break;
      const action = this.#give(this.#turns.next((id) => this.#get(id).state !== 'gone'));
      if (action !== null) actions.push(action);
    }
    return actions;
  }

  /** Gives an engine a slice; null if that changes nothing for now. */
  #give({ engine, milliseconds }: Slice): Action | null {
    const one = this.#get(engine);
    one.until = Math.min(one.until + milliseconds, one.last);
    if (one.state === 'running') return { kind: 'resume', engine, until: one.until };
    if (one.state === 'overdue') return null;
    // One that was dropped begins anew when it gets further than before.
    return one.used >= one.until || one.until < one.lost ? null : this.#run(one);
  }

  #run(one: Contestant): Action {
    const kind = one.state === 'waiting' ? 'start' : 'resume';
    one.state = 'running';
    return { kind, engine: one.id, until: one.until };
  }

  /** Overdue engines take one slot at most, besides those there are. */
  #freeSlots(): number {
    const overdue = this.#of('overdue').length;
    return Math.max(0, this.slots - this.#reserved) - this.#of('running').length - Math.max(0, overdue - 1);
  }

  #live(): readonly Contestant[] {
    return [...this.#contestants.values()].filter(({ state }) => state !== 'gone');
  }

  #of(state: Contestant['state']): readonly Contestant[] {
    return [...this.#contestants.values()].filter((one) => one.state === state);
  }

  #get(id: string): Contestant {
    const one = this.#contestants.get(id);
    if (one === undefined) throw new LemmataError('E-INTERNAL', `${id} is not in the race`);
    return one;
  }
}
