import type { Location } from '../frames/locations.ts';
import type { InnerEdge } from './graph.ts';

/**
 * Weights of letters, which order a depth-first search ([MEI17] Sect. IV-C). A weight estimates how many
 * letters are left behind the letter until a safe set of its target has all states. The largest comes
 * first, then letters without a weight, and letters into a finished location come last.
 */
export class Weights {
  readonly #weights = new Map<number, number>();

  /** The letters in the order of the search. */
  ordered(letters: readonly InnerEdge[]): readonly InnerEdge[] {
    return letters.toSorted((a, b) => this.#rank(b) - this.#rank(a));
  }

  /**
   * Updates the weights along a path. `isFinished`: whether a location has a safe set. `lettersAt`: the
   * letters that leave a location.
   */
  update(
    path: readonly InnerEdge[],
    isFinished: (location: Location) => boolean,
    lettersAt: (location: Location) => readonly InnerEdge[],
  ): void {
    for (const [i, letter] of path.toReversed().entries()) {
      const letters = lettersAt(letter.to);
      if (isFinished(letter.to)) this.#weights.set(letter.id, 0);
      else if (i === 0) this.#weights.set(letter.id, Math.max(0, letters.length - 1));
      else
        this.#weights.set(
          letter.id,
          letters.reduce((sum, { id }) => sum + (this.#weights.get(id) ?? 1), 0),
        );
    }
  }

  /** Positive weights come before letters without one, and those before the weight 0. */
  #rank({ id }: InnerEdge): number {
    const weight = this.#weights.get(id);
    return weight === undefined ? 0.5 : weight;
  }
}
