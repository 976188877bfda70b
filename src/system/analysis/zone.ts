/**
 * Upper bounds on differences: `bounds[i * size + j]` is the bound of x_i - x_j, or `UNBOUNDED`; x_0 is
 * the number 0.
 */
export type Bounds = Float64Array;

/** The bound x_i - x_j <= c. */
export type Bound = readonly [i: number, j: number, c: number];

export const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Bounds of this size and more are weakened, so that all sums of two are exact. */
const EXACT = 2 ** 52;

/** Differences at which a growing bound may stop. */
const STOPS = [-1, 0, 1];

/** An upper bound as a number; large ones are weakened. */
export function upperBound(c: bigint | number): number {
  const n = Number(c);
  return n >= EXACT ? UNBOUNDED : Math.max(n, -EXACT);
}

/**
 * A zone: bounds on the differences of integers (Miné, A New Numerical Abstract Domain Based on
 * Difference-Bound Matrices, PADO 2001).
 */
export class Zone {
  /** Number of variables, including x_0. */
  readonly size: number;
  readonly bounds: Bounds;

  constructor(size: number, bounds: Bounds) {
    this.size = size;
    this.bounds = bounds;
  }

  /** The zone without bounds. */
  static all(size: number): Zone {
    const bounds = new Float64Array(size * size).fill(UNBOUNDED);
    for (let i = 0; i < size; i++) bounds[i * size + i] = 0;
    return new Zone(size, bounds);
  }

  at(i: number, j: number): number {
    return this.bounds[i * this.size + j];
  }

  /** The zone with room for further variables, which have no bounds. */
  padded(size: number): Zone {
    const wide = Zone.all(size);
    for (let i = 0; i < this.size; i++)
      wide.bounds.set(this.bounds.subarray(i * this.size, (i + 1) * this.size), i * size);
    return wide;
  }

  /** Adds the bounds, and computes the tightest implied ones; null if the zone is empty. */
  closed(more: Iterable<Bound> = []): Zone | null {
    const { size } = this;
    const b = this.bounds.slice();
    for (const [i, j, c] of more) b[i * size + j] = Math.min(b[i * size + j], c);
    for (let k = 0; k < size; k++) {
      for (let i = 0; i < size; i++) {
        const first = b[i * size + k];
        if (first === UNBOUNDED || i === k) continue;
        for (let j = 0; j < size; j++) {
          const sum = first + b[k * size + j];
          if (sum < b[i * size + j]) b[i * size + j] = upperBound(sum);
        }
      }
    }
    for (let i = 0; i < size; i++) if (b[i * size + i] < 0) return null;
    return new Zone(size, b);
  }

  /** The join; this object if it contains the other. */
  join(other: Zone): Zone {
    return this.#grown(other, (after) => after);
  }

  /**
   * A join in which a growing bound goes to one of a few stops or is dropped, so that every chain is
   * short.
   */
  widen(other: Zone): Zone {
    return this.#grown(other, (after) => STOPS.find((stop) => stop >= after) ?? UNBOUNDED);
  }

  #grown(other: Zone, bound: (after: number) => number): Zone {
    if (this.bounds.every((before, i) => other.bounds[i] <= before)) return this;
    const bounds = this.bounds.map((before, i) => (other.bounds[i] <= before ? before : bound(other.bounds[i])));
    return new Zone(this.size, bounds);
  }
}
