import type { Term } from '../../terms/builder.ts';
import type { Execution } from '../execution.ts';

/** The first of the positions 0, 1, ... at which a test holds. */
export interface FirstCase {
  /** Cases in order: `at` is the first position if its condition holds and no earlier one does. */
  readonly cases: readonly { readonly at: number; readonly condition: Term }[];
  /** Whether the test certainly holds at the last of them. */
  readonly complete: boolean;
}

/** Limit of the positions that are distinguished. */
const MAX_CASES = 256;
/** Limit of the positions that are tested. */
const MAX_POSITIONS = 1 << 16;

/** Returns the first of `count` positions at which `test` may hold; null if there are too many cases. */
export function firstWhere(x: Execution, count: number, test: (position: number) => Term): FirstCase | null {
  const cases: { at: number; condition: Term }[] = [];
  let going = x.terms.true;
  for (let at = 0; at < count; at++) {
    // The test counts only if no earlier position satisfies it.
    const condition = x.under(going, () => test(at));
    if (condition === x.terms.false) continue;
    cases.push({ at, condition });
    going = x.terms.and(going, x.terms.not(condition));
    if (condition === x.terms.true) return { cases, complete: true };
    if (cases.length > MAX_CASES || at > MAX_POSITIONS) return null;
  }
  return { cases, complete: false };
}

/**
 * Returns a value that depends on the position. `otherwise` gives the value of runs without such a
 * position.
 */
export function atFirst(
  x: Execution,
  first: FirstCase,
  value: (position: number) => Term,
  otherwise: (when: Term) => Term,
): Term {
  const { terms } = x;
  const { cases, complete } = first;
  const last = cases.length - 1;
  const nowhere = complete ? terms.false : terms.not(terms.orAll(cases.map(({ condition }) => condition)));
  let result = complete ? value(cases[last].at) : otherwise(nowhere);
  for (let i = complete ? last - 1 : last; i >= 0; i--)
    result = terms.ite(cases[i].condition, value(cases[i].at), result);
  return result;
}

/** Returns for each of `count` positions whether no earlier one satisfies the test. */
export function notBefore(x: Execution, { cases }: FirstCase, count: number): Term[] {
  const { terms } = x;
  const result: Term[] = [];
  let going = terms.true;
  let next = 0;
  for (let at = 0; at < count; at++) {
    result.push(going);
    if (next < cases.length && cases[next].at === at) going = terms.and(going, terms.not(cases[next++].condition));
  }
  return result;
}
