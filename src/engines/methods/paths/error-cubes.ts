import type { Term } from '../../../logic/terms/builder.ts';
import { lift } from '../../../logic/terms/justify.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Location } from '../frames/locations.ts';
import type { InnerEdge, PathEdge } from './graph.ts';
import type { LocationQueries } from './queries.ts';

/** Most cubes at one location. */
const MOST_CUBES = 20;

/** States at a location from which a path leads into an error. */
export interface ErrorCube {
  readonly cube: Term;
  /** The path: inner edges, and an error edge at the end. */
  readonly edges: readonly InnerEdge[];
  readonly error: PathEdge;
}

/**
 * Cubes of states that lead into an error ([MEI17] Sect. IV-B, E-interpolants). Each is an exact
 * pre-image: the weakest precondition of an error along one path, for the inputs of a model. In [MEI17]
 * they are Craig interpolants, which may contain states that do not lead there.
 */
export class ErrorCubes {
  readonly #terms: TermStore;
  readonly #queries: LocationQueries;
  /** The state variables. */
  readonly #state: ReadonlySet<Term>;
  /** Limit of a query in ms; 0: none. */
  readonly #milliseconds: number;
  readonly #cubes = new Map<Location, ErrorCube[]>();
  #count = 0;

  constructor(terms: TermStore, queries: LocationQueries, state: Iterable<Term>, milliseconds: number) {
    this.#terms = terms;
    this.#queries = queries;
    this.#state = new Set(state);
    this.#milliseconds = milliseconds;
  }

  /** Number of cubes. */
  get count(): number {
    return this.#count;
  }

  at(location: Location): readonly ErrorCube[] {
    return this.#cubes.get(location) ?? [];
  }

  /** Adds pre-images of an error along a path, from its end on, as long as there are any. */
  learn(edges: readonly InnerEdge[], error: PathEdge): void {
    let cube = this.#preimage(error.from, [error.guard]);
    for (let i = edges.length; cube !== null; i--) {
      const location = i === edges.length ? error.from : edges[i].from;
      if (!this.#add(location, { cube, edges: edges.slice(i), error }) || i === 0) return;
      const edge = edges[i - 1];
      cube = this.#preimage(edge.from, [edge.guard, edge.from.after(cube)]);
    }
  }

  /** A cube of states from which the inputs of a model satisfy the formulas; null if there is no model. */
  #preimage(location: Location, formulas: readonly Term[]): Term | null {
    const terms = this.#terms;
    const goals = formulas.filter((t) => t !== terms.true);
    if (this.#queries.check(location, goals, this.#milliseconds) !== 'sat') return null;
    const variables = freeVariables(terms, goals);
    const model = new Map<Term, ModelValue>(variables.map((v) => [v, this.#queries.value(location, v)]));
    return terms.andAll(lift(terms, goals, this.#state, model));
  }

  #add(location: Location, cube: ErrorCube): boolean {
    const known = this.#cubes.get(location) ?? [];
    if (known.some((other) => other.cube === cube.cube)) return true;
    if (known.length >= MOST_CUBES) return false;
    this.#cubes.set(location, [...known, cube]);
    this.#count += 1;
    return true;
  }
}
