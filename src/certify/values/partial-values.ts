import { ArrayVersion } from '../../logic/terms/array-version.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { evaluateBitVector } from '../../logic/terms/evaluate-bv.ts';
import { evaluateFloat } from '../../logic/terms/evaluate-float.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { outerArity, outerPostorder } from '../../logic/terms/traverse.ts';
import { type Cause, causeOf, keyOf, type View } from './cause.ts';
import {
  asPositive,
  belowBits,
  commonBits,
  extractedBits,
  KnownBits,
  type PartialWord,
  partialOperator,
  sameBits,
  signedBelowBits,
  withoutZero,
} from './known-bits.ts';
import { ANY, type PartialValue } from './partial-value.ts';
import { isTable, tableValue } from './tables.ts';

const asWord = (value: PartialValue): PartialWord =>
  typeof value === 'bigint' || value instanceof KnownBits ? value : null;
const asValue = (word: PartialWord | boolean): PartialValue => word ?? ANY;

/**
 * Values of terms in which some variables are unknown. It computes only the terms that the roots need:
 * branches that are not taken are not visited. The object is made once for the roots, and serves any
 * number of assignments.
 */
export class PartialValues {
  readonly #places = new Map<Term, number>();
  readonly #ops: Uint8Array;
  /** Three per term: places of its arguments; -1: no argument. */
  readonly #args: Int32Array;
  /** Undefined: not computed for this assignment. */
  readonly #values: (PartialValue | undefined)[];
  /** Places of the terms computed for this assignment. */
  readonly #computed: number[] = [];
  readonly #terms: readonly Term[];
  #work = 0;

  constructor(
    private readonly store: TermStore,
    roots: readonly Term[],
    /** Whether a word may be known in part. Otherwise all of its bits are known, or none. */
    private readonly inParts = false,
  ) {
    const order = outerPostorder(store, roots);
    this.#terms = order;
    this.#ops = new Uint8Array(order.length);
    this.#args = new Int32Array(3 * order.length).fill(-1);
    this.#values = new Array<PartialValue | undefined>(order.length).fill(undefined);
    order.forEach((t, place) => {
      this.#places.set(t, place);
      this.#ops[place] = store.op(t);
      const arity = outerArity(store, t);
      for (let i = 0; i < arity; i++) this.#args[3 * place + i] = this.#places.get(store.arg(t, i)) ?? -1;
      if (isTable(store, t)) this.#values[place] = tableValue(store, t);
    });
  }

  /** Number of terms computed so far, over all assignments. */
  get work(): number {
    return this.#work;
  }

  /** Values of some of the roots; `known` gives those of the variables. */
  of(roots: readonly Term[], known: (variable: Term) => PartialValue): readonly PartialValue[] {
    const values = roots.map((root) => this.#compute(this.#places.get(root) ?? -1, known));
    this.#forget();
    return values;
  }

  /**
   * Finds a bit of a variable that makes a bit of a root, or of an element of a root, unknown. Null if
   * there is no such bit.
   */
  cause(root: Cause, known: (variable: Term) => PartialValue): Cause | null {
    this.#compute(this.#places.get(root.term) ?? -1, known);
    const view: View = { store: this.store, value: (t) => this.#values[this.#places.get(t) ?? -1] };
    const cause = causeOf(view, root);
    this.#forget();
    return cause;
  }

  #forget(): void {
    // Old versions of arrays would keep all newer ones.
    for (const place of this.#computed) this.#values[place] = undefined;
    this.#work += this.#computed.length;
    this.#computed.length = 0;
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

  /** The value at a place, which must have been computed. */
  #at(place: number): PartialValue {
    return this.#values[place] ?? ANY;
  }

  /** The value of an argument. */
  #arg(place: number, index: number): PartialValue {
    return this.#at(this.#args[3 * place + index]);
  }

  /** An argument that must be computed first; -1 if there is none. */
  #missing(place: number): number {
    const args = this.#args;
    const first = args[3 * place];
    if (first === -1) return -1;
    if (this.#values[first] === undefined) return first;
    const op = this.#ops[place];
    const value = this.#values[first];
    if (op === Op.AND && value === false) return -1;
    for (let i = 1; i < 3; i++) {
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
        const c = this.#arg(place, 2);
        if (b === c) return b;
        const sort = this.store.sort(this.#terms[place]);
        if (!this.inParts || sort.kind !== 'bv') return ANY;
        const branch = (index: number): PartialWord => this.#branch(place, index, sort.width);
        return asValue(commonBits(sort.width, branch(1), branch(2)));
      }
      case Op.EQ:
        return this.#equal(place, a, this.#arg(place, 1));
      case Op.CONST_ARRAY:
        return new ArrayVersion<PartialValue>(a, new Map());
      case Op.SELECT: {
        const index = keyOf(this.#arg(place, 1));
        return index === null || !(a instanceof ArrayVersion) ? ANY : a.read(index);
      }
      case Op.STORE: {
        const index = keyOf(this.#arg(place, 1));
        if (index === null) return this.#keeps(place) ? a : ANY;
        const before = a instanceof ArrayVersion ? a : new ArrayVersion<PartialValue>(ANY, new Map());
        return before.write(index, this.#arg(place, 2));
      }
      default:
        return this.#number(place, op, a);
    }
  }

  /**
   * Whether a write stores the value that its array holds already. Such writes stand for branches that
   * do not write, and their index may be unknown.
   */
  #keeps(place: number): boolean {
    const args = this.#args;
    let element = args[3 * place + 2];
    while (this.#ops[element] === Op.ITE) {
      const condition = this.#values[args[3 * element]];
      if (typeof condition !== 'boolean') return false;
      element = args[3 * element + (condition ? 1 : 2)];
    }
    if (this.#ops[element] !== Op.SELECT || args[3 * element + 1] !== args[3 * place + 1]) return false;
    return this.#at(args[3 * element]) === this.#at(args[3 * place]);
  }

  /** A branch of a conditional. Its condition may say that the branch is not zero. */
  #branch(place: number, index: number, width: number): PartialWord {
    const args = this.#args;
    const word = asWord(this.#arg(place, index));
    const branch = args[3 * place + index];
    let condition = args[3 * place];
    let holds = index === 1;
    for (; this.#ops[condition] === Op.NOT; condition = args[3 * condition]) holds = !holds;
    const op = this.#ops[condition];
    const [left, right] = [args[3 * condition], args[3 * condition + 1]];
    const isZero = (other: number): boolean => this.#values[other] === 0n;
    if (op === Op.EQ && !holds && ((left === branch && isZero(right)) || (right === branch && isZero(left))))
      return withoutZero(width, word);
    if (right !== branch || !holds || (op !== Op.ULT && op !== Op.SLT) || !isZero(left)) return word;
    return op === Op.ULT ? withoutZero(width, word) : asPositive(width, word);
  }

  /** An operator on bit-vectors or floats. */
  #number(place: number, op: number, a: PartialValue): PartialValue {
    const t = this.#terms[place];
    if (op >= Op.FP_NEG) {
      const args: bigint[] = [];
      for (let i = 0; i < this.store.arity(t); i++) {
        const value = this.#arg(place, i);
        if (typeof value !== 'bigint') return ANY;
        args.push(value);
      }
      return evaluateFloat(this.store, t, args);
    }
    const isUnary = this.#args[3 * place + 1] === -1;
    const b = isUnary ? 0n : this.#arg(place, 1);
    if ((op === Op.BV_AND || op === Op.MUL) && (a === 0n || b === 0n)) return 0n;
    if (typeof a === 'bigint' && typeof b === 'bigint') return evaluateBitVector(this.store, t, a, b);
    if (!this.inParts) return ANY;
    const from = this.store.width(this.store.arg(t, 0));
    if (op === Op.ULT) return asValue(belowBits(from, asWord(a), asWord(b)));
    if (op === Op.SLT) return asValue(signedBelowBits(from, asWord(a), asWord(b)));
    const width = this.store.width(t);
    if (op === Op.EXTRACT) return asValue(extractedBits(width, from, this.store.low(t), asWord(a)));
    const widths = isUnary ? [from] : [from, this.store.width(this.store.arg(t, 1))];
    return asValue(partialOperator(op, width, widths, asWord(a), asWord(b)));
  }

  /** Compares two values. Arrays with different writes may still be equal. */
  #equal(place: number, a: PartialValue, b: PartialValue): boolean | typeof ANY {
    if (a instanceof KnownBits || b instanceof KnownBits) {
      return sameBits(this.store.width(this.store.arg(this.#terms[place], 0)), asWord(a), asWord(b)) ?? ANY;
    }
    if (a === ANY || b === ANY) return ANY;
    if (a instanceof ArrayVersion) return a === b ? true : ANY;
    return a === b;
  }
}
