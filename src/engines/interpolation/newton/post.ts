import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import type { InterpolationProblem } from '../problem.ts';
import type { EliminationTools } from './cases.ts';
import { eliminate } from './eliminate.ts';

/** A sequence of predicates, one for each cut. */
export interface Sequence {
  readonly interpolants: readonly Term[];
  /** Number of eliminations that were not exact. */
  readonly inexact: number;
}

/**
 * Strongest postconditions along a chain ([CVN17] Def. 3.1), one for each cut. `live`: the state
 * variables that stay at each cut, by index ([CVN17] Def. 5.2, `ep`); null: all. Where an elimination is
 * not exact, the postcondition contains more states, and the next one starts from it. So each part leads
 * from one predicate to the next, but the last part may be consistent with the last predicate. The
 * entries of `problem` must be variables. Null: a formula is too large.
 */
export function postconditions(
  problem: InterpolationProblem,
  live: readonly ReadonlySet<number>[] | null,
  tools: EliminationTools,
): Sequence | null {
  const { terms, state, parts } = problem;
  const after = state.map((v) => terms.variable(`${terms.name(v)}!next`, terms.sort(v)));
  const toState = new Substitution(
    terms,
    after.map((v, i) => [v, state[i]] as const),
  );
  const interpolants: Term[] = [];
  let inexact = 0;
  for (let cut = 0; cut + 1 < parts.length; cut++) {
    if (tools.stopped()) return null;
    const { formula, entry, exit } = parts[cut];
    const kept = after.filter((_, i) => live === null || live[cut].has(i));
    const isKept = new Set(kept);
    const before = entry ?? [];
    const known = new Substitution(
      terms,
      state.flatMap((v, i): [Term, Term][] => (entry === null ? [] : [[v, entry[i]]])),
    );
    // A variable that the part does not change has one name before and after it.
    const unchanged = new Substitution(
      terms,
      before.flatMap((v, i): [Term, Term][] => (exit?.[i] === v ? [[v, after[i]]] : [])),
    );
    const values = (exit ?? []).flatMap((t, i) =>
      t === before[i] || !isKept.has(after[i]) ? [] : [terms.eq(after[i], t)],
    );
    const start = cut === 0 ? terms.true : known.apply(interpolants[cut - 1]);
    const reached = terms.andAll([start, formula, ...values].map((t) => unchanged.apply(t)));
    const result = eliminate(tools, reached, isKept);
    if (result === null) return null;
    if (!result.exact) inexact += 1;
    interpolants.push(toState.apply(result.formula));
  }
  return { interpolants, inexact };
}
