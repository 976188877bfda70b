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
/** Time of the searches for failing runs, as a multiple of the time of the races on targets. */
const SEARCHES = 0.75;
/** Time of the simulations before a search, as a multiple of the search's time. */
const SIMULATIONS = 0.5;
/** Time of the first simulation, as a multiple of the time of the first encoding, and the least time of one in ms. */
const EARLY_SIMULATION = 0.5;
const LEAST_SIMULATION = 250;

/** A race looks for proofs and failing runs, or only for failing runs. */
export type RaceKind = 'decide' | SearchKind;
/** Runs of the system, or of the program: simulations need no encoding. */
type SearchKind = 'search' | 'run';

/** A race on a target. */
export interface TargetRace<Item> {
  /** Checks that are decided together, or one part of a system. */
  readonly target: readonly Item[];
  readonly kind: RaceKind;
  /** Its slice of the time; null: no limit. */
  readonly milliseconds: number | null;
  /** Number of shorter races on this target; of earlier searches, if it is one. */
  readonly round: number;
  /** Whether the last race that decides was of another round. */
  readonly isFirst: boolean;
}

/** The last result of races about an item that is open. */
export type Open = Pick<UnknownVerdict, 'reason' | 'safeUpTo' | 'engines'>;

/** Items that a race settled, by proofs or by a run; or what it knows if it settled none. */
export type RaceOutcome<Item> =
  | { readonly kind: 'settled'; readonly items: readonly Item[] }
  | ({ readonly kind: 'open' } & Open);

export interface TargetRaces<Item> {
  /** The targets of the first round. */
  readonly targets: readonly (readonly Item[])[];
  race(race: TargetRace<Item>): Promise<RaceOutcome<Item>>;
  /** Divides an undecided target of several items; null: each target is a single one. */
  readonly divide: ((target: readonly Item[]) => readonly (readonly Item[])[]) | null;
  /** Searches about all open items between the races; []: a race on a target searches itself. */
  readonly searches: readonly SearchKind[];
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
 * not wait for the others. A race that settles some items begins again on the others. An undecided
 * target is divided; a single item gets longer races, unless its engines all ended without an answer.
 *
 * Targets shrink, so that each race on one begins with short runs again. Between these races, searches
 * for failing runs ask about all open items at once, each search longer than the last. Simulations come
 * first, as they need no encoding.
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
  readonly #queue: Waiting<Item>[];
  /** Round of the last race that decides. */
  #round = -1;
  /** Time in ms of the next search. */
  #search = FIRST_SLICE;
  /** Time in ms that searches may take by now. The first search follows the first undecided race. */
  #owed = FIRST_SLICE * (1 - SEARCHES);
  /** The searches that are made. A longer one without them would end as the last one did. */
  readonly #searches: Set<SearchKind>;
  /** Number of searches so far, by kind. Simulations are varied by it. */
  readonly #made = { run: 0, search: 0 };

  constructor(private readonly races: TargetRaces<Item>) {
    this.#undecided = new Set(races.targets.flat());
    this.#queue = races.targets.map((target) => ({ target, round: 0 }));
    this.#searches = new Set(races.searches);
  }

  async run(): Promise<ReadonlyMap<Item, Open>> {
    const early = this.races.encoding() * EARLY_SIMULATION;
    if (this.#searches.has('run') && early >= LEAST_SIMULATION) await this.#look('run', early);
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const target = next.target.filter((item) => this.#undecided.has(item));
      if (target.length === 0) continue;
      const why = this.races.ended();
      if (why !== null) this.#leave(target, why);
      else await this.#race({ target, round: next.round });
      if (this.#owed >= this.#search) await this.#searchRuns();
    }
    return this.#open;
  }

  async #race(waiting: Waiting<Item>): Promise<void> {
    const { target, round } = waiting;
    const milliseconds = this.#slice(waiting);
    const isFirst = round !== this.#round;
    this.#round = round;
    const result = await this.races.race({ target, kind: 'decide', milliseconds, round, isFirst });
    if (result.kind === 'settled') {
      this.#settle(result.items);
      this.#queue.unshift(waiting);
      return;
    }
    for (const item of target) this.#open.set(item, this.#later(this.#open.get(item), result));
    if (result.reason.kind === 'time-limit') this.#owed += SEARCHES * (milliseconds ?? 0);
    const goesOn = this.#mayGoOn(result);
    if (target.length > 1 && this.races.divide !== null) {
      const halves = this.races.divide(target);
      this.#queue.push(...halves.map((half) => ({ target: half, round: goesOn ? round : 0 })));
    } else if (goesOn) this.#queue.push({ target, round: round + 1 });
    else this.#leave(target, result.reason);
  }

  async #searchRuns(): Promise<void> {
    const milliseconds = this.#search;
    this.#owed = 0;
    this.#search *= GROWTH;
    for (const kind of this.#searches)
      await this.#look(kind, kind === 'run' ? SIMULATIONS * milliseconds : milliseconds);
  }

  /** Looks for runs that fail one of the open items, until a search finds none in its time. */
  async #look(kind: SearchKind, most: number): Promise<void> {
    while (this.#undecided.size > 0 && this.races.ended() === null) {
      const milliseconds = Math.min(most, this.races.left() * MOST_OF_REST);
      const target = [...this.#undecided];
      const result = await this.races.race({ target, kind, milliseconds, round: this.#made[kind]++, isFirst: false });
      if (result.kind === 'settled') {
        this.#settle(result.items);
        continue;
      }
      this.#raise(target, result.safeUpTo);
      if (!this.#mayGoOn(result)) this.#searches.delete(kind);
      return;
    }
  }

  /** The slice of a race. An undecided item that waits for no other gets all the remaining time. */
  #slice({ target, round }: Waiting<Item>): number | null {
    const { divide, searches } = this.races;
    const left = this.races.left();
    const waiting = this.#queue.length;
    const slice = Math.max(FIRST_SLICE, LEAST_ENCODINGS * this.races.encoding()) * GROWTH ** round;
    if (waiting === 0 && target.length === 1) {
      if (left < Number.POSITIVE_INFINITY) return left;
      return searches.length === 0 ? null : slice;
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
   * Whether a longer race may end in another way. Where searches look for runs, a race is for proofs. A
   * race without engines would then go on for ever, and no proof passes over an unsupported construct.
   */
  #mayGoOn(result: Open): boolean {
    const { engines, reason } = result;
    if (engines.length === 0) return reason.kind === 'time-limit';
    const isCut = engines.some(({ end }) => ['stopped', 'share-used', 'claimed'].includes(end.kind));
    return isCut && (this.races.searches.length === 0 || obstacleOf(result) === null);
  }

  /** Adds the result of another race to what is known of an item; bounds of earlier races stay true. */
  #later(before: Open | undefined, result: Open): Open {
    const { reason, safeUpTo, engines } = namingObstacle(result);
    return { reason, safeUpTo: greater(before?.safeUpTo ?? null, safeUpTo), engines };
  }

  /** Notes the bound of a search. The reasons of the races before it say more, as they looked for proofs, too. */
  #raise(target: readonly Item[], safeUpTo: number | null): void {
    for (const item of target) {
      const before = this.#open.get(item);
      if (before !== undefined) this.#open.set(item, { ...before, safeUpTo: greater(before.safeUpTo, safeUpTo) });
    }
  }

  #settle(items: readonly Item[]): void {
    for (const item of items) {
      this.#undecided.delete(item);
      this.#open.delete(item);
    }
  }

  /** The target stays open. */
  #leave(target: readonly Item[], why: UnknownReason): void {
    for (const item of target) {
      this.#undecided.delete(item);
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
