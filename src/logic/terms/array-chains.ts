import type { Term } from './builder.ts';
import { ConstantArray } from './constant-array.ts';
import { EMPTY_MAP, IntTrie } from './int-trie.ts';
import { Op } from './ops.ts';
import type { TermTable } from './table.ts';
import { TermMap } from './term-map.ts';

/** Slack of a chain, in writes: a chain longer than its number of indices plus this is rebuilt. */
const SLACK = 16;

/**
 * Chains of `STORE`s at constant indices as persistent maps from index to element, beside the terms.
 * Reading a constant index is a look-up.
 * Writes in any order that give the same array over the same base give the same term, unless they
 * overwrite elements. The maps can be computed again from the terms, so threads do not share them.
 */
export class ArrayChains {
  readonly maps = new IntTrie();
  readonly #states = new TermMap();
  readonly #bases: Term[] = [];
  readonly #roots: number[] = [];
  readonly #lengths: number[] = [];
  readonly #terms = new Map<Term, Map<number, Term>>();
  /** 1 for chains of constants, 0 for others that were looked at. */
  readonly #constant = new TermMap();
  readonly #constantArrays = new Map<Term, ConstantArray>();

  constructor(private readonly store: TermTable) {}

  /** The array under the chain; an array that is not a chain is its own base. */
  base(array: Term): Term {
    const state = this.#state(array);
    return state === -1 ? array : this.#bases[state];
  }

  /** The chain's map from index terms to element terms. */
  map(array: Term): number {
    const state = this.#state(array);
    return state === -1 ? EMPTY_MAP : this.#roots[state];
  }

  /** Element that the chain itself has at a constant index, or NO_TERM. */
  element(array: Term, index: Term): Term {
    return this.maps.get(this.map(array), index);
  }

  /**
   * The array with `element` at the constant `index`. No overwritten element of another array comes into
   * its term, since that may have variables that the caller does not know.
   */
  write(written: Term, index: Term, element: Term): Term {
    const { maps, store } = this;
    let array = written;
    if (this.element(array, index) === element) return array;
    while (this.#isLink(array) && store.arg(array, 1) === index) array = store.arg(array, 0);
    const base = this.base(array);
    const root = this.map(array);
    if (maps.get(root, index) === element) return array;
    const after = this.#isBaseElement(base, index, element)
      ? maps.remove(root, index)
      : maps.insert(root, index, element);
    if (after === root) return array;
    if (after === EMPTY_MAP) return base;
    const known = this.#terms.get(base)?.get(after);
    if (known !== undefined && this.#lengths[this.#state(known)] === maps.entries(after)) return known;
    const state = this.#state(array);
    const length = state === -1 ? 1 : this.#lengths[state] + 1;
    if (length > 2 * maps.entries(after) + SLACK) return this.#lay(base, after);
    return this.#enter(this.#link(array, index, element), base, after, length);
  }

  /**
   * The array `base`, which is not a chain, with elements at distinct constant indices.
   * The result equals writing the elements one after the other. The maps of the intermediate arrays,
   * which take memory, are computed only on demand.
   */
  fill(base: Term, indices: readonly Term[], elements: readonly Term[]): Term {
    const written = indices.map((_, i) => i).filter((i) => !this.#isBaseElement(base, indices[i], elements[i]));
    if (written.length === 0) return base;
    const sorted = [...written].sort((i, j) => indices[i] - indices[j]);
    const root = this.maps.build(
      sorted.map((i) => indices[i]),
      sorted.map((i) => elements[i]),
    );
    const known = this.#terms.get(base)?.get(root);
    if (known !== undefined && this.#lengths[this.#state(known)] === written.length) return known;
    let t = base;
    for (const i of written) t = this.#link(t, indices[i], elements[i]);
    return this.#enter(t, base, root, written.length);
  }

  /** Whether the array is a chain of constants at constant indices over a constant one. */
  isConstant(array: Term): boolean {
    const { store } = this;
    const constant = this.#constant;
    const path: Term[] = [];
    let t = array;
    while (this.#isLink(t) && constant.get(t) === -1) {
      path.push(t);
      t = store.arg(t, 0);
    }
    let result = this.#isLink(t)
      ? constant.get(t) === 1
      : store.op(t) === Op.CONST_ARRAY && store.isConst(store.arg(t, 0));
    for (let i = path.length - 1; i >= 0; i--) {
      result &&= store.isConst(store.arg(path[i], 2));
      constant.set(path[i], result ? 1 : 0);
    }
    return result;
  }

  /** The entries of an array for which {@link isConstant} holds. */
  constants(array: Term): ConstantArray {
    let known = this.#constantArrays.get(array);
    if (known === undefined) this.#constantArrays.set(array, (known = this.#newConstants(array)));
    return known;
  }

  #newConstants(array: Term): ConstantArray {
    const { store } = this;
    const elements = new Map<bigint, Term>();
    let below = array;
    for (; this.#isLink(below); below = store.arg(below, 0)) {
      const index = store.constValue(store.arg(below, 1));
      // The last write counts, which comes first.
      if (!elements.has(index)) elements.set(index, store.arg(below, 2));
    }
    // Most arrays are written in ascending order.
    const indices = [...elements.keys()].reverse().sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return new ConstantArray(
      indices,
      indices.map((index) => elements.get(index)!),
      store.arg(below, 0),
    );
  }

  #link(array: Term, index: Term, element: Term): Term {
    return this.store.make(Op.STORE, this.store.sortId(array), array, index, element);
  }

  /** Builds the chain of a map from scratch. */
  #lay(base: Term, map: number): Term {
    let t = base;
    let root = EMPTY_MAP;
    let length = 0;
    this.maps.forEach(map, (index, element) => {
      root = this.maps.insert(root, index, element);
      t = this.#enter(this.#link(t, index, element), base, root, ++length);
    });
    return t;
  }

  #isBaseElement(base: Term, index: Term, element: Term): boolean {
    const { store } = this;
    if (store.op(base) === Op.CONST_ARRAY) return store.arg(base, 0) === element;
    return store.op(element) === Op.SELECT && store.arg(element, 0) === base && store.arg(element, 1) === index;
  }

  #isLink(t: Term): boolean {
    return this.store.op(t) === Op.STORE && this.store.isConst(this.store.arg(t, 1));
  }

  /**
   * Number of the chain's state; -1 for an array that is not a chain. Chains that were made elsewhere
   * (in the store that this one was thawed from) are entered.
   */
  #state(array: Term): number {
    const known = this.#states.get(array);
    if (known !== -1 || !this.#isLink(array)) return known;
    const { store } = this;
    const path: Term[] = [];
    let t = array;
    while (this.#isLink(t) && this.#states.get(t) === -1) {
      path.push(t);
      t = store.arg(t, 0);
    }
    const below = this.#states.get(t);
    const base = below === -1 ? t : this.#bases[below];
    let root = below === -1 ? EMPTY_MAP : this.#roots[below];
    let length = below === -1 ? 0 : this.#lengths[below];
    for (let i = path.length - 1; i >= 0; i--) {
      root = this.maps.insert(root, store.arg(path[i], 1), store.arg(path[i], 2));
      this.#enter(path[i], base, root, ++length);
    }
    return this.#states.get(array);
  }

  #enter(t: Term, base: Term, root: number, length: number): Term {
    if (this.#states.get(t) !== -1) return t;
    this.#states.set(t, this.#bases.length);
    this.#bases.push(base);
    this.#roots.push(root);
    this.#lengths.push(length);
    let known = this.#terms.get(base);
    if (known === undefined) {
      known = new Map();
      this.#terms.set(base, known);
    }
    // A chain without overwritten elements stands for all with the same content.
    if (!known.has(root) || length === this.maps.entries(root)) known.set(root, t);
    return t;
  }
}
