import type { Work } from '../../logic/boxes/index.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { Solver } from '../../logic/terms/solver.ts';
import { guarded } from '../../system/transys/control.ts';
import type { EngineContext } from '../methods/engine.ts';
import { type BlockStep, InductiveSteps, NOTHING_BOUND } from '../methods/inductive/steps.ts';

/** Formulas over the state at a block, each of which implies the next one. */
export interface Chain {
  readonly block: number;
  readonly links: readonly Link[];
}

/** One formula of a chain. */
export interface Link {
  readonly formula: Term;
  /** True if the program suggests the bound. Unmarked links are skipped once a chain was weakened often. */
  readonly isMarked: boolean;
}

/** Weakenings of a chain after which only marked links are tried, and after which the chain is dropped. */
const PATIENCE = 8;
const GIVE_UP_AFTER = 32;
/** Number of weakenings that an undecided query counts as, because it takes long. */
const UNDECIDED = 6;

/**
 * The least inductive invariant that has at most one formula of each chain. It is a data-flow analysis
 * whose values are links and whose steps are queries (Kildall, POPL 1973). A model shows which links
 * to weaken (Reps, Sagiv, Yorsh: Symbolic Implementation of the Best Transformer, VMCAI 2004).
 * Undecided links are weakened as well, so that the result is inductive in any case.
 */
export class ChainInvariant {
  readonly #context: EngineContext;
  readonly #steps: InductiveSteps;
  readonly #chains: readonly (readonly ChainState[])[];
  readonly #isReached: boolean[];
  readonly #waiting = new Set<number>([0]);
  readonly #queryMilliseconds: number;
  readonly #work: Work;

  /**
   * `queryMilliseconds`: limit of one query. All limits count the `work` of the context's solvers. The
   * system must have a program counter.
   */
  constructor(context: EngineContext, work: Work, chains: readonly Chain[], queryMilliseconds: number) {
    const { system } = context;
    this.#context = context;
    this.#work = work;
    this.#queryMilliseconds = queryMilliseconds;
    this.#steps = new InductiveSteps(system, NOTHING_BOUND);
    this.#chains = system.blocks.map(({ id }) =>
      chains.filter(({ block }) => block === id).map((chain) => new ChainState(chain)),
    );
    this.#isReached = system.blocks.map(({ id }) => id === 0);
  }

  /** Continues the analysis, given these facts. False if the time ended before the analysis. */
  run(known: readonly Term[], milliseconds: number): boolean {
    const end = this.#work.milliseconds + milliseconds;
    const isOver = (): boolean => this.#context.stopped() || this.#work.milliseconds >= end;
    for (const block of this.#waiting) {
      if (isOver()) return false;
      if (this.#settle(this.#steps.of(block), known, isOver)) this.#waiting.delete(block);
    }
    return this.#waiting.size === 0;
  }

  /** The inductive facts, after {@link run} returned true. */
  get facts(): readonly Term[] {
    return this.#chains.flatMap((chains, block) =>
      this.#isReached[block]
        ? chains.flatMap(({ link }) => (link === null ? [] : [guarded(this.#context.system, block, link)]))
        : [],
    );
  }

  /** Weakens links that a step of the block breaks, until it breaks none; false if the time is over. */
  #settle(step: BlockStep, known: readonly Term[], isOver: () => boolean): boolean {
    const { terms } = this.#context.system;
    const solver = this.#context.solvers.create({ seed: this.#context.seed });
    try {
      for (const t of [step.feasible, ...known.map((fact) => step.before(fact))])
        if (t !== terms.true) solver.assert(t);
      while (!isOver()) {
        const targets = this.#targets(step);
        const answer = this.#ask(solver, step, terms.not(terms.andAll(targets.map(({ after }) => after))));
        if (answer === 'unsat') return true;
        if (answer === 'unknown') return this.#settleSingly(solver, step, isOver);
        if (!this.#weakenByModel(solver, step, targets)) return false;
      }
      return false;
    } finally {
      solver.dispose();
    }
  }

  /** Checks target by target, where all at once are too much, until none is broken. */
  #settleSingly(solver: Solver, step: BlockStep, isOver: () => boolean): boolean {
    for (let isBroken = true; isBroken; ) {
      isBroken = false;
      for (const target of this.#targets(step)) {
        if (isOver()) return false;
        // Models for other targets may have weakened it.
        if (target.chain !== null && target.chain.link !== target.link) continue;
        const answer = this.#ask(solver, step, this.#context.system.terms.not(target.after));
        if (answer === 'unsat') continue;
        isBroken = true;
        if (answer === 'unknown') this.#weaken(target, () => true, UNDECIDED);
        else if (!this.#weakenByModel(solver, step, this.#targets(step))) return false;
      }
    }
    return true;
  }

  #ask(solver: Solver, step: BlockStep, goal: Term): 'sat' | 'unsat' | 'unknown' {
    const { terms } = this.#context.system;
    if (goal === terms.false) return 'unsat';
    const said = this.#chains[step.id].flatMap(({ link }) => (link === null ? [] : [step.before(link)]));
    return solver.check(
      [...said, goal].filter((t) => t !== terms.true),
      { milliseconds: this.#queryMilliseconds },
    );
  }

  /** The formulas that must hold after a step. */
  #targets(step: BlockStep): readonly Target[] {
    const { terms } = this.#context.system;
    return [...new Set(step.successors)].flatMap((block): Target[] => {
      if (!this.#isReached[block])
        return [
          { block, chain: null, link: null, after: step.after(guarded(this.#context.system, block, terms.false)) },
        ];
      return this.#chains[block].flatMap((chain): Target[] => {
        const { link } = chain;
        return link === null
          ? []
          : [{ block, chain, link, after: step.after(guarded(this.#context.system, block, link)) }];
      });
    });
  }

  /** Weakens broken targets to links that hold in the solver's model; false if none is broken. */
  #weakenByModel(solver: Solver, step: BlockStep, targets: readonly Target[]): boolean {
    const broken = targets.filter(({ after }) => solver.value(after) !== true);
    for (const target of broken)
      this.#weaken(
        target,
        (link) => solver.value(step.after(guarded(this.#context.system, target.block, link))) === true,
        1,
      );
    return broken.length > 0;
  }

  /** Advances a chain to a link that may hold. */
  #weaken({ block, chain }: Target, mayHold: (link: Term) => boolean, cost: number): void {
    this.#waiting.add(block);
    if (chain !== null) chain.weaken(mayHold, cost);
    else {
      this.#isReached[block] = true;
      for (const each of this.#chains[block]) each.start(mayHold);
    }
  }
}

/** A formula after a step. `chain` null: no step reaches the block so far. */
interface Target {
  readonly block: number;
  readonly chain: ChainState | null;
  readonly link: Term | null;
  readonly after: Term;
}

class ChainState {
  #at = 0;
  #changes = 0;

  constructor(private readonly chain: Chain) {}

  /** Null if the chain is dropped. */
  get link(): Term | null {
    return this.chain.links[this.#at]?.formula ?? null;
  }

  /** Advances to the first link that may hold. */
  start(mayHold: (link: Term) => boolean): void {
    const { links } = this.chain;
    const isLate = this.#changes > PATIENCE;
    const isPassed = ({ formula, isMarked }: Link): boolean => (isLate && !isMarked) || !mayHold(formula);
    while (this.#at < links.length && isPassed(links[this.#at])) this.#at += 1;
  }

  /** Advances to a later link that may hold. `cost`: the number of weakenings that this counts as. */
  weaken(mayHold: (link: Term) => boolean, cost: number): void {
    this.#changes += cost;
    this.#at = this.#changes > GIVE_UP_AFTER ? this.chain.links.length : this.#at + 1;
    this.start(mayHold);
  }
}
