import type { Term } from '../../../logic/terms/builder.ts';
import { NEXT_THREAD } from '../../../program/cfa/beyond.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Unroller } from '../../../system/transys/unroll.ts';
import type { EngineUnknown } from '../engine.ts';

/**
 * Limits the changes from one thread to another in the runs of an unrolling (Qadeer, Rehof, TACAS
 * 2005). Most errors of programs with threads need few of them, and most runs have many.
 *
 * The scheduler chooses a thread by a tuple of inputs. A change is a step whose tuple differs from the
 * one before. Inputs that a step does not read are free, so that they never force a change. A unary
 * counter with `most + 1` digits counts the changes.
 */
export class ContextBound {
  readonly #system: TransitionSystem;
  readonly #most: number;
  /** Indices of the scheduler's inputs. */
  readonly #choices: ReadonlySet<number>;
  /** The value of each such input in the last step that read it. */
  readonly #last = new Map<number, Term>();
  /** Digit i holds if more than i changes have happened. */
  #counter: Term[];

  /** `most`: the largest number of changes. */
  constructor(system: TransitionSystem, most: number) {
    this.#system = system;
    this.#most = most;
    const { terms, inputs } = system;
    this.#choices = new Set(inputs.flatMap(({ origin }, i) => (origin?.name === NEXT_THREAD ? i : [])));
    this.#counter = Array.from({ length: most + 1 }, () => terms.false);
  }

  /** Whether some run of the steps so far may change more often than allowed. */
  get restricts(): boolean {
    return this.#counter[this.#most] !== this.#system.terms.false;
  }

  /** Why no proof is possible. */
  get reason(): EngineUnknown {
    return { kind: 'incomplete', why: `only runs with at most ${this.#most} changes of thread were searched` };
  }

  /**
   * Conditions that steps 0 to k change the thread no more often than allowed. Each step needs one call,
   * in order.
   */
  atStep(unroller: Unroller, k: number): readonly Term[] {
    const { terms } = this.#system;
    let isChange = terms.false;
    for (const [index, term] of unroller.inputs(k)) {
      if (!this.#choices.has(index)) continue;
      const before = this.#last.get(index);
      this.#last.set(index, term);
      if (before !== undefined) isChange = terms.or(isChange, terms.not(terms.eq(before, term)));
    }
    if (isChange === terms.false) return [];
    const digits = this.#counter;
    this.#counter = digits.map((digit, i) => terms.or(digit, i === 0 ? isChange : terms.and(digits[i - 1], isChange)));
    return [terms.not(this.#counter[this.#most])];
  }
}
