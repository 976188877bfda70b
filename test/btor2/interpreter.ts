/**
 * BTOR2 by its definition (Niemetz, Preiner, Wolf, Biere, CAV 2018), on numbers: what models mean,
 * written without anything of the product, so that its reader, its terms and its engines can be
 * held against it. For well-formed models without liveness properties.
 */

/** A bit-vector (unsigned), or an array as a default and exceptions by index. */
export type Value = bigint | ArrayValue;
interface ArrayValue {
  readonly default: bigint;
  readonly entries: ReadonlyMap<bigint, bigint>;
}

export type Sort = number | { readonly index: number; readonly element: number };

interface Line {
  readonly id: number;
  readonly word: string;
  readonly args: readonly string[];
  readonly sort: Sort;
}

export interface ModelState {
  readonly id: number;
  readonly name: string;
  readonly sort: Sort;
  init: number | null;
  next: number | null;
}

/** Values of all nodes in one step. */
export type Values = ReadonlyMap<number, Value>;

export class Model {
  readonly states: ModelState[] = [];
  readonly inputs: { readonly id: number; readonly name: string; readonly sort: Sort }[] = [];
  readonly #nodes: Line[] = [];
  readonly #sorts = new Map<number, Sort>();
  readonly #sortOf = new Map<number, Sort>();
  readonly #bads: number[] = [];
  readonly #constraints: number[] = [];

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const words = line
        .replace(/;.*/, '')
        .split(/\s+/)
        .filter((word) => word !== '');
      if (words.length > 0) this.#read(Number(words[0]), words[1], words.slice(2));
    }
  }

  get badCount(): number {
    return this.#bads.length;
  }

  /** The nodes' values; `given`: of each input and state. */
  evaluate(given: (id: number) => Value): Values {
    const values = new Map<number, Value>();
    for (const { id } of this.inputs) values.set(id, given(id));
    for (const { id } of this.states) values.set(id, given(id));
    for (const line of this.#nodes) values.set(line.id, this.#compute(line, values));
    return values;
  }

  allowed(values: Values): boolean {
    return this.#constraints.every((node) => this.#value(values, node) === 1n);
  }

  /** Of one bad property, by position. */
  bad(values: Values, index: number): boolean {
    return this.#value(values, this.#bads[index]) === 1n;
  }

  /**
   * What the model says about a state's value at the start, from those of the states before it;
   * null: nothing.
   */
  initial(state: ModelState, before: (id: number) => Value): Value | null {
    if (state.init === null) return null;
    const values = new Map<number, Value>();
    for (const { id } of this.states) if (id < state.id) values.set(id, before(id));
    for (const line of this.#nodes) if (this.#known(line, values)) values.set(line.id, this.#compute(line, values));
    const value = this.#value(values, state.init);
    return typeof state.sort !== 'number' && typeof value === 'bigint' ? { default: value, entries: new Map() } : value;
  }

  /** The next value of a state; null: any. */
  next(state: ModelState, values: Values): Value | null {
    return state.next === null ? null : this.#value(values, state.next);
  }

  #read(id: number, word: string, args: readonly string[]): void {
    switch (word) {
      case 'sort':
        this.#sorts.set(
          id,
          args[0] === 'bitvec' ? Number(args[1]) : { index: this.#bits(args[1]), element: this.#bits(args[2]) },
        );
        return;
      case 'input':
        this.inputs.push({ id, name: args[1] ?? `input${id}`, sort: this.#sort(args[0]) });
        break;
      case 'state':
        this.states.push({ id, name: args[1] ?? `state${id}`, sort: this.#sort(args[0]), init: null, next: null });
        break;
      case 'init':
      case 'next': {
        const state = this.states.find((s) => s.id === Number(args[1]));
        if (state === undefined) throw new Error(`${args[1]} is no state`);
        state[word] = Number(args[2]);
        return;
      }
      case 'bad':
        this.#bads.push(Number(args[0]));
        return;
      case 'constraint':
        this.#constraints.push(Number(args[0]));
        return;
      case 'output':
        return;
      default:
        this.#nodes.push({ id, word, args, sort: this.#sort(args[0]) });
    }
    this.#sortOf.set(id, this.#sort(args[0]));
  }

  #sort(word: string): Sort {
    const sort = this.#sorts.get(Number(word));
    if (sort === undefined) throw new Error(`${word} is no sort`);
    return sort;
  }

  #bits(word: string): number {
    const sort = this.#sort(word);
    if (typeof sort !== 'number') throw new Error('arrays of arrays');
    return sort;
  }

  #width(node: number): number {
    const sort = this.#sortOf.get(Math.abs(node));
    if (typeof sort !== 'number') throw new Error(`${node} is no bit-vector`);
    return sort;
  }

  #known({ word, args }: Line, values: Values): boolean {
    return operands(word, args).every((node) => values.has(Math.abs(node)));
  }

  #value(values: Values, node: number): Value {
    const value = values.get(Math.abs(node));
    if (value === undefined) throw new Error(`node ${node} has no value`);
    if (node >= 0) return value;
    if (typeof value !== 'bigint') throw new Error('a negated array');
    return BigInt.asUintN(this.#width(node), ~value);
  }

  #compute({ word, args, sort }: Line, values: Values): Value {
    const nodes = operands(word, args);
    const value = (i: number): Value => this.#value(values, nodes[i]);
    const bits = (i: number): bigint => {
      const v = value(i);
      if (typeof v !== 'bigint') throw new Error(`${word} of an array`);
      return v;
    };
    switch (word) {
      case 'read': {
        const array = value(0);
        if (typeof array === 'bigint') throw new Error('read of a bit-vector');
        return array.entries.get(bits(1)) ?? array.default;
      }
      case 'write': {
        const array = value(0);
        if (typeof array === 'bigint') throw new Error('write of a bit-vector');
        const entries = new Map(array.entries).set(bits(1), bits(2));
        return { default: array.default, entries };
      }
      case 'ite':
        return bits(0) === 1n ? value(1) : value(2);
      case 'eq':
      case 'neq': {
        const index = this.#sortOf.get(Math.abs(nodes[0]));
        const same = sameValue(value(0), value(1), typeof index === 'object' ? index.index : 0);
        return same === (word === 'eq') ? 1n : 0n;
      }
      default: {
        if (typeof sort !== 'number') throw new Error(`${word} gives no array`);
        const width = nodes.length > 0 ? this.#width(nodes[0]) : sort;
        const low = nodes.length > 1 ? this.#width(nodes[1]) : 0;
        const result = compute(
          word,
          args,
          width,
          low,
          nodes.length > 0 ? bits(0) : 0n,
          nodes.length > 1 ? bits(1) : 0n,
        );
        return BigInt.asUintN(sort, result);
      }
    }
  }
}

/** Ids of the nodes that a line speaks of. */
function operands(word: string, args: readonly string[]): number[] {
  const count = CONSTANTS.has(word) ? 0 : INDEXED.has(word) ? 1 : args.length - 1;
  return args.slice(1, 1 + count).map(Number);
}

const CONSTANTS: ReadonlySet<string> = new Set(['zero', 'one', 'ones', 'const', 'constd', 'consth']);
const INDEXED: ReadonlySet<string> = new Set(['slice', 'uext', 'sext']);

function sameValue(a: Value, b: Value, indexBits: number): boolean {
  if (typeof a === 'bigint' || typeof b === 'bigint') return a === b;
  for (let i = 0n; i < 1n << BigInt(indexBits); i += 1n)
    if ((a.entries.get(i) ?? a.default) !== (b.entries.get(i) ?? b.default)) return false;
  return true;
}

/**
 * An operator over bit-vectors, `x` of `w` bits and `y` of `low` bits; the result may be any number
 * that is right modulo the result's width.
 */
function compute(word: string, args: readonly string[], w: number, low: number, x: bigint, y: bigint): bigint {
  const bit = (holds: boolean): bigint => (holds ? 1n : 0n);
  const [sx, sy] = [BigInt.asIntN(w, x), BigInt.asIntN(w, y)];
  const fits = (v: bigint): boolean => BigInt.asIntN(w, v) === v;
  const all = (1n << BigInt(w)) - 1n;
  const by = y % BigInt(w);
  switch (word) {
    case 'zero':
      return 0n;
    case 'one':
      return 1n;
    case 'ones':
      return all;
    case 'const':
      return BigInt(`0b${args[1]}`);
    case 'constd':
      return BigInt(args[1]);
    case 'consth':
      return BigInt(`0x${args[1]}`);
    case 'slice':
      return x >> BigInt(args[3]);
    case 'uext':
      return x;
    case 'sext':
      return sx;
    case 'not':
      return ~x;
    case 'inc':
      return x + 1n;
    case 'dec':
      return x - 1n;
    case 'neg':
      return -x;
    case 'redand':
      return bit(x === all);
    case 'redor':
      return bit(x !== 0n);
    case 'redxor':
      return BigInt(x.toString(2).replaceAll('0', '').length % 2);
    case 'iff':
      return bit(x === y);
    case 'implies':
      return bit(x === 0n || y === 1n);
    case 'sgt':
      return bit(sx > sy);
    case 'ugt':
      return bit(x > y);
    case 'sgte':
      return bit(sx >= sy);
    case 'ugte':
      return bit(x >= y);
    case 'slt':
      return bit(sx < sy);
    case 'ult':
      return bit(x < y);
    case 'slte':
      return bit(sx <= sy);
    case 'ulte':
      return bit(x <= y);
    case 'and':
      return x & y;
    case 'nand':
      return ~(x & y);
    case 'nor':
      return ~(x | y);
    case 'or':
      return x | y;
    case 'xnor':
      return ~(x ^ y);
    case 'xor':
      return x ^ y;
    case 'rol':
      return (x << by) | (x >> (BigInt(w) - by));
    case 'ror':
      return (x >> by) | (x << (BigInt(w) - by));
    case 'sll':
      return y >= BigInt(w) ? 0n : x << y;
    case 'srl':
      return y >= BigInt(w) ? 0n : x >> y;
    case 'sra':
      return sx >> (y >= BigInt(w) ? BigInt(w) : y);
    case 'add':
      return x + y;
    case 'sub':
      return x - y;
    case 'mul':
      return x * y;
    case 'udiv':
      return y === 0n ? all : x / y;
    case 'urem':
      return y === 0n ? x : x % y;
    case 'sdiv':
      return y === 0n ? (sx < 0n ? 1n : all) : sx / sy;
    case 'srem':
      return y === 0n ? x : sx % sy;
    case 'smod': {
      if (y === 0n) return x;
      const r = sx % sy;
      return r !== 0n && r < 0n !== sy < 0n ? r + sy : r;
    }
    case 'saddo':
      return bit(!fits(sx + sy));
    case 'ssubo':
      return bit(!fits(sx - sy));
    case 'smulo':
      return bit(!fits(sx * sy));
    case 'sdivo':
      return bit(y !== 0n && !fits(sx / sy));
    case 'uaddo':
      return bit(x + y > all);
    case 'usubo':
      return bit(x < y);
    case 'umulo':
      return bit(x * y > all);
    case 'udivo':
      return 0n;
    case 'concat':
      return (x << BigInt(low)) | y;
    default:
      throw new Error(`unknown operator ${word}`);
  }
}
