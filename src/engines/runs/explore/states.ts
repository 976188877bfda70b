import { RowSet } from './rows.ts';

/** The parent of an initial state. */
const NONE = -1;

/** A step of a run: the state before it, and its inputs. */
export interface Origin {
  readonly parent: number;
  /** Number of the row of inputs, among those of the parent's location. */
  readonly inputs: number;
}

/**
 * Reached states, with the first step into each. A row has the bits of the state, and then one word
 * for its location. The lowest bit of that word says that the run to it rests on a doubt. States that
 * are reached with and without a doubt are distinct.
 */
export class States {
  readonly rows: RowSet;
  #parents = new Int32Array(1024);
  #inputs = new Int32Array(1024);
  #depths = new Int32Array(1024);
  #visits = new Uint16Array(1024);
  readonly #probe: Int32Array;

  /** `words`: number of words for the bits of a state. */
  constructor(readonly words: number) {
    this.rows = new RowSet(words + 1);
    this.#probe = new Int32Array(words + 1);
  }

  get size(): number {
    return this.rows.size;
  }

  get bytes(): number {
    return this.rows.bytes + 14 * this.#parents.length;
  }

  /**
   * The number of a new state. Null if the state is known, or if it is doubtful and known without a
   * doubt. `inputs` is only called for new states.
   */
  add(bits: Int32Array, location: number, doubtful: boolean, parent: number, inputs: () => number): number | null {
    const row = this.#probe;
    row.set(bits);
    row[this.words] = 2 * location;
    if (doubtful) {
      if (this.rows.has(row)) return null;
      row[this.words] += 1;
    }
    const index = this.rows.add(row);
    if (index < 0) return null;
    if (index === this.#parents.length) this.#grow();
    this.#parents[index] = parent;
    this.#inputs[index] = parent === NONE ? NONE : inputs();
    this.#depths[index] = parent === NONE ? 0 : this.#depths[parent] + 1;
    return index;
  }

  isDoubtful(state: number): boolean {
    return (this.rows.word(state, this.words) & 1) !== 0;
  }

  location(state: number): number {
    return this.rows.word(state, this.words) >> 1;
  }

  /** Null for an initial state. */
  origin(state: number): Origin | null {
    const parent = this.#parents[state];
    return parent === NONE ? null : { parent, inputs: this.#inputs[state] };
  }

  /** Number of steps of the first run that reached the state. */
  depth(state: number): number {
    return this.#depths[state];
  }

  /** Counts a visit; returns the number of visits before. */
  visit(state: number): number {
    const before = this.#visits[state];
    if (before < 0xffff) this.#visits[state] = before + 1;
    return before;
  }

  #grow(): void {
    const size = 2 * this.#parents.length;
    const wider = <T extends Int32Array | Uint16Array>(old: T, grown: T): T => {
      grown.set(old);
      return grown;
    };
    this.#parents = wider(this.#parents, new Int32Array(size));
    this.#inputs = wider(this.#inputs, new Int32Array(size));
    this.#depths = wider(this.#depths, new Int32Array(size));
    this.#visits = wider(this.#visits, new Uint16Array(size));
  }
}
