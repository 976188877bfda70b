import { workClock } from '../../../base/clock.ts';
import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { answeredBy, type Refuter, type RefuterFactory } from '../../../logic/terms/refuter.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Checker, Discharged, DischargedCondition } from '../evidence.ts';
import type { SharedCheck } from '../shared-check.ts';

export interface CertificateLimits {
  /**
   * Limit for the whole check in ms of wall clock, without the time for which the thread rests; absent:
   * none.
   */
  readonly milliseconds?: number;
  stopped?(): boolean;
  /** Obligations shared with other checkers of the same certificate; those that they prove are proved. */
  readonly shared?: SharedCheck;
  /**
   * False: an certificate of runs is proved by following runs, or left open; solvers do not unroll
   * its runs.
   */
  readonly unroll?: boolean;
}

/** The part that a refused certificate lacks: its form, or a condition of its kind. */
export type CertificateCondition = 'form' | DischargedCondition;

/** A condition that was not proved. `decided` is false when the solver or the clock left it open. */
export class Refused extends Error {
  constructor(
    readonly condition: CertificateCondition,
    why: string,
    readonly decided = true,
  ) {
    super(why);
  }
}

/** Proves in fresh solvers, and within limits, that formulas have no model. */
export class Prover {
  /** End times of the whole check, and of the present obligation. */
  readonly #end: number;
  #deadline: number;
  readonly #located = new Map<Term, Located>();
  /** The checkers that showed parts of the present obligation. */
  #by = new Set<Checker>();

  constructor(
    readonly system: TransitionSystem,
    private readonly solvers: RefuterFactory,
    readonly limits: CertificateLimits,
  ) {
    this.#end = limits.milliseconds === undefined ? Number.POSITIVE_INFINITY : workClock() + limits.milliseconds;
    this.#deadline = this.#end;
  }

  /** The conjuncts of an invariant by block. */
  located(invariant: Term): Located {
    let located = this.#located.get(invariant);
    if (located === undefined) {
      located = new Located(this.system, invariant);
      this.#located.set(invariant, located);
    }
    return located;
  }

  /** Gives the next obligation this time in ms; null: all the remaining time. */
  beginTurn(milliseconds: number | null): void {
    this.#deadline = milliseconds === null ? this.#end : Math.min(this.#end, workClock() + milliseconds);
  }

  /**
   * Shows an obligation, and returns who showed it. Throws {@link Refused} as it does. An obligation for
   * which no refuter is asked holds by rewriting.
   */
  account(show: () => unknown): Discharged {
    const begun = workClock();
    this.#by = new Set();
    show();
    if (this.#by.size === 0) this.#by.add('rewriting');
    return { by: this.#by, milliseconds: workClock() - begun };
  }

  /** Credits a part of the present obligation to a checker that is no refuter. */
  credit(checker: Checker): void {
    this.#by.add(checker);
  }

  /** True once the turn is over. */
  get isLate(): boolean {
    return workClock() >= this.#deadline;
  }

  /** True once the whole check is over. */
  get isOver(): boolean {
    return workClock() >= this.#end || this.limits.stopped?.() === true;
  }

  /**
   * Returns the milliseconds left. Throws {@link Refused} if no time is left, or if the check was
   * stopped.
   */
  timeLeft(condition: CertificateCondition): number {
    if (this.limits.stopped?.()) throw new Refused(condition, 'stopped', false);
    const left = this.#deadline - workClock();
    if (left <= 0) throw new Refused(condition, 'out of time', false);
    return left;
  }

  /** Shows something within this time in ms, and within that of the obligation. False: it was left open. */
  isShownWithin(milliseconds: number, show: () => void): boolean {
    const before = this.#deadline;
    const by = new Set(this.#by);
    this.#deadline = Math.min(before, workClock() + milliseconds);
    try {
      show();
      return true;
    } catch (error) {
      if (!(error instanceof Refused) || error.decided) throw error;
      this.#by = by;
      return false;
    } finally {
      this.#deadline = before;
    }
  }

  withSolver(use: (solver: Refuter) => void): void {
    const solver = this.solvers.create();
    try {
      use(solver);
    } finally {
      solver.dispose();
    }
  }

  /** Throws {@link Refused} unless the solver proves that `goal` cannot hold under its assertions. */
  unsatisfiable(solver: Refuter, goal: Term, condition: CertificateCondition, what: string): void {
    const { terms } = this.system;
    const left = this.timeLeft(condition);
    if (goal === terms.false) return;
    const milliseconds = Math.ceil(left);
    const answer = solver.check(goal === terms.true ? [] : [goal], Number.isFinite(left) ? { milliseconds } : {});
    if (answer === 'unsat') for (const name of answeredBy(solver, this.solvers)) this.#by.add(name);
    if (answer === 'sat') throw new Refused(condition, `there is ${what}`);
    if (answer === 'unknown')
      throw new Refused(condition, `not decided whether there is ${what}: ${solver.reasonUnknown()}`, false);
  }
}

/**
 * The conjuncts of an invariant by the block that they are about. One that fails only where the control
 * is at a block (`pc ≠ block ∨ φ`) is true at all others. The rest may say something everywhere.
 */
class Located {
  readonly #terms: TransitionSystem['terms'];
  readonly #everywhere: Term[] = [];
  readonly #at = new Map<number, Term[]>();

  constructor({ terms, stateVars, pc }: TransitionSystem, invariant: Term) {
    this.#terms = terms;
    const counter = pc === null ? NO_TERM : stateVars[pc].term;
    for (const conjunct of conjuncts(terms, invariant)) {
      const block = this.#blockOf(conjunct, counter);
      const known = block === null ? this.#everywhere : this.#at.get(block);
      if (known !== undefined) known.push(conjunct);
      else if (block !== null) this.#at.set(block, [conjunct]);
    }
  }

  /** The conjuncts that may fail where the control is at one of the blocks. */
  at(blocks: readonly number[]): readonly Term[] {
    return [...this.#everywhere, ...new Set(blocks.flatMap((block) => this.#at.get(block) ?? []))];
  }

  /** The block outside of which a conjunct of this form is true: not (pc = block and ...). Null: it has another one. */
  #blockOf(conjunct: Term, counter: Term): number | null {
    const terms = this.#terms;
    if (terms.op(conjunct) !== Op.NOT) return null;
    for (const part of conjuncts(terms, terms.arg(conjunct, 0))) {
      if (terms.op(part) !== Op.EQ) continue;
      const [a, b] = [terms.arg(part, 0), terms.arg(part, 1)];
      const other = a === counter ? b : b === counter ? a : NO_TERM;
      if (other !== NO_TERM && terms.isBv(other)) return Number(terms.constValue(other));
    }
    return null;
  }
}
