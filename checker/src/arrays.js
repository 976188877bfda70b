// SPDX-License-Identifier: Apache-2.0
import { NO, TooLarge, YES } from './clauses.js';
import { choose, equal } from './words.js';

/**
 * An array as a value: a variable, one value everywhere, a write, the first `count` of writes to constant indices one
 * behind the other, or a choice.
 *
 * @typedef {{ kind: 'variable', index: number, element: number }
 *   | { kind: 'filled', value: number[] }
 *   | { kind: 'write', array: ArrayValue, index: number[], value: number[] }
 *   | { kind: 'log', log: Log, count: number }
 *   | { kind: 'choice', condition: number, yes: ArrayValue, no: ArrayValue }} ArrayValue
 *
 * Writes to constant indices. Arrays share a log, so that a long run costs a step for each write.
 *
 * @typedef {object} Log
 * @property {ArrayValue} base
 * @property {{ index: number[], filled: { kind: 'filled', value: number[] } }[]} writes
 * @property {Map<string, number[]>} places The places in `writes` of each index, in their order.
 */

/** @returns {ArrayValue} */
export function written(array, index, value) {
  const key = constantKey(index);
  if (key === null) return { kind: 'write', array, index, value };
  const isLast = array.kind === 'log' && array.count === array.log.writes.length;
  const log = isLast ? array.log : { base: array, writes: [], places: new Map() };
  if (!log.places.has(key)) log.places.set(key, []);
  log.places.get(key).push(log.writes.length);
  log.writes.push({ index, filled: { kind: 'filled', value } });
  return { kind: 'log', log, count: log.writes.length };
}

function constantKey(index) {
  return index.every((bit) => bit === YES || bit === NO) ? index.join() : null;
}

/** The array that decides an element of a log at a constant index. */
function decidingOf({ log, count }, key) {
  const places = log.places.get(key) ?? [];
  let i = places.length - 1;
  while (i >= 0 && places[i] >= count) i -= 1;
  return i < 0 ? log.base : log.writes[places[i]].filled;
}

/** Most arrays that reads go through, and pairs of reads of one variable. */
const MOST_STEPS = 500_000;

/**
 * The elements of arrays that are read. A read goes through writes and choices down to variables. Two reads of a
 * variable have equal results if their indices are equal (Ackermann 1954).
 */
export class Arrays {
  /** The elements read, by array and index. */
  #known = new WeakMap();
  /** The reads of each variable, at constant indices and at others. */
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
    const behind = (other) => {
      while (isConstant && other.kind === 'log') other = decidingOf(other, key);
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
    if (array.kind === 'log') return [array.log.base];
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
      case 'log':
        return array.log.writes.slice(0, array.count).reduce((element, write) => {
          this.#step();
          return choose(clauses, equal(clauses, write.index, index), write.filled.value, element);
        }, at(array.log.base));
      case 'variable':
        return this.#fresh(array, index, width);
    }
  }

  #fresh(array, index, width) {
    const { clauses } = this;
    const element = Array.from({ length: width }, () => clauses.variable());
    const { constant, open } = this.#reads.get(array) ?? { constant: [], open: [] };
    const isConstant = constantKey(index) !== null;
    // Two constant indices differ.
    for (const other of isConstant ? open : [...constant, ...open]) {
      this.#step();
      const isSame = equal(clauses, other.index, index);
      if (isSame === NO) continue;
      element.forEach((bit, i) => {
        clauses.assert(-isSame, -bit, other.element[i]);
        clauses.assert(-isSame, bit, -other.element[i]);
      });
    }
    (isConstant ? constant : open).push({ index, element });
    this.#reads.set(array, { constant, open });
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
