import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';

/**
 * Conditions under which the step of each block leaves the whole state as it is. Shortest runs have no
 * such steps. A loop that waits for a change that never comes (`while (turn != me);`) has no other
 * steps.
 */
export function idleSteps(system: TransitionSystem): readonly Term[] {
  const { terms, blocks } = system;
  return blocks.map((block) => (block.successors.includes(block.id) ? idle(system, block) : terms.false));
}

function idle({ terms, stateVars, pc }: TransitionSystem, { id, next }: Block): Term {
  let all = terms.true;
  for (const [v, { term }] of stateVars.entries()) {
    const before = v === pc ? terms.bv(terms.width(term), id) : term;
    all = terms.and(
      all,
      terms.sort(term).kind === 'array' ? sameArray(terms, next[v], before) : terms.eq(next[v], before),
    );
    if (all === terms.false) break;
  }
  return all;
}

/** Implies that the array is as it was before. */
function sameArray(terms: TermStore, after: Term, before: Term): Term {
  if (after === before) return terms.true;
  if (terms.op(after) !== Op.STORE || terms.arg(after, 0) !== before) return terms.false;
  return terms.eq(terms.select(before, terms.arg(after, 1)), terms.arg(after, 2));
}
