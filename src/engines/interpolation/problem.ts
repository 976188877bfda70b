import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';

/**
 * An inconsistent chain of formulas A1, …, An. A cut lies between each and the next, where a state
 * passes from one to the other. Every part has its own variables: a variable of the same name in
 * another part is another variable. So the same terms (those of one step, say) may serve in several
 * parts. Only the terms of `exit` and `entry` connect the two sides of a cut.
 */
export interface InterpolationProblem {
  readonly terms: TermStore;
  /** The variables of the interpolants, at every cut. */
  readonly state: readonly Term[];
  /** At least two parts. */
  readonly parts: readonly ChainPart[];
}

/** One formula of a chain, with the states at its cuts. */
export interface ChainPart {
  /** A Boolean term. */
  readonly formula: Term;
  /** The state at the cut before the part, as a term for each state variable; null in the first part. */
  readonly entry: readonly Term[] | null;
  /** The state at the cut behind the part; null in the last part. */
  readonly exit: readonly Term[] | null;
}

/** Maps formulas over the state variables to formulas of a part about the states at its cuts. */
export class PartView {
  readonly #entry: Substitution | null;
  readonly #exit: Substitution | null;

  constructor({ terms, state }: InterpolationProblem, part: ChainPart) {
    const at = (values: readonly Term[] | null): Substitution | null =>
      values === null
        ? null
        : new Substitution(
            terms,
            state.map((v, i) => [v, values[i]] as const),
          );
    this.#entry = at(part.entry);
    this.#exit = at(part.exit);
  }

  /** The formula about the state at the cut before the part. Throws RangeError if there is none. */
  atEntry(formula: Term): Term {
    if (this.#entry === null) throw new RangeError('the first part has no cut before it');
    return this.#entry.apply(formula);
  }

  /** The formula about the state at the cut behind the part. Throws RangeError if there is none. */
  atExit(formula: Term): Term {
    if (this.#exit === null) throw new RangeError('the last part has no cut behind it');
    return this.#exit.apply(formula);
  }
}
