import type { Term } from '../../../logic/terms/builder.ts';
import type { Solver } from '../../../logic/terms/solver.ts';
import type { EngineContext } from '../engine.ts';

/** Most queries to one solver: the terms of earlier queries enlarge its models. */
const QUERIES_PER_SOLVER = 200;

/**
 * Queries of an engine that have much in common, such as sets of states that grow and shrink. One
 * incremental solver gets each query as assumptions, and keeps its translations and learnt clauses.
 */
export class SharedQueries {
  readonly #context: EngineContext;
  #solver: Solver | null = null;
  #queries = 0;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** True if the solver shows that the formulas are inconsistent. */
  excluded(conjuncts: readonly Term[]): boolean {
    if (this.#queries >= QUERIES_PER_SOLVER) this.dispose();
    this.#solver ??= this.#context.solvers.create({ seed: this.#context.seed });
    this.#queries += 1;
    return this.#solver.check(conjuncts) === 'unsat';
  }

  dispose(): void {
    this.#solver?.dispose();
    this.#solver = null;
    this.#queries = 0;
  }
}
