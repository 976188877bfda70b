import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { EngineContext } from '../engine.ts';
import type { InductiveFacts } from './facts.ts';
import { InductiveSteps, NOTHING_BOUND } from './steps.ts';

export interface CheckLimits {
  /** Limit of the whole check, in ms. */
  readonly milliseconds: number;
  /** Limit of one query, in ms. */
  readonly query: number;
}

/** Divisor of the query limit in the first pass: algebra is fast where it succeeds. */
const QUICKER = 4;

/**
 * The candidates that are inductive together, relative to the known facts, if they exclude bad with
 * these; else null. This check is for facts that the engine's solvers cannot decide. It asks the
 * refuters that also check certificates, one query per fact, as refuters give no models. The full
 * query limit is used only if the facts that are decided quickly do not suffice.
 */
export function checkedProof(
  context: EngineContext,
  known: InductiveFacts,
  candidates: readonly Term[],
  { milliseconds, query }: CheckLimits,
): readonly Term[] | null {
  const deadline = workClock() + milliseconds;
  return (
    proofWithin(context, known, candidates, { deadline, query: query / QUICKER }) ??
    proofWithin(context, known, candidates, { deadline, query })
  );
}

/**
 * The result of {@link checkedProof} with this limit of a query in ms; `deadline` is a time of
 * `workClock`.
 */
function proofWithin(
  context: EngineContext,
  known: InductiveFacts,
  candidates: readonly Term[],
  { deadline, query }: { readonly deadline: number; readonly query: number },
): readonly Term[] | null {
  const { terms, blocks } = context.system;
  const steps = new InductiveSteps(context.system, NOTHING_BOUND);
  const live = new Set(candidates.filter((t) => steps.initially(t) === terms.true));

  if (!excludesBad()) return null;
  for (let before = -1; before !== live.size; ) {
    before = live.size;
    for (const { id } of blocks) {
      const { feasible, after } = steps.of(id);
      for (const fact of live) {
        const broken = terms.and(feasible, terms.not(after(fact)));
        if (broken !== terms.false && !isImpossible(id, broken)) live.delete(fact);
      }
    }
  }
  return live.size > 0 && excludesBad() ? [...live] : null;

  function excludesBad(): boolean {
    return blocks.every(({ id }) => {
      const { bad } = steps.of(id);
      return bad === terms.false || isImpossible(id, bad);
    });
  }

  function isImpossible(block: number, goal: Term): boolean {
    const left = Math.min(query, Math.ceil(deadline - workClock()));
    if (left <= 0 || context.stopped()) return false;
    const refuter = context.checkers.create();
    try {
      for (const t of known.before(block)) refuter.assert(t);
      for (const t of live) refuter.assert(steps.of(block).before(t));
      return refuter.check([goal], { milliseconds: left }) === 'unsat';
    } finally {
      refuter.dispose();
    }
  }
}
