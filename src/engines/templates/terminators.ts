import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { indexWidth } from './bound-terms.ts';

/** Limits of one system: arrays, sentinels of an array, and indices that scan it. */
const MOST_ARRAYS = 6;
const MOST_SENTINELS = 2;
const MOST_SCANNING = 4;
/** Most places of one sentinel in one block. */
const MOST_PLACES = 6;
/** Most distances of two indices of one array, and most places that one is compared with. */
const MOST_DISTANCES = 8;
const MOST_ENDS = 64;
/** Most variables in which a block may hold the element that it read last. */
const MOST_HELD = 3;
/** Fewest bits of a variable that counts elements. */
const LEAST_WIDTH = 2;

/** An array that the program scans for a sentinel, as the zero at the end of a string. */
interface Scanned {
  readonly array: Term;
  readonly sentinel: Term;
  /** Terms at which the sentinel may lie, as wide as the array's indices. */
  readonly places: readonly Term[];
  /** Indices at which the program reads the array, without constants added to them. */
  readonly scanning: readonly Term[];
  /** Variables as wide as an element. */
  readonly held: readonly Term[];
}

/**
 * Facts by which a scan of a block of unknown size stays within it. The sentinel lies at a known place:
 * `a[size - 1] = 0`. An index did not pass this place, since it met no sentinel before: `i <= size - 1`.
 * The index may be one further once a variable holds the sentinel: `c = 0 or i <= size - 1`. The place
 * itself lies below the size: `end < size`. An index that copies to another block moves with the one
 * that scans: `i - j <= size - 1`.
 *
 * Places are terms at which the program writes, and variables of the state, perhaps less one.
 * Sentinels are constants that the program compares elements with.
 */
export class TerminatorTemplates {
  readonly #system: TransitionSystem;
  readonly #scanned: readonly Scanned[];
  readonly #numbers: readonly Term[];
  /** Exponents of the sizes of elements that indices divide offsets by: powers of two, in bytes. */
  readonly #units = new Set<number>();

  constructor(system: TransitionSystem) {
    const { terms, stateVars, pc } = system;
    this.#system = system;
    this.#numbers = stateVars.flatMap(({ term }, v) => (v !== pc && terms.sort(term).kind === 'bv' ? [term] : []));
    this.#scanned = this.#findScanned();
  }

  /** True if the program scans no array for a sentinel. */
  get isEmpty(): boolean {
    return this.#scanned.length === 0;
  }

  /**
   * Candidates over the state at a block. `holds` tells whether all sampled states of the block satisfy
   * a formula.
   */
  at(holds: (t: Term) => boolean): Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    const add = (t: Term): void => {
      if (!terms.isConst(t) && holds(t)) found.add(t);
    };
    // Variables that a block does not use are 0 there.
    const used = this.#numbers.filter((t) => !holds(terms.eq(t, terms.bv(terms.width(t), 0))));
    const isUsed = (t: Term): boolean => freeVariables(terms, [t]).every((v) => used.includes(v));
    for (const { array, sentinel, places, scanning, held } of this.#scanned) {
      const marked = places.filter((t) => isUsed(t) && holds(terms.eq(terms.select(array, t), sentinel)));
      const moving = scanning.filter(isUsed);
      for (const place of marked.slice(0, MOST_PLACES)) {
        add(terms.eq(terms.select(array, place), sentinel));
        for (const size of used) {
          if (terms.width(size) <= terms.width(place) && !freeVariables(terms, [place]).includes(size))
            add(terms.ult(place, terms.zext(size, terms.width(place))));
        }
        for (const index of moving.length === 0 ? scanning : moving) {
          const within = terms.ule(index, place);
          if (holds(within)) add(within);
          else for (const variable of held) add(terms.or(terms.eq(variable, sentinel), within));
        }
      }
    }
    this.#copies(isUsed, holds).forEach(add);
    for (const unit of this.#units) for (const t of used) if (terms.width(t) > unit) add(this.#isMultiple(t, unit));
    return [...found];
  }

  /** Facts about two indices that move together: `i - j <= size - 1`. */
  #copies(isUsed: (t: Term) => boolean, holds: (t: Term) => boolean): Term[] {
    const { terms } = this.#system;
    return this.#scanned.flatMap(({ array, places, scanning }) => {
      const others = this.#scanned.flatMap((other) => (other.array === array ? [] : other.scanning));
      const distances = scanning.flatMap((index) =>
        others.flatMap((other) =>
          terms.sortId(index) === terms.sortId(other) && isUsed(index) && isUsed(other)
            ? [terms.sub(index, other)]
            : [],
        ),
      );
      const ends = places.filter(isUsed).slice(0, MOST_ENDS);
      return distances.slice(0, MOST_DISTANCES).flatMap((distance) =>
        ends
          .map((place) => terms.ule(distance, place))
          .filter(holds)
          .slice(0, MOST_PLACES),
      );
    });
  }

  /** The variable counts whole elements of `2^unit` bytes. */
  #isMultiple(variable: Term, unit: number): Term {
    const { terms } = this.#system;
    return terms.eq(terms.extract(variable, unit - 1, 0), terms.bv(unit, 0));
  }

  #findScanned(): Scanned[] {
    const { terms, stateVars } = this.#system;
    const order = postorder(terms, programTerms(this.#system));
    const state = new Set(this.#numbers);
    const arrays = stateVars.flatMap(({ term }) => (indexWidth(terms, term) === null ? [] : [term]));
    return arrays.slice(0, MOST_ARRAYS).flatMap((array) => {
      const sort = terms.sort(array);
      if (sort.kind !== 'array' || sort.index.kind !== 'bv' || sort.element.kind !== 'bv') return [];
      const element = sort.element.width;
      const held = this.#numbers.filter((t) => terms.width(t) === element).slice(0, MOST_HELD);
      const scanning = this.#scanning(order, state, array).slice(0, MOST_SCANNING);
      if (scanning.length === 0) return [];
      const units = new Set(scanning.flatMap((t) => this.#unitsOf(t)));
      for (const unit of units) this.#units.add(unit);
      const places = this.#places(order, state, sort.index.width, [0, ...units]);
      return this.#sentinels(order, element).map((sentinel) => ({ array, sentinel, places, scanning, held }));
    });
  }

  /** Constants of the given width that the program compares something with, zero first. */
  #sentinels(order: readonly Term[], width: number): Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const t of order) {
      if (terms.op(t) !== Op.EQ) continue;
      for (const side of [terms.arg(t, 0), terms.arg(t, 1)])
        if (terms.isBv(side) && terms.width(side) === width) found.add(side);
    }
    const zero = terms.bv(width, 0);
    return [...found].sort((a, b) => Number(b === zero) - Number(a === zero)).slice(0, MOST_SENTINELS);
  }

  /** The varying parts of the indices at which the program reads the array. */
  #scanning(order: readonly Term[], state: ReadonlySet<Term>, array: Term): Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const t of order) {
      if (terms.op(t) !== Op.SELECT || terms.arg(t, 0) !== array) continue;
      const index = this.#withoutConstant(terms.arg(t, 1));
      const about = freeVariables(terms, [index]);
      if (about.length > 0 && about.every((v) => state.has(v))) found.add(index);
    }
    return [...found];
  }

  /**
   * Terms of the given width that may be the place of a sentinel; those that the program writes to first.
   * Variables count units: exponents of powers of two, in bytes.
   */
  #places(order: readonly Term[], state: ReadonlySet<Term>, width: number, units: readonly number[]): Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const t of order) {
      if (terms.op(t) !== Op.STORE || terms.sortId(terms.arg(t, 1)) !== terms.sorts.id({ kind: 'bv', width })) continue;
      if (freeVariables(terms, [terms.arg(t, 1)]).every((v) => state.has(v))) found.add(terms.arg(t, 1));
    }
    const one = terms.bv(width, 1);
    for (const variable of this.#numbers) {
      for (const unit of units) {
        const own = terms.width(variable);
        if (own < LEAST_WIDTH + unit || own - unit > width) continue;
        const wide = terms.zext(terms.extract(variable, own - 1, unit), width);
        for (const t of [terms.sub(wide, one), wide]) found.add(t);
      }
    }
    return [...found];
  }

  /** The power of two that an index divides an offset in bytes by, as its exponent, if there is one. */
  #unitsOf(index: Term): number[] {
    const { terms } = this.#system;
    const inner = terms.op(index) === Op.ZEXT || terms.op(index) === Op.SEXT ? terms.arg(index, 0) : index;
    return terms.op(inner) === Op.EXTRACT && terms.low(inner) > 0 ? [terms.low(inner)] : [];
  }

  #withoutConstant(index: Term): Term {
    const { terms } = this.#system;
    if (terms.op(index) !== Op.ADD) return index;
    const [x, y] = [terms.arg(index, 0), terms.arg(index, 1)];
    return terms.isBv(x) ? y : terms.isBv(y) ? x : index;
  }
}
