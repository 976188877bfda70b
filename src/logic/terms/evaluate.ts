import { LemmataError } from '../../base/errors.ts';
import { ArrayVersion } from './array-version.ts';
import type { Term } from './builder.ts';
import { evaluateBitVector } from './evaluate-bv.ts';
import { evaluateFloat } from './evaluate-float.ts';
import { packFloat, unpackFloat } from './float-values.ts';
import { Op } from './ops.ts';
import type { ArrayValue, ModelValue } from './solver.ts';
import type { Sort } from './sort.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';
import { outerArity } from './traverse.ts';

/** Values while evaluating: as ModelValue, with arrays as persistent versions. */
type Value = boolean | bigint | ArrayVersion<Value>;

/** The value that `zero` of a sort has: false, 0, +0.0, an array of zeros. */
export function zeroValue(sort: Sort): ModelValue {
  switch (sort.kind) {
    case 'bool':
      return false;
    case 'bv':
    case 'float':
      return 0n;
    case 'array':
      return { default: zeroValue(sort.element), entries: new Map() };
  }
}

/**
 * Values of terms under one assignment of the variables; remembers what it has computed. Branches that
 * do not matter are not visited. Follows SMT-LIB directly, without the rewriting rules.
 */
export class Evaluator {
  readonly #places = new TermMap();
  readonly #values: Value[] = [];

  constructor(
    private readonly store: TermStore,
    private readonly assignment: (variable: Term) => ModelValue,
  ) {}

  /**
   * Value of `t`: Bool as boolean, bit-vectors and floats as unsigned patterns. Errors of `assignment`
   * pass through.
   */
  value(t: Term): ModelValue {
    return toModel(this.#compute(t));
  }

  #compute(root: Term): Value {
    const { store } = this;
    const places = this.#places;
    const stack: Term[] = [root];
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (places.has(t)) {
        stack.pop();
        continue;
      }
      const needed = this.#missing(t);
      if (needed !== -1) {
        stack.push(needed);
        continue;
      }
      places.set(t, this.#values.length);
      this.#values.push(outerArity(store, t) === 0 ? this.#leaf(t) : this.#node(t));
      stack.pop();
    }
    return this.#at(root);
  }

  #at(t: Term): Value {
    return this.#values[this.#places.get(t)];
  }

  /** An argument that `t` needs and that has no value yet; -1 if `t` has all of them. */
  #missing(t: Term): Term {
    const { store } = this;
    const places = this.#places;
    const arity = outerArity(store, t);
    if (arity === 0) return -1;
    const first = store.arg(t, 0);
    if (!places.has(first)) return first;
    const op = store.op(t);
    if (op === Op.ITE) {
      const branch = store.arg(t, this.#at(first) === true ? 1 : 2);
      return places.has(branch) ? -1 : branch;
    }
    if (op === Op.AND && this.#at(first) === false) return -1;
    for (let i = 1; i < arity; i++) if (!places.has(store.arg(t, i))) return store.arg(t, i);
    return -1;
  }

  #leaf(t: Term): Value {
    const { store } = this;
    switch (store.op(t)) {
      case Op.TRUE:
        return true;
      case Op.FALSE:
        return false;
      case Op.VARIABLE:
        return checked(store.sort(t), this.assignment(t), t);
      case Op.STORE:
        return constantArray(store, t);
      default:
        return store.constValue(t);
    }
  }

  #node(t: Term): Value {
    const { store } = this;
    const op = store.op(t);
    const a = this.#at(store.arg(t, 0));
    switch (op) {
      case Op.NOT:
        return !a;
      case Op.AND:
        return a === true && this.#at(store.arg(t, 1)) === true;
      case Op.EQ:
        return equal(store.sort(store.arg(t, 0)), a, this.#at(store.arg(t, 1)));
      case Op.ITE:
        return this.#at(store.arg(t, a === true ? 1 : 2));
      case Op.CONST_ARRAY:
        return new ArrayVersion<Value>(a, new Map());
      case Op.SELECT:
        return (a as ArrayVersion<Value>).read(key(this.#at(store.arg(t, 1))));
      case Op.STORE:
        return (a as ArrayVersion<Value>).write(key(this.#at(store.arg(t, 1))), this.#at(store.arg(t, 2)));
      default:
        break;
    }
    if (op >= Op.FP_NEG) {
      const args: bigint[] = [];
      for (let i = 0; i < store.arity(t); i++) args.push(this.#at(store.arg(t, i)) as bigint);
      return evaluateFloat(store, t, args);
    }
    return evaluateBitVector(store, t, a as bigint, store.arity(t) > 1 ? (this.#at(store.arg(t, 1)) as bigint) : 0n);
  }
}

/** The constant arrays of each store that were evaluated; all evaluators share them. */
const constantArrays = new WeakMap<TermStore, Map<Term, ArrayVersion<Value>>>();

function constantArray(store: TermStore, array: Term): Value {
  let known = constantArrays.get(store);
  if (known === undefined) constantArrays.set(store, (known = new Map()));
  let value = known.get(array);
  if (value !== undefined) return value;
  const { indices, elements, other } = store.arrays.constants(array);
  const entries = new Map(indices.map((index, i) => [index, constant(store, elements[i])] as const));
  value = new ArrayVersion<Value>(constant(store, other), entries);
  known.set(array, value);
  return value;
}

function constant(store: TermStore, t: Term): Value {
  return store.sort(t).kind === 'bool' ? store.boolValue(t) : store.constValue(t);
}

/** Evaluates under an assignment to some variables; the others are zero. */
export function evaluatorOf(store: TermStore, assignment: ReadonlyMap<Term, ModelValue>): Evaluator {
  return new Evaluator(store, (v) => assignment.get(v) ?? zeroValue(store.sort(v)));
}

/**
 * The pattern that is the value of a bit-vector or of a float. Throws LemmataError `E-INTERNAL` for
 * values of other sorts.
 */
export function pattern(value: ModelValue): bigint {
  if (typeof value !== 'bigint')
    throw new LemmataError('E-INTERNAL', 'a value of another sort than of bit-vectors and floats');
  return value;
}

/** Value of one term (see {@link Evaluator}). */
export function evaluate(store: TermStore, t: Term, assignment: (variable: Term) => ModelValue): ModelValue {
  return new Evaluator(store, assignment).value(t);
}

/** Indices of arrays are bit-vectors as a rule; Booleans count as bits. */
function key(index: Value): bigint {
  if (typeof index === 'bigint') return index;
  if (typeof index === 'boolean') return index ? 1n : 0n;
  throw new LemmataError('E-INTERNAL', 'an array indexed by arrays');
}

function checked(sort: Sort, value: ModelValue, t: Term): Value {
  switch (sort.kind) {
    case 'bool':
      if (typeof value === 'boolean') return value;
      break;
    case 'bv':
      if (typeof value === 'bigint' && value >= 0n && value >> BigInt(sort.width) === 0n) return value;
      break;
    case 'float':
      if (typeof value === 'bigint' && value >= 0n && value >> BigInt(sort.exponentBits + sort.precision) === 0n) {
        return packFloat(sort, unpackFloat(sort, value));
      }
      break;
    case 'array':
      if (typeof value === 'object') {
        const entries = new Map<bigint, Value>();
        for (const [index, element] of value.entries) entries.set(index, checked(sort.element, element, t));
        return new ArrayVersion<Value>(checked(sort.element, value.default, t), entries);
      }
      break;
  }
  throw new LemmataError('E-INTERNAL', `the value of variable ${t} is not of its sort`);
}

/** Extensional equality. */
function equal(sort: Sort, a: Value, b: Value): boolean {
  if (sort.kind !== 'array') return a === b;
  const x = a as ArrayVersion<Value>;
  const y = b as ArrayVersion<Value>;
  if (x === y) return true;
  const left = new Map(x.entries());
  const right = new Map(y.entries());
  const keys = new Set([...left.keys(), ...right.keys()]);
  for (const k of keys) if (!equal(sort.element, left.get(k) ?? x.fallback, right.get(k) ?? y.fallback)) return false;
  return BigInt(keys.size) === indices(sort.index) || equal(sort.element, x.fallback, y.fallback);
}

/** Number of values of an index sort. */
function indices(sort: Sort): bigint {
  return sort.kind === 'bv' ? 1n << BigInt(sort.width) : sort.kind === 'bool' ? 2n : -1n;
}

function toModel(value: Value): ModelValue {
  if (!(value instanceof ArrayVersion)) return value;
  const entries = new Map<bigint, ModelValue>();
  for (const [index, element] of value.entries()) if (element !== value.fallback) entries.set(index, toModel(element));
  const result: ArrayValue = { default: toModel(value.fallback), entries };
  return result;
}
