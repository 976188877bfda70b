import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { outerArity, outerPostorder } from '../terms/traverse.ts';
import type { Domain } from './domain.ts';
import type { Range } from './range.ts';
import { rangeWidth } from './range-transfer.ts';
import { assume, type Known } from './refine.ts';

/**
 * Branches of an `ite` with at most this many nodes are evaluated again under the condition that leads
 * to them.
 */
const MAX_BRANCH = 32;

/** News of a term: its value has changed. */
const CHANGED = 1;
/** News of a term: a value below it has changed, which an `ite` above may depend on. */
const TOUCHED = 2;

/**
 * Positions of terms in the order of one evaluator. All evaluators of one analysis share an instance,
 * and are used one at a time. So a look-up is one array access, and the memory is that of one table.
 */
export class Positions {
  #table = new Int32Array(0);
  #owner: readonly Term[] = [];

  /** Position in the order that was entered last, or -1. */
  of(t: Term): number {
    return t < this.#table.length ? this.#table[t] - 1 : -1;
  }

  enter(order: readonly Term[], size: number): void {
    if (this.#owner === order) return;
    if (this.#table.length < size) this.#table = new Int32Array(size + (size >> 1));
    else for (const t of this.#owner) this.#table[t] = 0;
    for (let i = 0; i < order.length; i++) this.#table[order[i]] = i + 1;
    this.#owner = order;
  }
}

/**
 * Abstract values of the terms of one block over those of its variables (null for sorts without).
 * Values persist between uses. Only terms that depend on a variable whose value changed, or on
 * temporary assumptions, are evaluated again.
 */
export class TermEvaluator<V extends Range> {
  /** Number of evaluations of single terms so far. */
  work = 0;
  /** True if the latest evaluation left no value of some term: no state has the assumed values. */
  contradicted = false;
  readonly #domain: Domain<V>;
  readonly #terms: TermStore;
  readonly #positions: Positions;
  readonly #order: readonly Term[];
  /** Positions of the arguments of the i-th term: `#arguments[#first[i]]` up to `#first[i + 1]`. */
  readonly #first: Int32Array;
  readonly #arguments: Int32Array;
  /** Positions of the variables, and their latest values. */
  readonly #leaves = new Map<number, V>();
  readonly #values: (V | null)[];
  readonly #news: Uint8Array;
  readonly #branches = new Map<number, readonly Term[] | null>();
  #known: Known<V> = new Map();
  /**
   * Positions and previous values of terms that changed under the innermost assumption; null if there is
   * none.
   */
  #undo: [position: number, before: V | null][] | null = null;

  /** `positions`: shared with evaluators that are not used at the same time. */
  constructor(domain: Domain<V>, terms: TermStore, roots: readonly Term[], positions = new Positions()) {
    this.#domain = domain;
    this.#terms = terms;
    this.#positions = positions;
    const order = outerPostorder(terms, roots);
    this.#order = order;
    this.#first = new Int32Array(order.length + 1);
    for (let i = 0; i < order.length; i++) this.#first[i + 1] = this.#first[i] + outerArity(terms, order[i]);
    this.#arguments = new Int32Array(this.#first[order.length]);
    positions.enter(order, terms.size);
    for (let i = 0; i < order.length; i++) {
      const t = order[i];
      for (let k = this.#first[i]; k < this.#first[i + 1]; k++)
        this.#arguments[k] = positions.of(terms.arg(t, k - this.#first[i]));
      if (terms.op(t) === Op.VARIABLE && rangeWidth(terms, t) > 0)
        this.#leaves.set(i, domain.full(rangeWidth(terms, t)));
    }
    this.#values = new Array<V | null>(order.length).fill(null);
    this.#news = new Uint8Array(order.length).fill(CHANGED);
  }

  get size(): number {
    return this.#order.length;
  }

  get order(): readonly Term[] {
    return this.#order;
  }

  /** The current value of a term; null for terms that are not among those of the block. */
  readonly value = (t: Term): V | null => {
    const position = this.#positions.of(t);
    return position === -1 ? null : this.#values[position];
  };

  /**
   * Updates all values for new values of variables (null for any value). Must not be called under
   * assumptions.
   */
  update(leaf: (variable: Term) => V | null): void {
    this.#positions.enter(this.#order, this.#terms.size);
    for (const [i, before] of this.#leaves) {
      const range = leaf(this.#order[i]) ?? this.#domain.full(before.width);
      if (this.#domain.equal(before, range)) continue;
      this.#leaves.set(i, range);
      this.#news[i] = CHANGED;
    }
    this.#propagate(0);
  }

  /**
   * The result of `look` under assumptions about single terms. `known` must include the assumptions that
   * hold already. The previous values are restored afterwards.
   */
  assuming<T>(known: Known<V>, look: () => T): T {
    const outer = { known: this.#known, undo: this.#undo };
    let first = this.#order.length;
    for (const [t, range] of known) {
      if (outer.known.get(t) === range) continue;
      const position = this.#positions.of(t);
      if (position === -1) continue;
      this.#news[position] = CHANGED;
      first = Math.min(first, position);
    }
    const undo: [number, V | null][] = [];
    this.#known = known;
    this.#undo = undo;
    this.contradicted = false;
    this.#propagate(first);
    const result = look();
    for (const [position, before] of undo) this.#values[position] = before;
    this.#known = outer.known;
    this.#undo = outer.undo;
    return result;
  }

  /** Evaluates the marked terms from a position on, and the terms that depend on them. */
  #propagate(from: number): void {
    const news = this.#news;
    const first = this.#first;
    const args = this.#arguments;
    for (let i = from; i < news.length; i++) {
      let below = 0;
      for (let k = first[i]; k < first[i + 1]; k++) below |= news[args[k]];
      if ((below | news[i]) !== 0) news[i] = this.#renew(i, below | news[i]);
    }
    news.fill(0, from);
  }

  /**
   * Evaluates one term if its value may change, and returns its news for the terms above. `news`: those
   * of its arguments and its own.
   */
  #renew(i: number, news: number): number {
    const op = this.#terms.op(this.#order[i]);
    let result = this.#isLookedThrough(op) || this.#branch(i) !== null ? TOUCHED : 0;
    // An `ite` depends on terms below its arguments.
    if ((news & CHANGED) === 0 && op !== Op.ITE) return result;
    this.work += 1;
    const before = this.#values[i];
    const now = this.#evaluate(i, op);
    if (now === before || (now !== null && before !== null && this.#domain.equal(now, before))) return result;
    this.#undo?.push([i, before]);
    this.#values[i] = now;
    result |= CHANGED;
    return result;
  }

  #evaluate(i: number, op: Op): V | null {
    const terms = this.#terms;
    const domain = this.#domain;
    const t = this.#order[i];
    const width = rangeWidth(terms, t);
    if (width === 0) return null;
    const first = this.#first[i];
    const end = this.#first[i + 1];
    let result: V;
    if (first === end)
      result =
        this.#leaves.get(i) ?? (terms.isConst(t) ? domain.exactly(width, terms.constValue(t)) : domain.full(width));
    else if (op === Op.ITE) result = this.#ite(t, width, first);
    else {
      const args: (V | null)[] = [];
      for (let k = first; k < end; k++) args.push(this.#values[this.#arguments[k]]);
      result = domain.transfer(terms, t, args);
    }
    const own = this.#known.get(t);
    if (own === undefined) return result;
    const met = domain.meet(own, result);
    // If the two are disjoint, the state is unreachable, and either is sound.
    this.contradicted ||= met === null;
    return met ?? own;
  }

  #ite(t: Term, width: number, first: number): V {
    const domain = this.#domain;
    const condition = this.#values[this.#arguments[first]];
    const yes = this.#arguments[first + 1];
    const no = this.#arguments[first + 2];
    if (condition?.low === 1n) return this.#values[yes] ?? domain.full(width);
    if (condition?.high === 0n) return this.#values[no] ?? domain.full(width);
    const a = this.#under(this.#terms.arg(t, 0), true, yes, width);
    const b = this.#under(this.#terms.arg(t, 0), false, no, width);
    if (a === null) return b ?? domain.full(width);
    return b === null ? a : domain.join(a, b);
  }

  /**
   * Value of a branch given the truth of the condition that leads to it; null if the condition cannot
   * have it.
   */
  #under(condition: Term, truth: boolean, branch: number, width: number): V | null {
    const terms = this.#terms;
    const domain = this.#domain;
    const plain = this.#values[branch] ?? domain.full(width);
    if (plain.low === plain.high) return plain;
    const nodes = this.#branch(branch);
    if (nodes === null) return plain;
    const known: Known<V> = new Map();
    if (!assume(domain, terms, condition, truth, known, this.value, 0)) return null;
    return known.size === 0
      ? plain
      : (valuesUnder(domain, terms, nodes, known, this.value).get(this.#order[branch]) ?? plain);
  }

  /** The terms of a small branch, arguments first; null if it is not small. */
  #branch(position: number): readonly Term[] | null {
    let nodes = this.#branches.get(position);
    if (nodes === undefined) {
      nodes = this.#hasBigArgument(position) ? null : smallPostorder(this.#terms, this.#order[position]);
      this.#branches.set(position, nodes);
    }
    return nodes;
  }

  /** True if assuming a condition may refine terms below such an operator. */
  #isLookedThrough(op: Op): boolean {
    return (
      op === Op.NOT || op === Op.AND || op === Op.EQ || op === Op.ULT || op === Op.SLT || this.#domain.looksBelow(op)
    );
  }

  #hasBigArgument(position: number): boolean {
    for (let k = this.#first[position]; k < this.#first[position + 1]; k++) {
      if (this.#branches.get(this.#arguments[k]) === null) return true;
    }
    return false;
  }
}

/**
 * Values of some terms (arguments first), refined by the known values, in one pass. `value`: that of a
 * variable or constant, and of any other term where more is known than its arguments say.
 */
export function valuesUnder<V extends Range>(
  domain: Domain<V>,
  terms: TermStore,
  nodes: readonly Term[],
  known: ReadonlyMap<Term, V>,
  value: (t: Term) => V | null,
): ReadonlyMap<Term, V> {
  const local = new Map<Term, V>();
  for (const t of nodes) {
    const width = rangeWidth(terms, t);
    if (width === 0) continue;
    const general = value(t);
    const own = known.get(t);
    let computed = general ?? domain.full(width);
    if (terms.arity(t) > 0) {
      const args: (V | null)[] = [];
      for (let i = 0; i < terms.arity(t); i++) args.push(local.get(terms.arg(t, i)) ?? value(terms.arg(t, i)));
      computed = domain.transfer(terms, t, args);
    }
    const sharper = general === null ? computed : (domain.meet(general, computed) ?? general);
    local.set(t, own === undefined ? sharper : (domain.meet(own, sharper) ?? own));
  }
  return local;
}

/** The nodes of a small term, arguments first; null if it is not small. */
function smallPostorder(terms: TermStore, root: Term): readonly Term[] | null {
  const seen = new Set<Term>([root]);
  const found = [root];
  for (let i = 0; i < found.length; i++) {
    for (let k = outerArity(terms, found[i]) - 1; k >= 0; k--) {
      const arg = terms.arg(found[i], k);
      if (seen.has(arg)) continue;
      if (seen.size >= MAX_BRANCH) return null;
      seen.add(arg);
      found.push(arg);
    }
  }
  return outerPostorder(terms, [root]);
}
