import type { Term } from '../../smt/builder.ts';
import { FALSEHOOD, type HornSort, type HornTerm, negation, number, TRUTH } from '../../smt/horn.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';
import { postorder } from '../../smt/traverse.ts';
import { both, Integers, isWithin, rangeOf } from './integers.ts';
import type { Views } from './views.ts';

/** Which terms wrap around at the ends of their range as bit-vectors do; the others go on as integers do. */
export interface Wrapping {
  has(t: Term): boolean;
}

/** Numbers that may be so many times as wide as their term are wrapped around before they are used further. */
const MOST_WIDTHS = 2;

/**
 * Terms over Booleans and bit-vectors as terms over Booleans and integers, for the clauses of one block. A bit-vector is read as a number that is
 * congruent to it; where its value counts (in comparisons, divisions, extensions, at the end of a step) as that in its range, or, unless it is to wrap
 * around, as if it was there. What has no reading in linear arithmetic (products, arrays, floats, most bitwise operators) is any value.
 */
export class IntegerReading {
  /** Sorts of the clause's variables: first those given, then inputs and values without a reading. */
  readonly variables: HornSort[] = [];
  /** What each variable stands for. */
  readonly meaning: Term[] = [];
  /** What is known of the variables: their ranges, and those that operators without a reading have. */
  readonly constraints: HornTerm[] = [];
  /** Values that count and may be out of the range of their term, in its own view. */
  readonly assumed = new Map<Term, HornTerm>();
  readonly #terms: TermStore;
  readonly #views: Views;
  readonly #wrapping: Wrapping;
  readonly #integers = new Integers();
  /** Booleans, and numbers congruent to bit-vectors. */
  readonly #known = new Map<Term, HornTerm>();
  /** Bit-vectors by view: their values. */
  readonly #values: Readonly<Record<'signed' | 'unsigned', Map<Term, HornTerm>>> = { signed: new Map(), unsigned: new Map() };
  /** Terms that can have any value whatever all others are, and are used in one place. */
  readonly #loose = new Set<Term>();
  readonly #uses = new Map<Term, number>();

  /** `variables`: Booleans and bit-vectors that become the first variables; `roots`: terms that will be read. */
  constructor(terms: TermStore, views: Views, wrapping: Wrapping, variables: readonly Term[], roots: readonly Term[]) {
    this.#terms = terms;
    this.#views = views;
    this.#wrapping = wrapping;
    for (const v of variables) this.#known.set(v, this.#any(v));
    const use = (t: Term): void => {
      this.#uses.set(t, (this.#uses.get(t) ?? 0) + 1);
    };
    for (const t of postorder(terms, roots)) for (let i = 0; i < terms.arity(t); i += 1) use(terms.arg(t, i));
    for (const t of roots) use(t);
    for (const t of roots) this.#visit(t);
  }

  /** The Boolean of one of the roots. */
  truth(t: Term): HornTerm {
    return this.#of(t);
  }

  /** One of the roots: a Boolean, or the value of a bit-vector in a view of one's choice. */
  value(t: Term, signed: boolean): HornTerm {
    return this.#terms.sort(t).kind === 'bool' ? this.#of(t) : this.#as(t, signed);
  }

  #visit(root: Term): void {
    const terms = this.#terms;
    if (this.#known.has(root)) return;
    for (const t of postorder(terms, [root])) {
      if (this.#known.has(t) || terms.isBv(t)) continue;
      const { kind } = terms.sort(t);
      if (kind !== 'bool' && kind !== 'bv') continue;
      if (terms.op(t) === Op.VARIABLE || this.#isLoose(t)) {
        // A variable of the clause is made where the term is used.
        if (this.#uses.get(t) === 1) this.#loose.add(t);
        continue;
      }
      this.#known.set(t, kind === 'bool' ? this.#boolean(t) : this.#limited(t, this.#bitVector(t)));
    }
  }

  /** Whether a term has any value by an argument that has. */
  #isLoose(t: Term): boolean {
    const terms = this.#terms;
    const loose = (i: number): boolean => this.#loose.has(terms.arg(t, i));
    switch (terms.op(t)) {
      case Op.ADD:
      case Op.BV_XOR:
      case Op.EQ:
        return loose(0) || loose(1);
      case Op.NEG:
      case Op.BV_NOT:
      case Op.NOT:
      case Op.EXTRACT:
        return loose(0);
      case Op.ULT:
      case Op.SLT:
        return (loose(0) && terms.isBv(terms.arg(t, 1))) || (loose(1) && terms.isBv(terms.arg(t, 0)));
      default:
        return false;
    }
  }

  #boolean(t: Term): HornTerm {
    const terms = this.#terms;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    switch (terms.op(t)) {
      case Op.TRUE:
        return TRUTH;
      case Op.FALSE:
        return FALSEHOOD;
      case Op.NOT:
        return negation(this.#of(a));
      case Op.AND:
        return both(this.#of(a), this.#of(b));
      case Op.ITE:
        return this.#integers.ite(this.#of(a), this.#of(b), this.#of(terms.arg(t, 2)));
      case Op.EQ:
        switch (terms.sort(a).kind) {
          case 'bool':
            return { kind: 'equal', a: this.#of(a), b: this.#of(b) };
          case 'bv': {
            const signed = this.#views.signed(terms.isBv(a) ? b : a);
            return this.#integers.equal(this.#as(a, signed), this.#as(b, signed));
          }
          default:
            return this.#any(t);
        }
      case Op.ULT:
        return this.#integers.lessThan(this.#as(a, false), this.#as(b, false));
      case Op.SLT:
        return this.#integers.lessThan(this.#as(a, true), this.#as(b, true));
      default:
        return this.#any(t);
    }
  }

  /** A number that is congruent to a term. */
  #bitVector(t: Term): HornTerm {
    const terms = this.#terms;
    const integers = this.#integers;
    const width = terms.width(t);
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    if (width === 1) return this.#bit(t);
    const times = (of: Term, factor: bigint): HornTerm => integers.sum([{ factor, of: this.#number(of, true) }]);
    switch (terms.op(t)) {
      case Op.ADD:
        return integers.sum([a, b].map((x) => ({ factor: 1n, of: this.#number(x, true) })));
      case Op.NEG:
        return times(a, -1n);
      case Op.BV_NOT:
        return integers.plus(times(a, -1n), -1n);
      case Op.MUL:
        if (terms.isBv(a)) return times(b, this.#signedConstant(a));
        return terms.isBv(b) ? times(a, this.#signedConstant(b)) : this.#any(t);
      case Op.SHL: {
        const by = this.#shift(t);
        return by === null ? this.#any(t) : times(a, 1n << by);
      }
      case Op.LSHR: {
        const by = this.#shift(t);
        return by === null ? this.#atMost(this.#any(t), t, a) : integers.quotient(this.#as(a, false), 1n << by);
      }
      case Op.ASHR: {
        const by = this.#shift(t);
        return by === null ? this.#any(t) : integers.quotient(this.#as(a, true), 1n << by);
      }
      case Op.UDIV:
        if (!terms.isBv(b)) return this.#any(t);
        return terms.constValue(b) === 0n ? number(-1n) : integers.quotient(this.#as(a, false), terms.constValue(b));
      case Op.UREM:
        if (!terms.isBv(b)) return this.#atMost(this.#any(t), t, a);
        return terms.constValue(b) === 0n ? this.#number(a, false) : integers.remainder(this.#as(a, false), terms.constValue(b));
      case Op.SDIV:
      case Op.SREM:
        return this.#signedDivision(t);
      case Op.BV_AND:
      case Op.BV_OR:
      case Op.BV_XOR:
        return this.#bitwise(t);
      case Op.ITE: {
        const signed = this.#views.signed(t);
        return integers.ite(this.#of(a), this.#number(b, signed), this.#number(terms.arg(t, 2), signed));
      }
      case Op.CONCAT:
        return integers.sum([
          { factor: 1n << BigInt(terms.width(b)), of: this.#number(a, this.#views.signed(t)) },
          { factor: 1n, of: this.#as(b, false) },
        ]);
      case Op.EXTRACT:
        // The low bits of what was computed are what was computed, modulo their width.
        return terms.low(t) === 0 && isComputed(terms.op(a)) ? this.#number(a, true) : this.#bits(a, terms.low(t), width);
      case Op.ZEXT:
        return this.#as(a, false);
      case Op.SEXT:
        return this.#as(a, true);
      default:
        return this.#any(t);
    }
  }

  /** A single bit, 0 or 1. */
  #bit(t: Term): HornTerm {
    const terms = this.#terms;
    const integers = this.#integers;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    const [one, zero] = [number(1n), number(0n)];
    const value = (x: Term): HornTerm => this.#as(x, false);
    const set = (x: Term): HornTerm => integers.equal(value(x), one);
    switch (terms.op(t)) {
      case Op.ADD:
      case Op.BV_XOR:
        return integers.ite({ kind: 'equal', a: set(a), b: set(b) }, zero, one);
      case Op.NEG:
        return value(a);
      case Op.BV_NOT:
        return integers.sum([{ factor: -1n, of: value(a) }], 1n);
      case Op.BV_AND:
      case Op.MUL:
        return integers.ite(set(a), value(b), zero);
      case Op.BV_OR:
        return integers.ite(set(a), one, value(b));
      case Op.ITE:
        return integers.ite(this.#of(a), value(b), value(terms.arg(t, 2)));
      case Op.EXTRACT:
        return this.#bits(a, terms.low(t), 1);
      default:
        return this.#any(t);
    }
  }

  #signedDivision(t: Term): HornTerm {
    const terms = this.#terms;
    const integers = this.#integers;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    const divisor = terms.isBv(b) ? this.#signedConstant(b) : 0n;
    if (divisor === 0n) return this.#any(t);
    const by = divisor < 0n ? -divisor : divisor;
    const isQuotient = terms.op(t) === Op.SDIV;
    const divided = (of: HornTerm): HornTerm => (isQuotient ? integers.quotient(of, by) : integers.remainder(of, by));
    const negative = (of: HornTerm): HornTerm => integers.sum([{ factor: -1n, of }]);
    const value = this.#as(a, true);
    const result = integers.ite(integers.atMost(number(0n), value), divided(value), negative(divided(negative(value))));
    return isQuotient && divisor < 0n ? negative(result) : result;
  }

  /** With a constant of consecutive ones, or of ones around consecutive zeros, by arithmetic. */
  #bitwise(t: Term): HornTerm {
    const terms = this.#terms;
    const op = terms.op(t);
    const [constant, of] = terms.isBv(terms.arg(t, 0)) ? [terms.arg(t, 0), terms.arg(t, 1)] : [terms.arg(t, 1), terms.arg(t, 0)];
    const common = terms.isBv(constant) ? this.#masked(of, terms.constValue(constant), terms.width(t)) : null;
    if (common === null) {
      const any = this.#any(t);
      return op === Op.BV_AND ? this.#atMost(this.#atMost(any, t, of), t, constant) : any;
    }
    if (op === Op.BV_AND) return common;
    const either = this.#integers.plus(this.#number(of, true), this.#signedConstant(constant));
    return this.#integers.sum([
      { factor: 1n, of: either },
      { factor: op === Op.BV_OR ? -1n : -2n, of: common },
    ]);
  }

  /** The bits of a term where a mask has ones; null if they are too scattered. */
  #masked(t: Term, mask: bigint, width: number): HornTerm | null {
    const ones = run(mask);
    if (ones !== null) return this.#integers.sum([{ factor: 1n << BigInt(ones.from), of: this.#bits(t, ones.from, ones.bits) }]);
    const zeros = run(BigInt.asUintN(width, ~mask));
    if (zeros === null) return null;
    return this.#integers.sum([
      { factor: 1n, of: this.#number(t, true) },
      { factor: -(1n << BigInt(zeros.from)), of: this.#bits(t, zeros.from, zeros.bits) },
    ]);
  }

  /** Some bits of a term, unsigned. */
  #bits(t: Term, from: number, bits: number): HornTerm {
    const shifted = this.#integers.quotient(this.#number(t, this.#views.signed(t)), 1n << BigInt(from));
    return this.#integers.remainder(shifted, 1n << BigInt(bits));
  }

  /** `value`, which is any value of `t`, once it is known to be unsigned at most `limit`; only where both are read so. */
  #atMost(value: HornTerm, t: Term, limit: Term): HornTerm {
    if (this.#views.signed(t) || this.#signed(limit)) return value;
    this.constraints.push(this.#integers.atMost(value, this.#as(limit, false)));
    return value;
  }

  /** A number that is congruent to a term, in a view if the term is a constant. */
  #number(t: Term, signed: boolean): HornTerm {
    return this.#terms.isBv(t) ? this.#as(t, signed) : this.#of(t);
  }

  /** A number that is not too far out of the range of its term. */
  #limited(t: Term, value: HornTerm): HornTerm {
    const width = this.#terms.width(t);
    const { low, high } = rangeOf(width * MOST_WIDTHS, true);
    return isWithin(this.#integers.bounds(value), { low, high })
      ? value
      : this.#integers.wrapped(value, width, this.#views.signed(t));
  }

  /** The value of a term. */
  #as(t: Term, signed: boolean): HornTerm {
    const terms = this.#terms;
    const width = terms.width(t);
    if (terms.isBv(t)) return number(signed ? this.#signedConstant(t) : terms.constValue(t));
    const values = this.#values[signed ? 'signed' : 'unsigned'];
    let value = values.get(t);
    if (value === undefined) {
      const any = this.#of(t);
      const range = rangeOf(width, signed);
      if (isWithin(this.#integers.bounds(any), range)) value = any;
      else if (this.#signed(t) === signed) value = this.#own(t);
      else value = this.#turned(this.#as(t, !signed), width, signed);
      values.set(t, value);
    }
    return value;
  }

  /** The value of a term in its own view. */
  #own(t: Term): HornTerm {
    const value = this.#of(t);
    if (this.#wrapping.has(t)) return this.#integers.wrapped(value, this.#terms.width(t), this.#signed(t));
    this.assumed.set(t, value);
    return value;
  }

  /** The value in one view from that in the other one. */
  #turned(value: HornTerm, width: number, signed: boolean): HornTerm {
    const integers = this.#integers;
    const range = rangeOf(width, signed);
    const isInRange = isWithin(integers.bounds(value), rangeOf(width, !signed));
    const turn = 1n << BigInt(width);
    const condition = signed ? integers.atMost(value, number(range.high)) : integers.atMost(number(0n), value);
    const result = integers.ite(condition, value, integers.plus(value, signed ? -turn : turn));
    return isInRange && result.kind === 'ite' ? integers.bounded(result, range) : result;
  }

  #of(t: Term): HornTerm {
    let value = this.#known.get(t);
    if (value === undefined) {
      value = this.#any(t);
      this.#known.set(t, value);
    }
    return value;
  }

  #signed(t: Term): boolean {
    return this.#views.signed(t);
  }

  #signedConstant(t: Term): bigint {
    return BigInt.asIntN(this.#terms.width(t), this.#terms.constValue(t));
  }

  /** By how many bits a shift by a constant goes; null for others, and for those by the width or more. */
  #shift(t: Term): bigint | null {
    const by = this.#terms.arg(t, 1);
    if (!this.#terms.isBv(by)) return null;
    const bits = this.#terms.constValue(by);
    return bits < BigInt(this.#terms.width(t)) ? bits : null;
  }

  /** A new variable for any value of a term. */
  #any(t: Term): HornTerm {
    const value: HornTerm = { kind: 'variable', index: this.variables.length };
    this.meaning.push(t);
    if (this.#terms.sort(t).kind === 'bool') {
      this.variables.push('bool');
      return value;
    }
    this.variables.push('int');
    const { low, high } = rangeOf(this.#terms.width(t), this.#signed(t));
    this.constraints.push({ kind: 'at-most', a: number(low), b: value }, { kind: 'at-most', a: value, b: number(high) });
    return this.#integers.bounded(value, { low, high });
  }
}

/** Whether results of an operator are congruent to something that arguments are congruent to. */
function isComputed(op: Op): boolean {
  return op === Op.ADD || op === Op.NEG || op === Op.MUL || op === Op.SHL || op === Op.ITE;
}

/** Where the ones of a number are, if they are consecutive. */
function run(mask: bigint): { readonly from: number; readonly bits: number } | null {
  if (mask === 0n) return null;
  const text = mask.toString(2);
  const bits = text.lastIndexOf('1') + 1;
  return text.slice(0, bits).includes('0') ? null : { from: text.length - bits, bits };
}
