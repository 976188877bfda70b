import { withoutExcluded } from '../../../logic/domains/exclude.ts';
import { RANGES } from '../../../logic/domains/ranges.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Solver } from '../../../logic/terms/solver.ts';
import { Sums } from '../../../system/analysis/sums.ts';
import type { EngineContext } from '../engine.ts';

/** Evaluations of terms that are spent on excluding the errors of one block by ranges. */
const EVALUATIONS = 200_000;

/**
 * Decides which conditions facts exclude at the states of a block. One solver has the facts and is asked
 * about one condition after the other. A state that it finds may meet other conditions, too.
 */
export class Exclusion {
  #solver: Solver | null = null;
  #isMet = false;

  /**
   * `facts`: what is known before a step. `cases`: conditions of the state, tried one by one where a query takes
   * too long. `milliseconds`: limit of one query; 0: none.
   */
  constructor(
    private readonly context: EngineContext,
    private readonly facts: readonly Term[],
    private readonly cases: readonly Term[],
    private readonly milliseconds: number,
  ) {}

  /** True if no state that satisfies the facts has inputs with which the condition holds. */
  excludes(condition: Term): boolean {
    const { context, facts } = this;
    const { terms } = context.system;
    this.#isMet = false;
    const stopped = (): boolean => context.stopped();
    const left = withoutExcluded(RANGES, terms, facts, condition, { evaluations: EVALUATIONS, stopped });
    if (left === terms.false) return true;
    if (stopped()) return false;
    if (new Sums(terms, facts).exclude(left)) return true;
    const goal = left === terms.true ? [] : [left];
    const answer = this.#check(goal);
    this.#isMet = answer === 'sat';
    if (answer !== 'unknown') return answer === 'unsat';
    if (this.cases.length === 0) return false;
    const others = terms.andAll(this.cases.map((t) => terms.not(t)));
    return [...this.cases, others].every(
      (part) => part === terms.false || (!stopped() && this.#check([...goal, part]) === 'unsat'),
    );
  }

  /** After {@link excludes} returned false: whether a state was found that meets this condition. */
  meets(condition: Term): boolean {
    return this.#isMet && this.#solver?.value(condition) === true;
  }

  #check(assumptions: readonly Term[]): ReturnType<Solver['check']> {
    const { context, milliseconds } = this;
    if (this.#solver === null) {
      this.#solver = context.solvers.create({ seed: context.seed });
      for (const t of this.facts) this.#solver.assert(t);
    }
    return this.#solver.check(assumptions, milliseconds > 0 ? { milliseconds } : {});
  }

  dispose(): void {
    this.#solver?.dispose();
  }
}
