import { LemmataError } from '../../base/errors.ts';
import { contestedConstruct } from '../../program/cfa/checks/contested.ts';
import { type CheckKind, isFaultKind, isLeakKind } from '../../program/cfa/checks/kinds.ts';
import type { Check } from '../../program/cfa/checks/places.ts';
import type { CheckState, UnknownReason, UnknownVerdict, UnsafeVerdict, Verdict } from '../verdict.ts';
import { wouldGoOn } from './part-races.ts';
import type { RaceResult } from './result.ts';

/** Time of the first race, in ms. Races of a later round take twice as long as those before. */
const FIRST_SLICE = 4000;
const GROWTH = 2;
/** Time in ms below which a race mostly repeats what earlier ones did. */
const LEAST_SLICE = 1500;
/** Least time of a race, as a multiple of the time that the encoding of its group took. */
const LEAST_ENCODINGS = 2;
/** Share of the remaining time that one race takes at most, while other checks wait. */
const MOST_OF_REST = 0.5;
/** Time of the searches for failing runs, as a multiple of the time of the races on groups. */
const SEARCHES = 0.75;
/** Time of the simulations before a search, as a multiple of the search's time. */
const SIMULATIONS = 0.5;
/** Time of the first simulation, as a multiple of the time of the first encoding, and the least time of one in ms. */
const EARLY_SIMULATION = 0.5;
const LEAST_SIMULATION = 250;

/** A race decides checks by proofs and failing runs, or it only searches for failing runs. */
type Encoded = 'decide' | 'search';
/** The task of a race: `run` simulates the program, which needs no encoding. */
export type RaceKind = Encoded | 'run';

/** A proof of some of the checks that a race is about. */
export type ProvedChecks = RaceResult & { kind: 'partial' };

/** The races on the checks of a program. */
export interface CheckRaces {
  readonly checks: readonly Check[];
  /** Whether to end at the first violation. */
  readonly first: boolean;
  /** Decides whether a run fails one of the checks before any other. Null milliseconds: no limit. */
  decide(checks: readonly Check[], milliseconds: number | null, kind: Encoded): Promise<Verdict | ProvedChecks>;
  /** Looks for a failing run among runs of the program; null: the first one alone matters. */
  readonly simulate: ((checks: readonly Check[], milliseconds: number, seed: number) => Promise<Verdict>) | null;
  /** Milliseconds that encoding the last group took. */
  encoding(): number;
  /** Milliseconds left; null: no limit. */
  left(): number | null;
  /** Returns why the verification was ended from outside; null: it was not. */
  interruption(): UnknownReason | null;
  /** Receives the state of a check: each time it is decided, and at the end if it is open. */
  known(check: Check, state: CheckState): void;
}

/** Checks that are decided together, and the round of their next race. */
interface Group {
  readonly checks: readonly Check[];
  readonly round: number;
}

/** All that the races found out. */
export interface CheckResults {
  /** In the order in which they were found. */
  readonly violations: readonly UnsafeVerdict[];
  /** The contested cases that runs meet, and the last race on each open check. */
  readonly open: readonly Pick<UnknownVerdict, 'reason' | 'safeUpTo' | 'engines'>[];
  /** The verdict of the last race; null: there was none. */
  readonly last: Verdict | null;
}

/**
 * Decides all checks of a program. A race asks whether a run fails any check of a group. A violation is
 * that of one check, which ends runs without blame from then on, and the race begins again. A proof is
 * one of all checks in the group, or of some: the race begins again on the others. An undecided group is
 * divided, and an undecided check gets longer races.
 *
 * Groups shrink, so that each race on one begins with short runs again. Between these races, searches for
 * failing runs ask about all open checks at once, each search longer than the last. Simulations come
 * first, as they need no encoding.
 *
 * A check is proved if no run fails it before it fails another one.
 */
export function raceChecks(races: CheckRaces): Promise<CheckResults> {
  return new CheckLoop(races).run();
}

type Open = CheckResults['open'][number];

class CheckLoop {
  /** The checks that are neither settled nor left, in their order. */
  readonly #undecided: Set<Check>;
  /** Results of races on checks that are not decided, by name. */
  readonly #open = new Map<string, Open>();
  readonly #violations: UnsafeVerdict[] = [];
  readonly #contested: Open[] = [];
  #last: Verdict | null = null;
  readonly #queue: Group[];
  /** Time in ms of the next search. */
  #search = FIRST_SLICE;
  /** Time in ms that searches may take by now. The first search follows the first undecided race. */
  #owed = FIRST_SLICE * (1 - SEARCHES);
  /** The searches that are made. A longer one without them would end as the last one did. */
  readonly #searches = new Set<'run' | 'search'>();
  /** Number of simulations so far, which are varied by it. */
  #simulations = 0;

  constructor(private readonly races: CheckRaces) {
    this.#undecided = new Set(races.checks);
    this.#queue = [{ checks: races.checks, round: 0 }];
    if (races.simulate !== null) this.#searches.add('run');
    this.#searches.add('search');
  }

  async run(): Promise<CheckResults> {
    const early = this.races.encoding() * EARLY_SIMULATION;
    if (this.#searches.has('run') && early >= LEAST_SIMULATION) await this.#look('run', early);
    for (let group = this.#queue.shift(); group !== undefined; group = this.#queue.shift()) {
      const checks = group.checks.filter((check) => this.#undecided.has(check));
      if (checks.length === 0) continue;
      if (this.#isOver) this.#leave(checks);
      else await this.#race({ ...group, checks });
      if (this.#owed >= this.#search) await this.#searchRuns();
    }
    const open = [...this.#contested, ...this.#open.values()];
    return { violations: this.#violations, open, last: this.#last };
  }

  get #isOver(): boolean {
    const { races } = this;
    const left = races.left();
    const isLate = races.interruption() !== null || (left !== null && left <= 0);
    return isLate || (races.first && this.#violations.length > 0);
  }

  async #race(group: Group): Promise<void> {
    const { checks, round } = group;
    const slice = this.#slice(group, this.races.left());
    const verdict = await this.races.decide(checks, slice, 'decide');
    this.#take(checks, verdict);
    if (verdict.kind !== 'unknown') {
      this.#queue.unshift({ checks, round });
      return;
    }
    if (verdict.reason.kind === 'time-limit') this.#owed += SEARCHES * (slice ?? 0);
    const goesOn = mayGoOn(verdict);
    if (checks.length > 1) this.#queue.push(...halves(checks, goesOn ? round : 0));
    else if (goesOn) this.#queue.push({ checks, round: round + 1 });
    else this.#leave(checks);
  }

  async #searchRuns(): Promise<void> {
    const milliseconds = this.#search;
    this.#owed = 0;
    this.#search *= GROWTH;
    for (const kind of this.#searches)
      await this.#look(kind, kind === 'run' ? SIMULATIONS * milliseconds : milliseconds);
  }

  /** Looks for runs that fail one of the open checks, until a search finds none in its time. */
  async #look(kind: 'run' | 'search', milliseconds: number): Promise<void> {
    while (this.#undecided.size > 0 && !this.#isOver) {
      const left = this.races.left();
      const slice = left === null ? milliseconds : Math.min(milliseconds, left * MOST_OF_REST);
      const checks = [...this.#undecided];
      const { simulate } = this.races;
      const verdict =
        kind === 'run' && simulate !== null
          ? await simulate(checks, slice, this.#simulations++)
          : await this.races.decide(checks, slice, 'search');
      if (verdict.kind !== 'unknown') {
        this.#take(checks, verdict);
        continue;
      }
      this.#raise(checks, verdict.safeUpTo);
      if (!mayGoOn(verdict)) this.#searches.delete(kind);
      return;
    }
  }

  /** Takes what a race on the checks found out. */
  #take(checks: readonly Check[], verdict: Verdict | ProvedChecks): void {
    if (verdict.kind === 'partial') {
      const open = new Set(verdict.open);
      for (const check of checks)
        if (!open.has(check.name)) this.#settle(check, { kind: 'proved', engine: verdict.engine });
      return;
    }
    this.#last = verdict;
    switch (verdict.kind) {
      case 'safe':
        for (const check of checks) this.#settle(check, { kind: 'proved', engine: verdict.engine });
        return;
      case 'unsafe': {
        const { run } = verdict;
        const failed = run.kind === 'program' ? checks.find(({ name }) => name === run.errorFunction) : undefined;
        if (failed === undefined) throw new LemmataError('E-INTERNAL', 'a run fails a check that is not open');
        if (failed.contested === null) {
          this.#violations.push(verdict);
          this.#settle(failed, { kind: 'violated', verdict });
        } else {
          const construct = contestedConstruct(failed.contested);
          const reason = { kind: 'unsupported', construct, at: failed.at } as const;
          this.#contested.push({ reason, safeUpTo: null, engines: [] });
          this.#settle(failed, { kind: 'contested', verdict });
        }
        return;
      }
      case 'unknown':
        for (const { name } of checks) this.#open.set(name, later(this.#open.get(name), verdict));
    }
  }

  /** Time of a race. An undecided check that waits for no other gets all the remaining time. */
  #slice({ checks, round }: Group, left: number | null): number | null {
    const slice = Math.max(FIRST_SLICE, LEAST_ENCODINGS * this.races.encoding()) * GROWTH ** round;
    if (left === null) return slice;
    const waiting = this.#queue.length;
    if (waiting === 0 && checks.length === 1) return left;
    const share = Math.min(left, Math.max(LEAST_SLICE, left / (waiting + 1)));
    return Math.max(1, Math.min(slice, waiting === 0 ? left * MOST_OF_REST : share));
  }

  /** Notes the bound of a search. The reasons of the races before it say more, as they looked for proofs, too. */
  #raise(checks: readonly Check[], safeUpTo: number | null): void {
    for (const { name } of checks) {
      const before = this.#open.get(name);
      if (before !== undefined) this.#open.set(name, { ...before, safeUpTo: greater(before.safeUpTo, safeUpTo) });
    }
  }

  #settle(check: Check, state: CheckState): void {
    this.#undecided.delete(check);
    this.#open.delete(check.name);
    this.races.known(check, state);
  }

  /** The checks stay open. */
  #leave(checks: readonly Check[]): void {
    for (const check of checks) {
      this.#undecided.delete(check);
      const before = this.#open.get(check.name);
      const reason = before?.reason ?? this.races.interruption() ?? { kind: 'stopped' };
      const known = before ?? { reason, safeUpTo: null, engines: [] };
      this.#open.set(check.name, known);
      this.races.known(check, { kind: 'open', reason, safeUpTo: known.safeUpTo });
    }
  }
}

/**
 * Whether a longer race may end in another way. A race without engines would go on for ever, and no proof
 * passes over an unsupported construct.
 */
function mayGoOn({ engines, reason }: UnknownVerdict): boolean {
  const mayEnd = engines.length > 0 || reason.kind === 'time-limit';
  return wouldGoOn({ engines }) && mayEnd && obstacleOf(engines) === null;
}

/** Adds the result of another race to what is known of a check; bounds of earlier races stay true. */
function later(before: Open | undefined, { reason: stated, safeUpTo, engines }: UnknownVerdict): Open {
  const reason = stated.kind === 'time-limit' ? (obstacleOf(engines) ?? stated) : stated;
  return { reason, safeUpTo: greater(before?.safeUpTo ?? null, safeUpTo), engines };
}

/** The greater one of two bounds, of which each may be missing. */
function greater(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The construct at which an engine ended that looks for proofs; null if none did. */
function obstacleOf(engines: Open['engines']): (UnknownReason & { readonly kind: 'unsupported' }) | null {
  const end = engines.map((one) => one.end).find((one) => one.kind === 'unsupported');
  return end?.kind === 'unsupported' ? end : null;
}

/**
 * Divides checks. Checks of memory part from others first. They need more of the program's state, and
 * unmodelled constructs of memory concern them alone.
 */
function halves(checks: readonly Check[], round: number): readonly Group[] {
  const classes = [0, 1, 2].map((number) => checks.filter(({ kind }) => classOf(kind) === number));
  const present = classes.filter((members) => members.length > 0);
  if (present.length > 1) return present.map((part) => ({ checks: part, round }));
  const middle = Math.ceil(checks.length / 2);
  return [checks.slice(0, middle), checks.slice(middle)].map((part) => ({ checks: part, round }));
}

/** Values and control, accesses and releases, or leaks. */
function classOf(kind: CheckKind): 0 | 1 | 2 {
  if (isFaultKind(kind)) return 1;
  return isLeakKind(kind) ? 2 : 0;
}
