import { LemmataError } from '../../base/errors.ts';
import { contestedConstruct } from '../../cfa/checks/contested.ts';
import { type CheckKind, isFaultKind, isLeakKind } from '../../cfa/checks/kinds.ts';
import type { Check } from '../../cfa/checks/places.ts';
import type { CheckState, UnknownReason, UnknownVerdict, UnsafeVerdict, Verdict } from '../verdict.ts';
import { wouldGoOn } from './part-races.ts';
import type { RaceResult } from './result.ts';

/** Time of the first race, in ms. Races of a later round take twice as long as those before. */
const FIRST_SLICE = 4000;
const GROWTH = 2;
/** Least time of a race, as a multiple of the time that the encoding of its group took. */
const LEAST_ENCODINGS = 2;
/** Share of the remaining time that one race takes at most, while other checks wait. */
const MOST_OF_REST = 0.5;

/** A proof of some of the checks that a race is about. */
export type ProvedChecks = RaceResult & { kind: 'partial' };

/** The races on the checks of a program. */
export interface CheckRaces {
  readonly checks: readonly Check[];
  /** Whether to end at the first violation. */
  readonly first: boolean;
  /** Decides whether a run fails one of the checks before any other. Null milliseconds: no limit. */
  decide(checks: readonly Check[], milliseconds: number | null): Promise<Verdict | ProvedChecks>;
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
 * one of all checks in the group, or of some: the race begins again on the others. An undecided group is divided, and an undecided check gets longer
 * races.
 *
 * A check is proved if no run fails it before it fails another one.
 */
export function raceChecks(races: CheckRaces): Promise<CheckResults> {
  return new CheckLoop(races).run();
}

type Open = CheckResults['open'][number];

class CheckLoop {
  /** Results of races on checks that are not decided, by name. */
  readonly #open = new Map<string, Open>();
  readonly #violations: UnsafeVerdict[] = [];
  readonly #contested: Open[] = [];
  #last: Verdict | null = null;
  readonly #queue: Group[];

  constructor(private readonly races: CheckRaces) {
    this.#queue = [{ checks: races.checks, round: 0 }];
  }

  async run(): Promise<CheckResults> {
    const { races } = this;
    for (let group = this.#queue.shift(); group !== undefined; group = this.#queue.shift()) {
      if (group.checks.length === 0) continue;
      const left = races.left();
      const over = races.interruption() !== null || (left !== null && left <= 0);
      if (over || (races.first && this.#violations.length > 0)) this.#leave(group.checks);
      else this.#take(group, await races.decide(group.checks, this.#slice(group, left)));
    }
    const open = [...this.#contested, ...this.#open.values()];
    return { violations: this.#violations, open, last: this.#last };
  }

  #take(group: Group, verdict: Verdict | ProvedChecks): void {
    const { checks, round } = group;
    if (verdict.kind === 'partial') {
      const open = new Set(verdict.open);
      for (const check of checks)
        if (!open.has(check.name)) this.#settle(check, { kind: 'proved', engine: verdict.engine });
      this.#queue.unshift({ checks: checks.filter(({ name }) => open.has(name)), round });
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
        this.#queue.unshift({ checks: checks.filter((check) => check !== failed), round });
        return;
      }
      case 'unknown': {
        for (const { name } of checks) this.#open.set(name, later(this.#open.get(name), verdict));
        const { engines, reason } = verdict;
        // A race without engines would go on for ever, and no proof passes over an unsupported construct.
        const mayEnd = engines.length > 0 || reason.kind === 'time-limit';
        const goesOn = wouldGoOn(verdict) && mayEnd && obstacleOf(engines) === null;
        if (checks.length > 1) this.#queue.push(...halves(checks, goesOn ? round : 0));
        else if (goesOn) this.#queue.push({ checks, round: round + 1 });
        else this.#leave(checks);
      }
    }
  }

  /** Time of a race. An undecided check that waits for no other gets all the remaining time. */
  #slice({ checks, round }: Group, left: number | null): number | null {
    const slice = Math.max(FIRST_SLICE, LEAST_ENCODINGS * this.races.encoding()) * GROWTH ** round;
    if (left === null) return slice;
    const waiting = this.#queue.length;
    if (waiting === 0 && checks.length === 1) return left;
    return Math.max(1, Math.min(slice, waiting === 0 ? left * MOST_OF_REST : left / (waiting + 1)));
  }

  #settle(check: Check, state: CheckState): void {
    this.#open.delete(check.name);
    this.races.known(check, state);
  }

  /** The checks stay open. */
  #leave(checks: readonly Check[]): void {
    for (const check of checks) {
      const before = this.#open.get(check.name);
      const reason = before?.reason ?? this.races.interruption() ?? { kind: 'stopped' };
      const known = before ?? { reason, safeUpTo: null, engines: [] };
      this.#open.set(check.name, known);
      this.races.known(check, { kind: 'open', reason, safeUpTo: known.safeUpTo });
    }
  }
}

/** Adds the result of another race to what is known of a check; bounds of earlier races stay true. */
function later(before: Open | undefined, { reason: stated, safeUpTo, engines }: UnknownVerdict): Open {
  const reason = stated.kind === 'time-limit' ? (obstacleOf(engines) ?? stated) : stated;
  const bounds = [before?.safeUpTo ?? null, safeUpTo].flatMap((bound) => (bound === null ? [] : [bound]));
  return { reason, safeUpTo: bounds.length === 0 ? null : Math.max(...bounds), engines };
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
