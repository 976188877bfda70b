import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { RefuterFactory } from '../../../logic/terms/refuter.ts';
import type { Solver, SolverFactory } from '../../../logic/terms/solver.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import type { Inductive, Universal } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { CheckerRuns } from '../runs/unrolling.ts';
import type { BlockFact } from './facts-by-block.ts';

export interface Minimisation {
  /** Solvers for the search, with cores. */
  readonly search: SolverFactory;
  /** Refuters for checking the result. */
  readonly refuters: RefuterFactory;
  /** Time limit of the search in ms; the check may take as long again. */
  readonly milliseconds: number;
}

/** Indices of facts. */
export type Core = ReadonlySet<number>;

/** A solver for one block, in which a literal assumes each fact, and the block's terms. */
interface BlockConditions {
  readonly solver: Solver;
  readonly after: Substitution;
  readonly feasible: Term;
  readonly bad: Term;
}

/**
 * The conditions of a certificate that depend on its invariant and may fail for a part of it. Each
 * fact has a literal that assumes it.
 */
export class Conditions {
  readonly #deadline: number;
  readonly #literals: readonly Term[];
  readonly #facts = new Map<Term, number>();
  readonly #blocks = new Map<number, BlockConditions>();
  readonly #solvers: Solver[] = [];
  readonly #predecessors: readonly (readonly number[])[];
  #steps: { readonly solver: Solver; readonly bad: Term } | null = null;

  constructor(
    private readonly system: TransitionSystem,
    private readonly certificate: Inductive | Universal,
    private readonly facts: readonly BlockFact[],
    private readonly how: Minimisation,
  ) {
    const { terms, blocks, stateVars, inputs } = system;
    this.#deadline = workClock() + how.milliseconds;
    const names = new Set([...stateVars, ...inputs].map((v) => v.name));
    let mark = '@fact-';
    while (names.has(`${mark}0`)) mark += '-';
    this.#literals = facts.map((_, i) => terms.variable(`${mark}${i}`, { kind: 'bool' }));
    this.#literals.forEach((literal, i) => {
      this.#facts.set(literal, i);
    });
    const predecessors: number[][] = blocks.map(() => []);
    for (const block of blocks) for (const s of new Set(block.successors)) predecessors[s].push(block.id);
    this.#predecessors = predecessors;
  }

  get late(): boolean {
    return workClock() >= this.#deadline;
  }

  /** The blocks from which a step may lead to the fact's block. */
  before(fact: number): readonly number[] {
    return this.#predecessors[this.facts[fact].block];
  }

  /**
   * Returns facts that are enough for k steps not to lead into bad; null if all facts are not, or if
   * that is unknown.
   */
  step(facts: ReadonlySet<number>): Core | null {
    if (this.certificate.kind === 'universal') return this.#noBad(facts);
    this.#steps ??= this.#openStep(this.certificate);
    return this.#core(this.#steps.solver, facts, this.#steps.bad);
  }

  /** Returns facts that are enough for no block to lead into bad. */
  #noBad(facts: ReadonlySet<number>): Core | null {
    const all = new Set<number>();
    for (const { id } of this.system.blocks) {
      const { solver, bad } = this.#block(id);
      const core = this.#core(solver, facts, bad);
      if (core === null) return null;
      for (const fact of core) all.add(fact);
    }
    return all;
  }

  /** Returns facts that are enough, at the block, for a step of it to preserve a fact. */
  consecution(fact: number, block: number, facts: ReadonlySet<number>): Core | null {
    const { terms, stateVars, pc } = this.system;
    const { solver, after, feasible } = this.#block(block);
    const { block: target, formula } = this.facts[fact];
    const there = pc === null ? terms.true : terms.eq(after.apply(stateVars[pc].term), this.#counter(target));
    return this.#core(solver, facts, terms.andAll([feasible, there, terms.not(after.apply(formula))]));
  }

  dispose(): void {
    for (const solver of this.#solvers) solver.dispose();
  }

  #core(solver: Solver, facts: ReadonlySet<number>, goal: Term): Core | null {
    const { terms } = this.system;
    if (goal === terms.false) return new Set();
    const left = Math.ceil(this.#deadline - workClock());
    if (left <= 0) return null;
    const assumed = this.#literals.filter((_, i) => facts.has(i));
    if (goal !== terms.true) assumed.push(goal);
    if (solver.check(assumed, { milliseconds: left }) !== 'unsat') return null;
    return new Set(solver.core().flatMap((t) => this.#facts.get(t) ?? []));
  }

  #counter(block: number): Term {
    const { terms, stateVars, pc } = this.system;
    return pc === null ? terms.true : terms.bv(terms.width(stateVars[pc].term), block);
  }

  #block(id: number): BlockConditions {
    const known = this.#blocks.get(id);
    if (known !== undefined) return known;
    const { terms, stateVars, pc, blocks } = this.system;
    const { feasible, bad, gap, next } = blocks[id];
    const here = new Substitution(terms, pc === null ? [] : [[stateVars[pc].term, this.#counter(id)]]);
    const after = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, here.apply(next[i])] as const),
    );
    const instances = this.#instances(id, here);
    const solver = this.#open();
    this.facts.forEach((fact, i) => {
      if (fact.block !== id) return;
      const said = terms.andAll([fact.formula, ...instances.map((instance) => instance.apply(fact.formula))]);
      solver.assert(terms.or(terms.not(this.#literals[i]), said));
    });
    const opened = { solver, after, feasible: here.apply(feasible), bad: here.apply(terms.or(bad, gap)) };
    this.#blocks.set(id, opened);
    return opened;
  }

  /**
   * Returns the values of the bound variables of a universal invariant at a block, besides the variables
   * themselves.
   */
  #instances(id: number, here: Substitution): readonly Substitution[] {
    const { certificate } = this;
    if (certificate.kind !== 'universal') return [];
    const mine = certificate.instances.filter(({ block }) => block === id);
    return mine.map(({ values }) => {
      const pairs = values.map(([b, value]) => [certificate.bound[b], here.apply(value)] as const);
      return new Substitution(this.system.terms, pairs);
    });
  }

  /** Condition (4) of the checker, with a literal for each fact. */
  #openStep(certificate: Inductive): { readonly solver: Solver; readonly bad: Term } {
    const { terms, stateVars, pc } = this.system;
    const { k, instances } = certificate;
    const runs = new CheckerRuns(this.system, 'any', instances);
    const solver = this.#open();
    for (let j = 0; ; j++) {
      const { state } = runs;
      const { definitions, bad, couldBeBad, feasible } = runs.advance();
      for (const definition of definitions) solver.assert(definition);
      const at = new Substitution(
        terms,
        stateVars.map((v, i) => [v.term, state[i]] as const),
      );
      this.facts.forEach(({ block, formula }, i) => {
        const there = pc === null ? terms.true : terms.eq(state[pc], this.#counter(block));
        const held = terms.or(terms.not(terms.and(this.#literals[i], there)), at.apply(formula));
        if (held !== terms.true) solver.assert(held);
      });
      if (j === k) return { solver, bad };
      solver.assert(terms.not(couldBeBad));
      solver.assert(feasible);
    }
  }

  #open(): Solver {
    const solver = this.how.search.create();
    this.#solvers.push(solver);
    return solver;
  }
}
