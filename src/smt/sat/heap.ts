import { longerFloat64, longerInt32 } from './vectors.ts';

/** Scores beyond this are scaled down, all alike. */
const LARGEST = 1e150;

/**
 * Variables by score, largest first: VSIDS (Moskewicz et al. 2001) in MiniSat's exponential form (Een, Sorensson 2003), where bumps grow instead of
 * scores shrinking, in a binary heap. Assigned variables may be in it; whoever takes them passes them over.
 */
export class VariableHeap {
  private scores = new Float64Array(64);
  private heap = new Int32Array(64);
  /** Place in the heap; -1 outside. */
  private places = new Int32Array(64);
  private size = 0;
  private bumpBy = 1;

  newVariable(variable: number): void {
    this.scores = longerFloat64(this.scores, variable + 1);
    this.heap = longerInt32(this.heap, variable + 1);
    this.places = longerInt32(this.places, variable + 1);
    this.scores[variable] = 0;
    this.places[variable] = -1;
    this.insert(variable);
  }

  get bytes(): number {
    return this.scores.byteLength + this.heap.byteLength + this.places.byteLength;
  }

  score(variable: number): number {
    return this.scores[variable];
  }

  /** The variable of largest score, -1 if there is none; it stays. */
  first(): number {
    return this.size === 0 ? -1 : this.heap[0];
  }

  removeFirst(): void {
    this.places[this.heap[0]] = -1;
    this.size--;
    if (this.size > 0) this.sink(0, this.heap[this.size]);
  }

  insert(variable: number): void {
    if (this.places[variable] < 0) this.rise(this.size++, variable);
  }

  bump(variable: number): void {
    const score = (this.scores[variable] += this.bumpBy);
    if (score > LARGEST) this.scale();
    if (this.places[variable] >= 0) this.rise(this.places[variable], variable);
  }

  /** After a conflict: later bumps weigh 1 / `factor` times as much. */
  decay(factor: number): void {
    this.bumpBy /= factor;
    if (this.bumpBy > LARGEST) this.scale();
  }

  private scale(): void {
    const scores = this.scores;
    for (let variable = 0; variable < scores.length; variable++) scores[variable] /= LARGEST;
    this.bumpBy /= LARGEST;
  }

  private rise(from: number, variable: number): void {
    const { scores, heap, places } = this;
    const score = scores[variable];
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above];
      if (scores[other] >= score) break;
      heap[at] = other;
      places[other] = at;
      at = above;
    }
    heap[at] = variable;
    places[variable] = at;
  }

  private sink(from: number, variable: number): void {
    const { scores, heap, places, size } = this;
    const score = scores[variable];
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && scores[heap[below + 1]] > scores[heap[below]]) below++;
      const other = heap[below];
      if (scores[other] <= score) break;
      heap[at] = other;
      places[other] = at;
      at = below;
    }
    heap[at] = variable;
    places[variable] = at;
  }
}
