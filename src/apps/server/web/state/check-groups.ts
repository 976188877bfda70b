import type { CheckRecord } from './race.ts';

export type CheckState = CheckRecord['state'];

/** The states in the order of their urgency; null: not yet decided. */
export const STATES: readonly (readonly [CheckState, title: string])[] = [
  ['violated', 'violated'],
  ['contested', 'contested'],
  ['open', 'open'],
  [null, 'not yet decided'],
  ['proved', 'proved'],
];

/** The checks of a function, the most urgent first. */
export interface CheckGroup {
  readonly name: string;
  readonly checks: readonly CheckRecord[];
}

/** Groups checks by their functions: those with the most urgent checks first, then in the order of places. */
export function checkGroups(checks: Iterable<CheckRecord>): readonly CheckGroup[] {
  const groups = new Map<string, CheckRecord[]>();
  for (const check of checks) {
    const own = groups.get(check.function);
    if (own === undefined) groups.set(check.function, [check]);
    else own.push(check);
  }
  return [...groups]
    .map(([name, own]) => ({ name, checks: own.toSorted((a, b) => urgency(a) - urgency(b)) }))
    .sort((a, b) => urgency(a.checks[0]) - urgency(b.checks[0]));
}

function urgency({ state }: CheckRecord): number {
  return STATES.findIndex(([one]) => one === state);
}
