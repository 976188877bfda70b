import type { Term } from '../terms/builder.ts';
import { Evaluator, zeroValue } from '../terms/evaluate.ts';
import type { CheckLimits, CheckResult, ModelValue, Solver } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import { type Inlined, inlineDefinitions } from './definitions.ts';
import type { Point } from './points.ts';
import { BoxSearch } from './search.ts';
import { Work } from './work.ts';

export interface BoxSolverOptions {
  /** Polled every few boxes. */
  stopped?(): boolean;
  /** Common cost of the searches of several solvers; absent: the solver counts for itself. */
  readonly work?: Work;
}

/**
 * Satisfiability by branch and prune: the values of all variables are a box.
 * Bounds of all terms narrow its sides, and then the box is split.
 * The search ends when nothing is left of it (`unsat`) or when a point of it satisfies every formula,
 * by exact evaluation. It uses bounds only: it serves arithmetic of floats, whose circuits are too
 * large for a SAT solver (Haller, Griggio, Brain, Kroening: Deciding Floating-Point Logic with
 * Systematic Abstraction, FMCAD 2012). Each query starts from the beginning. Memory: one box for each
 * split on the way. {@link Work} limits queries.
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
    for (let i = 0; i < levels; i++) this.#asserted.length = this.#levels.pop() ?? 0;
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
