import { isEquation, Sums } from '../analysis/sums.ts';
import { workClock } from '../base/clock.ts';
import type { Term } from '../smt/builder.ts';
import type { Solver } from '../smt/solver.ts';
import type { EngineContext } from './engine.ts';

/** Of systems with more blocks than this, solvers are not kept for another look at the same block. */
const MOST_KEPT = 16;
/** Where there are cases, the question about all of them gets this part of the time. */
const SHORTER = 4;

/** More equations than these are left to solvers: each one would be a question of its own. */
const MOST_EQUATIONS = 32;

export interface Queries {
  /** Limit of one query in ms; 0: none. */
  readonly limit: number;
  /** The deadline, as a time of `workClock`. */
  readonly deadline: number;
  stopped(): boolean;
  /** Conditions over the state variables that are looked at one by one where all states of a block at once take too long. */
  cases(block: number): readonly Term[];
}

/** A step, or the start, as facts see it. */
export interface FactStep {
  readonly assertions: readonly Term[];
  /** See {@link Queries.cases}; of the state before the step. */
  readonly cases: readonly Term[];
  before(fact: Term): Term;
  after(fact: Term): Term;
}

export interface Settled {
  readonly broken: ReadonlySet<Term>;
  /** The premises that the last answer rested on. */
  readonly core: ReadonlySet<Term>;
}

/** Which facts steps break, in one solver for each block. */
export class OpenSteps {
  readonly #context: EngineContext;
  readonly #queries: Queries;
  readonly #solvers = new Map<number, Solver>();

  constructor(context: EngineContext, queries: Queries) {
    this.#context = context;
    this.#queries = queries;
  }

  /**
   * The targets that the step of a block breaks, or of which that is not known, as long as the premises hold that are no broken targets themselves.
   * Null if stopped, or if the time is over. A block's step has to have the same assertions each time.
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
  /** Facts by what they say before the step. */
  readonly #premises = new Map<Term, Term[]>();
  /** What linear algebra says of targets, as long as no premise is lost. */
  #bySums: { readonly sums: Sums; readonly kept: Map<Term, boolean> } | null = null;
  /** Whether there are so many equations that a solver is to be asked about all at once. */
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
      if (answer === 'unsat') return { broken: this.#broken, core: new Set([...this.#core(), ...this.#usedEquations()]) };
      if (answer === 'sat' && this.#dropByModel()) continue;
      // The solver does not decide all at once.
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

  /** Whether linear algebra shows that the step keeps the fact. */
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

  /** The premises that are equations, with what they are said by. */
  #equations(): ReadonlyMap<Term, readonly Term[]> {
    const { terms } = this.context.system;
    return new Map([...this.#premises].filter(([said]) => isEquation(terms, said)));
  }

  /** The facts that {@link #isKeptBySums} may have rested on. */
  #usedEquations(): readonly Term[] {
    const used = [...this.#open].some((fact) => this.#isKeptBySums(fact));
    return used ? [...this.#equations().values()].flat() : [];
  }

  /** Whether a step may break one of the facts; null if there is no time left. */
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
    const { cases } = this.step;
    const answer = this.#ask(assumptions, cases.length > 0 ? left / SHORTER : left);
    return answer === 'unknown' && cases.length > 0 ? this.#checkCases(assumptions, cases) : answer;
  }

  /** Case by case, and then what is in none of them. */
  #checkCases(assumptions: readonly Term[], cases: readonly Term[]): 'sat' | 'unsat' | 'unknown' | null {
    const { terms } = this.context.system;
    const { limit, deadline, stopped } = this.queries;
    const core = new Set<Term>();
    for (const one of [...cases, terms.andAll(cases.map((t) => terms.not(t)))]) {
      if (one === terms.false) continue;
      const left = Math.min(deadline - workClock(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
      if (left <= 0 || stopped()) return null;
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

  /** Drops what the solver's model breaks; false if that is nothing. */
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
