import type { Location } from '../../cfa/automaton.ts';
import type { LinkedEdge, LinkedProgram } from '../../cfa/linked.ts';
import type { CutPoints } from '../blocks/cut-points.ts';
import { heapKey } from '../memory/objects.ts';

/**
 * A linked program whose locations are copied as a run visits them, so that no edge of a copy is
 * executed twice. The copies come after the program's own edges and locations. The error location has
 * no copies.
 */
export class Unwinding {
  readonly linked: LinkedProgram;
  readonly cuts: CutPoints;
  readonly #edges: LinkedEdge[];
  readonly #outgoing: (readonly number[])[];
  /** The program's edge of each copied edge. */
  readonly #edgeOf: number[] = [];
  /** The program's location of each copied location. */
  readonly #locationOf: Location[] = [];

  constructor(private readonly program: LinkedProgram) {
    this.#edges = [...program.edges];
    this.#outgoing = [...program.outgoing];
    this.linked = { ...program, edges: this.#edges, outgoing: this.#outgoing };
    this.cuts = {
      locations: [this.#copyOf(program.entry)],
      cutOf: new Int32Array(0),
      order: new Int32Array(0),
      onCycle: new Uint8Array(0),
    };
  }

  /** The copy of the program's entry. */
  get entry(): Location {
    return this.cuts.locations[0];
  }

  /** The location of the program that a copy stands for. */
  original(copy: Location): Location {
    return this.#locationOf[copy - this.program.locationCount];
  }

  /** Makes the edges that leave a copied location. They lead to further copies. */
  expand(copy: Location): void {
    if (this.#outgoing[copy] !== undefined) return;
    const { program } = this;
    this.#outgoing[copy] = program.outgoing[this.original(copy)].map((id) => {
      const edge = program.edges[id];
      const to = edge.to === program.error ? edge.to : this.#copyOf(edge.to);
      this.#edgeOf.push(id);
      return this.#edges.push({ ...edge, id: this.#edges.length, from: copy, to }) - 1;
    });
  }

  /** The key of a memory block under the program's own allocation, whichever copy made the block. */
  siteOf(key: string): string {
    const id = key.startsWith(heapKey(0).slice(0, -1)) ? Number(key.slice(heapKey(0).length - 1)) : Number.NaN;
    return id >= this.program.edges.length ? heapKey(this.#edgeOf[id - this.program.edges.length]) : key;
  }

  #copyOf(location: Location): Location {
    return this.program.locationCount + this.#locationOf.push(location) - 1;
  }
}
