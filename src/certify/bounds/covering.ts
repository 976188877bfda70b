import type { FloatFormat } from '../../base/float.ts';
import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';
import { AffineForms } from './affine.ts';
import { type Consequence, consequences } from './contract.ts';
import { rangeOf } from './evaluate.ts';
import {
  anyOf,
  bothBits,
  type FloatRange,
  type Interval,
  infinityOf,
  meet,
  type Range,
  signedBits,
  truth,
  unsignedBits,
} from './range.ts';

/** Boxes between two looks at the clock. */
const LOOK_EVERY = 4;
/** Rounds in which comparisons with variables cut a box down. */
const ROUNDS = 3;

/** Cuts of one round that may follow from each other. */
const MOST_CONSEQUENCES = 2_000;

/** Ranges of what is split (variables, and the floats that variables are the patterns of), and of other terms as far as formulas limit them. */
type Box = ReadonlyMap<Term, Range>;

/** Covers all values of the variables by boxes in which some formula fails. */
export class Covering {
  readonly #ranges = new Map<Term, Range>();
  readonly #sides: readonly Term[];
  readonly #forms: AffineForms;
  /** How wide sides were at first. */
  #widths: ReadonlyMap<Term, number> | null = null;

  constructor(
    private readonly store: TermStore,
    /** All terms of the formulas, arguments first. */
    private readonly order: readonly Term[],
    private readonly formulas: readonly Term[],
  ) {
    this.#forms = new AffineForms(store);
    const isVariable = (t: Term): boolean => store.op(t) === Op.VARIABLE;
    const floats = order.filter((t) => store.op(t) === Op.FP_FROM_BITS && isVariable(store.arg(t, 0)));
    const shown = new Set(floats.map((t) => store.arg(t, 0)));
    this.#sides = [...floats, ...order.filter((t) => isVariable(t) && !shown.has(t) && store.sort(t).kind !== 'array')];
  }

  /** Whether no values satisfy all formulas; false if that was not found out. */
  isEmpty(isOver: () => boolean): boolean {
    const open: Box[] = [new Map()];
    for (let count = 0; ; count += 1) {
      const box = open.pop();
      if (box === undefined) return true;
      if (count % LOOK_EVERY === 0 && isOver()) return false;
      const left = this.#cutDown(box);
      if (left === null) continue;
      this.#widths ??= new Map(this.#sides.map((side) => [side, this.#width(side)]));
      const halves = this.#halve(left);
      if (halves === null) return false;
      open.push(...halves);
    }
  }

  /** Evaluates all terms; null if a formula fails, else the box without what comparisons that must hold exclude of either side. */
  #cutDown(box: Box): Map<Term, Range> | null {
    const left = new Map(box);
    for (let round = 0; ; round += 1) {
      if (!this.#evaluate(left)) return null;
      if (round === ROUNDS) return left;
      let changed = false;
      const open: Consequence[] = this.#implied().map((formula) => ({ kind: 'literal', formula }));
      for (let next = open.pop(), steps = 0; next !== undefined; next = open.pop(), steps += 1) {
        if (steps > MOST_CONSEQUENCES) break;
        const cuts = next.kind === 'literal' ? this.#excluded(next.formula) : ([[next.term, next.range]] as const);
        if (cuts === 'all') return null;
        for (const [t, range] of cuts) {
          left.set(t, range);
          this.#ranges.set(t, range);
          changed = true;
          const further = consequences(this.store, t, range, (arg) => this.#ranges.get(arg) ?? anyOf(this.store.sort(arg)));
          if (further === null) return null;
          open.push(...further);
        }
      }
      if (!changed) return left;
    }
  }

  /** What the formulas say of comparisons and variables, given what is decided in the box: they and negations of them. */
  #implied(): readonly Term[] {
    const { store } = this;
    const holds = (t: Term): boolean => {
      const range = this.#ranges.get(t);
      return range?.kind === 'bool' && !range.mayFail;
    };
    const literals: Term[] = [];
    const [affirmed, denied] = [new Set<Term>(), new Set<Term>()];
    const open = this.formulas.map((t) => ({ t, isNegated: false }));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { t, isNegated } = next;
      const seen = isNegated ? denied : affirmed;
      if (seen.has(t)) continue;
      seen.add(t);
      const op = store.op(t);
      if (op === Op.NOT) open.push({ t: store.arg(t, 0), isNegated: !isNegated });
      else if (op !== Op.AND) literals.push(isNegated ? store.not(t) : t);
      else {
        const [a, b] = [store.arg(t, 0), store.arg(t, 1)];
        // If one of two holds and they do not hold together, the other one fails.
        if (!isNegated || holds(b)) open.push({ t: a, isNegated });
        if (!isNegated || holds(a)) open.push({ t: b, isNegated });
      }
    }
    return literals;
  }

  #evaluate(box: Box): boolean {
    const { store } = this;
    const get = (t: Term): Range => this.#ranges.get(t) ?? anyOf(store.sort(t));
    this.#showPatterns(box);
    this.#forms.clear();
    for (const t of this.order) {
      const known = box.get(t);
      const isVariable = store.op(t) === Op.VARIABLE;
      const range = isVariable ? get(t) : rangeOf(store, t, get);
      const met = known === undefined || isVariable ? range : common(range, known);
      const left = met === null ? null : this.#forms.narrow(t, met, get);
      if (left === null) return false;
      this.#ranges.set(t, left);
    }
    return this.formulas.every((t) => {
      const range = get(t);
      return range.kind !== 'bool' || range.mayHold;
    });
  }

  /** Variables that are split as floats have the patterns of those. */
  #showPatterns(box: Box): void {
    for (const t of this.order) {
      if (this.store.op(t) !== Op.VARIABLE) continue;
      this.#ranges.set(t, box.get(t) ?? anyOf(this.store.sort(t)));
    }
    for (const [side, range] of box) {
      if (range.kind !== 'float' || this.store.op(side) !== Op.FP_FROM_BITS || range.nan || range.numbers === null) continue;
      const { low, high } = range.numbers;
      const bits = this.store.arg(side, 0);
      const sign = 1n << BigInt(this.store.width(bits) - 1);
      if (low > 0n) this.#ranges.set(bits, unsignedBits(this.store.width(bits), low, high));
      else if (high < 0n) this.#ranges.set(bits, unsignedBits(this.store.width(bits), sign - high, sign - low));
    }
  }

  /** What a formula that is a comparison says of its sides; `all` if nothing is left of one of them. */
  #excluded(formula: Term): readonly (readonly [Term, Range])[] | 'all' {
    const { store } = this;
    const isNegated = store.op(formula) === Op.NOT;
    const t = isNegated ? store.arg(formula, 0) : formula;
    const op = store.op(t);
    if (op === Op.VARIABLE) {
      const range = this.#ranges.get(t);
      return range?.kind === 'bool' && range.mayHold && range.mayFail ? [[t, truth(!isNegated, isNegated)]] : [];
    }
    if (op !== Op.FP_LT && op !== Op.FP_LE && op !== Op.ULT && op !== Op.SLT) return [];
    const args = [store.arg(t, 0), store.arg(t, 1)];
    const cuts: [Term, Range][] = [];
    for (const place of [0, 1]) {
      const [side, other] = [this.#ranges.get(args[place]), this.#ranges.get(args[1 - place])];
      if (side === undefined || other === undefined || store.isConst(args[place])) continue;
      // Negated, the comparison is the other way round, unless a NaN is about.
      const isBelow = (place === 0) !== isNegated;
      const range = narrowed(side, other, op, isBelow, isNegated);
      if (range === 'none') return 'all';
      if (range !== null) cuts.push([args[place], range]);
    }
    return cuts;
  }

  /** The box in two, along the side that is still widest in proportion; null if all are single values. */
  #halve(box: ReadonlyMap<Term, Range>): Box[] | null {
    let widest: Term | null = null;
    let most = 0;
    const relevant = this.#relevant(box).filter((side) => this.#width(side) > 0);
    for (const side of relevant.length > 0 ? relevant : this.#sides) {
      const width = this.#width(side);
      const first = this.#widths?.get(side) ?? 1;
      // What has two values decides branches.
      const isBinary = width === 1 && this.#ranges.get(side)?.kind !== 'float';
      const part = width === 0 ? 0 : isBinary ? Number.POSITIVE_INFINITY : first === 0 ? 1 : width / first;
      if (part > most) {
        most = part;
        widest = side;
      }
    }
    if (widest === null) return null;
    const side = widest;
    const range = this.#ranges.get(side);
    const halves = range === undefined ? [] : halvesOf(range);
    return halves.length === 0 ? null : halves.map((half) => new Map([...box, [side, half]]));
  }

  /** The sides that what is not decided yet depends on. */
  #relevant(box: Box): readonly Term[] {
    const { store } = this;
    const sides = new Set(this.#sides);
    // What is known of other terms is known because some formula was assumed: that decides nothing.
    const isAssumed = (t: Term): boolean => box.has(t) && !sides.has(t);
    const decided = (t: Term): boolean => {
      const range = this.#ranges.get(t);
      if (range?.kind !== 'bool' || (range.mayHold && range.mayFail)) return false;
      const compared = store.op(t) === Op.NOT ? store.arg(t, 0) : t;
      return !Array.from({ length: store.arity(compared) }, (_, i) => store.arg(compared, i)).some(isAssumed);
    };
    const reached = new Set<Term>();
    const open = this.formulas.filter((t) => !decided(t));
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      if (reached.has(t) || decided(t)) continue;
      reached.add(t);
      const isChoice = store.op(t) === Op.ITE;
      const condition = isChoice ? this.#ranges.get(store.arg(t, 0)) : undefined;
      for (let i = 0; i < store.arity(t); i += 1) {
        const isTaken = condition?.kind !== 'bool' || i === 0 || (i === 1 ? condition.mayHold : condition.mayFail);
        if (isTaken) open.push(store.arg(t, i));
      }
    }
    return this.#sides.filter((side) => reached.has(side));
  }

  /** By value; of floats with a NaN among them as wide as can be. */
  #width(side: Term): number {
    const range = this.#ranges.get(side);
    switch (range?.kind) {
      case 'bool':
        return range.mayHold && range.mayFail ? 1 : 0;
      case 'bits':
        return Number(range.unsigned.high - range.unsigned.low);
      case 'float':
        if (range.numbers === null) return 0;
        if (range.nan) return Number.MAX_VALUE;
        return Math.min(Number.MAX_VALUE, numberAt(range.format, range.numbers.high) - numberAt(range.format, range.numbers.low));
      default:
        return 0;
    }
  }
}

/** Values in both ranges; null if there are none. */
function common(a: Range, b: Range): Range | null {
  if (a.kind === 'bits' && b.kind === 'bits') return meet(a.unsigned, b.unsigned) === null ? null : bothBits(a, b);
  if (a.kind !== 'float' || b.kind !== 'float') return a;
  const numbers = a.numbers === null || b.numbers === null ? null : meet(a.numbers, b.numbers);
  return numbers === null && !(a.nan && b.nan) ? null : { ...a, numbers, nan: a.nan && b.nan };
}

/** A side of a comparison without what the other one excludes; null if that is nothing. */
function narrowed(side: Range, other: Range, op: Op, isBelow: boolean, isNegated: boolean): Range | 'none' | null {
  if (side.kind === 'float' && other.kind === 'float') {
    if (isNegated && (side.nan || other.nan)) return null;
    if (side.numbers === null || other.numbers === null) return 'none';
    const limit: Interval = isBelow
      ? { low: -infinityOf(side.format), high: other.numbers.high }
      : { low: other.numbers.low, high: infinityOf(side.format) };
    const numbers = meet(side.numbers, limit);
    if (numbers === null) return 'none';
    const isSame = numbers.low === side.numbers.low && numbers.high === side.numbers.high && !side.nan;
    return isSame ? null : { ...side, numbers, nan: false };
  }
  if (side.kind !== 'bits' || other.kind !== 'bits') return null;
  const reading = op === Op.ULT ? 'unsigned' : 'signed';
  // Not to be less is to be equal or greater.
  const gap = isNegated ? 0n : 1n;
  const { low, high } = other[reading];
  const limit = isBelow ? { ...side[reading], high: high - gap } : { ...side[reading], low: low + gap };
  const left = meet(side[reading], limit.low <= limit.high ? limit : { low: limit.high, high: limit.low });
  if (limit.low > limit.high || left === null) return 'none';
  if (left.low === side[reading].low && left.high === side[reading].high) return null;
  const make = op === Op.ULT ? unsignedBits : signedBits;
  return bothBits(make(side.width, left.low, left.high), side);
}

function halvesOf(range: Range): Range[] {
  switch (range.kind) {
    case 'bool':
      return [truth(true, false), truth(false, true)];
    case 'bits': {
      const { low, high } = range.unsigned;
      const middle = (low + high) / 2n;
      return [unsignedBits(range.width, low, middle), unsignedBits(range.width, middle + 1n, high)].map((half) =>
        bothBits(half, range),
      );
    }
    case 'float':
      return floatHalves(range);
    case 'array':
      return [];
  }
}

function floatHalves(range: FloatRange): Range[] {
  if (range.numbers === null) return [];
  if (range.nan)
    return [
      { ...range, nan: false },
      { ...range, numbers: null },
    ];
  const { low, high } = range.numbers;
  const middle = middleOf(range.format, low, high);
  return [
    { ...range, numbers: { low, high: middle } },
    { ...range, numbers: { low: middle + 1n, high } },
  ];
}

/** Half way by value between ends of like size; else half way in the order of floats. low <= result < high. */
function middleOf(format: FloatFormat, low: bigint, high: bigint): bigint {
  if (low < 0n && high > 0n) return 0n;
  if (low < 0n && high === 0n) return -middleOf(format, 0n, -low) - 1n;
  // A step of the exponent is so many ordinals.
  const octave = 1n << BigInt(format.precision - 1);
  // Within an octave the order of floats is that of values.
  if (high - low <= octave) return floored(low + high);
  if (high - low <= 8n * octave) return low >= 0n ? high - octave : low + octave - 1n;
  // What is small matters rarely: it is cut off.
  if (low >= 0n && high < infinityOf(format) - 100n * octave && high - low > 8n * octave) return high - 3n * octave;
  if (high <= 0n && low > 100n * octave - infinityOf(format) && high - low > 8n * octave) return low + 3n * octave - 1n;
  return floored(low + high);
}

/** Half of it, rounded down. */
function floored(sum: bigint): bigint {
  return sum >> 1n;
}

/** As a double, roughly: it only guides the search. */
function numberAt(format: FloatFormat, ordinal: bigint): number {
  const magnitude = ordinal < 0n ? -ordinal : ordinal;
  const octave = 2 ** (format.precision - 1);
  const exponent = Number(magnitude >> BigInt(format.precision - 1)) - (2 ** (format.exponentBits - 1) - 1);
  const fraction = 1 + Number(magnitude & ((1n << BigInt(format.precision - 1)) - 1n)) / octave;
  const value = Math.min(Number.MAX_VALUE, fraction * 2 ** exponent);
  return ordinal < 0n ? -value : value;
}
