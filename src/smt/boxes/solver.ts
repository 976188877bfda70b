import type { Term } from '../builder.ts';
import { Evaluator, zeroValue } from '../evaluate.ts';
import type { CheckLimits, CheckResult, ModelValue, Solver } from '../solver.ts';
import type { TermStore } from '../store.ts';
import { type Inlined, inlineDefinitions } from './definitions.ts';
import { BoxSearch, type Point } from './search.ts';
import { Work } from './work.ts';

export interface BoxSolverOptions {
  /** Looked at every few boxes. */
  stopped?(): boolean;
  /** What the searches of several solvers cost together; absent: the solver counts for itself. */
  readonly work?: Work;
}

/**
 * Satisfiability by branch and prune: the values of all variables are a box, which is cut down by what follows for its sides from bounds of all terms
 * and then split, until nothing is left of it (`unsat`) or a point of it satisfies everything, by exact evaluation. It knows nothing but bounds: it is for
 * arithmetic of floats, where circuits are too much for a SAT solver (Haller, Griggio, Brain, Kroening: Deciding Floating-Point Logic with Systematic
 * Abstraction, FMCAD 2012). A query begins anew each time. Memory: one box for each split on the way. Limits of queries are those of {@link Work}.
 */
export class BoxSolver implements Solver {
  readonly #store: TermStore;
  readonly #options: BoxSolverOptions;
  readonly #work: Work;
  readonly #asserted: Term[] = [];
  readonly #levels: number[] = [];
  #assumed: readonly Term[] = [];
  #model: Evaluator | null = null;
  #reason = '';

  constructor(store: TermStore, options: BoxSolverOptions = {}) {
    this.#store = store;
    this.#options = options;
    this.#work = options.work ?? new Work();
  }

  assert(t: Term): void {
    this.#asserted.push(t);
  }

  push(): void {
    this.#levels.push(this.#asserted.length);
  }

  pop(levels = 1): void {
    for (let i = 0; i < levels; i += 1) this.#asserted.length = this.#levels.pop() ?? 0;
  }

  check(assumptions: readonly Term[] = [], { milliseconds = Number.POSITIVE_INFINITY }: CheckLimits = {}): CheckResult {
    const end = this.#work.milliseconds + milliseconds;
    this.#assumed = assumptions;
    this.#model = null;
    const formulas = [...new Set([...this.#asserted, ...assumptions])].filter((t) => t !== this.#store.true);
    if (formulas.includes(this.#store.false)) return 'unsat';
    const isOver = (): boolean => this.#work.milliseconds >= end || this.#options.stopped?.() === true;
    const inlined = inlineDefinitions(this.#store, formulas);
    if (inlined.formulas.includes(this.#store.false)) return 'unsat';
    const search = new BoxSearch(this.#store, inlined.formulas, this.#work, isOver);
    const answer = search.run((point) => this.#satisfies(inlined, point));
    if (answer === 'unknown') this.#reason = isOver() ? 'timeout' : 'bounds do not decide it';
    return answer;
  }

  value(t: Term): ModelValue {
    this.#model ??= new Evaluator(this.#store, (v) => zeroValue(this.#store.sort(v)));
    return this.#model.value(t);
  }

  core(): readonly Term[] {
    return this.#assumed;
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    this.#model = null;
  }

  #satisfies({ formulas, values }: Inlined, point: Point): boolean {
    const free = new Evaluator(this.#store, (v) => point.get(v) ?? zeroValue(this.#store.sort(v)));
    if (!formulas.every((t) => free.value(t) === true)) return false;
    this.#model = new Evaluator(this.#store, (v) => free.value(values.get(v) ?? v));
    return true;
  }
}
