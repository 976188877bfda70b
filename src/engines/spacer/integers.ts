import { FALSEHOOD, floorDivide, type HornSummand, type HornTerm, negation, number, sum, TRUTH } from '../../smt/horn.ts';

/** From `low` to `high`, both included. */
export interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

/** What a bit-vector of a width can be as a number. */
export function rangeOf(width: number, signed: boolean): Bounds {
  const modulus = 1n << BigInt(width);
  return signed ? { low: -(modulus >> 1n), high: (modulus >> 1n) - 1n } : { low: 0n, high: modulus - 1n };
}

export function isWithin(inner: Bounds | null, outer: Bounds): boolean {
  return inner !== null && inner.low >= outer.low && inner.high <= outer.high;
}

/** Values that wrap around so often at most are told by cases, others by a remainder. */
const MOST_TURNS = 2n;

/** Makes integer terms and remembers what values they can have; where that decides an operator, it is left out. */
export class Integers {
  readonly #bounds = new Map<HornTerm, Bounds>();

  /** The values that a term can have; null if they are not bounded. */
  bounds(t: HornTerm): Bounds | null {
    if (t.kind === 'number') return { low: t.value, high: t.value };
    return this.#bounds.get(t) ?? null;
  }

  /** Notes the values that a term can have. */
  bounded(t: HornTerm, bounds: Bounds): HornTerm {
    if (t.kind !== 'number') this.#bounds.set(t, bounds);
    return t;
  }

  sum(parts: readonly HornSummand[], constant = 0n): HornTerm {
    const result = sum(parts, constant);
    if (result.kind !== 'sum' || this.#bounds.has(result)) return result;
    let { low, high } = { low: result.constant, high: result.constant };
    for (const { factor, of } of result.parts) {
      const bounds = this.bounds(of);
      if (bounds === null) return result;
      low += factor * (factor > 0n ? bounds.low : bounds.high);
      high += factor * (factor > 0n ? bounds.high : bounds.low);
    }
    return this.bounded(result, { low, high });
  }

  plus(t: HornTerm, constant: bigint): HornTerm {
    return this.sum([{ factor: 1n, of: t }], constant);
  }

  /** Of two Booleans or two integers. */
  ite(condition: HornTerm, yes: HornTerm, no: HornTerm): HornTerm {
    if (condition.kind === 'truth') return condition.value ? yes : no;
    if (yes === no || (yes.kind === 'number' && no.kind === 'number' && yes.value === no.value)) return yes;
    const result: HornTerm = { kind: 'ite', condition, yes, no };
    const [a, b] = [this.bounds(yes), this.bounds(no)];
    if (a === null || b === null) return result;
    return this.bounded(result, { low: a.low < b.low ? a.low : b.low, high: a.high > b.high ? a.high : b.high });
  }

  /** Rounded down. `by`: positive. */
  quotient(of: HornTerm, by: bigint): HornTerm {
    if (by === 1n) return of;
    const bounds = this.bounds(of);
    const result: HornTerm = { kind: 'quotient', of, by };
    if (bounds === null) return result;
    const { low, high } = { low: floorDivide(bounds.low, by), high: floorDivide(bounds.high, by) };
    return low === high ? number(low) : this.bounded(result, { low, high });
  }

  /** Not negative. `by`: positive. */
  remainder(of: HornTerm, by: bigint): HornTerm {
    return this.#modulo(of, by, 0n);
  }

  /** The value that the bit-vector of a width has which is congruent to a term. */
  wrapped(t: HornTerm, width: number, signed: boolean): HornTerm {
    const { low } = rangeOf(width, signed);
    return this.#modulo(t, 1n << BigInt(width), low);
  }

  /** The number from `low` on that is congruent to a term. */
  #modulo(t: HornTerm, modulus: bigint, low: bigint): HornTerm {
    const range = { low, high: low + modulus - 1n };
    const bounds = this.bounds(t);
    if (isWithin(bounds, range)) return t;
    const turn = (x: bigint): bigint => floorDivide(x - low, modulus);
    if (bounds === null || turn(bounds.high) - turn(bounds.low) > MOST_TURNS) {
      const remainder: HornTerm = { kind: 'remainder', of: this.plus(t, -low), by: modulus };
      return this.bounded(this.plus(this.bounded(remainder, { low: 0n, high: modulus - 1n }), low), range);
    }
    let result = this.plus(t, -turn(bounds.low) * modulus);
    for (let i = turn(bounds.low) + 1n; i <= turn(bounds.high); i += 1n) {
      result = this.ite(this.atMost(number(low + i * modulus), t), this.plus(t, -i * modulus), result);
    }
    return this.bounded(result, range);
  }

  atMost(a: HornTerm, b: HornTerm): HornTerm {
    const [x, y] = [this.bounds(a), this.bounds(b)];
    if (x !== null && y !== null && x.high <= y.low) return TRUTH;
    if (x !== null && y !== null && x.low > y.high) return FALSEHOOD;
    return { kind: 'at-most', a, b };
  }

  lessThan(a: HornTerm, b: HornTerm): HornTerm {
    return negation(this.atMost(b, a));
  }

  equal(a: HornTerm, b: HornTerm): HornTerm {
    if (a === b) return TRUTH;
    const [x, y] = [this.bounds(a), this.bounds(b)];
    if (x !== null && y !== null && (x.high < y.low || y.high < x.low)) return FALSEHOOD;
    if (x !== null && y !== null && x.low === x.high && y.low === x.low && y.high === x.low) return TRUTH;
    return { kind: 'equal', a, b };
  }
}

/** Of Booleans. */
export function both(a: HornTerm, b: HornTerm): HornTerm {
  if (a.kind === 'truth') return a.value ? b : a;
  if (b.kind === 'truth') return b.value ? a : b;
  return a === b ? a : { kind: 'and', of: [a, b] };
}
