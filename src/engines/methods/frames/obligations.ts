import type { Term } from '../../../logic/terms/builder.ts';
import type { Assignment } from './location-solver.ts';
import type { Location } from './locations.ts';

/** A set of states, as a conjunction of literals over the state. */
export type Cube = readonly Term[];

/** Proof obligation: states that lead into bad must be shown unreachable within `level` steps. */
export interface Obligation {
  readonly location: Location;
  readonly cube: Cube;
  readonly level: number;
  /**
   * One of the states, and inputs with which a step leads from every state of the cube into `next`, or
   * into bad.
   */
  readonly values: Assignment;
  readonly next: Obligation | null;
  /** Number of steps to bad. */
  readonly distance: number;
}

/** Obligations by level, the lowest first; within a level the newest first. */
export class ObligationQueue<T extends { readonly level: number }> {
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
