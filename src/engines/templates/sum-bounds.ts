import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { guarded } from '../../system/transys/control.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import { type State, stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { type FoldLoop, foldLoops } from './fold-loops.ts';
import { number } from './values.ts';

/** Most factors of one accumulator, and the largest one. */
const MOST_FACTORS = 6;
const LARGEST_FACTOR = 1n << 20n;

/**
 * Bounds of accumulators by multiples of the number of turns: `s <= 10 * i` in a loop that adds elements of
 * an array which are at most 10. Factors are those by which the program multiplies, and those by which the
 * sampled states grow.
 */
export function sumBounds(system: TransitionSystem, samples: Samples): readonly Term[] {
  const factors = multipliers(system);
  return foldLoops(system).flatMap((loop) =>
    loop.isRising && loop.first !== null
      ? loop.sums.flatMap(({ sum }) => boundsOf(system, loop, sum, samples[loop.head] ?? [], factors))
      : [],
  );
}

function boundsOf(
  system: TransitionSystem,
  { head, counter, first, startOf }: FoldLoop,
  sum: Term,
  states: readonly State[],
  factors: readonly bigint[],
): Term[] {
  const { terms, stateVars } = system;
  const width = terms.width(sum);
  const start = startOf(sum);
  const turn = stateVars[counter].term;
  if (first === null || start === null || !terms.isBv(start) || terms.width(turn) > width) return [];
  const turns = terms.zext(terms.sub(turn, first), width);
  const evaluatorIn = stateEvaluators(system);
  const points = states.map((state) => {
    const evaluator = evaluatorIn(state);
    const grown = BigInt.asIntN(width, number(evaluator.value(terms.sub(sum, start))));
    return { evaluator, grown, count: number(evaluator.value(turns)) };
  });
  const rates = points.flatMap(({ grown, count }) =>
    count === 0n ? [] : [floored(grown, count), -floored(-grown, count)],
  );
  const sorted = rates.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const wanted = new Set([0n, 1n, ...sorted.slice(0, 1), ...sorted.slice(-1), ...factors]);
  const found = [...wanted]
    .filter((factor) => -LARGEST_FACTOR <= factor && factor <= LARGEST_FACTOR)
    .slice(0, MOST_FACTORS)
    .flatMap((factor) => {
      const limit = terms.add(start, terms.mul(terms.bv(width, BigInt.asUintN(width, factor)), turns));
      return [terms.sle(sum, limit), terms.sle(limit, sum), terms.ule(sum, limit), terms.ule(limit, sum)];
    });
  const holds = (t: Term): boolean => points.every(({ evaluator }) => evaluator.value(t) === true);
  return found.filter((t) => !terms.isConst(t) && holds(t)).map((t) => guarded(system, head, t));
}

function floored(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return quotient * b > a ? quotient - 1n : quotient;
}

/** Constants by which the program multiplies. */
function multipliers(system: TransitionSystem): readonly bigint[] {
  const { terms } = system;
  const found = postorder(terms, programTerms(system)).flatMap((t) => {
    if (terms.op(t) !== Op.MUL) return [];
    const constant = [terms.arg(t, 0), terms.arg(t, 1)].find((u) => terms.isBv(u));
    return constant === undefined ? [] : [BigInt.asIntN(terms.width(constant), terms.constValue(constant))];
  });
  return [...new Set(found)];
}
