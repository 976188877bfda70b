import type { RefuterName } from '../../logic/terms/refuter.ts';

/**
 * The code that showed a part of a proof. `rewriting`: a formula became false by the rules that build
 * terms. `runs`: runs of the system were followed one by one. `path`: the only path of the program was
 * followed. The others are refuters.
 */
export type Checker = 'rewriting' | 'runs' | 'path' | RefuterName;

/** All checkers in the order of reports. The place of each is its bit in shared memory. */
const CHECKERS = {
  rewriting: 0,
  runs: 1,
  path: 2,
  plain: 3,
  algebra: 4,
  bounds: 5,
  cases: 6,
  z3: 7,
  other: 8,
} as const satisfies Record<Checker, number>;

const ALL = (Object.keys(CHECKERS) as Checker[]).sort((a, b) => CHECKERS[a] - CHECKERS[b]);

/**
 * The conditions of certificates. `initiation`: initial states are in the invariant. `consecution`:
 * the steps of a block stay in it. `base`: the first runs meet no error. `safety`: no state of the
 * invariant, and no run of k steps in it, meets an error. `exhaustion`: no run can come to an
 * error any more after a bound, and none meets one before. `decrease`: the steps of a block lower the measure.
 */
export type DischargedCondition = 'initiation' | 'consecution' | 'base' | 'safety' | 'exhaustion' | 'decrease';

/** Obligations of one condition that the same checkers showed. Plain data. */
export interface DischargedObligations {
  readonly condition: DischargedCondition;
  /** Several: each of them showed a part of every obligation. */
  readonly by: readonly Checker[];
  readonly count: number;
  /** The time of the thread that showed them, turns in vain included. */
  readonly milliseconds: number;
}

/** The account of a proof: who showed its obligations. Each obligation counts once. */
export type Evidence = readonly DischargedObligations[];

/** An obligation that was shown; `by` has at least one checker. */
export interface Discharged {
  readonly by: ReadonlySet<Checker>;
  readonly milliseconds: number;
}

/** Returns the checkers as bits of a number; never 0, because 0 means that it is not shown yet. */
export function bitsOf(by: ReadonlySet<Checker>): number {
  let bits = 0;
  for (const checker of by) bits |= 1 << CHECKERS[checker];
  return bits === 0 ? 1 << CHECKERS.rewriting : bits;
}

/** Returns the checkers that {@link bitsOf} made bits of. */
export function checkersIn(bits: number): ReadonlySet<Checker> {
  return new Set(ALL.filter((checker) => (bits & (1 << CHECKERS[checker])) !== 0));
}

/** Joins accounts of several parts of a proof: what the same checkers showed of a condition is one entry. */
export function joinedEvidence(accounts: readonly Evidence[]): Evidence {
  const joined = new Map<string, DischargedObligations>();
  for (const shown of accounts.flat()) {
    const key = `${shown.condition} ${shown.by.join()}`;
    const before = joined.get(key);
    const count = (before?.count ?? 0) + shown.count;
    joined.set(key, { ...shown, count, milliseconds: (before?.milliseconds ?? 0) + shown.milliseconds });
  }
  return [...joined.values()];
}

/** Returns the account with one entry for an obligation. */
export function evidenceOf(condition: DischargedCondition, { by, milliseconds }: Discharged): Evidence {
  return [{ condition, by: ALL.filter((checker) => by.has(checker)), count: 1, milliseconds }];
}
