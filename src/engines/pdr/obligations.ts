import type { Term } from '../../smt/builder.ts';
import type { Assignment } from './location-solver.ts';
import type { Location } from './locations.ts';

/** A conjunction of literals over the state, as the set of them. */
export type Cube = readonly Term[];

/** States that lead into bad: to be shown out of reach in at most `level` steps. */
export interface Obligation {
  readonly location: Location;
  readonly cube: Cube;
  readonly level: number;
  /** One of the states, and inputs with which a step leads from every state of the cube into `next`, or into bad. */
  readonly values: Assignment;
  readonly next: Obligation | null;
  /** Steps to bad. */
  readonly distance: number;
}

/** Obligations by level, the lowest first; of one level the newest first. */
export class LevelQueue<T extends { readonly level: number }> {
  /** A stack for each level. */
  readonly #levels: T[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(obligation: T): void {
    while (this.#levels.length <= obligation.level) this.#levels.push([]);
    this.#levels[obligation.level].push(obligation);
    this.#size += 1;
  }

  pop(): T | null {
    for (const stack of this.#levels) {
      const top = stack.pop();
      if (top === undefined) continue;
      this.#size -= 1;
      return top;
    }
    return null;
  }
}
