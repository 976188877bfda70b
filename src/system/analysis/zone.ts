/**
 * Upper bounds on differences: `bounds[i * size + j]` is the bound of x_i - x_j, or null; x_0 is the
 * number 0.
 */
export type Bounds = readonly (bigint | null)[];

/** Differences at which a growing bound may stop. */
const STOPS = [-1n, 0n, 1n];

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
    return new Zone(
      size,
      Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? 0n : null)),
    );
  }

  at(i: number, j: number): bigint | null {
    return this.bounds[i * this.size + j];
  }

  /**
   * Adds x_i - x_j <= c for each of `more`, and computes the tightest implied bounds; null if the zone
   * is empty.
   */
  closed(more: Iterable<readonly [i: number, j: number, c: bigint]> = []): Zone | null {
    const { size } = this;
    const b = [...this.bounds];
    for (const [i, j, c] of more) {
      const before = b[i * size + j];
      if (before === null || c < before) b[i * size + j] = c;
    }
    for (let k = 0; k < size; k++) {
      for (let i = 0; i < size; i++) {
        const first = b[i * size + k];
        if (first === null || i === k) continue;
        for (let j = 0; j < size; j++) {
          const second = b[k * size + j];
          if (second === null) continue;
          const sum = first + second;
          const before = b[i * size + j];
          if (before === null || sum < before) b[i * size + j] = sum;
        }
      }
    }
    for (let i = 0; i < size; i++) if ((b[i * size + i] ?? 0n) < 0n) return null;
    return new Zone(size, b);
  }

  /** The join; this object if it contains the other. */
  join(other: Zone): Zone {
    return this.#grown(other, (before, after) => (before > after ? before : after));
  }

  /**
   * A join in which a growing bound goes to one of a few stops or is dropped, so that every chain is
   * short.
   */
  widen(other: Zone): Zone {
    return this.#grown(other, (_, after) => STOPS.find((stop) => stop >= after) ?? null);
  }

  #grown(other: Zone, bound: (before: bigint, after: bigint) => bigint | null): Zone {
    let changed = false;
    const bounds = this.bounds.map((before, i) => {
      const after = other.bounds[i];
      if (before === null || (after !== null && after <= before)) return before;
      changed = true;
      return after === null ? null : bound(before, after);
    });
    return changed ? new Zone(this.size, bounds) : this;
  }
}
