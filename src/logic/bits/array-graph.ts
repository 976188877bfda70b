import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../terms/builder.ts';
import type { ConstantArray } from '../terms/constant-array.ts';
import { Op } from '../terms/ops.ts';
import { bitCount, type Sort } from '../terms/sort.ts';
import type { TermStore } from '../terms/store.ts';
import type { Edge } from './aig.ts';
import { constantBits } from './circuits.ts';
import { Unsupported } from './unsupported.ts';
import type { BitValue } from './values.ts';

/** An array term: its parts, with the bits that matter. */
export type ArrayNode =
  | { readonly kind: 'variable'; readonly term: Term }
  | { readonly kind: 'constant'; readonly term: Term; readonly element: Int32Array }
  | {
      readonly kind: 'store';
      readonly term: Term;
      readonly base: ArrayNode;
      readonly index: Int32Array;
      readonly element: Int32Array;
    }
  /** A constant array with entries. */
  | { readonly kind: 'table'; readonly term: Term; readonly table: Table }
  | {
      readonly kind: 'ite';
      readonly term: Term;
      readonly condition: Edge;
      readonly yes: ArrayNode;
      readonly no: ArrayNode;
    };

/** A constant array in bits, which are made where they are asked for. */
class Table {
  readonly #array: ConstantArray;

  constructor(
    private readonly store: TermStore,
    term: Term,
    /** Width of the indices in bits. */
    readonly indexWidth: number,
  ) {
    this.#array = store.arrays.constants(term);
  }

  at(index: BitValue): Int32Array {
    return this.#bits(this.#array.at(BigInt(index)));
  }

  has(index: BitValue): boolean {
    const { indices } = this.#array;
    return indices[this.#array.countBelow(BigInt(index))] === BigInt(index);
  }

  /** The element at indices without an entry. */
  get other(): Int32Array {
    return this.#bits(this.#array.other);
  }

  /** All entries by ascending indices. */
  entries(): { readonly index: bigint; readonly element: Int32Array }[] {
    const { indices, elements } = this.#array;
    return indices.map((index, i) => ({ index, element: this.#bits(elements[i]) }));
  }

  #bits(t: Term): Int32Array {
    const { store } = this;
    return Int32Array.from(constantBits(bitCount(store.sort(t)), store.constValue(t)));
  }
}

/** `array` has `element` at `index`. */
export interface Access {
  readonly array: ArrayNode;
  readonly index: Int32Array;
  readonly element: Int32Array;
}

/** `edge`: the two arrays are equal. If it is false, the two reads at one index have to differ. */
export interface ArrayEquality {
  readonly edge: Edge;
  readonly left: ArrayNode;
  readonly right: ArrayNode;
  readonly witnesses: readonly [Access, Access];
}

/** The part of the translation of terms that the arrays use. */
export interface TermBits {
  bits(t: Term): Int32Array;
  edge(t: Term): Edge;
  fresh(width: number): Int32Array;
}

/**
 * The array terms of formulas. Reads and equalities are inputs of the graph of gates, of which nothing
 * is said here (see {@link ArrayCheck}).
 */
export class ArrayGraph {
  readonly reads = new Map<Term, Access>();
  readonly equalities = new Map<Term, ArrayEquality>();
  readonly #nodes = new Map<Term, ArrayNode>();

  constructor(
    private readonly store: TermStore,
    private readonly terms: TermBits,
  ) {}

  /** The node of an array term that was added. */
  node(t: Term): ArrayNode {
    const node = this.#nodes.get(t);
    if (node === undefined) throw new LemmataError('E-INTERNAL', `array ${t} is not translated`);
    return node;
  }

  /**
   * Enters an array term whose arguments have been entered. Throws {@link Unsupported} at arrays of
   * arrays.
   */
  add(t: Term): void {
    const { store, terms } = this;
    const { index } = requireFlat(store.sort(t));
    const arg = (i: number): Term => store.arg(t, i);
    switch (store.op(t)) {
      case Op.VARIABLE:
        this.#nodes.set(t, { kind: 'variable', term: t });
        return;
      case Op.CONST_ARRAY:
        this.#nodes.set(t, { kind: 'constant', term: t, element: terms.bits(arg(0)) });
        return;
      case Op.STORE: {
        if (store.arrays.isConstant(t)) {
          this.#nodes.set(t, { kind: 'table', term: t, table: new Table(store, t, bitCount(index)) });
          return;
        }
        const base = this.node(arg(0));
        this.#nodes.set(t, { kind: 'store', term: t, base, index: terms.bits(arg(1)), element: terms.bits(arg(2)) });
        return;
      }
      case Op.ITE:
        this.#nodes.set(t, {
          kind: 'ite',
          term: t,
          condition: terms.edge(arg(0)),
          yes: this.node(arg(1)),
          no: this.node(arg(2)),
        });
        return;
      default:
        throw new LemmataError('E-INTERNAL', `operator ${store.op(t)} gives an array`);
    }
  }

  /** Inputs for the element that a `SELECT` reads. */
  read(t: Term): Int32Array {
    const { store, terms } = this;
    const element = terms.fresh(bitCount(store.sort(t)));
    this.reads.set(t, { array: this.node(store.arg(t, 0)), index: terms.bits(store.arg(t, 1)), element });
    return element;
  }

  /** An input for the equality `t` of two arrays. */
  equality(t: Term): Edge {
    const { store, terms } = this;
    const [left, right] = [this.node(store.arg(t, 0)), this.node(store.arg(t, 1))];
    const sort = store.sort(left.term);
    if (sort.kind !== 'array') throw new LemmataError('E-INTERNAL', `term ${left.term} is not an array`);
    const [edge] = terms.fresh(1);
    const index = terms.fresh(bitCount(sort.index));
    const width = bitCount(sort.element);
    const witnesses = [
      { array: left, index, element: terms.fresh(width) },
      { array: right, index, element: terms.fresh(width) },
    ] as const;
    this.equalities.set(t, { edge, left, right, witnesses });
    return edge;
  }

  /** Nothing is read or compared. */
  isEmpty(): boolean {
    return this.reads.size === 0 && this.equalities.size === 0;
  }
}

function requireFlat(sort: Sort): Sort & { kind: 'array' } {
  if (sort.kind !== 'array') throw new LemmataError('E-INTERNAL', 'a sort is not that of an array');
  if (sort.index.kind === 'array' || sort.element.kind === 'array') throw new Unsupported('array of arrays');
  if (sort.index.kind === 'float' || sort.element.kind === 'float') throw new Unsupported('floating point');
  return sort;
}
