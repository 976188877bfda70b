import { ArrayVersion } from '../smt/array-version.ts';
import type { Term } from '../smt/builder.ts';
import { evaluateBitVector } from '../smt/evaluate-bv.ts';
import { evaluateFloat } from '../smt/evaluate-float.ts';
import { Op } from '../smt/ops.ts';
import type { TermStore } from '../smt/store.ts';
import { postorder } from '../smt/traverse.ts';

/** Of a term that has different values, or may have, for different values of what is not known. */
export const ANY = Symbol('any value');

/** Bool as boolean, bit-vectors and floats as unsigned patterns. Elements of an array may be unknown themselves. */
export type PartialValue = boolean | bigint | ArrayVersion<PartialValue> | typeof ANY;

/**
 * Values of terms where some variables are not known. What is needed for the roots is computed and nothing else: branches that are not taken are not
 * visited. Made once for the roots, and asked for any number of assignments.
 */
export class PartialValues {
  readonly #places = new Map<Term, number>();
  readonly #ops: Uint8Array;
  /** Three for each term: places of its arguments, -1 where it has none. */
  readonly #args: Int32Array;
  /** Undefined: not computed for this assignment. */
  readonly #values: (PartialValue | undefined)[];
  /** Places of what was computed for this assignment. */
  readonly #computed: number[] = [];
  readonly #terms: readonly Term[];

  constructor(
    private readonly store: TermStore,
    roots: readonly Term[],
  ) {
    const order = postorder(store, roots);
    this.#terms = order;
    this.#ops = new Uint8Array(order.length);
    this.#args = new Int32Array(3 * order.length).fill(-1);
    this.#values = new Array<PartialValue | undefined>(order.length).fill(undefined);
    order.forEach((t, place) => {
      this.#places.set(t, place);
      this.#ops[place] = store.op(t);
      for (let i = 0; i < store.arity(t); i += 1) this.#args[3 * place + i] = this.#places.get(store.arg(t, i)) ?? -1;
    });
  }

  /** Values of some of the roots; `known` gives those of the variables. */
  of(roots: readonly Term[], known: (variable: Term) => PartialValue): readonly PartialValue[] {
    const values = roots.map((root) => this.#compute(this.#places.get(root) ?? -1, known));
    // Old versions of arrays would keep all newer ones.
    for (const place of this.#computed) this.#values[place] = undefined;
    this.#computed.length = 0;
    return values;
  }

  #compute(root: number, known: (variable: Term) => PartialValue): PartialValue {
    const values = this.#values;
    const stack = [root];
    for (let place = stack.at(-1); place !== undefined; place = stack.at(-1)) {
      const needed = values[place] === undefined ? this.#missing(place) : -1;
      if (needed !== -1) {
        stack.push(needed);
        continue;
      }
      stack.pop();
      if (values[place] !== undefined) continue;
      values[place] = this.#args[3 * place] === -1 ? this.#leaf(place, known) : this.#node(place);
      this.#computed.push(place);
    }
    return this.#at(root);
  }

  /** The value at a place, which is known to have been computed. */
  #at(place: number): PartialValue {
    return this.#values[place] ?? ANY;
  }

  /** The value of an argument. */
  #arg(place: number, index: number): PartialValue {
    return this.#at(this.#args[3 * place + index]);
  }

  /** An argument that has to be computed first; -1 if there is none. */
  #missing(place: number): number {
    const args = this.#args;
    const first = args[3 * place];
    if (first === -1) return -1;
    if (this.#values[first] === undefined) return first;
    const op = this.#ops[place];
    const value = this.#values[first];
    if (op === Op.AND && value === false) return -1;
    for (let i = 1; i < 3; i += 1) {
      const arg = args[3 * place + i];
      if (arg === -1) return -1;
      if (op === Op.ITE && value === (i === 2)) continue;
      if (this.#values[arg] === undefined) return arg;
    }
    return -1;
  }

  #leaf(place: number, known: (variable: Term) => PartialValue): PartialValue {
    const t = this.#terms[place];
    switch (this.#ops[place]) {
      case Op.TRUE:
        return true;
      case Op.FALSE:
        return false;
      case Op.VARIABLE:
        return known(t);
      default:
        return this.store.constValue(t);
    }
  }

  #node(place: number): PartialValue {
    const op = this.#ops[place];
    const a = this.#arg(place, 0);
    switch (op) {
      case Op.NOT:
        return a === ANY ? ANY : a !== true;
      case Op.AND: {
        if (a === false) return false;
        const b = this.#arg(place, 1);
        if (b === false) return false;
        return a === ANY || b === ANY ? ANY : true;
      }
      case Op.ITE: {
        if (a !== ANY) return this.#arg(place, a === true ? 1 : 2);
        const b = this.#arg(place, 1);
        return b === this.#arg(place, 2) ? b : ANY;
      }
      case Op.EQ:
        return equal(a, this.#arg(place, 1));
      case Op.CONST_ARRAY:
        return new ArrayVersion<PartialValue>(a, new Map());
      case Op.SELECT: {
        const index = keyOf(this.#arg(place, 1));
        return index === null || !(a instanceof ArrayVersion) ? ANY : a.read(index);
      }
      case Op.STORE: {
        const index = keyOf(this.#arg(place, 1));
        if (index === null) return ANY;
        const before = a instanceof ArrayVersion ? a : new ArrayVersion<PartialValue>(ANY, new Map());
        return before.write(index, this.#arg(place, 2));
      }
      default:
        return this.#number(place, op, a);
    }
  }

  /** An operator on bit-vectors or floats. */
  #number(place: number, op: number, a: PartialValue): PartialValue {
    const t = this.#terms[place];
    if (op >= Op.FP_NEG) {
      const args: bigint[] = [];
      for (let i = 0; i < this.store.arity(t); i += 1) {
        const value = this.#arg(place, i);
        if (typeof value !== 'bigint') return ANY;
        args.push(value);
      }
      return evaluateFloat(this.store, t, args);
    }
    const b = this.#args[3 * place + 1] === -1 ? 0n : this.#arg(place, 1);
    if ((op === Op.BV_AND || op === Op.MUL) && (a === 0n || b === 0n)) return 0n;
    return typeof a === 'bigint' && typeof b === 'bigint' ? evaluateBitVector(this.store, t, a, b) : ANY;
  }
}

/** Arrays with different writes may still be the same. */
function equal(a: PartialValue, b: PartialValue): boolean | typeof ANY {
  if (a === ANY || b === ANY) return ANY;
  if (a instanceof ArrayVersion) return a === b ? true : ANY;
  return a === b;
}

/** An array's index; null: unknown. Booleans count as bits. */
function keyOf(index: PartialValue): bigint | null {
  if (typeof index === 'boolean') return index ? 1n : 0n;
  return typeof index === 'bigint' ? index : null;
}
