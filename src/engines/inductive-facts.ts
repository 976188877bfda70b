import { blockOf } from '../analysis/given.ts';
import type { Term } from '../smt/builder.ts';
import type { Solver } from '../smt/solver.ts';
import { Substitution } from '../smt/substitute.ts';
import type { Block } from '../transys/system.ts';
import type { EngineContext } from './engine.ts';

/** Rounds in which facts are dropped before all are given up. */
const MOST_ROUNDS = 8;

/** A block's terms where its program counter is known. */
interface Step {
  readonly here: Substitution;
  readonly next: Substitution;
  readonly feasible: Term;
}

/**
 * Facts over the state variables that are inductive together: each new set is checked by a solver, relative to those before, and loses what the
 * solver does not confirm (Flanagan, Leino: Houdini, FME 2001).
 */
export class InductiveFacts {
  readonly #context: EngineContext;
  readonly #milliseconds: number;
  readonly #known = new Set<Term>();
  /** Known facts by the block that they speak of; those about all blocks under null. */
  readonly #byBlock = new Map<number | null, Term[]>();
  readonly #steps: (Step | null)[];

  /** `milliseconds`: limit of one query; 0: none. */
  constructor(context: EngineContext, milliseconds: number) {
    this.#context = context;
    this.#milliseconds = milliseconds;
    this.#steps = context.system.blocks.map(() => null);
    this.#add(context.system.facts);
  }

  /** Everything that is known, as one formula. */
  get invariant(): Term {
    return this.#context.system.terms.andAll([...this.#known]);
  }

  /** Adds what holds in every reachable state already, without looking: the certificate rests on it as on everything that is known. */
  accept(invariants: readonly Term[]): void {
    this.#add(invariants);
  }

  /** Adds those of the facts that hold initially and are kept by every step, given each other and what is known; returns them. */
  learn(facts: readonly Term[]): readonly Term[] {
    let kept = this.#initially(facts.filter((t) => !this.#known.has(t)));
    for (let round = 0; ; round += 1) {
      const broken = this.#brokenBySteps(kept);
      if (broken === null || round === MOST_ROUNDS) return [];
      if (broken.size === 0) break;
      kept = kept.filter((t) => !broken.has(t));
    }
    this.#add(kept);
    return kept;
  }

  /** True if no state of which the facts hold meets bad or a gap. */
  excludesBad(): boolean {
    const { terms, blocks } = this.#context.system;
    return blocks.every((block) => {
      const { here } = this.#step(block);
      const bad = here.apply(terms.or(block.bad, block.gap));
      if (bad === terms.false) return true;
      if (this.#context.stopped()) return false;
      return this.#withSolver((solver) => {
        for (const t of [...this.#about(block.id), ...this.#about(null)]) solver.assert(here.apply(t));
        return this.#check(solver, bad) === 'unsat';
      });
    });
  }

  #add(facts: readonly Term[]): void {
    for (const t of facts) {
      if (this.#known.has(t)) continue;
      this.#known.add(t);
      const block = blockOf(this.#context.system, t);
      const before = this.#byBlock.get(block);
      if (before === undefined) this.#byBlock.set(block, [t]);
      else before.push(t);
    }
  }

  #about(block: number | null): readonly Term[] {
    return this.#byBlock.get(block) ?? [];
  }

  #step(block: Block): Step {
    let step = this.#steps[block.id];
    if (step === null) {
      const { terms, stateVars, pc } = this.#context.system;
      const counter = pc === null ? null : stateVars[pc].term;
      const here = new Substitution(terms, counter === null ? [] : [[counter, terms.bv(terms.width(counter), block.id)]]);
      const next = new Substitution(
        terms,
        stateVars.map((v, i) => [v.term, here.apply(block.next[i])] as const),
      );
      step = { here, next, feasible: here.apply(block.feasible) };
      this.#steps[block.id] = step;
    }
    return step;
  }

  #initially(facts: readonly Term[]): readonly Term[] {
    const { terms, stateVars, init, initConstraint } = this.#context.system;
    const initially = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, init[i]] as const),
    );
    const open = facts.filter((t) => initially.apply(t) !== terms.true);
    if (open.length === 0) return facts;
    const broken = this.#withSolver((solver) => {
      solver.assert(initConstraint);
      return this.#broken(solver, open, initially);
    });
    return broken === null ? [] : facts.filter((t) => !broken.has(t));
  }

  /** The facts that a step breaks, or of which that is not known; null if stopped. */
  #brokenBySteps(facts: readonly Term[]): ReadonlySet<Term> | null {
    const { terms, blocks } = this.#context.system;
    const byBlock = new Map<number | null, Term[]>();
    for (const t of facts) {
      const block = blockOf(this.#context.system, t);
      const before = byBlock.get(block);
      if (before === undefined) byBlock.set(block, [t]);
      else before.push(t);
    }
    const about = (block: number | null): readonly Term[] => byBlock.get(block) ?? [];
    const result = new Set<Term>();
    for (const block of blocks) {
      const { here, next, feasible } = this.#step(block);
      if (feasible === terms.false) continue;
      if (this.#context.stopped()) return null;
      const open = [null, ...block.successors].flatMap(about).filter((t) => !result.has(t) && next.apply(t) !== terms.true);
      if (open.length === 0) continue;
      const broken = this.#withSolver((solver) => {
        for (const of of [this.#about(null), this.#about(block.id), about(null), about(block.id)]) {
          for (const t of of) solver.assert(here.apply(t));
        }
        solver.assert(feasible);
        return this.#broken(solver, open, next);
      });
      if (broken === null) return null;
      for (const t of broken) result.add(t);
    }
    return result;
  }

  /** Facts of which the solver does not say that they hold `after`; null if stopped. */
  #broken(solver: Solver, facts: readonly Term[], after: Substitution): ReadonlySet<Term> | null {
    const { terms } = this.#context.system;
    const all = facts.map((t) => after.apply(t));
    if (this.#check(solver, terms.not(terms.andAll(all))) === 'unsat') return new Set();
    const broken = new Set<Term>();
    for (const [i, fact] of facts.entries()) {
      if (this.#context.stopped()) return null;
      if (this.#check(solver, terms.not(all[i])) !== 'unsat') broken.add(fact);
    }
    return broken;
  }

  #check(solver: Solver, goal: Term): 'sat' | 'unsat' | 'unknown' {
    const { terms } = this.#context.system;
    if (goal === terms.false) return 'unsat';
    const limits = this.#milliseconds > 0 ? { milliseconds: this.#milliseconds } : {};
    return solver.check(goal === terms.true ? [] : [goal], limits);
  }

  #withSolver<T>(use: (solver: Solver) => T): T {
    const solver = this.#context.solvers.create({ seed: this.#context.seed });
    try {
      return use(solver);
    } finally {
      solver.dispose();
    }
  }
}
