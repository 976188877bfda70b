import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { number, type Point } from '../values.ts';
import type { BlockFamily, HeapPointers } from './pointers.ts';

/** Most values of a term that are listed as alternatives. */
const MOST_VALUES = 3;

/** Facts about single terms that hold in all given points. */
export class Observations {
  constructor(
    private readonly terms: TermStore,
    private readonly pointers: HeapPointers,
    /** Constants of the program by width, each list in ascending order of signed values. */
    private readonly constants: ReadonlyMap<number, readonly bigint[]>,
  ) {}

  /** The values of a term in the points, without repetition; null if there are many. */
  few(t: Term, points: readonly Point[]): readonly bigint[] | null {
    const found = new Set<bigint>();
    for (const point of points) {
      found.add(number(point.value(t)));
      if (found.size > MOST_VALUES) return null;
    }
    return [...found];
  }

  /** The fact that a term has one of the few values that it has in the points; none if they are many. */
  alternatives(t: Term, points: readonly Point[]): Term[] {
    const { terms } = this;
    const few = this.few(t, points);
    return few === null ? [] : [terms.orAll(few.map((value) => terms.eq(t, terms.bv(terms.width(t), value))))];
  }

  /** The few values that a term has, or its bounds by constants of the program. */
  values(t: Term, points: readonly Point[]): Term[] {
    const { terms } = this;
    const width = terms.width(t);
    const listed = this.alternatives(t, points);
    if (listed.length > 0) return listed;
    const signed = points.map((point) => BigInt.asIntN(width, number(point.value(t))));
    const least = signed.reduce((a, b) => (a < b ? a : b));
    const most = signed.reduce((a, b) => (a > b ? a : b));
    const known = this.constants.get(width) ?? [];
    const below = known.filter((c) => c <= least).at(-1);
    const above = known.find((c) => c >= most);
    const constant = (value: bigint): Term => terms.bv(width, BigInt.asUintN(width, value));
    return [
      ...(below === undefined ? [] : [terms.sle(constant(below), t)]),
      ...(below === undefined || below === least ? [] : [terms.slt(constant(below), t)]),
      ...(above === undefined ? [] : [terms.sle(t, constant(above))]),
      ...(above === undefined || above === most ? [] : [terms.slt(t, constant(above))]),
    ].filter((fact) => !terms.isConst(fact));
  }

  /** Equations of a term with others of its width that hold in all points. */
  equations(t: Term, others: readonly Term[], points: readonly Point[]): Term[] {
    const { terms } = this;
    return others.flatMap((other) => {
      if (other === t || terms.width(other) !== terms.width(t)) return [];
      const same = terms.eq(t, other);
      return holds(same, points) ? [same] : [];
    });
  }

  /** Comparisons of a term with others of its width that hold in all points. */
  orders(t: Term, others: readonly Term[], points: readonly Point[]): Term[] {
    const { terms } = this;
    return others.flatMap((other) => {
      const same = this.equations(t, [other], points);
      if (other === t || same.length > 0 || terms.width(other) !== terms.width(t)) return same;
      return [terms.sle(t, other), terms.sle(other, t)].filter((fact) => holds(fact, points));
    });
  }

  /**
   * The objects that a pointer leads to in the points. Null and single objects are named by their values,
   * blocks of a family by an index below its count.
   */
  target(t: Term, points: readonly Point[]): Term[] {
    const { terms } = this;
    const { families, width } = this.pointers;
    const singles = this.singles(t, points);
    // Other values are those of memory that was not written.
    if (!singles.every((value) => this.pointers.constants.has(value))) return [];
    const alternatives = singles.map((value) => terms.eq(t, terms.bv(width, value)));
    const led = new Set(points.map((point) => this.#numberOf(number(point.value(t)))));
    for (const { number: low, count } of families)
      if (led.has(terms.constValue(low)))
        alternatives.push(terms.and(this.leadsTo(t, low), this.isMade(this.indexIn(t), count)));
    return [terms.orAll(alternatives)].filter((fact) => !terms.isConst(fact));
  }

  /**
   * The objects to which one pointer among several leads in the points. A weaker fact is that it is null, or leads to a
   * block of any family: few points show all of them.
   */
  targetOfSeveral(t: Term, points: readonly Point[]): Term[] {
    const { terms } = this;
    const { families, width } = this.pointers;
    const blocks = families.map(({ number: low, count }) =>
      terms.and(this.leadsTo(t, low), this.isMade(this.indexIn(t), count)),
    );
    const weak = terms.orAll([terms.eq(t, terms.bv(width, 0)), ...blocks]);
    return [...new Set([...this.target(t, points), ...(holds(weak, points) ? [weak] : [])])];
  }

  /** The values of a pointer in the points where it leads to no family: null, and single objects. */
  singles(t: Term, points: readonly Point[]): readonly bigint[] {
    const { terms } = this;
    const numbers = new Set(this.pointers.families.map(({ number: low }) => terms.constValue(low)));
    const values = new Set(points.map((point) => number(point.value(t))));
    return [...values].filter((value) => !numbers.has(this.#numberOf(value)));
  }

  /** Relations between the index of the block that a pointer leads to, and another index. */
  steps(t: Term, index: Term, points: readonly Point[]): Term[] {
    const { terms } = this;
    const width = terms.width(index);
    const one = terms.bv(width, 1);
    return this.pointers.families.flatMap(({ number: low }) => {
      const leads = this.leadsTo(t, low);
      const inside = points.filter((point) => point.value(leads) === true);
      if (inside.length === 0) return [];
      const next = this.indexIn(t);
      const exact = [index, terms.add(index, one), terms.sub(index, one)].map((other) => terms.eq(next, other));
      const orders = [terms.ult(index, next), terms.ult(next, index), terms.ule(index, next), terms.ule(next, index)];
      const first = (facts: readonly Term[]): Term[] => facts.filter((fact) => holds(fact, inside)).slice(0, 1);
      return [...first(exact), ...first(orders)].map((fact) => terms.implies(leads, fact));
    });
  }

  /**
   * The constant distance of a number from an index, or from the number of blocks behind it. Such numbers
   * count blocks that were passed, or that are left.
   */
  distances(t: Term, index: Term, count: Term, points: readonly Point[]): Term[] {
    const { terms } = this;
    const width = terms.width(t);
    if (width !== terms.width(count) || width < terms.width(index)) return [];
    const passed = terms.zext(index, width);
    return [passed, terms.sub(count, passed)].flatMap((other) => {
      const distance = terms.sub(t, other);
      const value = terms.bv(width, number(points[0].value(distance)));
      const fact = terms.eq(t, terms.add(other, value));
      return holds(fact, points) ? [fact] : [];
    });
  }

  /** The condition that a pointer leads to a block of the family with that number. */
  leadsTo(t: Term, family: Term): Term {
    return this.terms.eq(this.terms.extract(t, this.pointers.numberWidth - 1, 0), family);
  }

  /** The index of the block that a pointer leads to. */
  indexIn(t: Term): Term {
    return this.terms.extract(t, this.pointers.width - 1, this.pointers.numberWidth);
  }

  /** The condition that the block with an index has been made. */
  isMade(index: Term, count: Term): Term {
    const { terms } = this;
    const width = Math.max(terms.width(index), terms.width(count));
    return terms.ult(terms.zext(index, width), terms.zext(count, width));
  }

  /** The condition that a pointer leads to the last block that was made. */
  isNewest(t: Term, { number: low, count }: BlockFamily): Term {
    const { terms } = this;
    const index = this.indexIn(t);
    const width = Math.min(terms.width(index), terms.width(count));
    const next = terms.add(terms.extract(index, width - 1, 0), terms.bv(width, 1));
    return terms.and(this.leadsTo(t, low), terms.eq(next, terms.extract(count, width - 1, 0)));
  }

  #numberOf(pointer: bigint): bigint {
    return BigInt.asUintN(this.pointers.numberWidth, pointer);
  }
}

export function holds(fact: Term, points: readonly Point[]): boolean {
  return points.every((point) => point.value(fact) === true);
}
