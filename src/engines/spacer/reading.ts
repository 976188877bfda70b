import type { Term } from '../../smt/builder.ts';
import { FALSEHOOD, type HornSort, type HornTerm, lessThan, negation, number, sum, TRUTH } from '../../smt/horn.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';
import { postorder } from '../../smt/traverse.ts';
import type { Views } from './views.ts';

/**
 * What sums and multiples do at the ends of their range: nothing (they go on as integers do, and a run ends with the step that takes a state variable out
 * of its range), or what bit-vectors do.
 */
export type Arithmetic = 'unbounded' | 'wrapping';

interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

/** Sums that wrap around so often at most are told by cases, others by a remainder. */
const MOST_TURNS = 2n;

/**
 * Terms over Booleans and bit-vectors as terms over Booleans and integers, for the clauses of one block. What has no reading in linear arithmetic
 * (products, arrays, floats, most bitwise operators) is any value.
 */
export class IntegerReading {
  /** Sorts of the clause's variables: first those given, then inputs and values without a reading. */
  readonly variables: HornSort[] = [];
  /** What is known of the variables: their ranges. */
  readonly constraints: HornTerm[] = [];
  readonly #terms: TermStore;
  readonly #views: Views;
  readonly #arithmetic: Arithmetic;
  /** Bit-vectors in their own view. */
  readonly #known = new Map<Term, HornTerm>();
  /** Sums before they wrap around. */
  readonly #raw = new Map<Term, HornTerm>();
  readonly #otherView = new Map<Term, HornTerm>();
  readonly #bounds = new Map<HornTerm, Bounds>();

  /** `variables`: Booleans and bit-vectors that become the first variables. */
  constructor(terms: TermStore, views: Views, arithmetic: Arithmetic, variables: readonly Term[]) {
    this.#terms = terms;
    this.#views = views;
    this.#arithmetic = arithmetic;
    for (const v of variables) this.#known.set(v, this.#any(v));
  }

  /** A Boolean term. */
  truth(t: Term): HornTerm {
    this.#visit(t);
    return this.#of(t);
  }

  /** A Boolean, or a bit-vector in a view of one's choice. */
  value(t: Term, signed: boolean): HornTerm {
    this.#visit(t);
    return this.#terms.sort(t).kind === 'bool' ? this.#of(t) : this.#as(t, signed);
  }

  #visit(root: Term): void {
    if (this.#known.has(root)) return;
    for (const t of postorder(this.#terms, [root])) {
      if (this.#known.has(t) || this.#terms.isBv(t)) continue;
      switch (this.#terms.sort(t).kind) {
        case 'bool':
          this.#known.set(t, this.#boolean(t));
          break;
        case 'bv':
          this.#known.set(t, this.#bounded(t, this.#bitVector(t)));
          break;
        case 'float':
        case 'array':
          break;
      }
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
        return { kind: 'and', of: [this.#of(a), this.#of(b)] };
      case Op.ITE:
        return { kind: 'ite', condition: this.#of(a), yes: this.#of(b), no: this.#of(terms.arg(t, 2)) };
      case Op.EQ:
        switch (terms.sort(a).kind) {
          case 'bool':
            return { kind: 'equal', a: this.#of(a), b: this.#of(b) };
          case 'bv': {
            const signed = this.#view(terms.isBv(a) ? b : a);
            return { kind: 'equal', a: this.#as(a, signed), b: this.#as(b, signed) };
          }
          default:
            return this.#any(t);
        }
      case Op.ULT:
        return lessThan(this.#as(a, false), this.#as(b, false));
      case Op.SLT:
        return lessThan(this.#as(a, true), this.#as(b, true));
      default:
        return this.#any(t);
    }
  }

  #bitVector(t: Term): HornTerm {
    const terms = this.#terms;
    const width = terms.width(t);
    const signed = this.#view(t);
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    if (width === 1) return this.#bit(t);
    switch (terms.op(t)) {
      case Op.ADD:
        return this.#sum(t, [this.#addend(a, 1n), this.#addend(b, 1n)]);
      case Op.NEG:
        return this.#sum(t, [this.#addend(a, -1n)]);
      case Op.BV_NOT: {
        const top = signed ? -1n : (1n << BigInt(width)) - 1n;
        return sum([{ factor: -1n, of: this.#as(a, signed) }], top);
      }
      case Op.MUL:
        if (terms.isBv(a)) return this.#sum(t, [this.#addend(b, this.#signedConstant(a))]);
        return terms.isBv(b) ? this.#sum(t, [this.#addend(a, this.#signedConstant(b))]) : this.#any(t);
      case Op.SHL: {
        const by = this.#shift(t);
        return by === null ? this.#any(t) : this.#sum(t, [this.#addend(a, 1n << by)]);
      }
      case Op.LSHR: {
        const by = this.#shift(t);
        if (by === null || by === 0n) return this.#any(t);
        return { kind: 'quotient', of: this.#as(a, false), by: 1n << by };
      }
      case Op.ASHR: {
        const by = this.#shift(t);
        if (by === null) return this.#any(t);
        return this.#turned({ kind: 'quotient', of: this.#as(a, true), by: 1n << by }, width, true, signed);
      }
      case Op.UDIV:
      case Op.UREM: {
        if (!terms.isBv(b) || terms.constValue(b) <= 1n) return this.#any(t);
        const kind = terms.op(t) === Op.UDIV ? 'quotient' : 'remainder';
        return this.#turned({ kind, of: this.#as(a, false), by: terms.constValue(b) }, width, false, signed);
      }
      case Op.SDIV:
      case Op.SREM:
        return this.#signedDivision(t);
      case Op.BV_AND:
        return this.#masked(t);
      case Op.ITE:
        return { kind: 'ite', condition: this.#of(a), yes: this.#as(b, signed), no: this.#as(terms.arg(t, 2), signed) };
      case Op.CONCAT: {
        const low = this.#as(b, false);
        return sum([
          { factor: 1n << BigInt(terms.width(b)), of: this.#as(a, signed) },
          { factor: 1n, of: low },
        ]);
      }
      case Op.EXTRACT:
        return this.#turned(this.#extracted(t), width, false, signed);
      case Op.ZEXT:
        return this.#as(a, false);
      case Op.SEXT:
        return this.#turned(this.#as(a, true), width, true, signed);
      default:
        return this.#any(t);
    }
  }

  /** A single bit, 0 or 1. */
  #bit(t: Term): HornTerm {
    const terms = this.#terms;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    const one = number(1n);
    const zero = number(0n);
    const set = (x: Term): HornTerm => ({ kind: 'equal', a: this.#as(x, false), b: one });
    switch (terms.op(t)) {
      case Op.ADD:
      case Op.BV_XOR:
        return { kind: 'ite', condition: { kind: 'equal', a: set(a), b: set(b) }, yes: zero, no: one };
      case Op.NEG:
        return this.#as(a, false);
      case Op.BV_NOT:
        return sum([{ factor: -1n, of: this.#as(a, false) }], 1n);
      case Op.BV_AND:
      case Op.MUL:
        return { kind: 'ite', condition: set(a), yes: this.#as(b, false), no: zero };
      case Op.BV_OR:
        return { kind: 'ite', condition: set(a), yes: one, no: this.#as(b, false) };
      case Op.ITE:
        return { kind: 'ite', condition: this.#of(a), yes: this.#as(b, false), no: this.#as(terms.arg(t, 2), false) };
      case Op.EXTRACT:
        return this.#extracted(t);
      default:
        return this.#any(t);
    }
  }

  /** A factor times a term, as it is before it wraps around. */
  #addend(t: Term, factor: bigint): HornTerm {
    const of = this.#terms.isBv(t) ? number(this.#signedConstant(t)) : (this.#raw.get(t) ?? this.#of(t));
    return sum([{ factor, of }]);
  }

  #sum(t: Term, addends: readonly HornTerm[]): HornTerm {
    const raw = sum(addends.map((of) => ({ factor: 1n, of })));
    if (this.#arithmetic === 'unbounded') return raw;
    this.#raw.set(t, raw);
    return this.#wrapped(raw, this.#terms.width(t), this.#view(t));
  }

  #wrapped(raw: HornTerm, width: number, signed: boolean): HornTerm {
    const { low, high } = rangeOf(width, signed);
    const modulus = 1n << BigInt(width);
    const bounds = this.#boundsOf(raw);
    const turns = (x: bigint): bigint => (x - low) >> BigInt(width);
    if (bounds === null || turns(bounds.high) - turns(bounds.low) > MOST_TURNS) {
      return sum([{ factor: 1n, of: { kind: 'remainder', of: sum([{ factor: 1n, of: raw }], -low), by: modulus } }], low);
    }
    let result = sum([{ factor: 1n, of: raw }], -turns(bounds.low) * modulus);
    for (let turn = turns(bounds.low) + 1n; turn <= turns(bounds.high); turn += 1n) {
      const inTurn = sum([{ factor: 1n, of: raw }], -turn * modulus);
      result = { kind: 'ite', condition: { kind: 'at-most', a: number(low + turn * modulus), b: raw }, yes: inTurn, no: result };
    }
    this.#bounds.set(result, { low, high });
    return result;
  }

  #boundsOf(t: HornTerm): Bounds | null {
    if (t.kind === 'number') return { low: t.value, high: t.value };
    if (t.kind !== 'sum') return this.#bounds.get(t) ?? null;
    let low = t.constant;
    let high = t.constant;
    for (const { factor, of } of t.parts) {
      const bounds = this.#bounds.get(of);
      if (bounds === undefined) return null;
      low += factor * (factor > 0n ? bounds.low : bounds.high);
      high += factor * (factor > 0n ? bounds.high : bounds.low);
    }
    return { low, high };
  }

  /** Notes the range of a value that is in its term's view. */
  #bounded(t: Term, value: HornTerm): HornTerm {
    if (value.kind !== 'sum' && value.kind !== 'number' && !this.#bounds.has(value)) {
      this.#bounds.set(value, rangeOf(this.#terms.width(t), this.#view(t)));
    }
    return value;
  }

  #signedDivision(t: Term): HornTerm {
    const terms = this.#terms;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    const by = terms.isBv(b) ? this.#signedConstant(b) : 0n;
    if (by <= 1n) return this.#any(t);
    const value = this.#as(a, true);
    const kind = terms.op(t) === Op.SDIV ? 'quotient' : 'remainder';
    const up: HornTerm = { kind, of: value, by };
    const down = sum([{ factor: -1n, of: { kind, of: sum([{ factor: -1n, of: value }]), by } }]);
    const result: HornTerm = { kind: 'ite', condition: { kind: 'at-most', a: number(0n), b: value }, yes: up, no: down };
    return this.#turned(result, terms.width(t), true, this.#view(t));
  }

  /** A conjunction with a mask of the lowest or of all but the lowest bits. */
  #masked(t: Term): HornTerm {
    const terms = this.#terms;
    const [mask, of] = terms.isBv(terms.arg(t, 0)) ? [terms.arg(t, 0), terms.arg(t, 1)] : [terms.arg(t, 1), terms.arg(t, 0)];
    if (!terms.isBv(mask)) return this.#any(t);
    const bits = terms.constValue(mask);
    const signed = this.#view(t);
    const width = terms.width(t);
    const low = bits & (bits + 1n) ? null : bits + 1n;
    if (low !== null && low >> BigInt(width) === 0n) {
      return this.#turned({ kind: 'remainder', of: this.#as(of, this.#viewOf(of, false)), by: low }, width, false, signed);
    }
    const cleared = BigInt.asUintN(width, ~bits);
    if (cleared & (cleared + 1n)) return this.#any(t);
    const value = this.#as(of, signed);
    return sum([
      { factor: 1n, of: value },
      { factor: -1n, of: { kind: 'remainder', of: value, by: cleared + 1n } },
    ]);
  }

  /** Some bits, unsigned. */
  #extracted(t: Term): HornTerm {
    const terms = this.#terms;
    const of = terms.arg(t, 0);
    // Remainders and quotients by powers of two are those of the bits in either view.
    const value = this.#as(of, this.#viewOf(of, false));
    const shifted: HornTerm = terms.low(t) === 0 ? value : { kind: 'quotient', of: value, by: 1n << BigInt(terms.low(t)) };
    return { kind: 'remainder', of: shifted, by: 1n << BigInt(terms.width(t)) };
  }

  /** A number in the range of one view, in the other one. */
  #turned(value: HornTerm, width: number, from: boolean, to: boolean): HornTerm {
    if (from === to) return value;
    const modulus = 1n << BigInt(width);
    const half = modulus >> 1n;
    const condition: HornTerm = from ? { kind: 'at-most', a: number(0n), b: value } : lessThan(value, number(half));
    return { kind: 'ite', condition, yes: value, no: sum([{ factor: 1n, of: value }], from ? modulus : -modulus) };
  }

  #as(t: Term, signed: boolean): HornTerm {
    const terms = this.#terms;
    const width = terms.width(t);
    if (terms.isBv(t)) return number(signed ? BigInt.asIntN(width, terms.constValue(t)) : terms.constValue(t));
    const value = this.#of(t);
    const own = this.#view(t);
    if (own === signed) return value;
    let other = this.#otherView.get(t);
    if (other === undefined) {
      other = this.#turned(value, width, own, signed);
      this.#bounds.set(other, rangeOf(width, signed));
      this.#otherView.set(t, other);
    }
    return other;
  }

  #of(t: Term): HornTerm {
    return this.#known.get(t) ?? this.#any(t);
  }

  #view(t: Term): boolean {
    return this.#views.signed(t);
  }

  #viewOf(t: Term, ofConstant: boolean): boolean {
    return this.#terms.isBv(t) ? ofConstant : this.#view(t);
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
    if (this.#terms.sort(t).kind === 'bool') {
      this.variables.push('bool');
      return value;
    }
    this.variables.push('int');
    const range = rangeOf(this.#terms.width(t), this.#view(t));
    this.#bounds.set(value, range);
    this.constraints.push(
      { kind: 'at-most', a: number(range.low), b: value },
      { kind: 'at-most', a: value, b: number(range.high) },
    );
    return value;
  }
}

/** What a bit-vector can be. */
export function rangeOf(width: number, signed: boolean): Bounds {
  const modulus = 1n << BigInt(width);
  return signed ? { low: -(modulus >> 1n), high: (modulus >> 1n) - 1n } : { low: 0n, high: modulus - 1n };
}
