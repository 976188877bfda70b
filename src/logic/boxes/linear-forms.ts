import { Op } from '../terms/ops.ts';
import type { Domain } from './domain.ts';
import { above, below } from './doubles.ts';
import { innerSingles, type Precision, precisionOf } from './float-format.ts';
import type { Node, Tape } from './tape.ts';

/** Most symbols of one tape, and most numbers kept for all its nodes. */
const MOST_SYMBOLS = 96;
const MOST_NUMBERS = 400_000;
/** Symbols of a form that cost as much time as one bound. */
const SYMBOLS_PER_BOUND = 8;
/**
 * Exceeds the loss by rounding in the few operations that make one number of a form, in proportion to
 * their operands.
 */
const LOST = 2 ** -49;
/** Exceeds the loss where numbers become subnormal. */
const TINY = 2 ** -1000;
const LARGEST_SINGLE = 2 ** 128 - 2 ** 104;

/**
 * Floats as linear forms c + Σ aᵢ·εᵢ ± r of symbols εᵢ in [-1, 1] (affine arithmetic: Stolfi, de
 * Figueiredo 1997; for rounded operations: Miné: Relational Abstract Domains for the Detection of
 * Floating-Point Run-Time Errors, ESOP 2004). The forms relate values that are computed from the same
 * values, so that common parts cancel out.
 * Intervals of y - y or of a long recurrence therefore do not grow. Each side of the box has a symbol,
 * and each non-linear operation has one for its remainder. Only values that are certainly finite
 * numbers have a form.
 */
export class LinearForms {
  readonly #tape: Tape;
  readonly #count: number;
  /** Symbol of a node; -1 if it has none. */
  readonly #symbols: Int32Array;
  readonly #center: Float64Array;
  readonly #rest: Float64Array;
  readonly #parts: Float64Array;
  readonly #has: Uint8Array;
  /** Index of a form that belongs to no node. */
  readonly #scratch: number;

  constructor(tape: Tape) {
    const { nodes } = tape;
    this.#tape = tape;
    this.#symbols = new Int32Array(nodes.length).fill(-1);
    const isCell = new Set(tape.cells);
    const floats = nodes.flatMap((node, i) => (keptOf(node) === 'single' || keptOf(node) === 'double' ? [i] : []));
    const sides = floats.filter((i) => isCell.has(i) || isSource(nodes[i]));
    const isConstant = (i: number): boolean => nodes[i].op === Op.FLOAT_CONST;
    const bent = floats.filter((i) => !isCell.has(i) && isBent(nodes[i], isConstant));
    const most = Math.min(MOST_SYMBOLS, Math.floor(MOST_NUMBERS / (nodes.length + 1)));
    const chosen = [...sides, ...bent].slice(0, most);
    chosen.forEach((i, symbol) => {
      this.#symbols[i] = symbol;
    });
    this.#count = chosen.length;
    this.#scratch = nodes.length;
    const size = this.#count === 0 ? 0 : nodes.length + 1;
    this.#center = new Float64Array(size);
    this.#rest = new Float64Array(size);
    this.#has = new Uint8Array(size);
    this.#parts = new Float64Array(size * this.#count);
  }

  /** Cost of the forms of all nodes, in operations on bounds. */
  get cost(): number {
    return (this.#tape.nodes.length * this.#count) / SYMBOLS_PER_BOUND;
  }

  /**
   * Computes the form of a node with known bounds from those of its arguments; the bounds lose what the
   * form excludes.
   */
  update(d: Domain, i: number): void {
    if (this.#count === 0) return;
    const node = this.#tape.nodes[i];
    const kept = keptOf(node);
    this.#has[i] = 0;
    if (kept !== 'single' && kept !== 'double') {
      if (node.sort.kind === 'bool') this.#compare(d, node, i);
      return;
    }
    const [low, high] = [d.low[i], d.high[i]];
    if (d.nan[i] === 1 || !Number.isFinite(low) || !Number.isFinite(high) || low > high) return;
    if (!this.#compute(d, node, i, roundingError(kept, node, low, high))) this.#interval(i, low, high);
    this.#giveSymbol(i);
    this.#tighten(d, i, kept);
  }

  /** False if only the bounds are known. */
  #compute(d: Domain, node: Node, i: number, error: number): boolean {
    const { op, a, b, c } = node;
    switch (op) {
      case Op.FP_NEG:
        return this.#knows(a) && this.#combine(i, -1, a, 0, a, 0, 0);
      case Op.FP_ABS:
        return (
          this.#knows(a) && (d.low[a] >= 0 || d.high[a] <= 0) && this.#combine(i, d.low[a] >= 0 ? 1 : -1, a, 0, a, 0, 0)
        );
      case Op.FP_ADD:
        return this.#knows(a) && this.#knows(b) && this.#combine(i, 1, a, 1, b, 0, error);
      case Op.FP_SUB:
        return this.#knows(a) && this.#knows(b) && this.#combine(i, 1, a, -1, b, 0, error);
      case Op.FP_MUL:
        return this.#knows(a) && this.#knows(b) && this.#product(i, a, b, error);
      case Op.FP_DIV:
        return (
          this.#knows(a) &&
          this.#knows(b) &&
          this.#inverse(d.low[b], d.high[b], b) &&
          this.#product(i, a, this.#scratch, error)
        );
      case Op.FP_SQRT:
        return this.#knows(a) && this.#root(i, d.low[a], d.high[a], a, error);
      case Op.FP_TO_FP:
        return this.#knows(a) && this.#combine(i, 1, a, 0, a, 0, error);
      case Op.ITE:
        if (d.isTrue(a)) return this.#knows(b) && this.#combine(i, 1, b, 0, b, 0, 0);
        return d.isFalse(a) && this.#knows(c) && this.#combine(i, 1, c, 0, c, 0, 0);
      default:
        return false;
    }
  }

  #knows(i: number): boolean {
    return this.#has[i] === 1;
  }

  #interval(i: number, low: number, high: number): void {
    const middle = low / 2 + high / 2;
    this.#parts.fill(0, i * this.#count, (i + 1) * this.#count);
    this.#center[i] = middle;
    this.#rest[i] = low === high ? 0 : above(Math.max(above(high - middle), above(middle - low)));
    this.#has[i] = Number.isFinite(this.#rest[i]) ? 1 : 0;
  }

  /** i := x·a + y·b + z ± rest, where x, y and z were rounded once. */
  #combine(i: number, x: number, a: number, y: number, b: number, z: number, rest: number): boolean {
    const [center, parts, count] = [this.#center, this.#parts, this.#count];
    const [into, first, second] = [i * count, a * count, b * count];
    let size = Math.abs(x * center[a]) + Math.abs(y * center[b]) + Math.abs(z);
    for (let k = 0; k < count; k++) {
      const [p, q] = [x * parts[first + k], y * parts[second + k]];
      size += Math.abs(p) + Math.abs(q);
      parts[into + k] = p + q;
    }
    const carried = Math.abs(x) * this.#rest[a] + Math.abs(y) * this.#rest[b];
    center[i] = x * center[a] + y * center[b] + z;
    this.#rest[i] = (carried + rest + size * LOST * (1 + count * LOST) + TINY) * (1 + LOST);
    this.#has[i] = Number.isFinite(this.#rest[i]) && Number.isFinite(center[i]) ? 1 : 0;
    return this.#has[i] === 1;
  }

  /** Σ |aᵢ| + r, rounded up. */
  #radius(i: number): number {
    let sum = this.#rest[i];
    for (let k = i * this.#count; k < (i + 1) * this.#count; k++) sum += Math.abs(this.#parts[k]);
    return sum * (1 + this.#count * LOST) + TINY;
  }

  #product(i: number, a: number, b: number, error: number): boolean {
    const [x, y] = [this.#center[b], this.#center[a]];
    const bend = this.#radius(a) * this.#radius(b) * (1 + LOST) + TINY;
    // A square is not negative: its non-linear part lies on one side.
    const half = a === b ? bend / 2 : 0;
    return this.#combine(i, x, a, y, b, half - x * y, bend - half + error + (Math.abs(x * y) + half) * LOST);
  }

  /** The scratch form := 1 / b, by the tangent at the end with the smaller slope; false where b may be 0. */
  #inverse(low: number, high: number, b: number): boolean {
    if (low <= 0 && high >= 0) return false;
    const [least, most] = low > 0 ? [low, high] : [-high, -low];
    const slope = -1 / most / most;
    // 1/x - slope·x falls from the one end to the other.
    const first = 1 / least - slope * least;
    const last = 1 / most - slope * most;
    const lost = (Math.abs(first) + Math.abs(last)) * LOST + Math.abs(slope) * most * LOST + TINY;
    const sign = low > 0 ? 1 : -1;
    return this.#combine(this.#scratch, slope, b, 0, b, (sign * (first + last)) / 2, Math.abs(first - last) / 2 + lost);
  }

  #root(i: number, low: number, high: number, a: number, error: number): boolean {
    if (low < 0 || high <= 0) return false;
    const slope = 1 / (2 * Math.sqrt(high));
    // √x - slope·x grows from the one end to the other.
    const first = Math.sqrt(low) - slope * low;
    const last = Math.sqrt(high) - slope * high;
    const lost = (Math.sqrt(high) + slope * high) * LOST + TINY;
    return this.#combine(i, slope, a, 0, a, (first + last) / 2, Math.abs(last - first) / 2 + lost + error);
  }

  /** Turns the part that is not shared into the node's own symbol. */
  #giveSymbol(i: number): void {
    const symbol = this.#symbols[i];
    if (symbol < 0 || this.#has[i] === 0) return;
    const at = i * this.#count + symbol;
    this.#parts[at] = above(this.#rest[i] + Math.abs(this.#parts[at]));
    this.#rest[i] = 0;
  }

  #tighten(d: Domain, i: number, kept: Precision): void {
    if (this.#has[i] === 0) return;
    const radius = this.#radius(i);
    const low = Math.max(d.low[i], below(this.#center[i] - radius));
    const high = Math.min(d.high[i], above(this.#center[i] + radius));
    [d.low[i], d.high[i]] = kept === 'single' && low <= high ? innerSingles(low, high) : [low, high];
  }

  /** Decides a comparison of values with forms by the form of their difference. */
  #compare(d: Domain, { op, a, b }: Node, i: number): void {
    if (op !== Op.FP_LT && op !== Op.FP_LE && op !== Op.FP_EQ) return;
    if (!this.#knows(a) || !this.#knows(b) || !this.#combine(this.#scratch, 1, a, -1, b, 0, 0)) return;
    const radius = this.#radius(this.#scratch);
    const [low, high] = [below(this.#center[this.#scratch] - radius), above(this.#center[this.#scratch] + radius)];
    const isFalse = op === Op.FP_LT ? low >= 0 : op === Op.FP_LE ? low > 0 : low > 0 || high < 0;
    const isTrue = op === Op.FP_LT ? high < 0 : op === Op.FP_LE && high <= 0;
    if (isFalse) d.high[i] = 0;
    if (isTrue) d.low[i] = 1;
  }
}

function keptOf({ format }: Node): Precision {
  return format === null ? 'none' : precisionOf(format);
}

/** Whether a node has no linear form over its arguments. */
function isSource({ op }: Node): boolean {
  return op === Op.FP_FROM_SIGNED || op === Op.FP_FROM_UNSIGNED || op === Op.FP_FROM_BITS || op === Op.SELECT;
}

/** Whether a linear form over the arguments only approximates the node. */
function isBent({ op, a, b }: Node, isConstant: (i: number) => boolean): boolean {
  if (op === Op.FP_MUL) return !isConstant(a) && !isConstant(b);
  if (op === Op.FP_DIV) return !isConstant(b);
  return op === Op.ITE || op === Op.FP_SQRT || op === Op.FP_ABS;
}

/** Exceeds the difference between the result, a number between these bounds, and the exact one. */
function roundingError(kept: 'single' | 'double', { op, mode }: Node, low: number, high: number): number {
  if (op === Op.FP_TO_FP && kept === 'double') return 0;
  const [unit, least] = kept === 'single' ? [2 ** -24, 2 ** -149] : [2 ** -53, Number.MIN_VALUE];
  const most = Math.max(Math.abs(low), Math.abs(high));
  if (mode === 'RNE') return most * unit * (1 + LOST) + least;
  // Other modes may round any greater number to the greatest one.
  const greatest = kept === 'single' ? LARGEST_SINGLE : Number.MAX_VALUE;
  return most < greatest ? 2 * most * unit * (1 + LOST) + least : Number.POSITIVE_INFINITY;
}
