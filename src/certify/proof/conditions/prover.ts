import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { answeredBy, type Refuter, type RefuterFactory } from '../../../logic/terms/refuter.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Checker, Discharged, DischargedCondition } from '../evidence.ts';
import type { SharedCheck } from '../shared-check.ts';
import { Located } from './located.ts';

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
