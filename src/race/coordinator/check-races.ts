import { LemmataError } from '../../base/errors.ts';
import { contestedConstruct } from '../../program/cfa/checks/contested.ts';
import { type CheckKind, isFaultKind, isLeakKind } from '../../program/cfa/checks/kinds.ts';
import type { Check } from '../../program/cfa/checks/places.ts';
import type { OpenChecks } from '../schedule/open-checks.ts';
import type { CheckState, SafeVerdict, UnknownReason, UnsafeVerdict, Verdict } from '../verdict.ts';
import type { ProvedResult, WholeResult } from './result.ts';
import { type CommonRace, type Open, raceTargets, type TargetRaces } from './target-races.ts';

/** Races tell their decisions here, as soon as they are certified. */
export interface CheckDecisions {
  proved(names: readonly string[], verdict: SafeVerdict): void;
  failed(name: string, verdict: UnsafeVerdict): void;
  /** Whether a run is known that fails a check. */
  isFailed(name: string): boolean;
  /** Whether no race asks about a check: it is decided, or left as an earlier run left it. */
  isSettled(name: string): boolean;
  /** Whether no further check is to be decided. */
  isOver(): boolean;
}

/** A race on several checks: what is decided leaves the race, which goes on with the others. */
export interface CheckRace {
  readonly open: OpenChecks;
  /** Whether the errors of the system have the names of the checks. If not, the race ends with the first decision. */
  readonly apart: boolean;
  /** Checks are proved. The race goes on meanwhile. */
  proved(checks: readonly string[], proof: ProvedResult): Promise<void>;
  /** Whether a run is known that fails a check. */
  isFailed(check: string): boolean;
  /** A run fails a check. The race goes on meanwhile. */
  failed(check: string, run: WholeResult & { kind: 'unsafe' }): Promise<void>;
  /** Whether no further check is to be decided. */
  isOver(): boolean;
}

/** The races on the checks of a program. */
export interface CheckRaces extends Pick<TargetRaces<Check>, 'encoding' | 'left'> {
  readonly checks: readonly Check[];
  /** Whether to end at the first violation. */
  readonly first: boolean;
  /** The reason for which no run stands, so that the check that one fails is open; null: runs stand. */
  readonly doubt: UnknownReason | null;
  /** Takes earlier answers. The checks of the result are told as an earlier run left them, and not asked again. */
  recall(decisions: CheckDecisions): Promise<ReadonlyMap<string, Open>>;
  /** Begins the common races; see `TargetRaces.common`. []: the errors of checks are not told apart in the system. */
  common(decisions: CheckDecisions): Promise<readonly CommonRace<Check>[]>;
  /** Races on some checks. Null: a decision ended the race. Null milliseconds: no limit. */
  decide(
    checks: readonly Check[],
    milliseconds: number | null,
    decisions: CheckDecisions,
    /** Engines that have said on these checks all that they can. */
    finished: ReadonlySet<string>,
  ): Promise<Open | null>;
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
  /** The last proof; null: there was none. */
  readonly proof: Verdict | null;
}

/**
 * Decides all checks of a program. A race asks whether a run fails any check of a target. A violation is
 * that of one check, which ends runs without blame from then on. A proof is one of all checks of the
 * target, or of some.
 *
 * A check is proved if no run fails it before it fails another one.
 */
export async function raceChecks(races: CheckRaces): Promise<CheckResults> {
  const byName = new Map(races.checks.map((check) => [check.name, check]));
  const violations: UnsafeVerdict[] = [];
  const contested: Open[] = [];
  const decided = new Map<string, 'proved' | 'failed'>();
  /** Checks that were told to be open: what is decided later comes too late. */
  const left = new Set<string>();
  let aside: ReadonlyMap<string, Open> = new Map();
  let proof: Verdict | null = null;
  const finished = new Map<CommonRace<Check>, Finished>();
  /** The check of a name; null if another race decided it meanwhile, or if the races on it are over. */
  const settle = (name: string, state: 'proved' | 'failed'): Check | null => {
    const check = byName.get(name);
    const before = decided.get(name);
    if (check === undefined) throw new LemmataError('E-INTERNAL', 'a decision about an unknown check');
    if (before !== undefined && before !== state)
      throw new LemmataError('E-INTERNAL', 'a certified proof and a run contradict each other', check.at);
    decided.set(name, state);
    return before === undefined && !left.has(name) ? check : null;
  };
  const decisions: CheckDecisions = {
    proved: (names, verdict) => {
      for (const name of names) {
        const check = settle(name, 'proved');
        if (check !== null) races.known(check, { kind: 'proved', engine: verdict.engine });
      }
      proof = verdict;
    },
    failed: (name, verdict) => {
      const check = settle(name, 'failed');
      if (check === null) return;
      if (races.doubt !== null) {
        contested.push({ reason: races.doubt, safeUpTo: null, engines: [] });
        races.known(check, { kind: 'open', reason: races.doubt, safeUpTo: null });
        return;
      }
      if (check.contested === null) {
        violations.push(verdict);
        races.known(check, { kind: 'violated', verdict });
        return;
      }
      const reason = { kind: 'unsupported', construct: contestedConstruct(check.contested), at: check.at } as const;
      contested.push({ reason, safeUpTo: null, engines: [] });
      races.known(check, { kind: 'contested', verdict });
    },
    isFailed: (name) => decided.get(name) === 'failed',
    isSettled: (name) => decided.has(name) || aside.has(name),
    isOver: () => races.first && violations.length > 0,
  };
  aside = await races.recall(decisions);
  const open = await raceTargets<Check>({
    targets: [races.checks.filter(({ name }) => !decisions.isSettled(name))],
    common: async () =>
      (await races.common(decisions)).map((one) => ({
        items: one.items,
        goOn: async (milliseconds) => {
          const result = await one.goOn(milliseconds);
          const ended = (result.open?.engines ?? []).filter(
            ({ end }) => end.kind === 'incomplete' || end.kind === 'claimed',
          );
          finished.set(one, {
            engines: new Set(ended.map(({ engine }) => engine)),
            open: new Set(one.items.filter(({ name }) => !decisions.isSettled(name))),
          });
          return result;
        },
      })),
    race: async ({ target, milliseconds }) => {
      const same = [...finished.values()].find(({ open }) => isMostOf(target, open));
      return races.decide(target, milliseconds, decisions, same?.engines ?? NONE);
    },
    isSettled: ({ name }) => decisions.isSettled(name),
    divide: halves,
    encoding: () => races.encoding(),
    left: () => races.left(),
    ended: () => races.interruption() ?? (decisions.isOver() ? { kind: 'stopped' } : null),
    leave: (check, { reason, safeUpTo }) => {
      left.add(check.name);
      races.known(check, { kind: 'open', reason, safeUpTo });
    },
  });
  const again = [...aside].filter(([name]) => !decided.has(name));
  for (const [name, { reason, safeUpTo }] of again) races.known(byName.get(name)!, { kind: 'open', reason, safeUpTo });
  return { violations, open: [...contested, ...open.values(), ...again.map(([, one]) => one)], proof };
}

/** Engines that ended in a common race, and the checks that it left open. */
interface Finished {
  readonly engines: ReadonlySet<string>;
  readonly open: ReadonlySet<Check>;
}

const NONE: ReadonlySet<string> = new Set();

/** Whether checks are most of those that a race left open. Engines decide a smaller part anew. */
function isMostOf(checks: readonly Check[], open: ReadonlySet<Check>): boolean {
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
