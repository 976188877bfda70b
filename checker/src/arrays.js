// SPDX-License-Identifier: Apache-2.0
import { NO, TooLarge, YES } from './clauses.js';
import { choose, equal } from './words.js';

/**
 * An array as a value: a variable, one value everywhere, a write, or a choice.
 *
 * @typedef {{ kind: 'variable', index: number, element: number }
 *   | { kind: 'filled', value: number[] }
 *   | { kind: 'write', array: ArrayValue, index: number[], at: string | null, value: number[] }
 *   | { kind: 'choice', condition: number, yes: ArrayValue, no: ArrayValue }} ArrayValue
 */

/** A write; `at` names a constant index, null: it is none. @returns {ArrayValue} */
export function written(array, index, value) {
  return { kind: 'write', array, index, at: constantKey(index), value };
}

function constantKey(index) {
  return index.every((bit) => bit === YES || bit === NO) ? index.join() : null;
}

/** Most arrays that reads go through, and pairs of reads of one variable. */
const MOST_STEPS = 500_000;

/**
 * The elements of arrays that are read. A read goes through writes and choices down to variables. Two reads of a
 * variable have equal results if their indices are equal (Ackermann 1954).
 */
export class Arrays {
  /** The elements read, by array and index. */
  #known = new Map();
  /** The reads of each variable. */
  #reads = new Map();
  #steps = 0;

  /** @param {import('./clauses.js').Clauses} clauses */
  constructor(clauses) {
    this.clauses = clauses;
  }

  /**
   * @param {ArrayValue} array
   * @param {number[]} index
   * @param {number} width The number of bits of an element.
   */
  read(array, index, width) {
    const key = index.join();
    const isConstant = constantKey(index) !== null;
    // Writes to other constant indices change nothing.
    const behind = (other) => {
      while (isConstant && other.kind === 'write' && other.at !== null && other.at !== key) other = other.array;
      return other;
    };
    const first = behind(array);
    const stack = [first];
    while (stack.length > 0) {
      const top = stack.at(-1);
      const known = this.#knownOf(top);
      if (known.has(key)) {
        stack.pop();
        continue;
      }
      this.#step();
      const missing = this.#below(top, index)
        .map(behind)
        .filter((other) => !this.#knownOf(other).has(key));
      if (missing.length > 0) stack.push(...missing);
      else known.set(key, this.#element(top, index, key, width, behind));
    }
    return this.#knownOf(first).get(key);
  }

  /** The arrays whose elements at the index decide. */
  #below(array, index) {
    if (array.kind === 'choice') return [array.yes, array.no];
    if (array.kind !== 'write' || equal(this.clauses, array.index, index) === YES) return [];
    return [array.array];
  }

  #element(array, index, key, width, behind) {
    const { clauses } = this;
    const at = (other) => this.#knownOf(behind(other)).get(key);
    switch (array.kind) {
      case 'filled':
        return array.value;
      case 'choice':
        return choose(clauses, array.condition, at(array.yes), at(array.no));
      case 'write': {
        const isHere = equal(clauses, array.index, index);
        if (isHere === YES) return array.value;
        return choose(clauses, isHere, array.value, at(array.array));
      }
      case 'variable':
        return this.#fresh(array, index, width);
    }
  }

  #fresh(array, index, width) {
    const { clauses } = this;
    const element = Array.from({ length: width }, () => clauses.variable());
    const others = this.#reads.get(array) ?? [];
    for (const other of others) {
      this.#step();
      const isSame = equal(clauses, other.index, index);
      if (isSame === NO) continue;
      element.forEach((bit, i) => {
        clauses.assert(-isSame, -bit, other.element[i]);
        clauses.assert(-isSame, bit, -other.element[i]);
      });
    }
    this.#reads.set(array, [...others, { index, element }]);
    return element;
  }

  #knownOf(array) {
    const known = this.#known.get(array) ?? new Map();
    this.#known.set(array, known);
    return known;
  }

  #step() {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) throw new TooLarge('too many reads of arrays');
  }
}
