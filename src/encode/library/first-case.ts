import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';

/** Positions 0, 1, ... at the first of which something holds. */
export interface FirstCase {
  /** In order; position `at` is the first if its condition holds and none before. */
  readonly cases: readonly { readonly at: number; readonly condition: Term }[];
  /** It certainly holds at the last of them. */
  readonly complete: boolean;
}

/** More positions than this are not told apart. */
const MAX_CASES = 256;
/** Nor are more than this looked at. */
const MAX_POSITIONS = 1 << 16;

/** Where `test` holds first among `count` positions; null if that is too many cases to say. */
export function firstWhere(x: Execution, count: number, test: (position: number) => Term): FirstCase | null {
  const cases: { at: number; condition: Term }[] = [];
  let going = x.terms.true;
  for (let at = 0; at < count; at++) {
    // What lies behind the position is not looked at.
    const condition = x.under(going, () => test(at));
    if (condition === x.terms.false) continue;
    cases.push({ at, condition });
    going = x.terms.and(going, x.terms.not(condition));
    if (condition === x.terms.true) return { cases, complete: true };
    if (cases.length > MAX_CASES || at > MAX_POSITIONS) return null;
  }
  return { cases, complete: false };
}

/** A value that depends on the position; `otherwise` makes that of runs in which there is none. */
export function atFirst(x: Execution, first: FirstCase, value: (position: number) => Term, otherwise: (when: Term) => Term): Term {
  const { terms } = x;
  const { cases, complete } = first;
  const last = cases.length - 1;
  const nowhere = complete ? terms.false : terms.not(terms.orAll(cases.map(({ condition }) => condition)));
  let result = complete ? value(cases[last].at) : otherwise(nowhere);
  for (let i = complete ? last - 1 : last; i >= 0; i--) result = terms.ite(cases[i].condition, value(cases[i].at), result);
  return result;
}

/** For each of `count` positions, whether none before it has it. */
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
