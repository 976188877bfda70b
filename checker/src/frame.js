// SPDX-License-Identifier: Apache-2.0
import { written } from './arrays.js';
import { NO, TooLarge, YES } from './clauses.js';
import * as w from './words.js';

/**
 * The values of a system's nodes at one moment, as words of literals or as arrays. `leaf` gives those of states
 * and inputs. A choice whose condition is known asks for one side alone.
 */
export class Frame {
  #values = new Map();

  /**
   * @param {import('./btor2.js').System} system
   * @param {{ clauses: import('./clauses.js').Clauses, arrays: import('./arrays.js').Arrays,
   *   equations: import('./equations.js').Equations }} circuit
   * @param {(id: number) => any} leaf The value of a state or an input, asked for once.
   */
  constructor(system, circuit, leaf) {
    this.system = system;
    this.circuit = circuit;
    this.leaf = leaf;
  }

  /** The value of a node; of its negation for a negative number. */
  value(reference) {
    const stack = [Math.abs(reference)];
    while (stack.length > 0) {
      const id = stack.at(-1);
      if (!this.#values.has(id)) {
        const missing = this.#needed(this.system.nodes.get(id)).find((arg) => !this.#values.has(Math.abs(arg)));
        if (missing !== undefined) {
          stack.push(Math.abs(missing));
          continue;
        }
        this.circuit.clauses.countValue();
        this.#values.set(id, this.#make(id, this.system.nodes.get(id)));
      }
      stack.pop();
    }
    return this.#get(reference);
  }

  /** The only bit of a node. */
  bit(reference) {
    return this.value(reference)[0];
  }

  #get(reference) {
    const value = this.#values.get(Math.abs(reference));
    return reference < 0 ? w.not(value) : value;
  }

  /** The arguments that decide the value, as far as it is known which they are. */
  #needed({ op, sort, args }) {
    const isKnown = args.length > 0 && this.#values.has(Math.abs(args[0]));
    if (op === 'ite') {
      if (!isKnown) return [args[0]];
      const [condition] = this.#get(args[0]);
      return condition === YES ? [args[1]] : condition === NO ? [args[2]] : args;
    }
    const isDecided =
      isKnown &&
      sort.width === 1 &&
      ((op === 'and' && this.#get(args[0])[0] === NO) || (op === 'or' && this.#get(args[0])[0] === YES));
    return isDecided ? [] : args;
  }

  #make(id, node) {
    const { op, sort, args, numbers } = node;
    if (op === 'state' || op === 'input') return this.leaf(id);
    if (op === 'constant') return w.constant(sort.width, node.constant);
    const { clauses: c, arrays, equations: e } = this.circuit;
    if (op === 'ite') {
      const [condition] = this.#get(args[0]);
      if (condition === YES) return this.#get(args[1]);
      if (condition === NO) return this.#get(args[2]);
      const [yes, no] = [this.#get(args[1]), this.#get(args[2])];
      if (yes === no || 'width' in sort)
        return yes === no ? yes : e.choice(w.choose(c, condition, yes, no), condition, yes, no);
      return { kind: 'choice', condition, yes, no };
    }
    if (this.#needed(node).length === 0) return [op === 'or' ? YES : NO];
    const [a, b, d] = args.map((arg) => this.#get(arg));
    const [high, low] = numbers;
    switch (op) {
      case 'read':
        return arrays.read(a, b, sort.width);
      case 'write':
        return written(a, b, d);
      case 'eq':
      case 'neq': {
        if (!Array.isArray(a) && a !== b) throw new TooLarge('comparisons of arrays');
        const isEqual = Array.isArray(a) ? e.equal(a, b) : YES;
        return [op === 'eq' ? isEqual : -isEqual];
      }
      case 'not':
        return w.not(a);
      case 'neg':
        return e.sum(w.negative(c, a), [-1n, a]);
      case 'inc':
        return e.sum(w.sum(c, a, w.constant(a.length, 0n), YES), [1n, a], [1n]);
      case 'dec':
        return e.sum(w.sum(c, a, w.constant(a.length, -1n)), [1n, a], [-1n]);
      case 'redand':
        return [w.all(c, a)];
      case 'redor':
        return [w.some(c, a)];
      case 'redxor':
        return [w.parity(c, a)];
      case 'slice':
        return a.slice(low, high + 1);
      case 'uext': {
        const word = [...a, ...w.constant(high, 0n)];
        const part = this.system.nodes.get(Math.abs(args[0]));
        if (part.op !== 'slice' || part.numbers[1] !== high || args[0] < 0) return word;
        const whole = this.#get(part.args[0]);
        return whole.length === word.length ? e.quotient(word, whole, high) : word;
      }
      case 'sext':
        return [...a, ...Array.from({ length: high }, () => a.at(-1))];
      case 'concat':
        return [...b, ...a];
      case 'and':
        return w.and(c, a, b);
      case 'nand':
        return w.not(w.and(c, a, b));
      case 'or':
        return w.or(c, a, b);
      case 'nor':
        return w.not(w.or(c, a, b));
      case 'xor':
        return w.xor(c, a, b);
      case 'xnor':
      case 'iff':
        return w.not(w.xor(c, a, b));
      case 'implies':
        return w.or(c, w.not(a), b);
      case 'ult':
        return [e.less(a, b)];
      case 'ulte':
        return [-e.less(b, a)];
      case 'ugt':
        return [e.less(b, a)];
      case 'ugte':
        return [-e.less(a, b)];
      case 'slt':
        return [e.signedLess(a, b)];
      case 'slte':
        return [-e.signedLess(b, a)];
      case 'sgt':
        return [e.signedLess(b, a)];
      case 'sgte':
        return [-e.signedLess(a, b)];
      case 'add':
        return e.sum(w.sum(c, a, b), [1n, a], [1n, b]);
      case 'sub':
        return e.sum(w.difference(c, a, b), [1n, a], [-1n, b]);
      case 'mul':
        return e.sum(w.product(c, a, b), [1n, a, b]);
      case 'udiv':
        return w.division(c, a, b).quotient;
      case 'urem':
        return w.division(c, a, b).remainder;
      case 'sdiv':
        return w.signedDivision(c, a, b).quotient;
      case 'srem':
        return w.signedDivision(c, a, b).remainder;
      case 'smod':
        return w.modulo(c, a, b);
      case 'sll':
        return w.shifted(c, a, b, true, NO);
      case 'srl':
        return w.shifted(c, a, b, false, NO);
      case 'sra':
        return w.shifted(c, a, b, false, a.at(-1));
      default:
        throw new TooLarge(`the operator ${op}`);
    }
  }
}
