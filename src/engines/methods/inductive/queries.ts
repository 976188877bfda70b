import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Solver } from '../../../logic/terms/solver.ts';
import { isEquation, Sums } from '../../../system/analysis/sums.ts';
import type { EngineContext } from '../engine.ts';

/** Limit of a query about several facts in ms: solvers decide hard ones faster one by one. */
const JOINT_MILLISECONDS = 50;
/** In systems with more blocks, solvers are not kept for another check of the same block. */
const MOST_KEPT = 16;
/** Divisor of the time limit of the query about all cases at once, where there are cases. */
const SHORTER = 4;

/** More equations than these are left to solvers: linear algebra checks each one by itself. */
const MOST_EQUATIONS = 32;

export interface Queries {
  /** Limit of one query in ms; 0: none. */
  readonly limit: number;
  /** The deadline, as a time of `workClock`. */
  readonly deadline: number;
  stopped(): boolean;
  /**
   * Conditions over the state variables, tried one by one where a query about all states of a block
   * takes too long.
   */
  cases(block: number): readonly Term[];
}

/** A step or the initial states, as a map of facts to formulas before and after it. */
export interface FactStep {
  readonly assertions: readonly Term[];
  /** See {@link Queries.cases}; they describe the state before the step. */
  readonly cases: readonly Term[];
  before(fact: Term): Term;
  after(fact: Term): Term;
}

export interface Settled {
  readonly broken: ReadonlySet<Term>;
  /** The premises that the last answer rested on. */
  readonly core: ReadonlySet<Term>;
}

/** Determines which facts steps break, with one solver for each block. */
export class OpenSteps {
  readonly #context: EngineContext;
  readonly #queries: Queries;
  readonly #solvers = new Map<number, Solver>();

  constructor(context: EngineContext, queries: Queries) {
    this.#context = context;
    this.#queries = queries;
  }

  /**
   * Returns the targets that the step of a block may break, given the premises except those that are
   * broken targets themselves. A target counts as broken if no query decides it. Null if stopped or out
   * of time. All calls for a block must have a step with the same assertions.
   */
  settle(id: number, step: FactStep, targets: readonly Term[], premises: readonly Term[]): Settled | null {
    const solver = this.#solver(id, step);
    const settling = new Settling(this.#context, this.#queries, solver, step, targets, premises);
    try {
      return settling.run();
    } finally {
      if (this.#context.system.blocks.length > MOST_KEPT) this.dispose();
    }
  }

  dispose(): void {
    for (const solver of this.#solvers.values()) solver.dispose();
    this.#solvers.clear();
  }

  #solver(id: number, step: FactStep): Solver {
    let solver = this.#solvers.get(id);
    if (solver === undefined) {
      const { seed, solvers, system } = this.#context;
      solver = solvers.create({ seed });
      for (const t of step.assertions) if (t !== system.terms.true) solver.assert(t);
      this.#solvers.set(id, solver);
    }
    return solver;
  }
}

class Settling {
  readonly #open: Set<Term>;
  readonly #broken = new Set<Term>();
  /** The premises, by their formula before the step. */
  readonly #premises = new Map<Term, Term[]>();
  /** Results of linear algebra on targets, valid until a premise is dropped. */
  #bySums: { readonly sums: Sums; readonly kept: Map<Term, boolean> } | null = null;
  /** True if there are so many equations that one solver query about all targets comes first. */
  readonly #tooMany: boolean;

  constructor(
    private readonly context: EngineContext,
    private readonly queries: Queries,
    private readonly solver: Solver,
    private readonly step: FactStep,
    targets: readonly Term[],
    premises: readonly Term[],
  ) {
    this.#open = new Set(targets);
    const { terms } = context.system;
    for (const fact of premises) {
      const said = step.before(fact);
      if (said === terms.true) continue;
      const same = this.#premises.get(said);
      if (same === undefined) this.#premises.set(said, [fact]);
      else same.push(fact);
    }
    this.#tooMany = targets.filter((fact) => isEquation(terms, step.after(fact))).length > MOST_EQUATIONS;
  }

  run(): Settled | null {
    const { terms } = this.context.system;
    for (;;) {
      const answer = this.#check([...this.#open].filter((fact) => !this.#isKeptBySums(fact)));
      if (answer === null) return null;
      if (answer === 'unsat')
        return { broken: this.#broken, core: new Set([...this.#core(), ...this.#usedEquations()]) };
      if (answer === 'sat' && this.#dropByModel()) continue;
      // The solver does not decide all facts at once.
      const core = new Set<Term>(this.#usedEquations());
      const before = this.#broken.size;
      for (const fact of [...this.#open]) {
        if (!this.#open.has(fact) || this.step.after(fact) === terms.true || this.#isKeptBySums(fact)) continue;
        const single = this.#check([fact]);
        if (single === null) return null;
        if (single === 'unsat') for (const t of this.#core()) core.add(t);
        else if (single === 'unknown' || !this.#dropByModel()) this.#drop(fact);
      }
      if (this.#broken.size === before) return { broken: this.#broken, core };
    }
  }

  /** True if linear algebra shows that the step keeps the fact. */
  #isKeptBySums(fact: Term): boolean {
    const { terms } = this.context.system;
    if (this.#tooMany) return false;
    this.#bySums ??= { sums: new Sums(terms, [...this.step.assertions, ...this.#equations().keys()]), kept: new Map() };
    const { sums, kept } = this.#bySums;
    let known = kept.get(fact);
    if (known === undefined) {
      known = sums.exclude(terms.not(this.step.after(fact)));
      kept.set(fact, known);
    }
    return known;
  }

  /** The premises that are equations, by their formula before the step. */
  #equations(): ReadonlyMap<Term, readonly Term[]> {
    const { terms } = this.context.system;
    return new Map([...this.#premises].filter(([said]) => isEquation(terms, said)));
  }

  /** The facts that {@link #isKeptBySums} may have rested on. */
  #usedEquations(): readonly Term[] {
    const used = [...this.#open].some((fact) => this.#isKeptBySums(fact));
    return used ? [...this.#equations().values()].flat() : [];
  }

  /** May a step break one of the facts? Null if there is no time left. */
  #check(facts: readonly Term[]): 'sat' | 'unsat' | 'unknown' | null {
    const { terms } = this.context.system;
    const { limit, deadline, stopped } = this.queries;
    const goal = terms.not(terms.andAll(facts.map((fact) => this.step.after(fact))));
    if (goal === terms.false) {
      this.#lastCore = [];
      return 'unsat';
    }
    const assumed = [...this.#premises.keys()];
    if (assumed.includes(terms.false)) {
      this.#lastCore = [terms.false];
      return 'unsat';
    }
    const left = Math.min(deadline - workClock(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
    if (left <= 0 || stopped()) return null;
    const assumptions = goal === terms.true ? assumed : [...assumed, goal];
    if (facts.length > 1) return this.#ask(assumptions, Math.min(left, JOINT_MILLISECONDS));
    const { cases } = this.step;
    const answer = this.#ask(assumptions, cases.length > 0 ? left / SHORTER : left);
    return answer === 'unknown' && cases.length > 0 ? this.#checkCases(assumptions, cases) : answer;
  }

  /** Checks case by case, then the states outside all cases, all within the limit of one query. */
  #checkCases(assumptions: readonly Term[], cases: readonly Term[]): 'sat' | 'unsat' | 'unknown' | null {
    const { terms } = this.context.system;
    const { limit, deadline, stopped } = this.queries;
    const core = new Set<Term>();
    const end = Math.min(deadline, limit > 0 ? workClock() + limit : Number.POSITIVE_INFINITY);
    for (const one of [...cases, terms.andAll(cases.map((t) => terms.not(t)))]) {
      if (one === terms.false) continue;
      const left = end - workClock();
      if (stopped() || workClock() > deadline) return null;
      if (left <= 0) return 'unknown';
      const answer = this.#ask(one === terms.true ? assumptions : [...assumptions, one], left);
      if (answer !== 'unsat') return answer;
      for (const t of this.#lastCore) core.add(t);
    }
    this.#lastCore = [...core];
    return 'unsat';
  }

  #ask(assumptions: readonly Term[], milliseconds: number): 'sat' | 'unsat' | 'unknown' {
    const limits = Number.isFinite(milliseconds) ? { milliseconds: Math.ceil(milliseconds) } : {};
    const answer = this.solver.check(assumptions, limits);
    if (answer === 'unsat') this.#lastCore = this.solver.core();
    return answer;
  }

  #lastCore: readonly Term[] = [];

  #core(): ReadonlySet<Term> {
    return new Set(this.#lastCore.flatMap((t) => this.#premises.get(t) ?? []));
  }

  /** Drops the facts that the solver's model refutes; false if there are none. */
  #dropByModel(): boolean {
    const broken = [...this.#open].filter((fact) => this.solver.value(this.step.after(fact)) !== true);
    for (const fact of broken) this.#drop(fact);
    return broken.length > 0;
  }

  #drop(fact: Term): void {
    this.#open.delete(fact);
    this.#broken.add(fact);
    const said = this.step.before(fact);
    const left = this.#premises.get(said)?.filter((t) => t !== fact);
    if (left === undefined) return;
    if (left.length === 0) {
      this.#premises.delete(said);
      if (isEquation(this.context.system.terms, said)) this.#bySums = null;
    } else this.#premises.set(said, left);
  }
}
