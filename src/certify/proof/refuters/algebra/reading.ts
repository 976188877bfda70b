import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import type { Interval } from '../bounds/range.ts';
import { atom, constant, type Polynomial, plusTimes, times, ZERO } from './polynomial.ts';
import type { Ranges } from './ranges.ts';

/**
 * A term's number modulo 2^width. A narrower term has the number of its bits read as signed or as
 * unsigned.
 */
interface View {
  readonly t: Term;
  readonly width: number;
  readonly signed: boolean;
}

/** The terms and factors from which the polynomial of a view is made. */
interface Plan {
  readonly needs: readonly View[];
  combine(parts: readonly Polynomial[]): Polynomial;
}

/** Operators of the ring of integers. */
type RingOp = typeof Op.ADD | typeof Op.MUL | typeof Op.NEG | typeof Op.BV_NOT;

/**
 * Reads bit-vector terms as polynomials over atoms, which are the terms that are neither sums nor
 * products. It also looks for sums and products within extensions and truncations, if ranges determine
 * how often they wrap around.
 */
export class Reading {
  readonly #read = new Map<string, Polynomial>();

  constructor(
    private readonly store: TermStore,
    private readonly ranges: Ranges,
  ) {}

  /** The term modulo 2^width (absent: its own width). Makes terms. Throws TooLarge. */
  polynomial(t: Term, width = this.store.width(t), signed = false): Polynomial {
    const root = { t, width, signed };
    const stack: View[] = [root];
    for (let view = stack.at(-1); view !== undefined; view = stack.at(-1)) {
      if (this.#known(view) !== undefined) {
        stack.pop();
        continue;
      }
      const { needs, combine } = this.#plan(view);
      const open = needs.filter((x) => this.#known(x) === undefined);
      if (open.length > 0) stack.push(...open);
      else this.#read.set(keyOf(view), combine(needs.map((x) => this.#known(x) ?? ZERO)));
    }
    return this.#known(root) ?? ZERO;
  }

  /**
   * Returns polynomials of the atom's width that are zero by its definition. Makes terms. Throws
   * TooLarge.
   */
  definitions(t: Term): Polynomial[] {
    const { store } = this;
    const isExtended = store.op(t) === Op.ZEXT || store.op(t) === Op.SEXT;
    const core = isExtended ? store.arg(t, 0) : t;
    const width = store.width(t);
    switch (store.op(core)) {
      case Op.UDIV:
      case Op.UREM:
        return [this.#division(core, width, false)];
      case Op.SDIV:
      case Op.SREM:
        return width === store.width(core) || !this.#mayOverflow(core) ? [this.#division(core, width, true)] : [];
      case Op.EXTRACT:
        return this.#parts(core, width, isExtended);
      default:
        return [];
    }
  }

  /**
   * Polynomials modulo 2^width that are zero if two terms are equal. If the terms are at most `width`
   * bits wide, each of them that is zero also implies that they are equal. Throws TooLarge.
   */
  equations(a: Term, b: Term, width: number): Polynomial[] {
    const readings = width <= this.store.width(a) ? [false] : [false, true];
    return readings.map((signed) =>
      plusTimes(width, this.polynomial(a, width, signed), -1n, this.polynomial(b, width, signed)),
    );
  }

  /**
   * Returns a polynomial that is zero because `part`, the low bits of a whole, has a known value.
   * It is the whole minus that value, scaled so that higher bits drop out; `width` is the whole's. Null
   * for other terms.
   */
  ofLowBits(part: Term): { readonly width: number; readonly zero: Polynomial } | null {
    const { store } = this;
    if (store.op(part) !== Op.EXTRACT || store.low(part) !== 0) return null;
    const { low, high } = this.ranges.of(part).unsigned;
    if (low !== high) return null;
    const whole = store.arg(part, 0);
    const width = store.width(whole);
    const scale = 1n << BigInt(width - store.width(part));
    const difference = plusTimes(width, this.polynomial(whole), -1n, constant(width, low));
    return { width, zero: plusTimes(width, ZERO, scale, difference) };
  }

  /** a = b * (a / b) + a % b as numbers, including SMT-LIB's division by zero, where the remainder is a. */
  #division(t: Term, width: number, signed: boolean): Polynomial {
    const { store } = this;
    const [a, b] = [store.arg(t, 0), store.arg(t, 1)];
    const quotient = signed ? store.sdiv(a, b) : store.udiv(a, b);
    const remainder = signed ? store.srem(a, b) : store.urem(a, b);
    const [p, q, r, s] = [a, b, quotient, remainder].map((x) => this.polynomial(x, width, signed));
    return plusTimes(width, plusTimes(width, p, -1n, times(width, q, r)), -1n, s);
  }

  /** Whether the quotient may be that of the least number and -1, which is the least number again. */
  #mayOverflow(t: Term): boolean {
    const { store, ranges } = this;
    const [a, b] = [ranges.of(store.arg(t, 0)).signed, ranges.of(store.arg(t, 1)).signed];
    return a.low === -(1n << BigInt(store.width(t) - 1)) && b.low <= -1n && b.high >= -1n;
  }

  /**
   * a = 2^k * (its high bits) + (its k low bits), if the term has a part that is its high bits, or its
   * extended low bits.
   */
  #parts(t: Term, width: number, isExtended: boolean): Polynomial[] {
    const { store } = this;
    const whole = store.arg(t, 0);
    const size = store.width(whole);
    const isHigh = store.high(t) === size - 1 && store.low(t) > 0;
    const isLow = isExtended && store.low(t) === 0 && store.high(t) < size - 1;
    if (!isHigh && !isLow) return [];
    const k = isHigh ? store.low(t) : store.high(t) + 1;
    const [high, low] = [store.extract(whole, size - 1, k), store.extract(whole, k - 1, 0)];
    const lowest = this.polynomial(low, width);
    const readings = width <= size ? [false] : [false, true];
    return readings.map((signed) => {
      const sum = plusTimes(width, lowest, 1n << BigInt(k), this.polynomial(high, width, signed));
      return plusTimes(width, this.polynomial(whole, width, signed), -1n, sum);
    });
  }

  #known(view: View): Polynomial | undefined {
    return this.#read.get(keyOf(view));
  }

  #plan(view: View): Plan {
    const { store, ranges } = this;
    const { t, width } = view;
    const range = ranges.of(t);
    // A term with a sign bit that is known to be 0 is one number in both readings.
    const signed = view.signed && range.signed.low < 0n;
    const own = { t, width, signed };
    const { low, high } = signed ? range.signed : range.unsigned;
    if (low === high) return { needs: [], combine: () => constant(width, low) };
    const op = store.op(t);
    switch (op) {
      case Op.ADD:
      case Op.MUL:
      case Op.NEG:
      case Op.BV_NOT:
        return this.#ring(op, own);
      case Op.ZEXT:
        return only({ ...own, t: store.arg(t, 0), signed: false });
      case Op.SEXT: {
        const part = store.arg(t, 0);
        if (width <= store.width(t) || signed) return only({ ...own, t: part, signed: true });
        return ranges.of(part).signed.low < 0n ? this.#atom(own) : only({ ...own, t: part });
      }
      case Op.EXTRACT:
        return this.#extract(own);
      case Op.CONCAT:
        return this.#concat(own);
      default:
        return this.#atom(own);
    }
  }

  #atom({ t, width, signed }: View): Plan {
    const { store } = this;
    const size = store.width(t);
    if (width < size) return { needs: [], combine: () => atom(store.extract(t, width - 1, 0)) };
    if (width === size) return { needs: [], combine: () => atom(t) };
    return { needs: [], combine: () => atom(signed ? store.sext(t, width) : store.zext(t, width)) };
  }

  #ring(op: RingOp, view: View): Plan {
    const { store, ranges } = this;
    const { t, width } = view;
    const args = Array.from({ length: store.arity(t) }, (_, i) => store.arg(t, i));
    const plan = (signed: boolean, off: bigint): Plan => ({
      needs: args.map((arg) => ({ t: arg, width, signed })),
      combine: (parts) => plusTimes(width, ringPolynomial(op, width, parts), -1n, constant(width, off)),
    });
    if (width <= store.width(t)) return plan(false, 0n);
    for (const signed of [view.signed, !view.signed]) {
      const intervals = args.map((arg) => (signed ? ranges.of(arg).signed : ranges.of(arg).unsigned));
      const off = this.#wrapped(view, ringInterval(op, intervals));
      if (off !== null) return plan(signed, off);
    }
    return this.#atom(view);
  }

  #extract(view: View): Plan {
    const { store, ranges } = this;
    const { t, width } = view;
    const whole = store.arg(t, 0);
    if (store.low(t) > 0) return this.#atom(view);
    if (width <= store.width(t)) return only({ t: whole, width, signed: false });
    for (const signed of [view.signed, !view.signed]) {
      const off = this.#wrapped(view, signed ? ranges.of(whole).signed : ranges.of(whole).unsigned);
      if (off === null) continue;
      return {
        needs: [{ t: whole, width, signed }],
        combine: ([p]) => plusTimes(width, p, -1n, constant(width, off)),
      };
    }
    return this.#atom(view);
  }

  /** high * 2^k + low. */
  #concat({ t, width, signed }: View): Plan {
    const { store } = this;
    const [high, low] = [store.arg(t, 0), store.arg(t, 1)];
    const k = store.width(low);
    // Bits that are shifted out leave nothing: a shift of low bits is a shift of the whole.
    const isShift = store.op(high) === Op.EXTRACT && store.low(high) === 0 && width <= store.width(t);
    return {
      needs: [
        { t: isShift ? store.arg(high, 0) : high, width, signed },
        { t: low, width, signed: false },
      ],
      combine: ([p, q]) => plusTimes(width, q, 1n << BigInt(k), p),
    };
  }

  /**
   * Returns the difference between a number in that interval and the view's number of its bits; null if
   * it is not constant.
   */
  #wrapped({ t, signed }: View, { low, high }: Interval): bigint | null {
    const size = BigInt(this.store.width(t));
    const least = signed ? -(1n << (size - 1n)) : 0n;
    const turns = (low - least) >> size;
    return turns === (high - least) >> size ? turns << size : null;
  }
}

function keyOf({ t, width, signed }: View): string {
  return `${t} ${width} ${signed}`;
}

function only(view: View): Plan {
  return { needs: [view], combine: ([p]) => p };
}

function ringPolynomial(op: RingOp, width: number, [p, q]: readonly Polynomial[]): Polynomial {
  switch (op) {
    case Op.ADD:
      return plusTimes(width, p, 1n, q);
    case Op.MUL:
      return times(width, p, q);
    case Op.NEG:
      return plusTimes(width, ZERO, -1n, p);
    case Op.BV_NOT:
      return plusTimes(width, constant(width, -1n), -1n, p);
  }
}

function ringInterval(op: RingOp, [a, b]: readonly Interval[]): Interval {
  switch (op) {
    case Op.ADD:
      return { low: a.low + b.low, high: a.high + b.high };
    case Op.MUL: {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return {
        low: corners.reduce((x, y) => (x < y ? x : y)),
        high: corners.reduce((x, y) => (x > y ? x : y)),
      };
    }
    case Op.NEG:
      return { low: -a.high, high: -a.low };
    case Op.BV_NOT:
      return { low: -1n - a.high, high: -1n - a.low };
  }
}
