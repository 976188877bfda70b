import { ArrayVersion } from '../../logic/terms/array-version.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { evaluateBitVector } from '../../logic/terms/evaluate-bv.ts';
import { evaluateFloat } from '../../logic/terms/evaluate-float.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { outerArity, outerPostorder } from '../../logic/terms/traverse.ts';
import { KnownBits } from './known-bits.ts';
import { ANY, type PartialValue } from './partial-value.ts';
import { isTable, tableValue } from './tables.ts';

/** Most bits of a word that is kept as a number; wider words are bigints. */
const NUMBER_BITS = 32;

/** Kinds of terms, by the representation of their values. */
const BOOLEAN = 0;
const NUMBER = 1;
const OTHER = 2;

/**
 * The value of a term while runs are followed. A known word of up to 32 bits is an unsigned number;
 * other values are as in {@link PartialValue}, elements of arrays included.
 */
export type RunValue = PartialValue | number;

/** A known value; only elements of arrays may be unknown. */
type Exact = boolean | number | bigint | ArrayVersion<PartialValue>;

/** Whether known values of the term are numbers. */
export function isNumber(store: TermStore, t: Term): boolean {
  const sort = store.sort(t);
  return sort.kind === 'bv' && sort.width <= NUMBER_BITS;
}

/** The values of variables. */
interface Variables {
  /** Values of the state variables. */
  readonly state: readonly RunValue[];
  /** Values of other variables; a missing one is unknown. */
  readonly inputs: ReadonlyMap<Term, { readonly value: RunValue }>;
}

/**
 * Evaluates terms with known variables. Only the terms that the result needs are computed, and only
 * the taken branches. If such a term is an unknown variable or element, there is no result. Booleans
 * and words that are numbers are stored separately, which makes them fast.
 */
export class ExactTerms {
  readonly #places = new Map<Term, number>();
  readonly #ops: Uint8Array;
  /** Three per term: places of its arguments; -1: no argument. */
  readonly #args: Int32Array;
  /** Index of a state variable; -1 for other terms. */
  readonly #slots: Int32Array;
  /** Bits of the term, and of its first argument; 0 if one of its words is not a number. */
  readonly #widths: Uint8Array;
  readonly #argWidths: Uint8Array;
  readonly #kinds: Uint8Array;
  /** Values of Booleans, as 0 and 1, and of numbers. */
  readonly #numbers: Float64Array;
  readonly #others: (bigint | ArrayVersion<PartialValue>)[];
  /** Round in which each value was computed. */
  readonly #rounds: Float64Array;
  readonly #terms: readonly Term[];
  readonly #stack: Int32Array;
  #round = 0;
  #variables: Variables = { state: [], inputs: new Map() };

  /** `stateIndex`: index in {@link Variables.state} of each state variable. */
  constructor(
    private readonly store: TermStore,
    roots: readonly Term[],
    stateIndex: ReadonlyMap<Term, number>,
  ) {
    const order = outerPostorder(store, roots);
    const count = order.length;
    this.#terms = order;
    this.#ops = new Uint8Array(count);
    this.#args = new Int32Array(3 * count).fill(-1);
    this.#slots = new Int32Array(count).fill(-1);
    this.#widths = new Uint8Array(count);
    this.#argWidths = new Uint8Array(count);
    this.#kinds = new Uint8Array(count);
    this.#numbers = new Float64Array(count);
    this.#others = new Array<bigint>(count).fill(0n);
    this.#rounds = new Float64Array(count);
    this.#stack = new Int32Array(count + 1);
    order.forEach((t, place) => {
      this.#places.set(t, place);
      this.#ops[place] = store.op(t);
      this.#slots[place] = stateIndex.get(t) ?? -1;
      this.#kinds[place] = store.sort(t).kind === 'bool' ? BOOLEAN : isNumber(store, t) ? NUMBER : OTHER;
      const args = Array.from({ length: outerArity(store, t) }, (_, i) => store.arg(t, i));
      args.forEach((arg, i) => {
        this.#args[3 * place + i] = this.#places.get(arg) ?? -1;
      });
      const constant = constantOf(store, t);
      if (constant !== null) {
        this.#put(place, constant);
        this.#rounds[place] = Number.POSITIVE_INFINITY;
      }
      if (args.length === 0 || [t, ...args].some((arg) => this.#kinds[this.#places.get(arg) ?? -1] === OTHER)) return;
      this.#widths[place] = store.sort(t).kind === 'bool' ? 1 : store.width(t);
      this.#argWidths[place] = store.sort(args[0]).kind === 'bool' ? 1 : store.width(args[0]);
    });
  }

  /** Starts an evaluation with other values of the variables. */
  begin(variables: Variables): void {
    this.#round += 1;
    this.#variables = variables;
  }

  /** Returns the value of a root; null if it needs an unknown value. */
  value(root: Term): Exact | null {
    const rounds = this.#rounds;
    const args = this.#args;
    const round = this.#round;
    const stack = this.#stack;
    const start = this.#places.get(root) ?? -1;
    stack[0] = start;
    for (let top = 0; top >= 0; ) {
      const place = stack[top];
      if (rounds[place] >= round) {
        top -= 1;
        continue;
      }
      const a = args[3 * place];
      const needed = a === -1 ? -1 : this.#missing(place, a);
      if (needed !== -1) {
        top += 1;
        stack[top] = needed;
        continue;
      }
      if (!(a === -1 ? this.#read(place) : this.#node(place, a))) return null;
      rounds[place] = round;
      top -= 1;
    }
    return this.#at(start);
  }

  #at(place: number): Exact {
    switch (this.#kinds[place]) {
      case BOOLEAN:
        return this.#numbers[place] === 1;
      case NUMBER:
        return this.#numbers[place];
      default:
        return this.#others[place];
    }
  }

  #put(place: number, value: Exact): void {
    if (typeof value === 'bigint' && this.#kinds[place] === NUMBER) this.#numbers[place] = Number(value);
    else if (typeof value === 'bigint' || value instanceof ArrayVersion) this.#others[place] = value;
    else this.#numbers[place] = Number(value);
  }

  /** Returns the argument that must be computed first; -1 if there is none. */
  #missing(place: number, a: number): number {
    const args = this.#args;
    const rounds = this.#rounds;
    const round = this.#round;
    if (rounds[a] < round) return a;
    const b = args[3 * place + 1];
    const c = args[3 * place + 2];
    switch (this.#ops[place]) {
      case Op.ITE: {
        const taken = this.#numbers[a] === 1 ? b : c;
        return rounds[taken] >= round ? -1 : taken;
      }
      case Op.AND:
        return this.#numbers[a] === 0 || rounds[b] >= round ? -1 : b;
      default:
        if (b !== -1 && rounds[b] < round) return b;
        return c !== -1 && rounds[c] < round ? c : -1;
    }
  }

  /** Reads a variable; false if it is unknown. */
  #read(place: number): boolean {
    const slot = this.#slots[place];
    const { state, inputs } = this.#variables;
    const value = slot >= 0 ? state[slot] : (inputs.get(this.#terms[place])?.value ?? ANY);
    if (value === ANY || value instanceof KnownBits) return false;
    this.#put(place, value);
    return true;
  }

  /** Computes a term from its arguments; false if the value is unknown. */
  #node(place: number, a: number): boolean {
    const numbers = this.#numbers;
    const args = this.#args;
    const op = this.#ops[place];
    const b = args[3 * place + 1];
    switch (op) {
      case Op.NOT:
        numbers[place] = 1 - numbers[a];
        return true;
      case Op.AND:
        numbers[place] = numbers[a] === 0 ? 0 : numbers[b];
        return true;
      case Op.ITE: {
        const taken = numbers[a] === 1 ? b : args[3 * place + 2];
        if (this.#kinds[place] === OTHER) this.#others[place] = this.#others[taken];
        else numbers[place] = numbers[taken];
        return true;
      }
      case Op.EQ: {
        const isSame = this.#kinds[a] === OTHER ? this.#others[a] === this.#others[b] : numbers[a] === numbers[b];
        numbers[place] = isSame ? 1 : 0;
        // Arrays with different histories may be equal.
        return isSame || !(this.#others[a] instanceof ArrayVersion);
      }
      case Op.CONST_ARRAY:
        this.#others[place] = new ArrayVersion<PartialValue>(asElement(this.#at(a)), new Map());
        return true;
      case Op.SELECT: {
        const array = this.#others[a];
        const element = array instanceof ArrayVersion ? array.read(asPattern(this.#at(b))) : ANY;
        if (element === ANY || element instanceof KnownBits) return false;
        this.#put(place, element);
        return true;
      }
      case Op.STORE: {
        const array = this.#others[a];
        if (!(array instanceof ArrayVersion)) return false;
        this.#others[place] = array.write(asPattern(this.#at(b)), asElement(this.#at(args[3 * place + 2])));
        return true;
      }
      default:
        if (this.#widths[place] === 0) this.#put(place, this.#large(place, op));
        else numbers[place] = Number(this.#small(place, op, numbers[a], b === -1 ? 0 : numbers[b]));
        return true;
    }
  }

  /** Computes an operator whose words are numbers. */
  #small(place: number, op: number, a: number, b: number): number | boolean {
    const width = this.#widths[place];
    const from = this.#argWidths[place];
    switch (op) {
      case Op.BV_NOT:
        return unsigned(~a, width);
      case Op.BV_AND:
        return (a & b) >>> 0;
      case Op.BV_OR:
        return (a | b) >>> 0;
      case Op.BV_XOR:
        return (a ^ b) >>> 0;
      case Op.NEG:
        return unsigned(-a, width);
      case Op.ADD:
        return unsigned(a + b, width);
      case Op.MUL:
        return unsigned(Math.imul(a, b), width);
      case Op.UDIV:
        return b === 0 ? unsigned(-1, width) : Math.floor(a / b);
      case Op.UREM:
        return b === 0 ? a : a % b;
      case Op.SDIV: {
        const dividend = signed(a, width);
        const divisor = signed(b, width);
        if (divisor === 0) return dividend < 0 ? 1 : unsigned(-1, width);
        return unsigned(Math.trunc(dividend / divisor), width);
      }
      case Op.SREM: {
        const divisor = signed(b, width);
        return divisor === 0 ? a : unsigned(signed(a, width) % divisor, width);
      }
      case Op.SHL:
        return b >= width ? 0 : unsigned(a << b, width);
      case Op.LSHR:
        return b >= width ? 0 : a >>> b;
      case Op.ASHR:
        return unsigned(signed(a, width) >> Math.min(b, width - 1), width);
      case Op.ULT:
        return a < b;
      case Op.SLT:
        return signed(a, from) < signed(b, from);
      case Op.CONCAT:
        return ((a << (width - from)) | b) >>> 0;
      case Op.EXTRACT:
        return unsigned(a >>> this.store.low(this.#terms[place]), width);
      case Op.ZEXT:
        return a;
      case Op.SEXT:
        return unsigned(signed(a, from), width);
      default:
        return asNumber(this.#large(place, op));
    }
  }

  /** Computes any operator on words and floats, by their patterns. */
  #large(place: number, op: number): Exact {
    const t = this.#terms[place];
    const args: bigint[] = [];
    for (let i = 0; i < this.store.arity(t); i++) args.push(asPattern(this.#at(this.#args[3 * place + i])));
    if (op >= Op.FP_NEG) return evaluateFloat(this.store, t, args);
    return evaluateBitVector(this.store, t, args[0], args.length > 1 ? args[1] : 0n);
  }
}

/** The value of a constant, or of a constant array with entries; null for other terms. */
function constantOf(store: TermStore, t: Term): Exact | null {
  if (isTable(store, t)) return tableValue(store, t);
  if (!store.isConst(t)) return null;
  const value = store.constValue(t);
  return store.sort(t).kind === 'bool' ? value === 1n : value;
}

/** The lowest bits of an integer, as a non-negative number. */
function unsigned(value: number, width: number): number {
  return width === NUMBER_BITS ? value >>> 0 : value & ((1 << width) - 1);
}

/** The number that a pattern stands for in two's complement. */
function signed(value: number, width: number): number {
  const free = NUMBER_BITS - width;
  return (value << free) >> free;
}

function asNumber(value: Exact): number | boolean {
  return typeof value === 'boolean' ? value : Number(value);
}

function asPattern(value: Exact): bigint {
  return typeof value === 'bigint' ? value : BigInt(Number(value));
}

/** Arrays keep words as bigints, whatever their width. */
function asElement(value: Exact): PartialValue {
  return typeof value === 'number' ? BigInt(value) : value;
}
