import { Sums } from '../analysis/sums.ts';
import { workClock } from '../base/clock.ts';
import type { Term } from '../smt/builder.ts';
import { Op } from '../smt/ops.ts';
import type { Solver } from '../smt/solver.ts';
import { postorder } from '../smt/traverse.ts';
import type { Certificate } from '../transys/certificate.ts';
import type { EngineContext } from './engine.ts';
import { type FactStep, OpenSteps, type Queries } from './inductive-queries.ts';
import { type BlockStep, type BoundTerms, InductiveSteps, NOTHING_BOUND } from './inductive-steps.ts';

export interface LearnLimits {
  /** Limit in ms of all of it; what is not confirmed by then is not learnt. */
  readonly milliseconds?: number;
  /** Of what is inductive, only that is taken which does not follow from what is known and from smaller facts. */
  readonly independent?: boolean;
  /** By block, conditions over the state variables that are looked at one by one where all states of the block at once take too long. */
  readonly cases?: readonly (readonly Term[])[];
}

/**
 * Facts over the state variables that are inductive together: of each new set the greatest subset is taken that holds initially and that steps keep,
 * as far as the solver confirms it, relative to what is known (Houdini: Flanagan, Leino, FME 2001). Steps are looked at block by block; what a
 * model shows to break is dropped at once, and a block is looked at again only when it lost something that its last answer rested on.
 */
export class InductiveFacts {
  readonly #context: EngineContext;
  readonly #milliseconds: number;
  readonly #bound: BoundTerms;
  readonly #steps: InductiveSteps;
  readonly #known = new Set<Term>();
  readonly #byBlock = new FactsByBlock();

  /** `milliseconds`: limit of one query; 0: none. `bound`: variables that facts may be about all values of. */
  constructor(context: EngineContext, milliseconds: number, bound: BoundTerms = NOTHING_BOUND) {
    this.#context = context;
    this.#milliseconds = milliseconds;
    this.#bound = bound;
    this.#steps = new InductiveSteps(context.system, bound);
    this.accept(context.system.facts);
  }

  /** Everything that is known. */
  get facts(): ReadonlySet<Term> {
    return this.#known;
  }

  /** Everything that is known, as one formula. */
  get invariant(): Term {
    return this.#context.system.terms.andAll([...this.#known]);
  }

  /** Whether something is known of all values of bound variables: nobody else knows that, nor can rely on what rests on it. */
  get isUniversal(): boolean {
    return [...this.#known].some((fact) => this.#steps.isUniversal(fact));
  }

  /** Whether a fact is about all values of bound variables. */
  isAboutAll(fact: Term): boolean {
    return this.#steps.isUniversal(fact);
  }

  /** That what is known excludes bad, which {@link excludesBad} has found. */
  get certificate(): Certificate {
    const { invariant } = this;
    if (this.isUniversal) return { kind: 'universal', invariant, ...this.#bound };
    return { kind: 'k-inductive', invariant, k: 0, instances: [], distinct: null };
  }

  /** Takes in what others found to be inductive, relative to what is known or was taken in before. */
  accept(facts: readonly Term[]): void {
    for (const fact of facts) {
      if (this.#known.has(fact)) continue;
      this.#known.add(fact);
      this.#byBlock.add(this.#steps.blockOf(fact), fact);
    }
  }

  /** What is known of the states from which a block makes its steps, over state variables and inputs, without the program counter. */
  before(block: number): Term[] {
    const step = this.#steps.of(block);
    return this.#byBlock.at(block).map((fact) => step.before(fact));
  }

  /** Adds those of the facts that hold initially and are kept by every step, given each other and what is known; returns them. */
  learn(facts: readonly Term[], { milliseconds, independent = false, cases = [] }: LearnLimits = {}): readonly Term[] {
    const deadline = workClock() + (milliseconds ?? Number.POSITIVE_INFINITY);
    const { terms } = this.#context.system;
    const fresh = [...new Set(facts)].filter((t) => !this.#known.has(t) && t !== terms.true);
    const queries: Queries = {
      limit: this.#milliseconds,
      deadline,
      stopped: () => this.#context.stopped(),
      cases: (block) => cases[block] ?? [],
    };
    const initially = this.#initially(fresh, queries);
    const inductive = initially === null ? null : this.#inductive(initially, queries);
    if (inductive === null) return [];
    const learnt = independent ? this.#independent(inductive, queries) : inductive;
    this.accept(learnt);
    return learnt;
  }

  /** True if no state of which the facts hold meets bad or a gap. `cases`: as in {@link LearnLimits}. */
  excludesBad(cases: readonly (readonly Term[])[] = []): boolean {
    const { terms, blocks } = this.#context.system;
    return blocks.every(({ id }) => {
      const { bad } = this.#steps.of(id);
      if (bad === terms.false) return true;
      if (this.#context.stopped()) return false;
      const before = this.before(id);
      if (new Sums(terms, before).exclude(bad)) return true;
      return this.#withSolver((solver) => {
        for (const t of before) solver.assert(t);
        const limits = this.#milliseconds > 0 ? { milliseconds: this.#milliseconds } : {};
        const goal = bad === terms.true ? [] : [bad];
        const answer = solver.check(goal, limits);
        if (answer !== 'unknown') return answer === 'unsat';
        const parts = (cases[id] ?? []).map((t) => this.#steps.of(id).before(t));
        if (parts.length === 0) return false;
        return [...parts, terms.andAll(parts.map((t) => terms.not(t)))].every(
          (part) => part === terms.false || (!this.#context.stopped() && solver.check([...goal, part], limits) === 'unsat'),
        );
      });
    });
  }

  /** Null if stopped, or if the time is over. */
  #initially(facts: readonly Term[], queries: Queries): readonly Term[] | null {
    const { terms, initConstraint } = this.#context.system;
    const start = {
      assertions: [initConstraint],
      cases: [],
      before: () => terms.true,
      after: (fact: Term) => this.#steps.initially(fact),
    };
    const open = new OpenSteps(this.#context, queries);
    try {
      const settled = open.settle(-1, start, facts, []);
      return settled === null ? null : facts.filter((t) => !settled.broken.has(t));
    } finally {
      open.dispose();
    }
  }

  /** The greatest subset that steps keep; null if stopped, or if the time is over. */
  #inductive(facts: readonly Term[], queries: Queries): readonly Term[] | null {
    const { terms, blocks } = this.#context.system;
    const live = new FactsByBlock();
    for (const fact of facts) live.add(this.#steps.blockOf(fact), fact);
    const rests = new Map<number, ReadonlySet<Term>>();
    const waiting = new Set(blocks.map(({ id }) => id));
    const open = new OpenSteps(this.#context, queries);
    try {
      for (const id of waiting) {
        waiting.delete(id);
        const step = this.#steps.of(id);
        if (step.feasible === terms.false) continue;
        const targets = live.atAny(step.successors).filter((t) => step.after(t) !== terms.true);
        if (targets.length === 0) continue;
        const settled = open.settle(id, this.#premises(step, queries), targets, live.at(id));
        if (settled === null) return null;
        rests.set(id, settled.core);
        for (const fact of settled.broken) live.remove(this.#steps.blockOf(fact), fact);
        for (const [other, core] of rests) {
          if (other !== id && [...settled.broken].some((fact) => core.has(fact))) waiting.add(other);
        }
      }
    } finally {
      open.dispose();
    }
    return facts.filter((fact) => live.has(this.#steps.blockOf(fact), fact));
  }

  #premises(step: BlockStep, queries: Queries): FactStep {
    const cases = queries.cases(step.id).map((t) => step.before(t));
    return { assertions: [...this.before(step.id), step.feasible], cases, before: step.before, after: step.after };
  }

  /** Those that do not follow from what is known and the smaller ones; all that are left when the time is over. */
  #independent(facts: readonly Term[], { deadline, limit }: Queries): readonly Term[] {
    const { terms } = this.#context.system;
    // Negations are free, so that x = 7 comes before x >= 7 and x <= 7 where it was given first.
    const sizeOf = (t: Term): number => postorder(terms, [t]).filter((u) => terms.op(u) !== Op.NOT).length;
    const sizes = new Map(facts.map((t) => [t, sizeOf(t)]));
    const bySize = [...facts].sort((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
    if (bySize.length === 0) return [];
    return this.#withSolver((solver) => {
      for (const t of this.#known) solver.assert(t);
      return bySize.filter((fact) => {
        const left = Math.min(deadline - workClock(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
        const limits = Number.isFinite(left) ? { milliseconds: Math.ceil(left) } : {};
        if (left > 0 && !this.#context.stopped() && solver.check([terms.not(fact)], limits) === 'unsat') return false;
        solver.assert(fact);
        return true;
      });
    });
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

/** Facts by the block that they speak of; those about all blocks under null. */
class FactsByBlock {
  readonly #facts = new Map<number | null, Set<Term>>();

  add(block: number | null, fact: Term): void {
    const before = this.#facts.get(block);
    if (before === undefined) this.#facts.set(block, new Set([fact]));
    else before.add(fact);
  }

  remove(block: number | null, fact: Term): void {
    this.#facts.get(block)?.delete(fact);
  }

  has(block: number | null, fact: Term): boolean {
    return this.#facts.get(block)?.has(fact) ?? false;
  }

  /** What is said of a block. */
  at(block: number): Term[] {
    return this.atAny([block]);
  }

  /** What is said of one of the blocks, or of all. */
  atAny(blocks: readonly number[]): Term[] {
    return [null, ...new Set(blocks)].flatMap((block) => [...(this.#facts.get(block) ?? [])]);
  }
}
