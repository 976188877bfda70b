import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { greatestOf, leastOf, type MutableRange, rangeOf } from './ranges.ts';

/** The width of terms that are no words: arrays and floats. They have no ranges. */
const NO_WORD = 255;

/**
 * The terms of a step as flat arrays, arguments first. A reference is the index of a term, or, if it is
 * negative, the complement of an index in `constants`.
 */
export interface StepDag {
  readonly size: number;
  readonly ops: Uint8Array;
  /** Three references for each term; unused ones are to the first constant. */
  readonly args: Int32Array;
  /** Widths of words in bits; 0 for Booleans. */
  readonly widths: Uint8Array;
  /** Width of the first argument. */
  readonly from: Uint8Array;
  /** Slot of a variable; lowest bit of an extraction; width of the second part of a concatenation. */
  readonly details: Int32Array;
  readonly constants: Float64Array;
  readonly roots: Int32Array;
}

/** The values of all terms of the dag that was evaluated last. */
export class Scratch {
  lows = new Float64Array(0);
  highs = new Float64Array(0);
  /** Number of terms that were visited so far. */
  work = 0;
  /** Free for marks and references by term. */
  marks = new Int32Array(0);

  /** Makes room for a number of terms. */
  reserve(size: number): void {
    if (this.lows.length >= size) return;
    this.lows = new Float64Array(2 * size);
    this.highs = new Float64Array(2 * size);
    this.marks = new Int32Array(2 * size);
  }
}

function widthOf(store: TermStore, t: Term): number {
  const sort = store.sort(t);
  return sort.kind === 'bool' ? 0 : sort.kind === 'bv' && sort.width < NO_WORD ? sort.width : NO_WORD;
}

/** The constant that a term is, as a number; null for other terms. */
function numberOf(store: TermStore, t: Term): number | null {
  const op = store.op(t);
  if (op === Op.TRUE || op === Op.FALSE) return op === Op.TRUE ? 1 : 0;
  if (op !== Op.BV_CONST || store.width(t) > 52) return null;
  return Number(BigInt.asIntN(store.width(t), store.constValue(t)));
}

/** Returns the dag of terms. `slotOf`: the number of a variable. */
export function dagOf(store: TermStore, roots: readonly Term[], slotOf: (variable: Term) => number): StepDag {
  const places = new Map<Term, number>();
  // Unused references are to the first constant.
  const constants: number[] = [0];
  const order = postorder(store, roots).filter((t) => {
    const value = numberOf(store, t);
    if (value === null) return true;
    places.set(t, ~constants.length);
    constants.push(value);
    return false;
  });
  const size = order.length;
  const dag = {
    size,
    ops: new Uint8Array(size),
    args: new Int32Array(3 * size).fill(~0),
    widths: new Uint8Array(size),
    from: new Uint8Array(size),
    details: new Int32Array(size),
  };
  order.forEach((t, i) => {
    places.set(t, i);
    const op = store.op(t);
    dag.ops[i] = op;
    dag.widths[i] = widthOf(store, t);
    const args = Array.from({ length: store.arity(t) }, (_, k) => store.arg(t, k));
    args.forEach((arg, k) => {
      dag.args[3 * i + k] = places.get(arg) ?? 0;
    });
    if (args.length > 0) dag.from[i] = widthOf(store, args[0]);
    if (op === Op.VARIABLE) dag.details[i] = slotOf(t);
    else if (op === Op.EXTRACT) dag.details[i] = store.low(t);
    else if (op === Op.CONCAT) dag.details[i] = store.width(args[1]);
  });
  return {
    ...dag,
    constants: Float64Array.from(constants),
    roots: Int32Array.from(roots, (t) => places.get(t) ?? 0),
  };
}

/** Work for a term of a dag that is made smaller, in terms that are evaluated. */
const SPECIALISATION = 4;

const found: MutableRange = { low: 0, high: 0 };

/** Computes the ranges of all terms of a dag from those of the variables, which slots index. */
export function evaluate(dag: StepDag, scratch: Scratch, low: Float64Array, high: Float64Array): void {
  scratch.reserve(dag.size);
  scratch.work += dag.size;
  const { lows, highs } = scratch;
  const { size, ops, args, widths, from, details, constants } = dag;
  for (let i = 0; i < size; i++) {
    const op = ops[i];
    if (op === Op.VARIABLE) {
      const slot = details[i];
      lows[i] = low[slot];
      highs[i] = high[slot];
      continue;
    }
    const width = widths[i];
    if (width === NO_WORD) continue;
    const a = args[3 * i];
    const al = a < 0 ? constants[~a] : lows[a];
    const ah = a < 0 ? al : highs[a];
    const b = args[3 * i + 1];
    const bl = b < 0 ? constants[~b] : lows[b];
    const bh = b < 0 ? bl : highs[b];
    if (op === Op.ITE) {
      const c = args[3 * i + 2];
      const cl = c < 0 ? constants[~c] : lows[c];
      const ch = c < 0 ? cl : highs[c];
      lows[i] = al === 1 ? bl : ah === 0 ? cl : bl < cl ? bl : cl;
      highs[i] = al === 1 ? bh : ah === 0 ? ch : bh > ch ? bh : ch;
      continue;
    }
    if (from[i] === NO_WORD) {
      lows[i] = leastOf(width);
      highs[i] = greatestOf(width);
      continue;
    }
    rangeOf(found, op, width, from[i], details[i], al, ah, bl, bh);
    lows[i] = found.low;
    highs[i] = found.high;
  }
}

/**
 * Returns the dag for values of the variables within these ranges: without terms that are constant
 * there, and without those that no root needs. Linear in the dag.
 */
export function specialised(dag: StepDag, scratch: Scratch, low: Float64Array, high: Float64Array): StepDag {
  evaluate(dag, scratch, low, high);
  scratch.work += SPECIALISATION * dag.size;
  const { size, ops, args, widths, from, details, roots } = dag;
  const { lows, highs, marks } = scratch;
  const constants: number[] = [0];
  const indices = new Map<number, number>([[0, 0]]);
  const constant = (value: number): number => {
    let index = indices.get(value);
    if (index === undefined) {
      index = constants.length;
      constants.push(value);
      indices.set(value, index);
    }
    return ~index;
  };
  /** The reference that stands for a term: a term of the old dag, or the complement of a new constant. */
  const stands = (ref: number): number => (ref < 0 ? constant(dag.constants[~ref]) : marks[ref]);
  for (let i = 0; i < size; i++) {
    if (widths[i] !== NO_WORD && lows[i] === highs[i]) {
      marks[i] = constant(lows[i]);
      continue;
    }
    marks[i] = i;
    const op = ops[i];
    if (op !== Op.ITE && op !== Op.AND) continue;
    const a = stands(args[3 * i]);
    const b = stands(args[3 * i + 1]);
    if (op === Op.AND) {
      // A constant argument of an open conjunction is true.
      if (a < 0) marks[i] = b;
      else if (b < 0) marks[i] = a;
      continue;
    }
    const c = stands(args[3 * i + 2]);
    if (a < 0) marks[i] = constants[~a] === 1 ? b : c;
    else if (b === c) marks[i] = b;
  }
  const needed = new Uint8Array(size);
  const ask = (ref: number): void => {
    const t = stands(ref);
    if (t >= 0) needed[t] = 1;
  };
  for (const root of roots) ask(root);
  let count = 0;
  for (let i = size - 1; i >= 0; i--) {
    if (needed[i] === 0) continue;
    count += 1;
    if (ops[i] === Op.VARIABLE) continue;
    ask(args[3 * i]);
    ask(args[3 * i + 1]);
    ask(args[3 * i + 2]);
  }
  const made = {
    size: count,
    ops: new Uint8Array(count),
    args: new Int32Array(3 * count).fill(~0),
    widths: new Uint8Array(count),
    from: new Uint8Array(count),
    details: new Int32Array(count),
  };
  const places = new Int32Array(size);
  const moved = (ref: number): number => {
    const t = stands(ref);
    return t < 0 ? t : places[t];
  };
  let at = 0;
  for (let i = 0; i < size; i++) {
    if (needed[i] === 0) continue;
    places[i] = at;
    made.ops[at] = ops[i];
    made.widths[at] = widths[i];
    made.from[at] = from[i];
    made.details[at] = details[i];
    if (ops[i] !== Op.VARIABLE) for (let k = 0; k < 3; k++) made.args[3 * at + k] = moved(args[3 * i + k]);
    at += 1;
  }
  return { ...made, constants: Float64Array.from(constants), roots: roots.map(moved) };
}
