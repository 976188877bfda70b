// SPDX-License-Identifier: Apache-2.0

/**
 * @typedef {number} Literal A variable, or its negation as a negative number, as in DIMACS files.
 * @typedef {{ variables: number, clauses: Literal[][] }} Formula Clauses over the variables from 1 on.
 */

/** The first variable is true, by the first clause. */
export const YES = 1;
export const NO = -1;

/** An obligation that grows beyond the limits of this checker. */
export class TooLarge extends Error {}

const MOST_VARIABLES = 2 ** 24;
/** Most values of nodes that an obligation computes: some 30 s. */
const MOST_VALUES = 50_000_000;

/**
 * Gates, and the clauses that define them (Tseitin 1968). A gate whose value follows from constants, or from
 * equal operands, is not made, and no gate is made twice.
 */
export class Clauses {
  /** The clauses that define a variable, by its number. @type {Literal[][][]} */
  #definitions = [[], []];
  /** @type {Literal[][]} */
  #asserted = [[YES]];
  #gates = new Map();
  #count = 0;
  #values = 0;

  /** @param {number} limit Most clauses. */
  constructor(limit) {
    this.limit = limit;
  }

  /** @returns {Literal} A new variable. */
  variable() {
    if (this.#definitions.length >= MOST_VARIABLES) throw new TooLarge('too many variables');
    this.#definitions.push([]);
    return this.#definitions.length - 1;
  }

  /** Requires that one of the literals holds. @param {Literal[]} literals */
  assert(...literals) {
    this.assertSome(literals);
  }

  /** Requires the same of a list of any length. @param {Literal[]} literals */
  assertSome(literals) {
    if (literals.includes(YES)) return;
    this.#counted(1);
    this.#asserted.push([...new Set(literals.filter((literal) => literal !== NO))]);
  }

  /** @param {Literal} a @param {Literal} b @returns {Literal} */
  and(a, b) {
    if (a === NO || b === NO || a === -b) return NO;
    if (a === YES || a === b) return b;
    if (b === YES) return a;
    const [x, y] = a < b ? [a, b] : [b, a];
    return this.#gate(`&${x},${y}`, (gate) => [
      [-gate, x],
      [-gate, y],
      [gate, -x, -y],
    ]);
  }

  or(a, b) {
    return -this.and(-a, -b);
  }

  xor(a, b) {
    if (a === NO) return b;
    if (b === NO) return a;
    if (a === YES) return -b;
    if (b === YES) return -a;
    if (a === b) return NO;
    if (a === -b) return YES;
    const [x, y] = [Math.abs(a), Math.abs(b)].sort((one, other) => one - other);
    const gate = this.#gate(`^${x},${y}`, (differ) => [
      [-differ, x, y],
      [-differ, -x, -y],
      [differ, -x, y],
      [differ, x, -y],
    ]);
    return a > 0 === b > 0 ? gate : -gate;
  }

  /** a if c holds, else b. */
  choose(c, a, b) {
    if (c === YES || a === b) return a;
    if (c === NO) return b;
    if (a === YES || a === c) return this.or(c, b);
    if (a === NO || a === -c) return this.and(-c, b);
    if (b === YES || b === -c) return this.or(-c, a);
    if (b === NO || b === c) return this.and(c, a);
    if (a === -b) return this.xor(c, b);
    return this.#gate(`?${c},${a},${b}`, (chosen) => [
      [-c, -chosen, a],
      [-c, chosen, -a],
      [c, -chosen, b],
      [c, chosen, -b],
    ]);
  }

  #gate(key, define) {
    let gate = this.#gates.get(key);
    if (gate === undefined) {
      gate = this.variable();
      this.#definitions[gate] = define(gate);
      this.#counted(this.#definitions[gate].length);
      this.#gates.set(key, gate);
    }
    return gate;
  }

  /** A node has its value at one moment. */
  countValue() {
    this.#values += 1;
    if (this.#values > MOST_VALUES) throw new TooLarge(`more than ${MOST_VALUES} values`);
  }

  #counted(more) {
    this.#count += more;
    if (this.#count > this.limit) throw new TooLarge(`more than ${this.limit} clauses`);
  }

  /** For each variable 1 or -1 if the clauses imply that it is true or false, one by one; else 0. */
  implied() {
    const { clauses } = this.formula();
    const values = new Int8Array(this.#definitions.length);
    const value = (literal) => values[Math.abs(literal)] * Math.sign(literal);
    const uses = new Map();
    const open = [];
    for (const clause of clauses) {
      if (clause.length === 1) open.push(clause[0]);
      for (const literal of clause) {
        const list = uses.get(literal);
        if (list === undefined) uses.set(literal, [clause]);
        else list.push(clause);
      }
    }
    for (let literal = open.pop(); literal !== undefined; literal = open.pop()) {
      if (value(literal) !== 0) continue;
      values[Math.abs(literal)] = Math.sign(literal);
      for (const clause of uses.get(-literal) ?? []) {
        const others = clause.filter((other) => value(other) >= 0);
        if (others.length === 1) open.push(others[0]);
      }
    }
    return values;
  }

  /**
   * The assertions, and the definitions of all variables on which they depend. Variables keep their numbers.
   *
   * @returns {Formula}
   */
  formula() {
    const definitions = this.#definitions;
    const needed = new Uint8Array(definitions.length);
    const need = (clause) => {
      for (const literal of clause) needed[Math.abs(literal)] = 1;
    };
    for (const clause of this.#asserted) need(clause);
    // A gate is newer than its operands.
    for (let variable = definitions.length - 1; variable > 0; variable--)
      if (needed[variable] === 1) for (const clause of definitions[variable]) need(clause);
    const clauses = [...this.#asserted];
    for (let variable = 1; variable < definitions.length; variable++)
      if (needed[variable] === 1) for (const clause of definitions[variable]) clauses.push(clause);
    return { variables: definitions.length - 1, clauses };
  }
}
