import type { Term } from '../terms/builder.ts';
import { Evaluator, zeroValue } from '../terms/evaluate.ts';
import { Op } from '../terms/ops.ts';
import type { CheckLimits, CheckResult, ModelValue, Solver } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import { Substitution } from '../terms/substitute.ts';
import { TermMap } from '../terms/term-map.ts';
import { conjuncts, postorder } from '../terms/traverse.ts';
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

/**
 * Formulas without the variables that are defined to equal a term, and the definitions of these
 * variables by terms over the others.
 */
interface Inlined {
  readonly formulas: readonly Term[];
  readonly values: ReadonlyMap<Term, Term>;
}

/**
 * A variable that must equal a term is not a side of a box: its bounds follow from the term.
 * Definitions are inlined in their order, as unrolling makes them; a definition of a variable that
 * occurred before stays a formula.
 */
function inlineDefinitions(store: TermStore, asserted: readonly Term[]): Inlined {
  const parts = asserted.flatMap((t) => conjuncts(store, t));
  const values = new Map<Term, Term>();
  const inline = new Substitution(store);
  const seen = new TermMap();
  const left: Term[] = [];
  for (const part of parts) {
    const definition = asDefinition(store, part, values);
    if (definition === null) {
      left.push(part);
      continue;
    }
    const [variable, term] = definition;
    const value = inline.apply(term);
    postorder(store, [term, value], seen);
    if (seen.has(variable)) {
      left.push(part);
      continue;
    }
    seen.set(variable, 1);
    inline.extend([[variable, value]]);
    values.set(variable, value);
  }
  const formulas = new Set(left.flatMap((t) => conjuncts(store, inline.apply(t))));
  return { formulas: [...formulas], values };
}

function asDefinition(
  store: TermStore,
  t: Term,
  known: ReadonlyMap<Term, Term>,
): readonly [variable: Term, value: Term] | null {
  if (store.op(t) !== Op.EQ) return null;
  const sides = [store.arg(t, 0), store.arg(t, 1)];
  const at = sides.findIndex((side) => store.op(side) === Op.VARIABLE && !known.has(side));
  return at < 0 ? null : [sides[at], sides[1 - at]];
}
