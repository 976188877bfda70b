import { trailingZeros } from '../../logic/domains/bits.ts';

/** A vector of numbers modulo 2^width. */
export type Vector = readonly bigint[];

/** The equation `coefficients · x = constant`. */
export interface Equation {
  readonly coefficients: Vector;
  readonly constant: bigint;
}

/**
 * An affine space modulo 2^width: a point plus the span of generators (Müller-Olm, Seidl: Analysis of
 * Modular Arithmetic, TOPLAS 2007). The generators are kept in echelon form: by pivot column, with a
 * power of two as pivot and zeros before it. The form is closed, so that a vector reduces to zero if
 * and only if it is in the span.
 */
export class AffineSpace {
  readonly width: number;
  readonly point: Vector;
  readonly #generators: ReadonlyMap<number, Vector>;
  #equations: readonly Equation[] | null = null;

  constructor(width: number, point: Vector, generators: Iterable<Vector> = []) {
    const echelon = new Echelon(width);
    for (const g of generators) echelon.insert(g);
    this.width = width;
    this.point = point;
    this.#generators = echelon.rows;
  }

  get generators(): readonly Vector[] {
    return [...this.#generators.values()];
  }

  /** The smallest space that contains both; this object if it contains the other. */
  join(other: AffineSpace): AffineSpace {
    const echelon = new Echelon(this.width, this.#generators);
    const between = other.point.map((x, i) => x - this.point[i]);
    let grown = echelon.insert(between);
    for (const g of other.generators) grown = echelon.insert(g) || grown;
    return grown ? new AffineSpace(this.width, this.point, echelon.rows.values()) : this;
  }

  /** The subspace with `coefficients · x = constant`; null if it is empty. */
  meet(coefficients: Vector, constant: bigint): AffineSpace | null {
    const { width } = this;
    const times = (v: Vector): bigint => dot(width, coefficients, v);
    const missing = BigInt.asUintN(width, constant - times(this.point));
    const generators = this.generators;
    // The generator on which the form has the fewest factors of two compensates for the other generators.
    let chosen = -1;
    let fewest = width;
    generators.forEach((g, i) => {
      const zeros = trailingZeros(times(g), width);
      if (zeros < fewest) [chosen, fewest] = [i, zeros];
    });
    if (chosen === -1) return missing === 0n ? this : null;
    if (trailingZeros(missing, width) < fewest) return null;
    const pivot = generators[chosen];
    const over = (x: bigint): bigint => quotient(width, x, times(pivot), fewest);
    const rest = generators.flatMap((g, i) => (i === chosen ? [] : [combine(width, g, -over(times(g)), pivot)]));
    rest.push(pivot.map((x) => BigInt.asUintN(width, x << BigInt(width - fewest))));
    return new AffineSpace(width, combine(width, this.point, over(missing), pivot), rest);
  }

  /**
   * Equations `coefficients · x = constant` that together describe the space, with small coefficients.
   * Computed once.
   */
  equations(): readonly Equation[] {
    this.#equations ??= this.#described();
    return this.#equations;
  }

  /**
   * Equations that describe the space, with coefficients of any size, for callers with a reduction of
   * their own.
   */
  rawEquations(): readonly Equation[] {
    return this.#equationsOf(kernel(this.width, this.generators, this.point.length));
  }

  #described(): readonly Equation[] {
    return this.#equationsOf(reduced(this.width, kernel(this.width, this.generators, this.point.length)));
  }

  #equationsOf(vectors: readonly Vector[]): readonly Equation[] {
    return vectors.map((coefficients) => ({ coefficients, constant: dot(this.width, coefficients, this.point) }));
  }
}

/** The scalar product modulo 2^width. */
export function dot(width: number, a: Vector, b: Vector): bigint {
  let sum = 0n;
  for (let i = 0; i < a.length; i++) if (a[i] !== 0n) sum += a[i] * b[i];
  return BigInt.asUintN(width, sum);
}

/** The vector a + factor * b. */
function combine(width: number, a: Vector, factor: bigint, b: Vector): Vector {
  return a.map((x, i) => BigInt.asUintN(width, x + factor * b[i]));
}

/**
 * A q with q * b = a modulo 2^width, where b has exactly `zeros` factors of two and a at least as
 * many.
 */
function quotient(width: number, a: bigint, b: bigint, zeros: number): bigint {
  const by = BigInt(zeros);
  return BigInt.asUintN(width, (a >> by) * oddInverse(width, b >> by));
}

/** The inverse of an odd number. Newton's iteration doubles the number of correct bits. */
function oddInverse(width: number, a: bigint): bigint {
  let x = a;
  for (let right = 3; right < width; right *= 2) x = BigInt.asUintN(width, x * (2n - a * x));
  return BigInt.asUintN(width, x);
}

/** Number of factors of two in a number; `width` for 0. */
export function factorsOfTwo(width: number, a: bigint): number {
  return trailingZeros(a, width);
}

/** Inverse of the odd part of a nonzero number. */
export function oddPartInverse(width: number, a: bigint): bigint {
  return oddInverse(width, a >> BigInt(trailingZeros(a, width)));
}

class Echelon {
  readonly rows: Map<number, Vector>;
  readonly #width: number;

  constructor(width: number, rows: ReadonlyMap<number, Vector> = new Map()) {
    this.#width = width;
    this.rows = new Map(rows);
  }

  /** Adds a vector; true if it was not in the span. */
  insert(vector: Vector): boolean {
    const width = this.#width;
    let grown = false;
    const waiting: Vector[] = [vector.map((x) => BigInt.asUintN(width, x))];
    for (let v = waiting.pop(); v !== undefined; v = waiting.pop()) {
      for (let column = 0; column < v.length; column++) {
        if (v[column] === 0n) continue;
        const row = this.rows.get(column);
        const zeros = trailingZeros(v[column], width);
        if (row !== undefined && trailingZeros(row[column], width) <= zeros) {
          v = combine(width, v, -(v[column] / row[column]), row);
          continue;
        }
        const inverse = oddInverse(width, v[column] >> BigInt(zeros));
        const pivot = v.map((x) => BigInt.asUintN(width, x * inverse));
        this.rows.set(column, pivot);
        grown = true;
        // Multiples in which this column vanishes may add to the span, and so may the row that was replaced.
        if (zeros > 0) waiting.push(pivot.map((x) => BigInt.asUintN(width, x << BigInt(width - zeros))));
        if (row !== undefined) waiting.push(row);
        break;
      }
    }
    return grown;
  }
}

/** Most rounds in which vectors are made smaller. */
const REDUCING_ROUNDS = 4;

/**
 * Vectors with the same span and smaller entries, read as signed numbers. Each step subtracts a
 * multiple of one vector from another one, which keeps the span, if the result is smaller. A vector of
 * multiples of 2^k keeps its k factors of two. It constrains only the low width - k bits, so that its
 * size is that of its entries divided by 2^k.
 */
function reduced(width: number, vectors: readonly Vector[]): Vector[] {
  const result = [...vectors];
  for (let round = 0, isSmaller = true; round < REDUCING_ROUNDS && isSmaller; round++) {
    isSmaller = false;
    result.forEach((v, i) => {
      const zeros = commonZeros(width, v);
      if (zeros === width) return;
      const narrow = width - zeros;
      const begun = divided(width, v, zeros).map((x) => BigInt.asIntN(narrow, x));
      let best = begun;
      result.forEach((other, j) => {
        if (i === j) return;
        const unit = divided(width, other, Math.min(zeros, commonZeros(width, other)));
        for (let column = 0; column < best.length; column++) {
          const entry = BigInt.asIntN(narrow, unit[column]);
          const factor = entry === 0n ? 0n : nearest(best[column], entry);
          if (factor === 0n) continue;
          const candidate = best.map((x, c) => BigInt.asIntN(narrow, x - factor * unit[c]));
          if (magnitude(candidate) < magnitude(best)) best = candidate;
        }
      });
      if (best === begun) return;
      isSmaller = true;
      result[i] = best.map((x) => BigInt.asUintN(width, x << BigInt(zeros)));
    });
  }
  return result;
}

/** Number of factors of two that all entries share; `width` if they are zero. */
function commonZeros(width: number, v: Vector): number {
  return v.reduce((least, x) => Math.min(least, trailingZeros(x, width)), width);
}

function divided(width: number, v: Vector, zeros: number): Vector {
  return v.map((x) => BigInt.asUintN(width, x) >> BigInt(zeros));
}

/** The integer nearest to a / b. */
function nearest(a: bigint, b: bigint): bigint {
  const [top, bottom] = b < 0n ? [-a, -b] : [a, b];
  const doubled = 2n * top + bottom;
  const quotient = doubled / (2n * bottom);
  return doubled < 0n && doubled % (2n * bottom) !== 0n ? quotient - 1n : quotient;
}

function magnitude(v: Vector): bigint {
  return v.reduce((sum, x) => sum + (x < 0n ? -x : x), 0n);
}

/**
 * Vectors that span those orthogonal to all rows: the columns of V that D leaves free, where U A V = D
 * is diagonal.
 */
function kernel(width: number, rows: readonly Vector[], columns: number): Vector[] {
  const a = rows.map((row) => [...row]);
  // Columns of V, as rows.
  const v: bigint[][] = Array.from({ length: columns }, (_, i) =>
    Array.from({ length: columns }, (__, j) => (i === j ? 1n : 0n)),
  );
  const result: Vector[] = [];
  let done = 0;
  for (; done < Math.min(a.length, columns); done++) {
    let [pivotRow, pivotColumn, fewest] = [-1, -1, width];
    for (let r = done; r < a.length; r++) {
      for (let c = done; c < columns; c++) {
        const zeros = trailingZeros(a[r][c], width);
        if (zeros < fewest) [pivotRow, pivotColumn, fewest] = [r, c, zeros];
      }
    }
    if (pivotRow === -1) break;
    [a[done], a[pivotRow]] = [a[pivotRow], a[done]];
    for (const row of a) [row[done], row[pivotColumn]] = [row[pivotColumn], row[done]];
    [v[done], v[pivotColumn]] = [v[pivotColumn], v[done]];
    const pivot = a[done][done];
    for (let r = done + 1; r < a.length; r++) {
      const q = quotient(width, a[r][done], pivot, fewest);
      if (q !== 0n) for (let c = done; c < columns; c++) a[r][c] = BigInt.asUintN(width, a[r][c] - q * a[done][c]);
    }
    for (let c = done + 1; c < columns; c++) {
      const q = quotient(width, a[done][c], pivot, fewest);
      if (q === 0n) continue;
      for (const row of a) row[c] = BigInt.asUintN(width, row[c] - q * row[done]);
      v[c] = v[c].map((x, i) => BigInt.asUintN(width, x - q * v[done][i]));
    }
    if (fewest > 0) result.push(v[done].map((x) => BigInt.asUintN(width, x << BigInt(width - fewest))));
  }
  return [...result, ...v.slice(done)];
}
