import type { Term } from '../smt/builder.ts';
import type { Solver } from '../smt/solver.ts';
import { substitute } from '../smt/substitute.ts';
import { dagSize } from '../smt/traverse.ts';
import type { EngineContext } from './engine.ts';
import type { StepParts } from './step-parts.ts';

/**
 * Of candidates over the state variables, those that hold initially and that no step leaves as long as all of them and the known invariants hold: the
 * greatest such subset (Houdini: Flanagan, Leino, FME 2001), without what follows from the known invariants and smaller candidates. A solver
 * that does not decide in time ends it with none. `milliseconds`: for all of it.
 */
export function inductivePart(
  context: EngineContext,
  steps: StepParts,
  invariants: readonly Term[],
  candidates: readonly Term[],
  milliseconds: number,
): Term[] {
  const search = new Houdini(context, performance.now() + milliseconds);
  const bySize = [...new Set(candidates)].sort((a, b) => dagSize(context.system.terms, [a]) - dagSize(context.system.terms, [b]));
  const initially = search.initial(bySize);
  const inductive = initially.length === 0 ? [] : search.closed(steps, initially);
  return search.independent(invariants, inductive);
}

class Houdini {
  readonly #context: EngineContext;
  readonly #deadline: number;

  constructor(context: EngineContext, deadline: number) {
    this.#context = context;
    this.#deadline = deadline;
  }

  /** Those that hold in all initial states. */
  initial(candidates: readonly Term[]): Term[] {
    const { terms, stateVars, init, initConstraint } = this.#context.system;
    const first = new Map(stateVars.map((v, i) => [v.term, init[i]]));
    return this.#with([initConstraint], (solver) =>
      candidates.filter((c) => this.#check(solver, [terms.not(substitute(terms, c, first))]) === 'unsat'),
    );
  }

  /** Those that remain once all were left out, again and again, that a step from where the others hold leaves. */
  closed(steps: StepParts, candidates: readonly Term[]): Term[] {
    const { terms, stateVars } = this.#context.system;
    const { formula, exit } = steps.step(terms.true);
    if (exit === null) return [];
    const next = new Map(stateVars.map((v, i) => [v.term, exit[i]]));
    const after = new Map(candidates.map((c) => [c, substitute(terms, c, next)]));
    const broken = (c: Term): Term => terms.not(after.get(c) ?? terms.true);
    return this.#with([formula], (solver) => {
      let left = [...candidates];
      while (left.length > 0) {
        const answer = this.#check(solver, [...left, terms.orAll(left.map(broken))]);
        if (answer === 'unsat') return left;
        if (answer === 'unknown') return [];
        left = left.filter((c) => solver.value(broken(c)) !== true);
      }
      return left;
    });
  }

  /** Those that do not follow from the invariants and the candidates before them. */
  independent(invariants: readonly Term[], candidates: readonly Term[]): Term[] {
    const { terms } = this.#context.system;
    if (candidates.length === 0) return [];
    return this.#with(invariants, (solver) =>
      candidates.filter((c) => {
        if (this.#check(solver, [terms.not(c)]) === 'unsat') return false;
        solver.assert(c);
        return true;
      }),
    );
  }

  #check(solver: Solver, assumptions: readonly Term[]): 'sat' | 'unsat' | 'unknown' {
    const { terms } = this.#context.system;
    if (assumptions.includes(terms.false)) return 'unsat';
    const left = Math.ceil(this.#deadline - performance.now());
    if (left <= 0 || this.#context.stopped()) return 'unknown';
    return solver.check(
      assumptions.filter((t) => t !== terms.true),
      { milliseconds: left },
    );
  }

  #with(assertions: readonly Term[], use: (solver: Solver) => Term[]): Term[] {
    const solver = this.#context.solvers.create({ seed: this.#context.seed });
    try {
      for (const t of assertions) solver.assert(t);
      return use(solver);
    } finally {
      solver.dispose();
    }
  }
}
