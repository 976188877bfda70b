import type { UnknownReason, UnknownVerdict } from '../verdict.ts';
import { namingObstacle, obstacleOf } from './verdict-of.ts';

/** Slice of the first race on a target, in ms. Slices of a later round are twice as long as those before. */
const FIRST_SLICE = 4000;
const GROWTH = 2;
/** Time in ms below which a race mostly repeats what earlier ones did. */
const LEAST_SLICE = 1500;
/** Least slice of a race, as a multiple of the time that the encoding of its target took. */
const LEAST_ENCODINGS = 2;
/** Share of the remaining time that one race takes at most, while more targets come. */
const MOST_OF_REST = 0.5;
/** Time in ms of the common races before those on targets. They have as long again while they settle items. */
const FIRST_COMMON = 20_000;
/** Time of the common races between the others, as a multiple of their time. */
const COMMON = 0.75;

/** A race on a target. */
export interface TargetRace<Item> {
  /** Checks that are decided together, or one part of a system. */
  readonly target: readonly Item[];
  /** Its slice of the time; null: no limit. */
  readonly milliseconds: number | null;
  /** Number of shorter races on this target. */
  readonly round: number;
  /** Whether the last race was of another round. */
  readonly isFirst: boolean;
}

/** The last result of races about an item that is open. */
export type Open = Pick<UnknownVerdict, 'reason' | 'safeUpTo' | 'engines'>;

/** The state of a common race when it rests. `open`: of the open items; null: there are none. */
export interface CommonOpen {
  readonly open: Open | null;
  readonly isOver: boolean;
}

/** A race on many items, which keeps what it knows while others go on. */
export interface CommonRace<Item> {
  readonly items: readonly Item[];
  /** Lets it go on where it was, for this time in ms. Then its engines rest, while their claims are certified. */
  goOn(milliseconds: number): Promise<CommonOpen>;
}

export interface TargetRaces<Item> {
  /** The targets of the first round. */
  readonly targets: readonly (readonly Item[])[];
  /** Returns the knowledge about items that the race leaves open. Null: nothing, and a race on these begins at once. */
  race(race: TargetRace<Item>): Promise<Open | null>;
  /** Whether an item is decided, by whichever race. */
  isSettled(item: Item): boolean;
  /** Divides an undecided target of several items; null: each target is a single one. */
  readonly divide: ((target: readonly Item[]) => readonly (readonly Item[])[]) | null;
  /** Begins the common races; []: there are none. No item is in two of them. */
  common(): Promise<readonly CommonRace<Item>[]>;
  /** Milliseconds that encoding the last target took; 0: targets need no encoding. */
  encoding(): number;
  /** Milliseconds left; infinite without a limit. */
  left(): number;
  /** Returns why no further race begins; null: time is left, and something is to be decided. */
  ended(): UnknownReason | null;
  /** Receives an item that no further race is about. */
  leave(item: Item, open: Open): void;
}

/** A target, and the round of its next race. */
type Waiting<Item> = Pick<TargetRace<Item>, 'target' | 'round'>;

/**
 * Decides targets, in rounds of races with growing slices, so that a target that is soon decided does
 * not wait for the others. An undecided target is divided; a single item gets longer races, unless its
 * engines all ended without an answer.
 *
 * Targets shrink, so that each race on one begins anew. The common races do not: they ask about all
 * open items, take turns, come first, and go on between the others.
 *
 * Returns the items that stay open.
 */
export function raceTargets<Item>(races: TargetRaces<Item>): Promise<ReadonlyMap<Item, Open>> {
  return new TargetLoop(races).run();
}

class TargetLoop<Item> {
  /** The items that are neither settled nor left, in their order. */
  readonly #undecided: Set<Item>;
  readonly #open = new Map<Item, Open>();
  /** Items about which a race on a target has said why they are open. */
  readonly #raced = new Set<Item>();
  readonly #queue: Waiting<Item>[];
  /** Round of the last race on a target. */
  #round = -1;
  /** The common races that are not over. */
  #common: readonly CommonRace<Item>[] = [];
  /** Time in ms that the common races may take by now. */
  #owed = 0;

  constructor(private readonly races: TargetRaces<Item>) {
    this.#undecided = new Set(races.targets.flat());
    this.#queue = races.targets.map((target) => ({ target, round: 0 }));
  }

  async run(): Promise<ReadonlyMap<Item, Open>> {
    this.#settle();
    if (this.#undecided.size > 0 && this.races.ended() === null) this.#common = await this.races.common();
    if (this.#common.length > 0) await this.#beginCommon();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.#settle();
      const target = next.target.filter((item) => this.#undecided.has(item));
      if (target.length === 0) continue;
      const why = this.races.ended();
      if (why !== null) this.#leave(target, why);
      else await this.#race({ target, round: next.round });
      if (this.#common.length > 0 && this.#owed >= FIRST_SLICE) await this.#goOn(this.#owed);
    }
    for (let turn = FIRST_COMMON; this.#takesTurns && this.races.left() > turn; turn *= GROWTH) await this.#goOn(turn);
    await this.#goOn(this.races.left());
    this.#leave([...this.#undecided], this.races.ended() ?? { kind: 'incomplete', why: 'every engine gave up' });
    return this.#open;
  }

  /**
   * The races on targets begin with parts of what the common races leave open. They know nothing yet: the
   * common races go on while they settle items, or if too little time is left for each of them.
   */
  async #beginCommon(): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; this.#undecided.size < before && this.#common.length > 0; ) {
      before = this.#undecided.size;
      await this.#goOn(before === 1 ? this.races.left() : FIRST_COMMON);
    }
    const open = [...this.#undecided];
    const parts = open.length > 1 && this.races.divide !== null ? this.races.divide(open) : [open];
    const isLate = this.#common.length > 0 && this.races.left() < parts.length * this.#leastSlice;
    const targets = isLate ? [] : parts;
    this.#queue.splice(0, this.#queue.length, ...targets.map((target) => ({ target, round: 0 })));
  }

  /** The common races go on, one after the other. The rest of one's part of `most` ms is for the next one. */
  async #goOn(most: number): Promise<void> {
    this.#owed = 0;
    const until = Math.max(0, this.races.left() - most);
    for (let waiting = this.#askedInCommon(); waiting.length > 0; ) {
      if (this.races.ended() !== null) return;
      const [next, ...others] = waiting;
      const left = this.races.left() === Number.POSITIVE_INFINITY ? most : this.races.left() - until;
      const { open, isOver } = await next.goOn(Math.max(1, left / waiting.length));
      const asked = this.#askedInCommon();
      const undecided = next.items.filter((item) => this.#undecided.has(item));
      if (open !== null) for (const item of undecided) this.#open.set(item, this.#joined(item, open));
      if (isOver) this.#common = asked.filter((one) => one !== next);
      waiting = asked.filter((one) => others.includes(one));
    }
  }

  /** The common races that are not over and have an open item. */
  #askedInCommon(): readonly CommonRace<Item>[] {
    this.#settle();
    this.#common = this.#common.filter(({ items }) => items.some((item) => this.#undecided.has(item)));
    return this.#common;
  }

  async #race(waiting: Waiting<Item>): Promise<void> {
    const { target, round } = waiting;
    const milliseconds = this.#slice(waiting);
    const isFirst = round !== this.#round;
    this.#round = round;
    const open = await this.races.race({ target, milliseconds, round, isFirst });
    this.#settle();
    const rest = target.filter((item) => this.#undecided.has(item));
    if (rest.length === 0) return;
    if (open === null) {
      this.#queue.unshift({ target: rest, round });
      return;
    }
    for (const item of rest) this.#open.set(item, this.#later(this.#open.get(item), open));
    if (open.engines.length > 0) for (const item of rest) this.#raced.add(item);
    if (open.reason.kind === 'time-limit') this.#owed += COMMON * (milliseconds ?? 0);
    const goesOn = this.#mayGoOn(open);
    if (rest.length > 1 && this.races.divide !== null) {
      const halves = this.races.divide(rest);
      this.#queue.push(...halves.map((half) => ({ target: half, round: goesOn ? round : 0 })));
    } else if (goesOn) this.#queue.push({ target: rest, round: round + 1 });
    else if (this.#common.length === 0) this.#leave(rest, open.reason);
    // The common races may still decide the others.
  }

  /** Whether several common races go on. */
  get #takesTurns(): boolean {
    return this.#askedInCommon().length > 1 && this.races.ended() === null;
  }

  /** The slice of the first race on a target, in ms. */
  get #leastSlice(): number {
    return Math.max(FIRST_SLICE, LEAST_ENCODINGS * this.races.encoding());
  }

  /** The slice of a race. The last item of all gets all the remaining time, or shares it with the common races. */
  #slice({ target, round }: Waiting<Item>): number | null {
    const { divide } = this.races;
    const left = this.races.left();
    const waiting = this.#queue.length;
    const slice = this.#leastSlice * GROWTH ** round;
    if (waiting === 0 && target.length === 1) {
      if (this.#common.length > 0) return Math.max(Math.min(LEAST_SLICE, left), Math.min(slice, left * MOST_OF_REST));
      return left < Number.POSITIVE_INFINITY ? left : null;
    }
    if (divide === null) {
      const inRound = 1 + this.#queue.filter((other) => other.round === round).length;
      // If the limit leaves no time for another round, the targets of this one share the remaining time.
      return left < slice * (inRound + GROWTH * (waiting + 1)) ? Math.max(1, left / inRound) : slice;
    }
    const share = Math.min(left, Math.max(LEAST_SLICE, left / (waiting + 1)));
    return Math.max(1, Math.min(slice, waiting === 0 ? left * MOST_OF_REST : share));
  }

  /**
   * Whether a longer race may end in another way. A race without engines would go on for ever. Where a
   * common race looks for runs, the others are for proofs, and none passes over an unsupported construct.
   */
  #mayGoOn(result: Open): boolean {
    const { engines, reason } = result;
    if (engines.length === 0) return reason.kind === 'time-limit';
    const isCut = engines.some(({ end }) => ['stopped', 'share-used', 'claimed'].includes(end.kind));
    return isCut && (this.races.divide === null || obstacleOf(result) === null);
  }

  /** Adds the result of another race to what is known of an item; bounds of earlier races stay true. */
  #later(before: Open | undefined, result: Open): Open {
    // A race without engines says nothing.
    if (before !== undefined && result.engines.length === 0) return before;
    const { reason, safeUpTo, engines } = namingObstacle(result);
    return { reason, safeUpTo: greater(before?.safeUpTo ?? null, safeUpTo), engines };
  }

  /** Adds what a common race knows. A race on fewer items says more about why one is open. */
  #joined(item: Item, result: Open): Open {
    const before = this.#open.get(item);
    if (before === undefined || !this.#raced.has(item)) return this.#later(before, result);
    return { ...before, safeUpTo: greater(before.safeUpTo, result.safeUpTo) };
  }

  /** Takes out what is settled by now. A common race may settle items while it rests. */
  #settle(): void {
    for (const item of this.#undecided) {
      if (!this.races.isSettled(item)) continue;
      this.#undecided.delete(item);
      this.#open.delete(item);
    }
  }

  /** The target stays open, but for what was settled meanwhile. */
  #leave(target: readonly Item[], why: UnknownReason): void {
    this.#settle();
    for (const item of target) {
      if (!this.#undecided.delete(item)) continue;
      const open = this.#open.get(item) ?? { reason: why, safeUpTo: null, engines: [] };
      this.#open.set(item, open);
      this.races.leave(item, open);
    }
  }
}

/** The greater one of two bounds, of which each may be missing. */
function greater(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
