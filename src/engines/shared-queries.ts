import type { Term } from '../smt/builder.ts';
import type { Solver } from '../smt/solver.ts';
import type { EngineContext } from './engine.ts';

/** So many queries go to one solver: what the earlier ones were about makes its models larger. */
const QUERIES_PER_SOLVER = 200;

/**
 * Queries of an engine that have much in common, such as sets of states that grow and shrink: one incremental solver gets each as assumptions, and
 * keeps what it has translated and learnt.
 */
export class SharedQueries {
  readonly #context: EngineContext;
  #solver: Solver | null = null;
  #queries = 0;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** Whether the formulas cannot hold together; false also if the solver does not know. */
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
