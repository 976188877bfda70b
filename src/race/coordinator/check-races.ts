import { LemmataError } from '../../base/errors.ts';
import { contestedConstruct } from '../../program/cfa/checks/contested.ts';
import { type CheckKind, isFaultKind, isLeakKind } from '../../program/cfa/checks/kinds.ts';
import type { Check } from '../../program/cfa/checks/places.ts';
import type { CheckState, UnknownReason, UnsafeVerdict, Verdict } from '../verdict.ts';
import type { RaceResult } from './result.ts';
import { type Open, type RaceOutcome, raceTargets, type TargetRaces } from './target-races.ts';

/** A proof of some of the checks that a race is about. */
export type ProvedChecks = RaceResult & { kind: 'partial' };

/** The races on the checks of a program. */
export interface CheckRaces extends Pick<TargetRaces<Check>, 'encoding' | 'left'> {
  readonly checks: readonly Check[];
  /** Whether to end at the first violation. */
  readonly first: boolean;
  /** Decides whether a run fails one of the checks before any other. Null milliseconds: no limit. */
  decide(
    checks: readonly Check[],
    milliseconds: number | null,
    kind: 'decide' | 'search',
    /** Engines that have said on these checks all that they can. */
    finished: ReadonlySet<string>,
  ): Promise<Verdict | ProvedChecks>;
  /** Looks for a failing run among runs of the program; null: the first one alone matters. */
  readonly simulate: ((checks: readonly Check[], milliseconds: number | null, seed: number) => Promise<Verdict>) | null;
  /** Returns why the verification ended before its result; null: it goes on. */
  interruption(): UnknownReason | null;
  /** Receives the state of a check: each time it is decided, and at the end if it is open. */
  known(check: Check, state: CheckState): void;
}

/** All that the races found out. */
export interface CheckResults {
  /** In the order in which they were found. */
  readonly violations: readonly UnsafeVerdict[];
  /** The contested cases that runs meet, and the last race on each open check. */
  readonly open: readonly Open[];
  /** The verdict of the last race; null: there was none. */
  readonly last: Verdict | null;
}

/**
 * Decides all checks of a program. A race asks whether a run fails any check of a target. A violation is
 * that of one check, which ends runs without blame from then on. A proof is one of all checks of the
 * target, or of some.
 *
 * A check is proved if no run fails it before it fails another one.
 */
export async function raceChecks(races: CheckRaces): Promise<CheckResults> {
  const { simulate } = races;
  const violations: UnsafeVerdict[] = [];
  const contested: Open[] = [];
  let last: Verdict | null = null;
  let finished: Finished | null = null;
  const finishedOn = (checks: readonly Check[]): ReadonlySet<string> =>
    finished !== null && isRest(checks, finished.open) ? finished.engines : NONE;
  const proved = (checks: readonly Check[], engine: string): RaceOutcome<Check> => {
    for (const check of checks) races.known(check, { kind: 'proved', engine });
    return { kind: 'settled', items: checks };
  };
  const failed = (checks: readonly Check[], verdict: UnsafeVerdict): RaceOutcome<Check> => {
    const { run } = verdict;
    const check = checks.find(({ name }) => run.kind === 'program' && name === run.errorFunction);
    if (check === undefined) throw new LemmataError('E-INTERNAL', 'a run fails a check that is not open');
    if (check.contested === null) {
      violations.push(verdict);
      races.known(check, { kind: 'violated', verdict });
    } else {
      const reason = { kind: 'unsupported', construct: contestedConstruct(check.contested), at: check.at } as const;
      contested.push({ reason, safeUpTo: null, engines: [] });
      races.known(check, { kind: 'contested', verdict });
    }
    return { kind: 'settled', items: [check] };
  };
  const open = await raceTargets<Check>({
    targets: [races.checks],
    race: async ({ target, kind, milliseconds, round }) => {
      const verdict =
        kind === 'run' && simulate !== null
          ? await simulate(target, milliseconds, round)
          : await races.decide(target, milliseconds, kind === 'decide' ? kind : 'search', finishedOn(target));
      if (verdict.kind === 'partial') {
        const isOpen = ({ name }: Check): boolean => verdict.open.includes(name);
        const engines = new Set([...finishedOn(target), ...(verdict.ended ? [verdict.engine] : [])]);
        finished = { engines, open: new Set(target.filter(isOpen)) };
        return proved(
          target.filter((check) => !isOpen(check)),
          verdict.engine,
        );
      }
      if (verdict.kind !== 'unknown' || kind === 'decide') last = verdict;
      switch (verdict.kind) {
        case 'safe':
          return proved(target, verdict.engine);
        case 'unsafe':
          return failed(target, verdict);
        case 'unknown':
          return { ...verdict, kind: 'open' };
      }
    },
    divide: halves,
    searches: simulate === null ? ['search'] : ['run', 'search'],
    encoding: () => races.encoding(),
    left: () => races.left(),
    ended: () => races.interruption() ?? (races.first && violations.length > 0 ? { kind: 'stopped' } : null),
    leave: (check, { reason, safeUpTo }) => races.known(check, { kind: 'open', reason, safeUpTo }),
  });
  return { violations, open: [...contested, ...open.values()], last };
}

/** Engines that proved some checks of a target, and the others. The others' next race has none of these engines. */
interface Finished {
  readonly engines: ReadonlySet<string>;
  readonly open: ReadonlySet<Check>;
}

const NONE: ReadonlySet<string> = new Set();

/** Whether checks are those of a target that a proof left open, or most of them. Engines decide a part of them anew. */
function isRest(checks: readonly Check[], open: ReadonlySet<Check>): boolean {
  return 2 * checks.length > open.size && checks.every((check) => open.has(check));
}

/**
 * Divides checks. Checks of memory part from others first. They need more of the program's state, and
 * unmodelled constructs of memory concern them alone.
 */
function halves(checks: readonly Check[]): readonly (readonly Check[])[] {
  const classes = [0, 1, 2].map((number) => checks.filter(({ kind }) => classOf(kind) === number));
  const present = classes.filter((members) => members.length > 0);
  if (present.length > 1) return present;
  const middle = Math.ceil(checks.length / 2);
  return [checks.slice(0, middle), checks.slice(middle)];
}

/** Values and control, accesses and releases, or leaks. */
function classOf(kind: CheckKind): 0 | 1 | 2 {
  if (isFaultKind(kind)) return 1;
  return isLeakKind(kind) ? 2 : 0;
}
