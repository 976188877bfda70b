import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { isAt } from '../../system/transys/control.ts';
import { stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';

/**
 * Comparisons of a counter, shifted by one step. At the loop head, the counter less its step satisfies
 * the guard that let it pass, or the counter has its initial value. A signed sum with the counter is not
 * negative. Formulas over the state variables that sampled states do not contradict.
 */
export function passedGuards(system: TransitionSystem, samples: Samples): Term[] {
  const { terms, blocks } = system;
  const evaluatorIn = stateEvaluators(system);
  return blocks.flatMap((block) => {
    const states = samples[block.id].map(evaluatorIn);
    if (states.length === 0 || !block.successors.includes(block.id)) return [];
    const isHere = isAt(system, block.id);
    const candidates = counters(system, block).flatMap(({ variable, step, starts }) => {
      const before = new Substitution(terms, [[variable, terms.sub(variable, step)]]);
      const guards = comparisons(system, block, variable);
      const shifted = guards.flatMap((guard) =>
        [guard, terms.not(guard)].flatMap((said) => {
          const passed = before.apply(said);
          return [passed, ...starts.map((start) => terms.or(terms.eq(variable, start), passed))];
        }),
      );
      const sums = signedSums(system, guards, variable);
      return [...shifted, ...sums.map((sum) => terms.sle(terms.bv(terms.width(sum), 0), sum))];
    });
    const holding = candidates.filter((t) => states.every((state) => state.value(t) === true));
    return holding.map((t) => terms.implies(isHere, t)).filter((t) => t !== terms.true);
  });
}

interface Counter {
  readonly variable: Term;
  readonly step: Term;
  /** Constants that other blocks assign to it. */
  readonly starts: readonly Term[];
}

/** Variables to which the block adds a constant. */
function counters({ terms, stateVars, blocks }: TransitionSystem, block: Block): Counter[] {
  return stateVars.flatMap(({ term }, v) => {
    const next = block.next[v];
    if (terms.op(next) !== Op.ADD || terms.arg(next, 0) !== term || !terms.isBv(terms.arg(next, 1))) return [];
    const starts = blocks.map((other) => other.next[v]).filter((t) => terms.isBv(t));
    return [{ variable: term, step: terms.arg(next, 1), starts: [...new Set(starts)] }];
  });
}

/** Sums with the variable that the comparisons compare as signed numbers. */
function signedSums({ terms }: TransitionSystem, guards: readonly Term[], variable: Term): Term[] {
  return guards
    .filter((t) => terms.op(t) === Op.SLT)
    .flatMap((t) => [terms.arg(t, 0), terms.arg(t, 1)])
    .filter((side) => terms.op(side) === Op.ADD && freeVariables(terms, [side]).includes(variable));
}

/** Comparisons of the variable with other state, in the conditions of the block's steps. */
function comparisons({ terms, stateVars }: TransitionSystem, block: Block, variable: Term): Term[] {
  const state = new Set(stateVars.map((v) => v.term));
  return postorder(terms, [block.feasible, block.bad]).filter((t) => {
    if (terms.op(t) !== Op.ULT && terms.op(t) !== Op.SLT) return false;
    const about = freeVariables(terms, [t]);
    return about.includes(variable) && about.every((v) => state.has(v));
  });
}
