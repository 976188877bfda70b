import type { Term } from '../../logic/terms/builder.ts';
import { isAt } from '../../system/transys/control.ts';
import { stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** Fewest distinct values of a variable for which it counts as a power of two, not only as small. */
const FEWEST = 4;

/**
 * Variables that were 0 or a power of two in all sampled states of a block, as formulas over the state
 * variables. The formulas state that at most one bit is set, and that the value is 1 or even, which
 * algebra can use. If no sampled value is 0, they also state that the value is not 0.
 */
export function powersOfTwo(system: TransitionSystem, samples: Samples): Term[] {
  const { terms, stateVars, pc } = system;
  const evaluatorIn = stateEvaluators(system);
  return samples.flatMap((states, id) => {
    const evaluators = states.map(evaluatorIn);
    const isHere = isAt(system, id);
    return stateVars.flatMap(({ term }, v) => {
      const sort = terms.sort(term);
      if (sort.kind !== 'bv' || sort.width < 3 || v === pc) return [];
      const values = new Set(evaluators.map((evaluator) => evaluator.value(term)));
      const isPower = [...values].every((x) => typeof x === 'bigint' && (x & (x - 1n)) === 0n);
      if (values.size < FEWEST || !isPower) return [];
      const one = terms.bv(sort.width, 1);
      const zero = terms.bv(sort.width, 0);
      const isEven = terms.eq(terms.extract(term, 0, 0), terms.bv(1, 0));
      const said = [terms.eq(terms.bvAnd(term, terms.sub(term, one)), zero), terms.or(terms.eq(term, one), isEven)];
      if (!values.has(0n)) said.push(terms.not(terms.eq(term, zero)));
      return said.map((t) => terms.implies(isHere, t));
    });
  });
}
