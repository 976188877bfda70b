import { LemmataError } from '../../base/errors.ts';
import { Op } from '../../logic/terms/ops.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { MAX_DEPTH, numberOf } from '../methods/options.ts';
import { Exhaustion } from './exhaust/search.ts';

/** Largest number of terms that are compiled. */
const MOST_TERMS = 50_000;

/**
 * Makes all runs of a system whose inputs take few values, as after `assume(0 <= x && x <= 100)`. The
 * steps are compiled to JavaScript. Where a step depends on an input, an analysis by ranges finds
 * values that it treats alike. These share one run; each other value has a run of its own. The proof
 * is the list of these ranges; the certifier makes the runs again.
 *
 * The engine gives up where an input takes many values, where the number of choices explodes, and
 * where a run does not end. This is explicit-state model checking without a store of states (Holzmann:
 * The Model Checker SPIN, IEEE TSE 1997). A program that reads few inputs and then computes seldom
 * reaches one state in two ways.
 */
export function exhaust(context: EngineContext): Claim {
  const obstacle = obstacleOf(context.system);
  if (obstacle !== null) return incomplete(obstacle);
  try {
    return new Exhaustion(context).run(numberOf(context, MAX_DEPTH));
  } catch (error) {
    if (error instanceof LemmataError && error.code === 'E-LIMIT')
      return incomplete(`its steps take too much memory: ${error.message}`);
    throw error;
  }
}

function obstacleOf({ terms, blocks, init, initConstraint }: TransitionSystem): string | null {
  const roots = blocks.flatMap(({ bad, gap, feasible, next }) => [bad, gap, feasible, ...next]);
  const all = postorder(terms, [...roots, ...init, initConstraint]);
  if (all.length > MOST_TERMS) return `the program has more than ${MOST_TERMS} terms`;
  const comparesArrays = all.some((t) => terms.op(t) === Op.EQ && terms.sort(terms.arg(t, 0)).kind === 'array');
  return comparesArrays ? 'arrays are compared' : null;
}
