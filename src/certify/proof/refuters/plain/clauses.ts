import { LemmataError } from '../../../../base/errors.ts';
import type { Literal, SatSolver } from '../../../../logic/sat/types.ts';

/** The first variable is true, by the first clause: its literals are the constants. */
export const YES: Literal = 0;
export const NO: Literal = 1;

/** Kinds of gates in the table. */
const AND = 0;
const XOR = 1;
const CHOICE = 2;
const MAJORITY = 3;

/**
 * Clauses in the order in which a SAT solver receives them; it identifies each by its number (as its
 * "part"). A gate is a fresh variable with the clauses that define it, in both directions (Tseitin
 * 1968). A gate whose value follows from constants or from equal operands is not made. No two gates of
 * one kind have the same operands.
 */
export class Clauses {
  /** All clauses one behind the other, and the start of each. */
  #literals = new Int32Array(1 << 12);
  #starts = new Int32Array(1 << 10);
  #count = 0;
  readonly #gates = new GateTable();

  /** `limit`: most clauses; beyond, `add` throws LemmataError `E-LIMIT`. */
  constructor(
    private readonly sat: SatSolver,
    private readonly limit: number,
  ) {
    this.variable();
    this.add(YES);
  }

  /** The positive literal of a new variable. */
  variable(): Literal {
    return 2 * this.sat.newVariable();
  }

  add(...literals: Literal[]): void {
    if (this.#count >= this.limit) throw new LemmataError('E-LIMIT', `more than ${this.limit} clauses`);
    this.sat.addClause(literals, this.#count);
    const start = this.#starts[this.#count];
    const end = start + literals.length;
    if (end > this.#literals.length) this.#literals = enlarged(this.#literals);
    if (this.#count + 2 > this.#starts.length) this.#starts = enlarged(this.#starts);
    this.#literals.set(literals, start);
    this.#count += 1;
    this.#starts[this.#count] = end;
  }

  /** The clause of that number, or null. */
  at(number: number): Int32Array | null {
    if (!(number >= 0 && number < this.#count)) return null;
    return this.#literals.subarray(this.#starts[number], this.#starts[number + 1]);
  }

  and(a: Literal, b: Literal): Literal {
    if (a === NO || b === NO || a === (b ^ 1)) return NO;
    if (a === YES || a === b) return b;
    if (b === YES) return a;
    const [x, y] = a < b ? [a, b] : [b, a];
    return this.#gate(AND, x, y, 0, (both) => {
      this.add(both ^ 1, x);
      this.add(both ^ 1, y);
      this.add(both, x ^ 1, y ^ 1);
    });
  }

  or(a: Literal, b: Literal): Literal {
    return this.and(a ^ 1, b ^ 1) ^ 1;
  }

  xor(a: Literal, b: Literal): Literal {
    if (a === NO) return b;
    if (b === NO) return a;
    if (a === YES) return b ^ 1;
    if (b === YES) return a ^ 1;
    if (a === b) return NO;
    if (a === (b ^ 1)) return YES;
    // The operands without their signs: two negations cancel out.
    const [x, y] = a < b ? [a & ~1, b & ~1] : [b & ~1, a & ~1];
    const differ = this.#gate(XOR, x, y, 0, (gate) => {
      this.add(gate ^ 1, x, y);
      this.add(gate ^ 1, x ^ 1, y ^ 1);
      this.add(gate, x ^ 1, y);
      this.add(gate, x, y ^ 1);
    });
    return differ ^ ((a ^ b) & 1);
  }

  /** a if c holds, else b. */
  choose(c: Literal, a: Literal, b: Literal): Literal {
    if (c === YES || a === b) return a;
    if (c === NO) return b;
    if (a === YES || a === c) return this.or(c, b);
    if (a === NO || a === (c ^ 1)) return this.and(c ^ 1, b);
    if (b === YES || b === (c ^ 1)) return this.or(c ^ 1, a);
    if (b === NO || b === c) return this.and(c, a);
    if (a === (b ^ 1)) return this.xor(c, b);
    const [x, y] = (c & 1) === 0 ? [a, b] : [b, a];
    const on = c & ~1;
    return this.#gate(CHOICE, on, x, y, (chosen) => {
      this.add(on ^ 1, chosen ^ 1, x);
      this.add(on ^ 1, chosen, x ^ 1);
      this.add(on, chosen ^ 1, y);
      this.add(on, chosen, y ^ 1);
      // These clauses follow from the others, but not by unit propagation.
      this.add(chosen ^ 1, x, y);
      this.add(chosen, x ^ 1, y ^ 1);
    });
  }

  /** At least two of three. */
  majority(a: Literal, b: Literal, c: Literal): Literal {
    const [x, y, z] = [a, b, c].sort((one, other) => one - other);
    // Constants are the least literals, and the two literals of a variable are neighbours.
    if (x === YES) return this.or(y, z);
    if (x === NO) return this.and(y, z);
    if (x === y || y === z) return y;
    if (x === (y ^ 1)) return z;
    if (y === (z ^ 1)) return x;
    return this.#gate(MAJORITY, x, y, z, (most) => {
      this.add(most, x ^ 1, y ^ 1);
      this.add(most, x ^ 1, z ^ 1);
      this.add(most, y ^ 1, z ^ 1);
      this.add(most ^ 1, x, y);
      this.add(most ^ 1, x, z);
      this.add(most ^ 1, y, z);
    });
  }

  /**
   * The gate's literal: that of an equal earlier gate, or a fresh one, for which `define` adds the
   * clauses.
   */
  #gate(kind: number, a: Literal, b: Literal, c: Literal, define: (gate: Literal) => void): Literal {
    const known = this.#gates.get(kind, a, b, c);
    if (known !== NO_GATE) return known;
    const gate = this.variable();
    define(gate);
    this.#gates.set(kind, a, b, c, gate);
    return gate;
  }
}

function enlarged(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Result for an unknown gate. */
export const NO_GATE = -1;

const WORDS = 5;
const FIRST_SIZE = 1 << 10;

/**
 * Maps gates, by their kind and up to three operands (numbers from 0), to numbers: a hash table in one
 * array, by open addressing.
 */
export class GateTable {
  /** Kind + 1 (0: free), operands, value. */
  #cells = new Int32Array(WORDS * FIRST_SIZE);
  #size = FIRST_SIZE;
  #count = 0;

  get(kind: number, a: number, b: number, c: number): number {
    const at = this.#find(kind, a, b, c);
    return this.#cells[at] === 0 ? NO_GATE : this.#cells[at + 4];
  }

  set(kind: number, a: number, b: number, c: number, value: number): void {
    if (2 * this.#count >= this.#size) this.#grow();
    const at = this.#find(kind, a, b, c);
    if (this.#cells[at] === 0) this.#count += 1;
    this.#cells.set([kind + 1, a, b, c, value], at);
  }

  /** The cell of the gate, or the free cell where it belongs. */
  #find(kind: number, a: number, b: number, c: number): number {
    const cells = this.#cells;
    const mixed = Math.imul(Math.imul(Math.imul(a + 0x9e37, 0x85ebca6b) ^ b, 0xc2b2ae35) ^ c, 0x27d4eb2f) ^ kind;
    for (let place = mixed ^ (mixed >>> 15); ; place++) {
      const at = WORDS * (place & (this.#size - 1));
      if (cells[at] === 0) return at;
      if (cells[at] === kind + 1 && cells[at + 1] === a && cells[at + 2] === b && cells[at + 3] === c) return at;
    }
  }

  #grow(): void {
    const old = this.#cells;
    this.#size *= 2;
    this.#cells = new Int32Array(WORDS * this.#size);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at] === 0) continue;
      this.#cells.set(old.subarray(at, at + WORDS), this.#find(old[at] - 1, old[at + 1], old[at + 2], old[at + 3]));
    }
  }
}
