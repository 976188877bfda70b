import { workClock } from '../../../base/clock.ts';
import { LemmataError } from '../../../base/errors.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Products } from '../../../logic/terms/products.ts';
import { answeredBy, type Refuter, type RefuterFactory, type RefuterName } from '../../../logic/terms/refuter.ts';
import type { CheckLimits, CheckResult } from '../../../logic/terms/solver.ts';
import type { TermStore } from '../../../logic/terms/store.ts';

/** Thrown when a refuter cannot answer a query; the message is the reason. */
export class Undecided extends Error {}

/** The time limit of a query. */
export class Deadline {
  readonly #end: number;

  constructor({ milliseconds = Number.POSITIVE_INFINITY }: CheckLimits) {
    this.#end = workClock() + milliseconds;
  }

  get isOver(): boolean {
    return workClock() >= this.#end;
  }

  /** Throws {@link Undecided} once the time is over. */
  check(): void {
    if (this.isOver) throw new Undecided('timeout');
  }

  /**
   * Returns the remaining time, at most `most` ms, as limits of a query. Throws {@link Undecided} if no
   * time is left.
   */
  left(most = Number.POSITIVE_INFINITY): CheckLimits {
    this.check();
    const milliseconds = Math.min(most, this.#end - workClock());
    return Number.isFinite(milliseconds) ? { milliseconds: Math.max(1, Math.ceil(milliseconds)) } : {};
  }
}

/**
 * The common part of all our own refuters. A subclass decides; any obstacle gives `unknown` with a
 * reason.
 */
export abstract class OwnRefuter implements Refuter {
  protected readonly asserted: Term[] = [];
  #reason = '';

  assert(t: Term): void {
    this.asserted.push(t);
  }

  check(assumptions: readonly Term[] = [], limits: CheckLimits = {}): CheckResult {
    this.#reason = '';
    try {
      return this.decide(assumptions, new Deadline(limits));
    } catch (error) {
      const isLimit = error instanceof LemmataError && error.code === 'E-LIMIT';
      if (!isLimit && !(error instanceof Undecided)) throw error;
      this.#reason = error.message;
      return 'unknown';
    }
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    this.asserted.length = 0;
  }

  /** Throws {@link Undecided}, or LemmataError `E-LIMIT`, if it cannot decide. */
  protected abstract decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat';
}

/** A refuter that asks another one about parts of queries, divided by the products in them. */
export abstract class AskingRefuter extends OwnRefuter {
  protected readonly products: Products;
  /** The refuters behind the answers to the parts of the last query. */
  #answeredBy = new Set<RefuterName>();

  constructor(
    protected readonly store: TermStore,
    protected readonly inner: Refuter,
    private readonly factory: RefuterFactory,
  ) {
    super();
    this.products = new Products(store);
  }

  answeredBy(): ReadonlySet<RefuterName> {
    return this.#answeredBy;
  }

  override check(assumptions: readonly Term[] = [], limits: CheckLimits = {}): CheckResult {
    this.#answeredBy = new Set();
    return super.check(assumptions, limits);
  }

  override dispose(): void {
    this.inner.dispose();
  }

  /** Throws {@link Undecided} with the other refuter's reason. */
  protected ask(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    const answer = this.inner.check(assumptions, deadline.left());
    if (answer === 'unknown') throw new Undecided(this.inner.reasonUnknown());
    for (const name of answeredBy(this.inner, this.factory)) this.#answeredBy.add(name);
    return answer;
  }
}
