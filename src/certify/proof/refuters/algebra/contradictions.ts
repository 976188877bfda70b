import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { Equations } from './equations.ts';
import { constant, factors, keyOf, type Polynomial, plusTimes } from './polynomial.ts';
import { Ranges } from './ranges.ts';
import { Reading } from './reading.ts';

/** Most definitions that are followed: they name terms with definitions of their own. */
const MOST_DEFINITIONS = 60;

/**
 * The way in which a comparison is read. It is taken at its own width in one of its readings, or as
 * one of numbers, at a width that no term reaches.
 */
interface Frame {
  readonly t: Term;
  readonly width: number;
  readonly order: 'signed' | 'unsigned' | 'numbers';
}

/** Whether literals contradict each other, given the equations among them and the ranges of their terms. */
export class Contradictions {
  readonly #ranges: Ranges;
  readonly #reading: Reading;
  readonly #equations = new Map<number, Equations>();
  /** Widths of the equated or compared terms, in ascending order; the last one is larger than all. */
  readonly #widths: readonly number[];
  readonly #positive: readonly Term[];
  /** Atoms whose negations hold. */
  readonly #negative: readonly Term[];
  readonly #compared: readonly Term[];

  constructor(
    private readonly store: TermStore,
    literals: ReadonlySet<Term>,
    private readonly stop: () => void,
  ) {
    this.#ranges = new Ranges(store, literals);
    this.#reading = new Reading(store, this.#ranges);
    const isBv = (t: Term): boolean => store.arity(t) === 2 && store.sort(store.arg(t, 0)).kind === 'bv';
    const atoms = [...literals].filter(isBv);
    this.#positive = atoms.filter((t) => store.op(t) === Op.EQ);
    this.#compared = atoms.filter((t) => store.op(t) === Op.ULT || store.op(t) === Op.SLT);
    this.#negative = [...literals].flatMap((t) =>
      store.op(t) === Op.NOT && isBv(store.arg(t, 0)) ? [store.arg(t, 0)] : [],
    );
    const all = [...this.#positive, ...this.#negative, ...this.#compared];
    const widths = [...new Set(all.map((t) => store.width(store.arg(t, 0))))].sort((a, b) => a - b);
    this.#widths = [...widths, (widths.at(-1) ?? 0) + 1];
  }

  /** Throws TooLarge. */
  found(): boolean {
    const { store } = this;
    if (this.#ranges.isEmpty) return true;
    const [positive, negative, compared] = [this.#positive, this.#negative, this.#compared];
    this.#define([...positive, ...negative, ...compared]);
    for (const t of positive) {
      const [a, b] = [store.arg(t, 0), store.arg(t, 1)];
      for (const width of this.#widths) {
        for (const p of this.#reading.equations(a, b, width)) this.#of(width).add(p);
      }
    }
    for (const t of [...positive, ...negative]) this.#addLowBits(t);
    const below = compared.flatMap((t) => this.#frames(t));
    const notBelow = negative.filter((t) => store.op(t) !== Op.EQ).flatMap((t) => this.#frames(t));
    this.#squeeze(below, notBelow);
    if ([...this.#equations.values()].some(({ contradictory }) => contradictory)) return true;
    if (below.some((frame) => this.#truth(frame) === false) || notBelow.some((frame) => this.#truth(frame) === true))
      return true;
    const keys = new Set(below.map((frame) => this.#keyOf(frame)));
    return (
      notBelow.some((frame) => keys.has(this.#keyOf(frame))) ||
      negative.some((t) => store.op(t) === Op.EQ && this.#areEqual(t))
    );
  }

  /** Equations for the definitions of atoms. */
  #define(roots: readonly Term[]): void {
    const { store } = this;
    const waiting = new Set(roots.flatMap((t) => this.#atoms([store.arg(t, 0), store.arg(t, 1)])));
    let left = MOST_DEFINITIONS;
    for (const t of waiting) {
      for (const p of this.#reading.definitions(t)) {
        if (left === 0) return;
        left -= 1;
        this.#of(store.width(t)).add(p);
        for (const atom of atomsIn(p)) waiting.add(atom);
      }
    }
  }

  #atoms(ts: readonly Term[]): Term[] {
    return ts.flatMap((t) =>
      this.#widthsFrom(this.store.width(t)).flatMap((width) => atomsIn(this.#reading.polynomial(t, width))),
    );
  }

  #widthsFrom(width: number): number[] {
    return this.#widths.filter((w) => w >= width);
  }

  #addLowBits(t: Term): void {
    const { store } = this;
    for (const side of [store.arg(t, 0), store.arg(t, 1)]) {
      const found = this.#reading.ofLowBits(side);
      if (found !== null) this.#of(found.width).add(found.zero);
    }
  }

  /**
   * The readings of a comparison: at its own width, and as one of numbers that all terms of the literals
   * can have.
   */
  #frames(t: Term): Frame[] {
    const { store } = this;
    const isSigned = store.op(t) === Op.SLT;
    const own = store.width(store.arg(t, 0));
    return [
      { t, width: own, order: isSigned ? 'signed' : 'unsigned' },
      { t, width: this.#widths[this.#widths.length - 1], order: 'numbers' },
    ];
  }

  /**
   * Equations from inequalities. Both x < y and not x + 1 < y, or not x < y - 1, imply y = x + 1, which
   * does not overflow because x < y. Not x < y and not y < x imply x = y.
   */
  #squeeze(below: readonly Frame[], notBelow: readonly Frame[]): void {
    const keys = new Set(notBelow.map((frame) => this.#keyOf(frame)));
    if (keys.size === 0) return;
    for (const frame of below) {
      const { width } = frame;
      const one = constant(width, 1n);
      const [p, q] = this.#sides(frame);
      const isAsked = (a: Polynomial, b: Polynomial): boolean => keys.has(this.#keyOf(frame, a, b));
      if (isAsked(plusTimes(width, p, 1n, one), q) || isAsked(p, plusTimes(width, q, -1n, one)))
        this.#addApart(frame.t, 1n);
    }
    for (const frame of notBelow) {
      const [p, q] = this.#sides(frame);
      if (keys.has(this.#keyOf(frame, q, p))) this.#addApart(frame.t, 0n);
    }
  }

  /**
   * Adds the equation that the second compared term is the first one plus `difference`, in the reading
   * of the comparison.
   */
  #addApart(t: Term, difference: bigint): void {
    const { store } = this;
    for (const width of this.#widths) {
      const [p, q] = [store.arg(t, 0), store.arg(t, 1)].map((x) =>
        this.#reading.polynomial(x, width, store.op(t) === Op.SLT),
      );
      this.#of(width).add(plusTimes(width, plusTimes(width, q, -1n, p), -1n, constant(width, difference)));
    }
  }

  /** Whether the sides are equal in some reading that keeps all of their bits. */
  #areEqual(t: Term): boolean {
    const { store } = this;
    const [a, b] = [store.arg(t, 0), store.arg(t, 1)];
    return this.#widthsFrom(store.width(a)).some((width) =>
      this.#reading.equations(a, b, width).some((difference) => this.#of(width).reduce(difference).size === 0),
    );
  }

  /** The truth value of a comparison of constants, or of a term with itself; null for other comparisons. */
  #truth(frame: Frame): boolean | null {
    const [p, q] = this.#sides(frame).map((side) => this.#of(frame.width).reduce(side));
    if (keyOf(p) === keyOf(q)) return false;
    if ([...p.keys(), ...q.keys()].some((m) => m !== '')) return null;
    const number = (side: Polynomial): bigint => {
      const bits = side.get('') ?? 0n;
      return frame.order === 'unsigned' ? bits : BigInt.asIntN(frame.width, bits);
    };
    return number(p) < number(q);
  }

  #sides({ t, width, order }: Frame): Polynomial[] {
    const { store } = this;
    const isSigned = order !== 'unsigned' && store.op(t) === Op.SLT;
    return [store.arg(t, 0), store.arg(t, 1)].map((x) => this.#reading.polynomial(x, width, isSigned));
  }

  /** Comparisons with equal keys, or of other sides in the same frame, have one truth value. */
  #keyOf(frame: Frame, ...sides: readonly Polynomial[]): string {
    const { width, order } = frame;
    const [p, q] = sides.length === 0 ? this.#sides(frame) : sides;
    const normal = (side: Polynomial): string => keyOf(this.#of(width).reduce(side));
    return `${order} ${width} ${normal(p)} ${normal(q)}`;
  }

  #of(width: number): Equations {
    let equations = this.#equations.get(width);
    if (equations === undefined) {
      equations = new Equations(width, this.stop);
      this.#equations.set(width, equations);
    }
    return equations;
  }
}

function atomsIn(p: Polynomial): Term[] {
  return [...p.keys()].flatMap(factors);
}
