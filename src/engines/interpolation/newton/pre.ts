import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { type InterpolationProblem, PartView } from '../problem.ts';
import type { EliminationTools } from './cases.ts';
import { eliminate } from './eliminate.ts';
import type { Sequence } from './post.ts';

/**
 * Weakest preconditions of `false` along a chain ([CVN17] Def. 4.6), one for each cut. They are computed
 * as negations of the states from which the parts behind the cut can be executed, so that all quantifiers
 * are existential. `live`: the state variables that stay at each cut, by index ([CVN17] Def. 5.2, `up`);
 * null: all. Where an elimination is not exact, more states are excluded, and each part still leads from
 * one predicate to the next. But the first part may then lead out of the first predicate. The entries of
 * `problem` must be variables. Null: a formula is too large.
 */
export function preconditions(
  problem: InterpolationProblem,
  live: readonly ReadonlySet<number>[] | null,
  tools: EliminationTools,
): Sequence | null {
  const { terms, state, parts } = problem;
  const interpolants: Term[] = [];
  /** The states at the next cut from which the parts behind it can be executed. */
  let failing = terms.true;
  let inexact = 0;
  for (let cut = parts.length - 2; cut >= 0; cut--) {
    if (tools.stopped()) return null;
    const part = parts[cut + 1];
    const entry = part.entry ?? [];
    const behind = part.exit === null ? terms.true : new PartView(problem, part).atExit(failing);
    const kept = new Set(entry.filter((_, i) => live === null || live[cut].has(i)));
    const result = eliminate(tools, terms.and(part.formula, behind), kept);
    if (result === null) return null;
    if (!result.exact) inexact += 1;
    const toState = new Substitution(
      terms,
      entry.map((v, i) => [v, state[i]] as const),
    );
    failing = toState.apply(result.formula);
    interpolants.unshift(terms.not(failing));
  }
  return { interpolants, inexact };
}
