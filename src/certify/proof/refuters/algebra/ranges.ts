import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { bitsOperation, extraction } from '../bounds/bit-ranges.ts';
import {
  anyBits,
  type BitsRange,
  bothBits,
  hull,
  type Interpretation,
  type Interval,
  meet,
  signedBits,
  unsignedBits,
} from '../bounds/range.ts';

/** Most passes over the literals: each may give more bounds after the others. */
const ROUNDS = 4;

/** Bounds of the values of bit-vector terms, in both readings, where some literals hold. */
export class Ranges {
  readonly #given = new Map<Term, BitsRange>();
  readonly #known = new Map<Term, BitsRange>();
  #isEmpty = false;
  #hasNews = true;

  constructor(
    private readonly store: TermStore,
    literals: Iterable<Term>,
  ) {
    const heard = [...literals];
    for (let round = 0; round < ROUNDS && this.#hasNews && !this.#isEmpty; round++) {
      this.#hasNews = false;
      for (const literal of heard) this.#hear(literal);
      this.#known.clear();
    }
  }

  /** Whether some term has no value: the literals contradict each other. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  of(root: Term): BitsRange {
    const stack = [root];
    for (let t = stack.at(-1); t !== undefined; t = stack.at(-1)) {
      const open = this.#known.has(t) ? [] : this.#operands(t).filter((x) => !this.#known.has(x));
      if (open.length > 0) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      if (!this.#known.has(t)) this.#known.set(t, this.#both(t, this.#computed(t)));
    }
    return this.#known.get(root) ?? anyBits(this.store.width(root));
  }

  #hear(literal: Term): void {
    const { store } = this;
    const holds = store.op(literal) !== Op.NOT;
    const atom = holds ? literal : store.arg(literal, 0);
    if (store.arity(atom) !== 2 || store.sort(store.arg(atom, 0)).kind !== 'bv') return;
    const [a, b] = [store.arg(atom, 0), store.arg(atom, 1)];
    switch (store.op(atom)) {
      case Op.EQ:
        if (holds) {
          this.#narrow(a, 'unsigned', this.of(b).unsigned);
          this.#narrow(a, 'signed', this.of(b).signed);
          this.#narrow(b, 'unsigned', this.of(a).unsigned);
          this.#narrow(b, 'signed', this.of(a).signed);
          return;
        }
        this.#exclude(a, this.of(b).unsigned);
        this.#exclude(b, this.of(a).unsigned);
        return;
      case Op.ULT:
        if (holds) this.#order(a, b, 'unsigned', 1n);
        else this.#order(b, a, 'unsigned', 0n);
        return;
      case Op.SLT:
        if (holds) this.#order(a, b, 'signed', 1n);
        else this.#order(b, a, 'signed', 0n);
        return;
    }
  }

  /** Narrows by a + by <= b. */
  #order(a: Term, b: Term, reading: Interpretation, by: bigint): void {
    const [least, most] = [this.of(a)[reading], this.of(b)[reading]];
    this.#narrow(a, reading, { low: least.low, high: most.high - by });
    this.#narrow(b, reading, { low: least.low + by, high: most.high });
  }

  /** Narrows a term that differs from another one, if that has a single value. */
  #exclude(t: Term, { low, high }: Interval): void {
    if (low !== high) return;
    const { width, unsigned, signed } = this.of(t);
    const without = (interval: Interval, value: bigint): Interval => ({
      low: interval.low + (interval.low === value ? 1n : 0n),
      high: interval.high - (interval.high === value ? 1n : 0n),
    });
    this.#narrow(t, 'unsigned', without(unsigned, low));
    this.#narrow(t, 'signed', without(signed, BigInt.asIntN(width, low)));
  }

  /** Bounds a term, and also the term that it extends, truncates, or adds to a constant. */
  #narrow(term: Term, reading: Interpretation, between: Interval): void {
    const { store } = this;
    let wanted = between;
    for (let t = term; !this.#isEmpty; ) {
      const old = this.of(t);
      const within = meet(old[reading], wanted);
      if (within === null) {
        this.#isEmpty = true;
        return;
      }
      if (within.low === old[reading].low && within.high === old[reading].high) return;
      this.#hasNews = true;
      wanted = within;
      const said = reading === 'signed' ? signedBits : unsignedBits;
      this.#given.set(t, bothBits(said(old.width, within.low, within.high), old));
      this.#known.set(t, this.#both(t, old));
      if (store.op(t) === (reading === 'signed' ? Op.SEXT : Op.ZEXT) || (reading === 'unsigned' && this.#isWhole(t)))
        t = store.arg(t, 0);
      else if (store.op(t) === Op.ADD && store.isBv(store.arg(t, 1))) {
        const [part, added] = [store.arg(t, 0), store.constValue(store.arg(t, 1))];
        const shift = this.#shift(
          this.of(part)[reading],
          reading === 'signed' ? BigInt.asIntN(old.width, added) : added,
          t,
          reading,
        );
        if (shift === null) return;
        wanted = { low: within.low - shift, high: within.high - shift };
        t = part;
      } else return;
    }
  }

  /** Whether a term is the low bits of another one that has no other bits. */
  #isWhole(t: Term): boolean {
    const { store } = this;
    if (store.op(t) !== Op.EXTRACT || store.low(t) !== 0) return false;
    return this.of(store.arg(t, 0)).unsigned.high >> BigInt(store.width(t)) === 0n;
  }

  /**
   * Returns the difference between a sum with a constant and its other part, as numbers, for all values
   * of that part. Null if it is not constant.
   */
  #shift(part: Interval, added: bigint, t: Term, reading: Interpretation): bigint | null {
    const width = this.store.width(t);
    const least = reading === 'signed' ? -(1n << BigInt(width - 1)) : 0n;
    const turns = (x: bigint): bigint => (x + added - least) >> BigInt(width);
    return turns(part.low) === turns(part.high) ? added - (turns(part.low) << BigInt(width)) : null;
  }

  #both(t: Term, range: BitsRange): BitsRange {
    const given = this.#given.get(t);
    return given === undefined ? range : bothBits(given, range);
  }

  #operands(t: Term): Term[] {
    const { store } = this;
    if (store.op(t) === Op.ITE) return [store.arg(t, 1), store.arg(t, 2)];
    if (store.op(t) === Op.SELECT) return [];
    const all = Array.from({ length: store.arity(t) }, (_, i) => store.arg(t, i));
    return all.every((x) => store.sort(x).kind === 'bv') ? all : [];
  }

  #computed(t: Term): BitsRange {
    const { store } = this;
    const width = store.width(t);
    if (store.isBv(t)) return unsignedBits(width, store.constValue(t), store.constValue(t));
    const operands = this.#operands(t);
    const args = operands.map((x) => this.#known.get(x) ?? anyBits(store.width(x)));
    if (args.length === 0) return anyBits(width);
    const [a, b] = args;
    if (store.op(t) === Op.ITE)
      return { ...a, unsigned: hull(a.unsigned, b.unsigned), signed: hull(a.signed, b.signed) };
    if (store.op(t) === Op.EXTRACT) return extraction(width, store.low(t), a);
    if (store.op(t) === Op.SREM && this.#isMultiple(store.arg(t, 0), store.arg(t, 1)))
      return unsignedBits(width, 0n, 0n);
    return bitsOperation(store.op(t), width, args);
  }

  /** Whether low bits that are known to be zero make the term a multiple of a power of two. */
  #isMultiple(t: Term, divisor: Term): boolean {
    const { store } = this;
    const power = store.isBv(divisor) ? store.constValue(divisor) : 0n;
    if (power < 2n || (power & (power - 1n)) !== 0n) return false;
    const low = store.extract(t, power.toString(2).length - 2, 0);
    return this.#given.get(low)?.unsigned.high === 0n;
  }
}
