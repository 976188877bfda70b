import { workClock } from '../../../base/clock.ts';
import type { EngineContext } from '../../methods/engine.ts';
import { checksOf } from '../../methods/inductive/claim.ts';

/** The name of a check; null: all errors that are not asked about by a name. */
export type ErrorName = string | null;

/** Time in ms that a check has in the first pass. It has twice as long in each later one. */
const FIRST_PATIENCE = 100;
const GROWTH = 2;

/**
 * The errors that a search asks about. Where checks are decided one by one, each has its time in a pass. A
 * check that needs longer waits for the next pass, so that it does not hold the others up.
 */
export class AskedErrors {
  /** Whether checks are asked about one by one. */
  readonly isApart: boolean;
  /** The names of all checks. */
  readonly #all: readonly string[];
  #asked: Set<string>;
  readonly #waiting = new Set<string>();
  readonly #proved = new Set<string>();
  #isWhole = true;
  #patience = FIRST_PATIENCE;
  /** Time in ms that checks have had in this pass. */
  readonly #spent = new Map<string, number>();
  /** The end of the time of the error that is worked on, by `workClock`. */
  #until = Number.POSITIVE_INFINITY;

  constructor(private readonly context: EngineContext) {
    const open = context.openChecks();
    this.isApart = open.length > 1;
    this.#all = this.isApart ? [...new Set([...checksOf(context.system), ...open])] : [];
    this.#asked = new Set(this.isApart ? open : []);
  }

  /** The errors of this pass. Errors that are no checks come first: no proof passes over one. */
  get asked(): readonly ErrorName[] {
    return [null, ...this.#asked];
  }

  /** Whether the pass is about all errors that are open. */
  get areAll(): boolean {
    return this.#isWhole && this.#waiting.size === 0;
  }

  /** Whether checks are asked about one by one, and none in this pass any more. */
  get isOver(): boolean {
    return this.isApart && this.#asked.size === 0;
  }

  /** Milliseconds that are left for the error that is worked on. */
  get left(): number {
    return this.#until === Number.POSITIVE_INFINITY ? this.#until : this.#until - workClock();
  }

  /** Works on an error, within its time. */
  within<T>(error: ErrorName, work: () => T): T {
    if (error === null) return work();
    const begun = workClock();
    this.#until = begun + this.#patience - (this.#spent.get(error) ?? 0);
    try {
      return work();
    } finally {
      this.#until = Number.POSITIVE_INFINITY;
      this.#spent.set(error, (this.#spent.get(error) ?? 0) + workClock() - begun);
    }
  }

  /** Forgets checks that others decided. */
  update(): void {
    for (const set of [this.#asked, this.#waiting])
      for (const name of set) if (!this.context.isOpen(name)) set.delete(name);
  }

  /** Leaves a check undecided. It waits for the next pass if it had its whole time in this one, and is lost if not. */
  leave(check: string): void {
    this.#asked.delete(check);
    if ((this.#spent.get(check) ?? 0) >= this.#patience) this.#waiting.add(check);
    else this.#isWhole = false;
  }

  /** The checks of this pass are proved. Returns all checks that are not. */
  prove(): readonly string[] {
    for (const name of this.#asked) this.#proved.add(name);
    this.#asked.clear();
    // Claims that are not certified yet are made again, since they may be refused.
    return this.#all.filter((name) => !this.#proved.has(name) || !this.context.isOpen(name));
  }

  /** Begins a pass about the checks that wait; false if there are none. */
  again(): boolean {
    this.#asked = new Set(this.#waiting);
    this.#waiting.clear();
    this.#spent.clear();
    this.#patience *= GROWTH;
    return this.#asked.size > 0;
  }
}
