import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';
import { Substitution } from '../terms/substitute.ts';

/**
 * Formulas A1, …, An that cannot hold together, in a chain: between each and the next lies a cut, where a state passes from one to the other.
 * Every part has variables of its own, so that the same terms (those of one step, say) may serve in several parts: a variable of that name in
 * another part is another variable. What passes a cut is only what `exit` and `entry` say.
 */
export interface InterpolationProblem {
  readonly terms: TermStore;
  /** The variables in which interpolants are written, whatever the cut. */
  readonly state: readonly Term[];
  /** At least two. */
  readonly parts: readonly Part[];
}

export interface Part {
  /** Boolean. */
  readonly formula: Term;
  /** The state at the cut before the part, a term for each state variable; null in the first part. */
  readonly entry: readonly Term[] | null;
  /** The state at the cut behind the part; null in the last part. */
  readonly exit: readonly Term[] | null;
}

/** Formulas over the state variables, read as what a part says of the states at its cuts. */
export class PartView {
  readonly #entry: Substitution | null;
  readonly #exit: Substitution | null;

  constructor({ terms, state }: InterpolationProblem, part: Part) {
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

  /** The formula said of the state at the cut before the part. Throws if there is none. */
  atEntry(formula: Term): Term {
    if (this.#entry === null) throw new RangeError('the first part has no cut before it');
    return this.#entry.apply(formula);
  }

  /** The formula said of the state at the cut behind the part. Throws if there is none. */
  atExit(formula: Term): Term {
    if (this.#exit === null) throw new RangeError('the last part has no cut behind it');
    return this.#exit.apply(formula);
  }
}
