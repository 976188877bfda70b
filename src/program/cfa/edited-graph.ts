import type { SourceLocation } from '../../base/source.ts';
import type { AutomatonFunction, Edge, Location, Operation } from './automaton.ts';

/** The automaton of a function while edges are added to it and replaced. The function stays as it is. */
export class EditedGraph {
  readonly #edges: Edge[];
  readonly #outgoing: number[][];

  constructor(private readonly fn: AutomatonFunction) {
    this.#edges = [...fn.edges];
    this.#outgoing = fn.outgoing.map((ids) => [...ids]);
  }

  /** Adds a location. */
  location(): Location {
    return this.#outgoing.push([]) - 1;
  }

  /** Adds an edge. */
  add(from: Location, to: Location, op: Operation, at: SourceLocation): void {
    this.#outgoing[from].push(this.#edges.length);
    this.#edges.push({ id: this.#edges.length, from, to, op, at });
  }

  /** Puts an edge in the place of the one of its id, which begins at the same location. */
  replace(edge: Edge): void {
    this.#edges[edge.id] = edge;
  }

  /** Moves the edges of a location to a new one, and returns that. */
  detached({ from }: Pick<Edge, 'from'>): Location {
    const moved = this.#outgoing.push(this.#outgoing[from]) - 1;
    this.#outgoing[from] = [];
    for (const id of this.#outgoing[moved]) this.#edges[id] = { ...this.#edges[id], from: moved };
    return moved;
  }

  /** The function with the edited automaton. */
  result(): AutomatonFunction {
    const [edges, outgoing] = [this.#edges, this.#outgoing];
    return { ...this.fn, edges, outgoing, locationCount: outgoing.length };
  }
}
