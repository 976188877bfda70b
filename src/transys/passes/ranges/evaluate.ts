import type { Term } from '../../../smt/builder.ts';
import { Op } from '../../../smt/ops.ts';
import type { TermStore } from '../../../smt/store.ts';
import { postorder } from '../../../smt/traverse.ts';
import { exactly, full, join, meet, type Range } from './range.ts';
import { assume, type Known } from './refine.ts';
import { rangeWidth, transfer } from './transfer.ts';

/** A branch of an `ite` of at most this many nodes is looked at again under the condition that leads to it. */
const MAX_BRANCH = 32;

/** Ranges of the terms of one block over ranges of its variables. Made once per block; the order of the terms is kept. */
export class RangeEvaluator {
  readonly #terms: TermStore;
  readonly #order: readonly Term[];
  /** Where each term stands in the order; {@link evaluate} is called often and works on positions. */
  readonly #positions = new Map<Term, number>();
  /** Positions of the arguments of the i-th term: `#arguments[#first[i]]` up to `#first[i + 1]`. */
  readonly #first: Int32Array;
  readonly #arguments: Int32Array;
  readonly #branches = new Map<Term, readonly Term[] | null>();

  constructor(terms: TermStore, roots: readonly Term[]) {
    this.#terms = terms;
    this.#order = postorder(terms, roots);
    this.#first = new Int32Array(this.#order.length + 1);
    for (const [i, t] of this.#order.entries()) {
      this.#positions.set(t, i);
      this.#first[i + 1] = this.#first[i] + terms.arity(t);
    }
    this.#arguments = new Int32Array(this.#first[this.#order.length]);
    for (const [i, t] of this.#order.entries()) {
      for (let k = 0; k < terms.arity(t); k += 1) this.#arguments[this.#first[i] + k] = this.#positions.get(terms.arg(t, k))!;
    }
  }

  get size(): number {
    return this.#order.length;
  }

  get order(): readonly Term[] {
    return this.#order;
  }

  /**
   * Ranges of all terms (null for sorts without), where `leaf` gives those of variables; `known` holds what conditions say of single terms.
   */
  evaluate(leaf: (variable: Term) => Range | null, known: Known): (t: Term) => Range | null {
    const values: (Range | null)[] = new Array(this.#order.length).fill(null);
    const value = (t: Term): Range | null => {
      const position = this.#positions.get(t);
      return position === undefined ? null : values[position];
    };
    for (let i = 0; i < values.length; i += 1) values[i] = this.#node(i, values, value, leaf, known);
    return value;
  }

  #node(
    i: number,
    values: readonly (Range | null)[],
    value: (t: Term) => Range | null,
    leaf: (variable: Term) => Range | null,
    known: Known,
  ): Range | null {
    const terms = this.#terms;
    const t = this.#order[i];
    const width = rangeWidth(terms, t);
    if (width === 0) return null;
    const own = known.get(t);
    let result: Range;
    if (terms.arity(t) === 0) result = terms.isConst(t) ? exactly(width, terms.constValue(t)) : (leaf(t) ?? full(width));
    else if (terms.op(t) === Op.ITE) result = this.#ite(t, width, value);
    else {
      const args: (Range | null)[] = [];
      for (let k = this.#first[i]; k < this.#first[i + 1]; k += 1) args.push(values[this.#arguments[k]]);
      result = transfer(terms, t, args);
    }
    // Where the two contradict each other, the state is not reachable at all; either is sound.
    return own === undefined ? result : (meet(own, result) ?? own);
  }

  #args(t: Term, value: (t: Term) => Range | null): (Range | null)[] {
    const args: (Range | null)[] = [];
    for (let i = 0; i < this.#terms.arity(t); i += 1) args.push(value(this.#terms.arg(t, i)));
    return args;
  }

  #ite(t: Term, width: number, value: (t: Term) => Range | null): Range {
    const terms = this.#terms;
    const condition = terms.arg(t, 0);
    const c = value(condition);
    const yes = terms.arg(t, 1);
    const no = terms.arg(t, 2);
    if (c?.low === 1n) return value(yes) ?? full(width);
    if (c?.high === 0n) return value(no) ?? full(width);
    const a = this.#under(condition, true, yes, value);
    const b = this.#under(condition, false, no, value);
    if (a === null) return b ?? full(width);
    return b === null ? a : join(a, b);
  }

  /** Range of a branch given the truth of the condition that leads to it; null if the condition cannot have it. */
  #under(condition: Term, truth: boolean, branch: Term, value: (t: Term) => Range | null): Range | null {
    const terms = this.#terms;
    const plain = value(branch) ?? full(rangeWidth(terms, branch));
    if (plain.low === plain.high) return plain;
    const nodes = this.#branch(branch);
    if (nodes === null) return plain;
    const known: Known = new Map();
    if (!assume(terms, condition, truth, known, value)) return null;
    if (known.size === 0) return plain;
    const local = new Map<Term, Range | null>();
    const here = (t: Term): Range | null => local.get(t) ?? value(t);
    for (const t of nodes) {
      const width = rangeWidth(terms, t);
      if (width === 0) continue;
      const general = value(t) ?? full(width);
      const own = known.get(t);
      const computed = terms.arity(t) === 0 ? general : transfer(terms, t, this.#args(t, here));
      const sharper = meet(general, computed) ?? general;
      local.set(t, own === undefined ? sharper : (meet(own, sharper) ?? own));
    }
    return local.get(branch) ?? plain;
  }

  #branch(branch: Term): readonly Term[] | null {
    let nodes = this.#branches.get(branch);
    if (nodes === undefined) {
      nodes = smallPostorder(this.#terms, branch);
      this.#branches.set(branch, nodes);
    }
    return nodes;
  }
}

/** The nodes of a small term, arguments first; null if it is not small. */
function smallPostorder(terms: TermStore, root: Term): readonly Term[] | null {
  const seen = new Set<Term>([root]);
  const found = [root];
  for (let i = 0; i < found.length; i += 1) {
    for (let k = 0; k < terms.arity(found[i]); k += 1) {
      const arg = terms.arg(found[i], k);
      if (seen.has(arg)) continue;
      if (seen.size >= MAX_BRANCH) return null;
      seen.add(arg);
      found.push(arg);
    }
  }
  return postorder(terms, [root]);
}
