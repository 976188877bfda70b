// SPDX-License-Identifier: Apache-2.0

/**
 * @typedef {{ width: number } | { index: number, element: number }} Sort
 *   A word of so many bits, or an array of words, with both widths.
 * @typedef {object} Node A line with a value.
 * @property {string} op
 * @property {Sort} sort
 * @property {number[]} args Numbers of nodes; a negative one means the bitwise negation.
 * @property {number[]} numbers Bounds of a slice, or the width of an extension.
 * @property {bigint} constant The value of a constant, else 0.
 * @property {string} symbol The name, or the empty text.
 *
 * @typedef {object} System A text in BTOR2.
 * @property {Map<number, Node>} nodes
 * @property {number[]} states
 * @property {number[]} inputs
 * @property {Map<number, number>} init The initial value of a state.
 * @property {Map<number, number>} next The value of a state after a step.
 * @property {number[]} bads
 * @property {number[]} constraints
 * @property {Map<string, number>} outputs The values that a text names.
 */

/** A certificate that is not accepted. */
export class Refuted extends Error {}

/** The operators, with the number of their arguments and of their further numbers. */
const SHAPES = new Map([
  ...['not', 'neg', 'inc', 'dec', 'redand', 'redor', 'redxor'].map((op) => [op, [1, 0]]),
  ...['uext', 'sext'].map((op) => [op, [1, 1]]),
  ['slice', [1, 2]],
  ...['and', 'or', 'xor', 'nand', 'nor', 'xnor', 'iff', 'implies'].map((op) => [op, [2, 0]]),
  ...['eq', 'neq', 'ult', 'ulte', 'ugt', 'ugte', 'slt', 'slte', 'sgt', 'sgte'].map((op) => [op, [2, 0]]),
  ...['add', 'sub', 'mul', 'udiv', 'urem', 'sdiv', 'srem', 'smod'].map((op) => [op, [2, 0]]),
  ...['sll', 'srl', 'sra', 'concat', 'read'].map((op) => [op, [2, 0]]),
  ...['ite', 'write'].map((op) => [op, [3, 0]]),
]);

/** The base of each kind of constant. */
const BASES = new Map([
  ['const', '0b'],
  ['constd', ''],
  ['consth', '0x'],
]);

/**
 * Reads a text in BTOR2 (Niemetz, Preiner, Wolf, Biere, CAV 2018).
 *
 * @param {string} text
 * @param {string} file The name in messages.
 * @returns {System}
 * @throws {Refuted} where a line breaks the format, or has an operator that is not known here.
 */
export function readBtor2(text, file) {
  /** @type {System} */
  const system = {
    nodes: new Map(),
    states: [],
    inputs: [],
    init: new Map(),
    next: new Map(),
    bads: [],
    constraints: [],
    outputs: new Map(),
  };
  /** @type {Map<number, Sort>} */
  const sorts = new Map();
  let last = 0;
  for (const [row, raw] of text.split('\n').entries()) {
    const words = raw.replace(/;.*/, '').trim().split(/\s+/);
    if (words[0] === '') continue;
    const fail = (/** @type {string} */ why) => {
      throw new Refuted(`${file}:${row + 1}: ${why}`);
    };
    const natural = (/** @type {string | undefined} */ word) =>
      word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : fail(`${word} is no number`);
    const reference = (/** @type {string | undefined} */ word) => {
      if (word === undefined || !/^-?\d{1,9}$/.test(word)) return fail(`${word} is no node`);
      const node = system.nodes.get(Math.abs(Number(word)));
      if (node === undefined) return fail(`node ${word} is not defined yet`);
      if (Number(word) < 0 && !('width' in node.sort)) fail('an array has no negation');
      return Number(word);
    };
    const sortAt = (/** @type {string | undefined} */ word) => sorts.get(natural(word)) ?? fail(`${word} is no sort`);
    const id = natural(words[0]);
    if (id <= last) fail('numbers must ascend');
    last = id;
    const [, op, ...rest] = words;
    if (op === 'sort') {
      sorts.set(id, readSort(rest, natural, sortAt, fail));
      continue;
    }
    if (op === 'init' || op === 'next') {
      const sort = sortAt(rest[0]);
      const [state, value] = [reference(rest[1]), reference(rest[2])];
      if (system.nodes.get(state)?.op !== 'state') fail('only states have values');
      const own = sortOf(system, value);
      const isFilled = op === 'init' && 'index' in sort && 'width' in own && own.width === sort.element;
      if (!isSame(sort, sortOf(system, state)) || !(isSame(sort, own) || isFilled)) fail('sorts differ');
      if (system[op].has(state)) fail('a state has one such value');
      system[op].set(state, value);
      continue;
    }
    if (op === 'bad' || op === 'constraint' || op === 'output') {
      const value = reference(rest[0]);
      if (op === 'output') {
        if (system.outputs.has(rest[1])) fail('two outputs have one name');
        system.outputs.set(rest[1], value);
        continue;
      }
      if (!isSame(sortOf(system, value), { width: 1 })) fail('a condition has one bit');
      (op === 'bad' ? system.bads : system.constraints).push(value);
      continue;
    }
    const sort = sortAt(rest[0]);
    const node = { op, sort, args: [], numbers: [], constant: 0n, symbol: '' };
    if (op === 'input' || op === 'state') {
      node.symbol = rest[1] ?? '';
      (op === 'input' ? system.inputs : system.states).push(id);
    } else if (op === 'zero' || op === 'one' || op === 'ones' || BASES.has(op)) {
      if (!('width' in sort)) fail('a constant is a word');
      node.op = 'constant';
      node.constant = constantOf(op, rest[1], sort.width, fail);
    } else {
      const shape = SHAPES.get(op);
      if (shape === undefined) fail(`the operator ${op} is not known`);
      const [arity, numbers] = shape;
      node.args = rest.slice(1, 1 + arity).map(reference);
      node.numbers = rest.slice(1 + arity, 1 + arity + numbers).map(natural);
      if (node.args.length < arity || node.numbers.length < numbers) fail('a word is missing');
      const why = misfit(
        node,
        node.args.map((arg) => sortOf(system, arg)),
      );
      if (why !== null) fail(why);
    }
    system.nodes.set(id, node);
  }
  return system;
}

/** The sort of a node, by its number. */
export function sortOf(system, reference) {
  return system.nodes.get(Math.abs(reference)).sort;
}

/** Whether two sorts are one. */
export function isSame(a, b) {
  return a.width === b.width && a.index === b.index && a.element === b.element;
}

function readSort([kind, first, second], natural, sortAt, fail) {
  if (kind === 'bitvec') {
    const width = natural(first);
    return width > 0 ? { width } : fail('a word has bits');
  }
  if (kind !== 'array') return fail('a sort is bitvec or array');
  const [index, element] = [sortAt(first), sortAt(second)];
  if (!('width' in index && 'width' in element)) return fail('arrays of arrays are not known');
  return { index: index.width, element: element.width };
}

function constantOf(op, digits, width, fail) {
  if (op === 'zero') return 0n;
  if (op === 'one') return 1n;
  if (op === 'ones') return (1n << BigInt(width)) - 1n;
  const [, sign, rest] = /^(-?)([0-9a-fA-F]+)$/.exec(digits ?? '') ?? fail('a constant has digits');
  let value;
  try {
    value = BigInt(`${BASES.get(op)}${rest}`);
  } catch {
    return fail(`${digits} is no constant`);
  }
  if (value >> BigInt(width) !== 0n) fail('the constant does not fit');
  return BigInt.asUintN(width, sign === '-' ? -value : value);
}

/** Why the sorts of a node do not fit its operator; null if they do. */
function misfit({ op, sort, numbers }, sorts) {
  const fits = (condition) => (condition ? null : `the sorts of ${op} do not fit`);
  if (op === 'read')
    return fits('index' in sorts[0] && sorts[1].width === sorts[0].index && sort.width === sorts[0].element);
  if (op === 'write')
    return fits(isSame(sort, sorts[0]) && sorts[1].width === sort.index && sorts[2].width === sort.element);
  if (op === 'ite') return fits(sorts[0].width === 1 && isSame(sort, sorts[1]) && isSame(sort, sorts[2]));
  if ([sort, ...sorts].some((one) => !('width' in one))) return fits(false);
  const [a, b] = sorts.map(({ width }) => width);
  const { width } = sort;
  if (op === 'concat') return fits(width === a + b);
  if (op === 'slice') return fits(numbers[0] < a && numbers[1] <= numbers[0] && width === numbers[0] - numbers[1] + 1);
  if (op === 'uext' || op === 'sext') return fits(width === a + numbers[0]);
  if (op.startsWith('red')) return fits(width === 1);
  if (sorts.length === 1) return fits(width === a);
  if (op === 'iff' || op === 'implies') return fits(width === 1 && a === 1 && b === 1);
  const isComparison = /^(n?eq|[us][lg]te?)$/.test(op);
  return fits(a === b && width === (isComparison ? 1 : a));
}
