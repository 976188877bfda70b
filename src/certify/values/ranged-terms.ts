import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { allOf, type Bounds, boundsOf, type Operation } from './word-ranges.ts';

/** The width of terms that are neither words nor Booleans; nothing is known of their values. */
const NO_WORD = -1;

/** A variable, and the first value of the upper part of its values. */
export interface Division {
  readonly variable: Term;
  readonly cut: number;
  /** True if a comparison changes at the cut. */
  readonly isCompared: boolean;
}

/**
 * Terms over variables whose values are known within bounds. Bounds are given to one variable after the
 * other. Each time, only the terms are computed again that are open and needed, so that the last
 * variables of many similar assignments cost little.
 */
export class RangedTerms {
  readonly #places = new Map<Term, number>();
  readonly #terms: readonly Term[];
  readonly #operations: readonly Operation[];
  /** Three for each term: places of its arguments; -1: none, or one that is no word. */
  readonly #args: Int32Array;
  readonly #lows: Float64Array;
  readonly #highs: Float64Array;
  readonly #needed: Uint8Array;
  readonly #roots: readonly number[];
  /** The open terms that are needed after each assignment, arguments first; the last one is at hand. */
  readonly #open: Int32Array[] = [];

  constructor(store: TermStore, roots: readonly Term[]) {
    const order = postorder(store, roots);
    const count = order.length;
    this.#terms = order;
    this.#args = new Int32Array(3 * count).fill(-1);
    this.#lows = new Float64Array(count);
    this.#highs = new Float64Array(count);
    this.#needed = new Uint8Array(count);
    const widthOf = (t: Term): number => {
      const sort = store.sort(t);
      return sort.kind === 'bool' ? 0 : sort.kind === 'bv' ? sort.width : NO_WORD;
    };
    const words: number[] = [];
    this.#operations = order.map((t, place): Operation => {
      this.#places.set(t, place);
      const op = store.op(t);
      const width = widthOf(t);
      const args = Array.from({ length: store.arity(t) }, (_, i) => store.arg(t, i));
      const isKnown = args.every((arg) => widthOf(arg) !== NO_WORD);
      if (isKnown)
        args.forEach((arg, i) => {
          this.#args[3 * place + i] = this.#places.get(arg) ?? -1;
        });
      const all = width === NO_WORD ? allOf(0) : allOf(width);
      const value =
        op === Op.TRUE ? 1 : op === Op.FALSE ? 0 : op === Op.BV_CONST && width <= 53 ? constantOf(store, t) : null;
      this.#lows[place] = value ?? all.low;
      this.#highs[place] = value ?? all.high;
      if (width !== NO_WORD && isKnown && args.length > 0) words.push(place);
      const [from, second] = [0, 1].map((i) => (i < args.length ? widthOf(args[i]) : 0));
      return { op, width, from, second, lowest: op === Op.EXTRACT ? store.low(t) : 0 };
    });
    this.#roots = roots.map((root) => this.#places.get(root) ?? -1);
    this.#open.push(this.#computed(Int32Array.from(words)));
  }

  /** The bounds of a root, or of a variable. */
  boundsOf(t: Term): Bounds {
    const place = this.#places.get(t) ?? -1;
    return { low: this.#lows[place], high: this.#highs[place] };
  }

  /** Gives bounds to a variable, until {@link release}. Returns those that it had. */
  assign(variable: Term, { low, high }: Bounds): Bounds | null {
    const place = this.#places.get(variable);
    const open = this.#open[this.#open.length - 1];
    if (place === undefined) {
      this.#open.push(open);
      return null;
    }
    const before = { low: this.#lows[place], high: this.#highs[place] };
    this.#lows[place] = low;
    this.#highs[place] = high;
    this.#open.push(this.#computed(open));
    return before;
  }

  /**
   * Takes back the last assignment. `before`: what it returned. Until the next assignment, only the bounds of
   * variables hold.
   */
  release(variable: Term, before: Bounds | null): void {
    this.#open.pop();
    if (before === null) return;
    const place = this.#places.get(variable) ?? -1;
    this.#lows[place] = before.low;
    this.#highs[place] = before.high;
  }

  /**
   * Returns where the values of a variable may be divided: at a comparison with a constant that is open and
   * needed, else in the middle. Null: no needed variable has more than one value.
   */
  division(): Division | null {
    const open = this.#open[this.#open.length - 1];
    for (const place of open) {
      const division = this.#compared(place);
      if (division !== null) return division;
    }
    for (const place of open)
      for (let i = 0; i < 3; i++) {
        const division = this.#halves(this.#args[3 * place + i]);
        if (division !== null) return division;
      }
    for (const root of this.#roots) {
      const division = this.#halves(root);
      if (division !== null) return division;
    }
    return null;
  }

  /** The halves of the values of a place that is an open variable. */
  #halves(place: number): Division | null {
    if (place < 0 || this.#operations[place].op !== Op.VARIABLE || !this.#isOpen(place)) return null;
    const cut = Math.floor((this.#lows[place] + this.#highs[place]) / 2) + 1;
    const isInside = cut > this.#lows[place] && cut <= this.#highs[place];
    return isInside ? { variable: this.#terms[place], cut, isCompared: false } : null;
  }

  /** The division by a place that is a Boolean variable, or compares one with a known value. */
  #compared(place: number): Division | null {
    const { op } = this.#operations[place];
    for (let i = 0; i < 3; i++) {
      const arg = this.#args[3 * place + i];
      if (arg < 0 || this.#operations[arg].op !== Op.VARIABLE || !this.#isOpen(arg)) continue;
      const variable = this.#terms[arg];
      if (this.#operations[arg].width === 0) return { variable, cut: 1, isCompared: true };
      if (op !== Op.EQ && op !== Op.SLT && op !== Op.ULT) continue;
      const other = this.#args[3 * place + 1 - i];
      if (other < 0 || this.#isOpen(other)) continue;
      const value = this.#lows[other];
      const cuts = [op === Op.EQ || i === 0 ? value : value + 1, value + 1, 0];
      for (const cut of cuts)
        if (cut > this.#lows[arg] && cut <= this.#highs[arg]) return { variable, cut, isCompared: true };
    }
    return null;
  }

  #isOpen(place: number): boolean {
    return this.#lows[place] < this.#highs[place];
  }

  /** Computes places, arguments first, and returns those that stay open and that a root needs. */
  #computed(places: Int32Array): Int32Array {
    const args = this.#args;
    for (const place of places) {
      const bounds = this.#bounds(place);
      this.#lows[place] = bounds.low;
      this.#highs[place] = bounds.high;
    }
    const needed = this.#needed;
    for (const root of this.#roots) needed[root] = 1;
    let count = 0;
    for (let k = places.length - 1; k >= 0; k--) {
      const place = places[k];
      if (needed[place] === 0 || !this.#isOpen(place)) continue;
      count += 1;
      const a = args[3 * place];
      const isChoice = this.#operations[place].op === Op.ITE;
      const taken = isChoice && !this.#isOpen(a) ? (this.#lows[a] === 1 ? 1 : 2) : -1;
      for (let i = 0; i < 3; i++)
        if (args[3 * place + i] >= 0 && (taken === -1 || taken === i)) needed[args[3 * place + i]] = 1;
    }
    const open = new Int32Array(count);
    let at = 0;
    for (const place of places) if (needed[place] === 1 && this.#isOpen(place)) open[at++] = place;
    for (const place of places) {
      needed[place] = 0;
      for (let i = 0; i < 3; i++) if (args[3 * place + i] >= 0) needed[args[3 * place + i]] = 0;
    }
    for (const root of this.#roots) needed[root] = 0;
    return open;
  }

  #bounds(place: number): Bounds {
    const operation = this.#operations[place];
    const a = this.#args[3 * place];
    if (operation.op === Op.ITE) {
      const b = this.#at(this.#args[3 * place + 1]);
      const c = this.#at(this.#args[3 * place + 2]);
      if (!this.#isOpen(a)) return this.#lows[a] === 1 ? b : c;
      return { low: Math.min(b.low, c.low), high: Math.max(b.high, c.high) };
    }
    const b = this.#args[3 * place + 1];
    return boundsOf(operation, this.#at(a), this.#at(b < 0 ? a : b));
  }

  #at(place: number): Bounds {
    return { low: this.#lows[place], high: this.#highs[place] };
  }
}

function constantOf(store: TermStore, t: Term): number {
  return Number(BigInt.asIntN(store.width(t), store.constValue(t)));
}
