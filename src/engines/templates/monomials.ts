import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { AffineSpace, factorsOfTwo, oddPartInverse, type Vector } from '../../system/analysis/affine.ts';

/** Indices of variables in ascending order, with repetitions. */
type Monomial = readonly number[];

/** An equality of polynomials modulo 2^width that holds in all points. */
export interface PolynomialEquality {
  readonly equation: Term;
  /** Its solution for one variable: 2^twos * variable = value; null where no variable occurs alone. */
  readonly solved: { readonly variable: Term; readonly twos: number; readonly value: Term } | null;
}

/** Most monomials up to one degree: their number determines the cost of elimination. */
const MOST_MONOMIALS = 90;
const MOST_DEGREE = 4;
/** Equalities with larger coefficients than these, in every multiple, come from too few points. */
const LARGEST = 1n << 12n;

/**
 * Equalities of polynomials modulo 2^width that hold in all of the points (Sharma et al.: A Data
 * Driven Approach for Algebraic Loop Invariants, ESOP 2013). They are the kernel of the matrix of the
 * values of monomials, degree by degree (Müller-Olm, Seidl: Analysis of Modular Arithmetic, TOPLAS
 * 2007, for its arithmetic).
 *
 * An equality gives one monomial by others. Multiples of that monomial are left out of later
 * equalities (Möller, Buchberger: The Construction of Multivariate Polynomials with Preassigned Zeros,
 * EUROCAM 1982). `points` are values of the variables.
 */
export function polynomialEqualities(
  terms: TermStore,
  variables: readonly Term[],
  points: readonly Vector[],
): PolynomialEquality[] {
  const found: PolynomialEquality[] = [];
  if (points.length === 0) return found;
  const width = terms.width(variables[0]);
  const given: Monomial[] = [];
  let free = variables.map((_, i) => i);
  for (let degree = 1; degree <= MOST_DEGREE; degree++) {
    let monomials = monomialsUpTo(degree, free, given);
    // The terms that the program uses most come first in a group.
    while (degree <= 2 && monomials.length > MOST_MONOMIALS) {
      free = free.slice(0, -1);
      monomials = monomialsUpTo(degree, free, given);
    }
    if (monomials.length > MOST_MONOMIALS) break;
    let rows = relations(width, monomials, points);
    const at = (row: Row): Equation => new Equation(terms, variables, monomials, row.entries);
    // One variable at a time: without it, the other equalities of this degree become shorter, or vanish.
    for (;;) {
      const chosen = rows.find((row) => at(row).leads('odd').length > 0);
      if (chosen === undefined) break;
      const [lead] = at(chosen).leads('odd');
      found.push(at(chosen).solvedFor(lead));
      given.push([lead]);
      const about = monomials.flatMap((m, i) => (m.includes(lead) ? [i] : []));
      const entries = rows.map((row) => row.entries);
      rows = reduced(width, entries, monomials.length, about).filter((row) =>
        about.every((i) => row.entries[i] === 0n),
      );
    }
    for (const row of rows) {
      const [lead] = at(row).leads('any');
      found.push(lead === undefined ? { equation: at(row).term(), solved: null } : at(row).solvedFor(lead));
      given.push(monomials[row.pivot]);
    }
  }
  return found;
}

/**
 * Monomials by ascending degree, and of each degree in the order of the variables, without multiples
 * of the given ones.
 */
function monomialsUpTo(degree: number, variables: readonly number[], given: readonly Monomial[]): Monomial[] {
  const place = new Map(variables.map((v, i) => [v, i]));
  const all: Monomial[] = [];
  let last: Monomial[] = [[]];
  for (let d = 1; d <= degree; d++) {
    last = last
      .flatMap((m) => variables.slice(m.length === 0 ? 0 : place.get(m[m.length - 1])).map((v) => [...m, v]))
      .filter((m) => !given.some((factor) => divides(factor, m)));
    all.push(...last);
  }
  return all;
}

function divides(factor: Monomial, m: Monomial): boolean {
  const rest = [...m];
  return factor.every((v) => {
    const at = rest.indexOf(v);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
}

/**
 * Coefficients of the monomials, and the constant, of a sum that is zero at all points. The
 * coefficient at the pivot is odd in this row, and 0 in other rows.
 */
interface Row {
  readonly entries: Vector;
  readonly pivot: number;
}

function relations(width: number, monomials: readonly Monomial[], points: readonly Vector[]): Row[] {
  const valuesAt = (point: Vector): Vector =>
    monomials.map((m) => m.reduce((product, v) => BigInt.asUintN(width, product * point[v]), 1n));
  let space = new AffineSpace(width, valuesAt(points[0]));
  for (const point of points.slice(1)) space = space.join(new AffineSpace(width, valuesAt(point)));
  const rows = space
    .rawEquations()
    .map(({ coefficients, constant }) => [...coefficients, BigInt.asUintN(width, -constant)]);
  return reduced(width, rows, monomials.length, []).filter(({ entries }) => {
    const signed = smallest(width, entries).map((c) => BigInt.asIntN(width, c));
    return signed.slice(0, -1).every((c) => c <= LARGEST && c >= -LARGEST);
  });
}

/**
 * Rows in the span of the given ones, short rows first. Pivots lie in the columns `first` where
 * possible, then in those of high degrees, so that the rest is short.
 */
function reduced(width: number, rows: readonly Vector[], columns: number, first: readonly number[]): Row[] {
  let open = [...rows];
  let done: Row[] = [];
  const others = Array.from({ length: columns }, (_, i) => columns - 1 - i).filter((column) => !first.includes(column));
  for (const column of [...first, ...others]) {
    const pivot = open.find((row) => row[column] % 2n === 1n);
    if (pivot === undefined) continue;
    const unit = oddPartInverse(width, pivot[column]);
    const scaled = pivot.map((x) => BigInt.asUintN(width, x * unit));
    const without = (row: Vector): Vector =>
      row[column] === 0n ? row : row.map((x, i) => BigInt.asUintN(width, x - row[column] * scaled[i]));
    open = open.filter((row) => row !== pivot).map(without);
    done = [...done.map((row) => ({ ...row, entries: without(row.entries) })), { entries: scaled, pivot: column }];
  }
  for (const column of [...first, ...others]) {
    // Rows without odd entries give coefficients that matter only modulo a power of two: the smallest ones
    // suffice.
    const twos = (row: Vector): number => factorsOfTwo(width, row[column]);
    const pivot = open.reduce<Vector | null>(
      (best, row) => (twos(row) < (best === null ? width : twos(best)) ? row : best),
      null,
    );
    if (pivot === null) continue;
    const places = BigInt(twos(pivot));
    const unit = oddPartInverse(width, pivot[column]);
    const scaled = pivot.map((x) => BigInt.asUintN(width, x * unit));
    const less = (row: Vector, often: bigint): Vector =>
      row.map((x, i) => BigInt.asUintN(width, x - often * scaled[i]));
    open = open.filter((row) => row !== pivot).map((row) => less(row, row[column] >> places));
    const nearest = (x: bigint): bigint => (x + ((1n << places) >> 1n)) >> places;
    done = done.map((row) => ({ ...row, entries: less(row.entries, nearest(row.entries[column])) }));
  }
  const length = ({ entries }: Row): number => entries.filter((x) => x !== 0n).length;
  return done.sort((a, b) => length(a) - length(b));
}

class Equation {
  constructor(
    private readonly terms: TermStore,
    private readonly variables: readonly Term[],
    private readonly monomials: readonly Monomial[],
    private readonly row: Vector,
  ) {}

  /** The equation with positive coefficients on both sides, and small ones where a multiple has them. */
  term(): Term {
    const { terms, variables } = this;
    const width = terms.width(variables[0]);
    const scaled = smallest(width, this.row);
    const side = (sign: bigint): Term =>
      this.#sum(scaled.map((c) => (BigInt.asIntN(width, c) * sign > 0n ? BigInt.asUintN(width, c * sign) : 0n)));
    return terms.eq(side(1n), side(-1n));
  }

  /**
   * The variables that occur in one monomial alone, of degree 1, with an odd or with any coefficient;
   * those with few factors of two first.
   */
  leads(coefficient: 'odd' | 'any'): number[] {
    const { terms, variables, monomials, row } = this;
    const width = terms.width(variables[0]);
    const twos = (i: number): number => factorsOfTwo(width, row[i]);
    return monomials
      .flatMap(([v, ...more], i) => {
        if (more.length > 0 || row[i] === 0n || (coefficient === 'odd' && twos(i) > 0)) return [];
        return monomials.every((m, j) => i === j || row[j] === 0n || !m.includes(v)) ? [{ v, twos: twos(i) }] : [];
      })
      .sort((a, b) => a.twos - b.twos)
      .map(({ v }) => v);
  }

  solvedFor(lead: number): PolynomialEquality {
    const width = this.terms.width(this.variables[0]);
    const at = this.monomials.findIndex((m) => m.length === 1 && m[0] === lead);
    const unit = oddPartInverse(width, this.row[at]);
    const value = this.#sum(this.row.map((c, i) => (i === at ? 0n : BigInt.asUintN(width, -c * unit))));
    const twos = factorsOfTwo(width, this.row[at]);
    return { equation: this.term(), solved: { variable: this.variables[lead], twos, value } };
  }

  #sum(coefficients: Vector): Term {
    const { terms, variables, monomials } = this;
    const width = terms.width(variables[0]);
    return coefficients.reduce(
      (sum, c, i) => {
        if (c === 0n) return sum;
        const product = (monomials[i] ?? []).reduce((m, v) => terms.mul(m, variables[v]), terms.bv(width, 1));
        return terms.add(sum, terms.mul(product, terms.bv(width, c)));
      },
      terms.bv(width, 0),
    );
  }
}

/** The multiple by an odd number whose entries have the smallest sum of magnitudes, as signed numbers. */
function smallest(width: number, row: Vector): Vector {
  const sizeOf = (v: Vector): bigint =>
    v.reduce((sum, x) => {
      const signed = BigInt.asIntN(width, x);
      return sum + (signed < 0n ? -signed : signed);
    }, 0n);
  const factors = new Set([1n, 3n, 5n, 15n, ...row.filter((x) => x % 2n === 1n).map((x) => oddPartInverse(width, x))]);
  let best = row;
  for (const factor of factors) {
    const candidate = row.map((x) => BigInt.asUintN(width, x * factor));
    if (sizeOf(candidate) < sizeOf(best)) best = candidate;
  }
  return best;
}
