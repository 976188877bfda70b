import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { outerArity } from '../../../../logic/terms/traverse.ts';
import { AffineForms } from './affine.ts';
import { consequences, type RangedTerm } from './contract.ts';
import { rangeOf } from './evaluate.ts';
import { halvesOf, widthOf } from './halves.ts';
import { anyOf, intersection, isSameRange, type TermRange, truth, unsignedBits } from './range.ts';

/** Boxes between two looks at the clock. */
const LOOK_EVERY = 4;
/** Most rounds in which the formulas narrow a box, and most narrowings of a term in one of them. */
const ROUNDS = 3;
const MOST_CUTS = 3;

const HOLDS = truth(true, false);
const FAILS = truth(false, true);

/**
 * Ranges of the sides (variables, and the floats of which variables are the patterns), and of other
 * terms as far as formulas limit them.
 */
type Box = ReadonlyMap<Term, TermRange>;

/** Covers all values of the variables by boxes in which some formula fails. */
export class Covering {
  readonly #ranges = new Map<Term, TermRange>();
  /** Terms with ranges that rest on assumed formulas, not on the sides of the box alone. */
  readonly #assumed = new Set<Term>();
  readonly #sides: ReadonlySet<Term>;
  readonly #forms: AffineForms;
  /** Initial widths of the sides. */
  #widths: ReadonlyMap<Term, number> | null = null;

  constructor(
    private readonly store: TermStore,
    /** All terms of the formulas, arguments first, without those that constant arrays are made of. */
    private readonly order: readonly Term[],
    private readonly formulas: readonly Term[],
  ) {
    this.#forms = new AffineForms(store);
    const isVariable = (t: Term): boolean => store.op(t) === Op.VARIABLE;
    const floats = order.filter((t) => store.op(t) === Op.FP_FROM_BITS && isVariable(store.arg(t, 0)));
    const shown = new Set(floats.map((t) => store.arg(t, 0)));
    this.#sides = new Set([
      ...floats,
      ...order.filter((t) => isVariable(t) && !shown.has(t) && store.sort(t).kind !== 'array'),
    ]);
  }

  /** Whether no values satisfy all formulas; false if unknown. */
  isEmpty(isOver: () => boolean): boolean {
    const open: Box[] = [new Map(this.formulas.map((t) => [t, HOLDS]))];
    for (let count = 0; ; count++) {
      const box = open.pop();
      if (box === undefined) return true;
      if (count % LOOK_EVERY === 0 && isOver()) return false;
      const left = this.#cutDown(box);
      if (left === null) continue;
      this.#widths ??= new Map([...this.#sides].map((side) => [side, widthOf(this.#range(side))]));
      const halves = this.#halve(left);
      if (halves === null) return false;
      open.push(...halves);
    }
  }

  #range(t: Term): TermRange {
    return this.#ranges.get(t) ?? anyOf(this.store.sort(t));
  }

  /** The box without values for which ranges show that some formula fails; null if nothing is left. */
  #cutDown(box: Box): Box | null {
    const left = new Map(box);
    for (let round = 0; ; round++) {
      if (!this.#evaluate(left)) return null;
      if (round === ROUNDS) return left;
      const cuts = this.#propagate();
      if (cuts === null) return null;
      if (cuts.size === 0) return left;
      for (const [t, range] of cuts) left.set(t, range);
    }
  }

  /** Computes the ranges of all terms, arguments first; false if one of them has no value. */
  #evaluate(box: Box): boolean {
    const { store } = this;
    const get = (t: Term): TermRange => this.#range(t);
    this.#showPatterns(box);
    this.#forms.clear();
    this.#assumed.clear();
    for (const t of this.order) {
      const isVariable = store.op(t) === Op.VARIABLE;
      const computed = isVariable ? get(t) : rangeOf(store, t, get);
      const known = isVariable ? undefined : box.get(t);
      const met = known === undefined ? computed : intersection(computed, known);
      const left = met === null ? null : this.#forms.narrow(t, met, get);
      if (met === null || left === null) return false;
      if (!this.#sides.has(t) && (!isSameRange(computed, met) || this.#restsOnAssumed(t))) this.#assumed.add(t);
      this.#ranges.set(t, left);
    }
    return true;
  }

  #restsOnAssumed(t: Term): boolean {
    if (this.#assumed.size === 0) return false;
    const isAssumed = (arg: Term): boolean => this.#assumed.has(arg);
    const args = this.#decidingArguments(t);
    const isExcluded = (arg: Term): boolean => !isAssumed(arg) && isSameRange(this.#range(arg), FAILS);
    return args.some(isAssumed) && !(this.store.op(t) === Op.AND && args.some(isExcluded));
  }

  /** The arguments of a term, without the branch of a choice that is not taken in the box. */
  #decidingArguments(t: Term): readonly Term[] {
    const { store } = this;
    const args = Array.from({ length: outerArity(store, t) }, (_, i) => store.arg(t, i));
    if (store.op(t) !== Op.ITE) return args;
    const condition = this.#range(args[0]);
    if (condition.kind !== 'bool' || (condition.mayHold && condition.mayFail)) return args;
    return [args[0], condition.mayHold ? args[1] : args[2]];
  }

  /**
   * Returns new ranges of terms that follow from the formulas above them; null if that leaves one of
   * them without a value.
   */
  #propagate(): ReadonlyMap<Term, TermRange> | null {
    const cuts = new Map<Term, TermRange>();
    const visits = new Map<Term, number>();
    const open: RangedTerm[] = this.formulas.map((term) => ({ term, range: HOLDS }));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { term } = next;
      const before = this.#range(term);
      const range = intersection(before, next.range);
      if (range === null) return null;
      const isCut = !isSameRange(before, range);
      if (isCut) {
        cuts.set(term, range);
        this.#ranges.set(term, range);
      }
      // A term that is met for the first time may have a range that says more about its arguments than
      // before.
      const visited = visits.get(term) ?? 0;
      if (visited > (isCut ? MOST_CUTS : 0)) continue;
      visits.set(term, visited + 1);
      const further = consequences(this.store, term, range, (t) => this.#range(t));
      if (further === null) return null;
      open.push(...further);
    }
    return cuts;
  }

  /** Variables that are split as floats get the patterns of those. */
  #showPatterns(box: Box): void {
    for (const t of this.order) {
      if (this.store.op(t) !== Op.VARIABLE) continue;
      this.#ranges.set(t, box.get(t) ?? anyOf(this.store.sort(t)));
    }
    for (const [side, range] of box) {
      if (range.kind !== 'float' || this.store.op(side) !== Op.FP_FROM_BITS || range.nan || range.numbers === null)
        continue;
      const { low, high } = range.numbers;
      const bits = this.store.arg(side, 0);
      const sign = 1n << BigInt(this.store.width(bits) - 1);
      if (low > 0n) this.#ranges.set(bits, unsignedBits(this.store.width(bits), low, high));
      else if (high < 0n) this.#ranges.set(bits, unsignedBits(this.store.width(bits), sign - high, sign - low));
    }
  }

  /**
   * Splits the box in two along a side that undecided formulas depend on, or else along any side; null
   * if all are single values.
   */
  #halve(box: Box): readonly Box[] | null {
    const side = this.#widest(this.#relevant()) ?? this.#widest([...this.#sides]);
    if (side === null) return null;
    return halvesOf(this.#range(side)).map((half) => new Map([...box, [side, half]]));
  }

  /** The side with the largest part of its initial width; null if all are single values. */
  #widest(sides: readonly Term[]): Term | null {
    let widest: Term | null = null;
    let most = 0;
    for (const side of sides) {
      const range = this.#range(side);
      const width = widthOf(range);
      const first = this.#widths?.get(side) ?? 1;
      // Terms with two values decide branches.
      const isBinary = width === 1 && range.kind !== 'float';
      const part = width === 0 ? 0 : isBinary ? Number.POSITIVE_INFINITY : first === 0 ? 1 : width / first;
      if (part <= most) continue;
      most = part;
      widest = side;
    }
    return widest;
  }

  /** The sides on which formulas depend that are not decided by the sides in this box. */
  #relevant(): readonly Term[] {
    const isDecided = (t: Term): boolean => {
      const range = this.#range(t);
      return range.kind === 'bool' && !(range.mayHold && range.mayFail) && !this.#assumed.has(t);
    };
    const reached = new Set<Term>();
    const open = [...this.formulas];
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      if (reached.has(t) || isDecided(t)) continue;
      reached.add(t);
      open.push(...this.#decidingArguments(t));
    }
    return [...this.#sides].filter((side) => reached.has(side));
  }
}
