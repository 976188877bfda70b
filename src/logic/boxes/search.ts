import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { backward } from './backward.ts';
import { Domain } from './domain.ts';
import { type Precision, precisionOf } from './float-format.ts';
import { hasNumber } from './float-forward.ts';
import { forward } from './forward.ts';
import { type Box, restore, split } from './halves.ts';
import { LinearForms } from './linear-forms.ts';
import { type Point, pointIn } from './points.ts';
import { Tape } from './tape.ts';
import type { Work } from './work.ts';

/** Most rounds of pruning at one box, and the share of a side that must go for another round. */
const MOST_ROUNDS = 4;
const WORTHWHILE = 0.9;
/** Points are tried at the first boxes, and then once per this number of boxes. */
const FIRST_POINTS = 64;
const POINT_EVERY = 32;
/** Boxes between two looks at the clock. */
const LOOK_EVERY = 8;
/**
 * Operations on bounds that take as long as placing a term on the tape, and as evaluating it exactly
 * at a point.
 */
const PLACING = 20;
const EVALUATING = 20;
/** Most zeros of which both signs are tried. */
const MOST_ZEROS = 4;

/** A search for one point that satisfies the given formulas. */
export class BoxSearch {
  readonly #tape: Tape;
  readonly #domain: Domain;
  readonly #any: Domain;
  /** The bounds before going backward. */
  readonly #before: Domain;
  /** See {@link #evaluate}. */
  readonly #image: Domain;
  readonly #forms: LinearForms;
  readonly #work: Work;
  readonly #isOver: () => boolean;
  readonly #isCell: Uint8Array;
  /** Widths of the sides of the first box after pruning. */
  readonly #scale = new Map<number, number>();

  /** `work`: counts the cost of the search. `isOver`: polled every few boxes. */
  constructor(store: TermStore, formulas: readonly Term[], work: Work, isOver: () => boolean) {
    this.#tape = new Tape(store, formulas);
    this.#work = work;
    this.#isOver = isOver;
    const { nodes } = this.#tape;
    this.#domain = new Domain(nodes.length);
    this.#any = new Domain(nodes.length);
    this.#before = new Domain(nodes.length);
    this.#image = new Domain(nodes.length);
    this.#forms = new LinearForms(this.#tape);
    this.#work.add(nodes.length * PLACING);
    nodes.forEach(({ sort }, i) => {
      if (sort.kind === 'bv') this.#any.setAny(i, sort.width);
      else if (sort.kind === 'float') this.#any.setFloat(i, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true);
      else this.#any.setBool(i, false, true);
    });
    for (const root of this.#tape.roots) this.#any.low[root] = 1;
    this.#isCell = new Uint8Array(nodes.length);
    for (const cell of this.#tape.cells) this.#isCell[cell] = 1;
  }

  /**
   * `unsat` if all boxes are empty, `sat` if `accepts` takes a point; `unknown` if time is over or a box
   * can be split no more.
   */
  run(accepts: (point: Point) => boolean): 'sat' | 'unsat' | 'unknown' {
    const stack: (Box | null)[] = [null];
    const tried = (point: Point): boolean => {
      this.#work.add(this.#tape.nodes.length * EVALUATING);
      return accepts(point);
    };
    let isOpen = false;
    for (let count = 0; stack.length > 0; count++) {
      if (count % LOOK_EVERY === 0 && this.#isOver()) return 'unknown';
      if (!this.#prune(stack.pop() ?? null)) continue;
      const relevant = this.#relevant();
      if (relevant === null) continue;
      const cell = this.#choose(relevant);
      if (cell !== null) {
        if ((count < FIRST_POINTS || count % POINT_EVERY === 0) && tried(pointIn(this.#tape, this.#domain, count, 0)))
          return 'sat';
        stack.push(...split(this.#tape, this.#domain, cell));
        continue;
      }
      // The box is one point, but for the signs of zeros, unless something has no bounds.
      const zeros = relevant.filter((i) => this.#isZero(i)).length;
      const combinations = 2 ** Math.min(zeros, MOST_ZEROS);
      for (let signs = 0; signs < combinations; signs++)
        if (tried(pointIn(this.#tape, this.#domain, count, signs))) return 'sat';
      isOpen ||=
        zeros > MOST_ZEROS ||
        relevant.length === 0 ||
        !relevant.every((i) => this.#isPoint(i)) ||
        this.#mayHaveMissed();
    }
    return isOpen ? 'unknown' : 'unsat';
  }

  /** Bounds of all terms within the box; false if there is no point in it. */
  #prune(box: Box | null): boolean {
    const { cells, nodes } = this.#tape;
    const d = this.#domain;
    d.copyFrom(this.#any);
    if (box !== null) restore(this.#tape, d, box);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      // A variable that is read as a float gets its bounds from that float.
      for (const cell of cells) if (nodes[cell].op === Op.FP_FROM_BITS) backward(this.#tape, d, cell);
      this.#work.add(this.#forms.cost + 2 * nodes.length);
      for (let i = 0; i < nodes.length; i++) if (!this.#forward(i)) return false;
      this.#before.copyFrom(d);
      for (let i = nodes.length - 1; i >= 0; i--) backward(this.#tape, d, i);
      for (const cell of cells) {
        const { sort } = nodes[cell];
        if (sort.kind === 'bv') d.reconcile(cell, sort.width);
        if (d.isEmpty(cell)) return false;
      }
      if (!nodes.some((_, i) => this.#isMuchLess(i))) break;
    }
    if (this.#scale.size === 0) for (const cell of cells) this.#scale.set(cell, this.#size(cell));
    return true;
  }

  /** Narrows a node by its arguments; false if no value is left. */
  #forward(i: number): boolean {
    const d = this.#domain;
    const node = this.#tape.nodes[i];
    if (node.sort.kind === 'array') return true;
    if (node.op === Op.VARIABLE) {
      this.#forms.update(d, i);
      return !d.isEmpty(i);
    }
    const [low, high, least, most, nan] = [d.low[i], d.high[i], d.least[i], d.most[i], d.nan[i]];
    forward(this.#tape, d, i);
    d.low[i] = Math.max(d.low[i], low);
    d.high[i] = Math.min(d.high[i], high);
    d.nan[i] &= nan;
    if (node.sort.kind === 'bv') {
      d.least[i] = Math.max(d.least[i], least);
      d.most[i] = Math.min(d.most[i], most);
      d.reconcile(i, node.width);
    } else this.#forms.update(d, i);
    return !d.isEmpty(i);
  }

  /** Whether going backward has narrowed a term so much that going forward again is worthwhile. */
  #isMuchLess(i: number): boolean {
    const [before, d] = [this.#before, this.#domain];
    if (d.nan[i] !== before.nan[i]) return true;
    if (d.low[i] === before.low[i] && d.high[i] === before.high[i])
      return d.most[i] - d.least[i] < (before.most[i] - before.least[i]) * WORTHWHILE;
    return !(d.high[i] - d.low[i] >= (before.high[i] - before.low[i]) * WORTHWHILE);
  }

  /** Width of a side; a possible NaN makes it wider. */
  #size(cell: number): number {
    const d = this.#domain;
    const { sort } = this.#tape.nodes[cell];
    if (sort.kind === 'bv') return Math.min(d.high[cell] - d.low[cell], d.most[cell] - d.least[cell]);
    const isSpread = hasNumber(d, cell) && d.low[cell] !== d.high[cell];
    const numbers = isSpread ? Math.min(d.high[cell] - d.low[cell], Number.MAX_VALUE) : 0;
    return d.nan[cell] === 1 && hasNumber(d, cell) ? Number.POSITIVE_INFINITY : numbers;
  }

  /**
   * Among the given cells, the one that has kept the largest part of its first width; null if none can
   * be split.
   */
  #choose(relevant: readonly number[]): number | null {
    let best: number | null = null;
    let largest = 0;
    for (const cell of relevant) {
      const size = this.#size(cell);
      if (size === 0 || !this.#isSplittable(cell)) continue;
      // Single bits decide branches.
      if (size === 1 && this.#domain.nan[cell] === 0 && this.#tape.nodes[cell].sort.kind !== 'float') return cell;
      const scale = this.#scale.get(cell) ?? 0;
      const part = size === Number.POSITIVE_INFINITY || scale === 0 ? size : size / Math.min(scale, Number.MAX_VALUE);
      if (part <= largest) continue;
      largest = part;
      best = cell;
    }
    return best;
  }

  #isSplittable(i: number): boolean {
    if (this.#isCell[i] === 0) return false;
    const { sort } = this.#tape.nodes[i];
    if (sort.kind === 'float') return isExact(precisionOf(sort));
    // Beyond 2^53 bounds are rounded, so that halving ends.
    return sort.kind === 'bool' || this.#domain.high[i] <= Number.MAX_SAFE_INTEGER || this.#size(i) > 2 ** 13;
  }

  /**
   * The nodes without arguments that the roots depend on.
   * Branches not taken in this box and decided comparisons are left out; floats that stand for variables
   * take the place of those. Null if a root fails at all points of the box.
   */
  #relevant(): number[] | null {
    const { nodes, roots } = this.#tape;
    const d = this.#domain;
    const marks = new Uint8Array(nodes.length);
    const found: number[] = [];
    this.#evaluate();
    for (const root of roots) {
      if (this.#image.isFalse(root)) return null;
      marks[root] = 1;
    }
    for (let i = nodes.length - 1; i >= 0; i--) {
      if (marks[i] === 0 || this.#isDecided(i)) continue;
      const { op, a, b, c } = nodes[i];
      if (op === Op.VARIABLE || this.#isCell[i] === 1) {
        found.push(i);
        continue;
      }
      if (a >= 0) marks[a] = 1;
      if (b >= 0 && !(op === Op.ITE && d.isFalse(a))) marks[b] = 1;
      if (c >= 0 && !(op === Op.ITE && d.isTrue(a))) marks[c] = 1;
    }
    return found;
  }

  /**
   * Whether a comparison has the same value at all points of the box: by bounds of its sides that do not
   * assume it.
   */
  #isDecided(i: number): boolean {
    const { sort, a, b } = this.#tape.nodes[i];
    if (sort.kind !== 'bool' || a < 0 || b < 0 || this.#tape.nodes[a].sort.kind === 'bool') return false;
    return this.#image.isTrue(i) || this.#image.isFalse(i);
  }

  /** Computes the bounds that follow from the sides of the box alone. */
  #evaluate(): void {
    const { nodes } = this.#tape;
    const [d, image] = [this.#domain, this.#image];
    image.copyFrom(this.#any);
    this.#work.add(nodes.length);
    for (let i = 0; i < nodes.length; i++) {
      if (this.#isCell[i] === 1 || nodes[i].op === Op.VARIABLE) image.copyAt(i, d);
      else forward(this.#tape, image, i);
    }
  }

  #isZero(i: number): boolean {
    const d = this.#domain;
    return this.#tape.nodes[i].sort.kind === 'float' && d.low[i] === 0 && d.high[i] === 0;
  }

  /**
   * Whether a tried point may have lain outside the box: an integer with both signs is bounded in one
   * reading only.
   */
  #mayHaveMissed(): boolean {
    const { cells, nodes } = this.#tape;
    const { low, high, least, most } = this.#domain;
    return cells.some((i) => {
      const { sort, width } = nodes[i];
      if (sort.kind !== 'bv' || least[i] >= 0 || most[i] < 0) return false;
      const isCut = low[i] > 0 || high[i] < 2 ** width - 1;
      return isCut && (least[i] > -(2 ** (width - 1)) || most[i] < 2 ** (width - 1) - 1);
    });
  }

  /** Whether the value is a NaN and something besides its being a NaN matters. */
  #isAnyNan(i: number): boolean {
    const d = this.#domain;
    const { op, a } = this.#tape.nodes[i];
    return d.nan[i] === 1 && op === Op.FP_FROM_BITS && this.#tape.isReadAsBits(a) && d.low[a] !== d.high[a];
  }

  /** Whether only one value is left, except for the sign of a zero. */
  #isPoint(i: number): boolean {
    const { sort } = this.#tape.nodes[i];
    if (sort.kind === 'array') return false;
    if (sort.kind === 'float') return isExact(precisionOf(sort)) && this.#size(i) === 0 && !this.#isAnyNan(i);
    return this.#size(i) === 0 && this.#domain.high[i] <= Number.MAX_SAFE_INTEGER;
  }
}

function isExact(kept: Precision): boolean {
  return kept === 'single' || kept === 'double';
}
