import { LemmataError } from '../../base/errors.ts';
import type { RoundingMode, Term } from './builder.ts';
import { ARITY, Op, ROUNDING_MODES } from './ops.ts';
import type { Sort } from './sort.ts';
import { SortTable } from './sorts.ts';

/** Most terms a store holds unless its maker says otherwise. */
const DEFAULT_TERM_LIMIT = 2 ** 27;

/** The content of a table. Threads may share the arrays as long as no thread writes to them. */
export interface TableContent {
  readonly heads: Uint16Array;
  readonly data: Int32Array;
  readonly size: number;
  readonly sorts: readonly Sort[];
  readonly names: readonly string[];
  readonly wide: readonly bigint[];
}

/**
 * Hash-consed nodes in flat arrays, without any rewriting. Node t has its operator and rounding mode
 * in `heads[t]`, and its sort and three slots in `data[4t..4t+3]`. The slots hold the arguments.
 * Leaves and `EXTRACT` keep other data there: a value's low and high word or its place among the wide
 * constants, a name's number, the bounds.
 */
export class TermTable {
  protected heads: Uint16Array;
  protected data: Int32Array;
  /** Open addressing; a cell holds term + 1, or 0. Twice as long as the nodes' capacity. */
  #cells: Int32Array;
  #count = 0;
  readonly sorts = new SortTable();
  readonly #names: string[] = [];
  readonly #named = new Map<string, Term>();
  /** Constants of more than 64 bits. */
  readonly #wide: bigint[] = [];
  readonly #widePlaces = new Map<bigint, number>();

  constructor(
    private readonly limit: number = DEFAULT_TERM_LIMIT,
    content: TableContent | null = null,
  ) {
    if (content === null) {
      this.heads = new Uint16Array(1024);
      this.data = new Int32Array(4096);
      this.#cells = new Int32Array(2048);
      return;
    }
    // The arrays are adopted full, so that the first new node makes the table move out of them.
    this.heads = content.heads;
    this.data = content.data;
    this.#count = content.size;
    for (const sort of content.sorts) this.sorts.id(sort);
    for (const value of content.wide) {
      this.#widePlaces.set(value, this.#wide.length);
      this.#wide.push(value);
    }
    let length = 2048;
    while (length < 2 * this.#count) length *= 2;
    this.#cells = new Int32Array(length);
    for (let t = 0; t < this.#count; t++) {
      this.#enter(t);
      if (this.op(t) === Op.VARIABLE) {
        const name = content.names[this.slot(t, 0)];
        this.#names[this.slot(t, 0)] = name;
        this.#named.set(name, t);
      }
    }
  }

  /** Number of terms; they are 0 .. size - 1, arguments before the terms that use them. */
  get size(): number {
    return this.#count;
  }

  op(t: Term): Op {
    return (this.heads[t] & 0xff) as Op;
  }

  arity(t: Term): number {
    return ARITY[this.heads[t] & 0xff];
  }

  /** The i-th argument, 0 <= i < arity; not checked. */
  arg(t: Term, i: number): Term {
    return this.data[4 * t + 1 + i];
  }

  /** Any of the three slots, whatever it holds. */
  slot(t: Term, i: number): number {
    return this.data[4 * t + 1 + i];
  }

  sortId(t: Term): number {
    return this.data[4 * t];
  }

  sort(t: Term): Sort {
    return this.sorts.sorts[this.data[4 * t]];
  }

  /** Width in bits of a bit-vector term; throws for other sorts. */
  width(t: Term): number {
    const width = this.sorts.widths[this.data[4 * t]];
    if (width > 0) return width;
    throw new LemmataError('E-INTERNAL', `term ${t} is not a bit-vector`);
  }

  rounding(t: Term): RoundingMode {
    return ROUNDING_MODES[this.heads[t] >> 8];
  }

  /** Upper bound of an `EXTRACT`. */
  high(t: Term): number {
    return this.data[4 * t + 2];
  }

  /** Lower bound of an `EXTRACT`. */
  low(t: Term): number {
    return this.data[4 * t + 3];
  }

  /** A Boolean, bit-vector or float constant (arrays have none: see `CONST_ARRAY`). */
  isConst(t: Term): boolean {
    return (this.heads[t] & 0xff) <= Op.FLOAT_CONST;
  }

  isBv(t: Term): boolean {
    return (this.heads[t] & 0xff) === Op.BV_CONST;
  }

  /**
   * Unsigned value of a bit-vector constant, or the IEEE bits of a float constant; 0n or 1n for
   * Booleans. Throws for other terms.
   */
  constValue(t: Term): bigint {
    const op = this.op(t);
    if (op === Op.BV_CONST || op === Op.FLOAT_CONST) {
      const bits = this.#constBits(t);
      if (bits <= 32) return BigInt(this.data[4 * t + 1] >>> 0);
      if (bits > 64) return this.#wide[this.data[4 * t + 1]];
      return (BigInt(this.data[4 * t + 2] >>> 0) << 32n) | BigInt(this.data[4 * t + 1] >>> 0);
    }
    if (op === Op.TRUE) return 1n;
    if (op === Op.FALSE) return 0n;
    throw new LemmataError('E-INTERNAL', `term ${t} is not a constant`);
  }

  /** Unsigned value of a bit-vector constant of at most 32 bits; not checked. */
  smallValue(t: Term): number {
    return this.data[4 * t + 1] >>> 0;
  }

  /** Value of a Boolean constant; throws for other terms. */
  boolValue(t: Term): boolean {
    const op = this.op(t);
    if (op === Op.TRUE) return true;
    if (op === Op.FALSE) return false;
    throw new LemmataError('E-INTERNAL', `term ${t} is not a Boolean constant`);
  }

  /** Name of a variable; throws for other terms. */
  name(t: Term): string {
    if (this.op(t) !== Op.VARIABLE) throw new LemmataError('E-INTERNAL', `term ${t} is not a variable`);
    return this.#names[this.data[4 * t + 1]];
  }

  /** The variable of that name, or null. */
  find(name: string): Term | null {
    return this.#named.get(name) ?? null;
  }

  /** The node with exactly these parts, made if new. No rewriting, no checks: for the builder and its rules. */
  make(op: Op, sort: number, s0 = 0, s1 = 0, s2 = 0, mode = 0): Term {
    const head = op | (mode << 8);
    const { heads, data } = this;
    const cells = this.#cells;
    const mask = cells.length - 1;
    let i = hash(head, sort, s0, s1, s2) & mask;
    for (let cell = cells[i]; cell !== 0; cell = cells[i]) {
      const t = cell - 1;
      const at = 4 * t;
      if (data[at + 1] === s0 && data[at + 2] === s1 && heads[t] === head && data[at + 3] === s2 && data[at] === sort)
        return t;
      i = (i + 1) & mask;
    }
    return this.#append(head, sort, s0, s1, s2, i);
  }

  protected makeVariable(name: string, sort: number): Term {
    const known = this.#named.get(name);
    if (known !== undefined) {
      if (this.sortId(known) === sort) return known;
      throw new LemmataError('E-INTERNAL', `variable ${name} has two sorts`);
    }
    const t = this.make(Op.VARIABLE, sort, this.#names.length);
    this.#names.push(name);
    this.#named.set(name, t);
    return t;
  }

  /** A constant of `bits` bits whose bit pattern is `value` (already in range). */
  protected makeConst(op: Op, sort: number, bits: number, value: bigint): Term {
    if (bits <= 32) return this.make(op, sort, Number(value) | 0);
    if (bits <= 64) return this.make(op, sort, Number(value & 0xffffffffn) | 0, Number(value >> 32n) | 0);
    let place = this.#widePlaces.get(value);
    if (place === undefined) {
      place = this.#wide.length;
      this.#wide.push(value);
      this.#widePlaces.set(value, place);
    }
    return this.make(op, sort, place);
  }

  /** Everything another thread needs to make an equal table; the arrays are views of this table's own. */
  content(): TableContent {
    const { heads, data } = this;
    const count = this.#count;
    const names = this.#names;
    const wide = this.#wide;
    return {
      heads: heads.subarray(0, count),
      data: data.subarray(0, 4 * count),
      size: count,
      sorts: [...this.sorts.sorts],
      names: [...names],
      wide: [...wide],
    };
  }

  #constBits(t: Term): number {
    const sort = this.sort(t);
    return sort.kind === 'bv' ? sort.width : sort.kind === 'float' ? sort.exponentBits + sort.precision : 1;
  }

  #append(head: number, sort: number, s0: number, s1: number, s2: number, cell: number): Term {
    const t = this.#count;
    if (t === this.heads.length) {
      this.#grow();
      return this.make((head & 0xff) as Op, sort, s0, s1, s2, head >> 8);
    }
    this.heads[t] = head;
    const { data } = this;
    const at = 4 * t;
    data[at] = sort;
    data[at + 1] = s0;
    data[at + 2] = s1;
    data[at + 3] = s2;
    this.#cells[cell] = t + 1;
    this.#count = t + 1;
    return t;
  }

  #grow(): void {
    if (this.#count >= this.limit) throw new LemmataError('E-LIMIT', `more than ${this.limit} terms`);
    let capacity = 1024;
    while (capacity <= this.#count) capacity *= 2;
    try {
      const heads = new Uint16Array(capacity);
      heads.set(this.heads);
      const data = new Int32Array(4 * capacity);
      data.set(this.data);
      const cells = new Int32Array(2 * capacity);
      this.heads = heads;
      this.data = data;
      this.#cells = cells;
    } catch (cause) {
      throw new LemmataError('E-LIMIT', `no memory for ${capacity} terms`, null, { cause });
    }
    for (let t = 0; t < this.#count; t++) this.#enter(t);
  }

  #enter(t: Term): void {
    const { data } = this;
    const cells = this.#cells;
    const at = 4 * t;
    const mask = cells.length - 1;
    let i = hash(this.heads[t], data[at], data[at + 1], data[at + 2], data[at + 3]) & mask;
    while (cells[i] !== 0) i = (i + 1) & mask;
    cells[i] = t + 1;
  }
}

function hash(head: number, sort: number, s0: number, s1: number, s2: number): number {
  let h = Math.imul(head + (sort << 8), 0x9e3779b1) ^ s0;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b) ^ s1;
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35) ^ s2;
  h = Math.imul(h ^ (h >>> 16), 0x27d4eb2f);
  return h ^ (h >>> 15);
}
