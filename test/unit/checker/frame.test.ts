import { describe, expect, it } from 'vitest';
import { Arrays } from '../../../checker/src/arrays.js';
import { readBtor2 } from '../../../checker/src/btor2.js';
import { Clauses } from '../../../checker/src/clauses.js';
import { Equations } from '../../../checker/src/equations.js';
import { Frame } from '../../../checker/src/frame.js';
import { numbersBelow } from '../../../src/base/xorshift.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import { BINARY, UNARY } from '../../../src/system/transys/btor2/operators.ts';

const WIDTH = 5;
const unknown = ['rol', 'ror', 'saddo', 'uaddo', 'sdivo', 'udivo', 'smulo', 'umulo', 'ssubo', 'usubo', 'concat'];
const arities = new Map([
  ...Object.keys(UNARY).map((name) => [name, 1] as const),
  ...Object.keys(BINARY)
    .filter((name) => !unknown.includes(name))
    .map((name) => [name, 2] as const),
]);

/** The value of an operator by circuits over variables, whose values are asserted afterwards. */
function byCircuits(name: string, width: number, result: number, values: readonly bigint[]): bigint {
  const inputs = values.map((_, i) => `${i + 3} input 1 i${i}`).join('\n');
  const names = values.map((_, i) => i + 3).join(' ');
  const text = `1 sort bitvec ${width}\n2 sort bitvec ${result}\n${inputs}\n9 ${name} 2 ${names}\n`;
  const clauses = new Clauses(10_000);
  const word = (size: number): number[] => Array.from({ length: size }, () => clauses.variable());
  const words = values.map(() => word(width));
  const circuit = { clauses, arrays: new Arrays(clauses), equations: new Equations(clauses, true) };
  const frame = new Frame(readBtor2(text, 'text'), circuit, (id) => words[id - 3]);
  const output: number[] = frame.value(9);
  const wanted = word(output.length);
  output.forEach((bit, i) => {
    clauses.assert(wanted[i], -bit);
    clauses.assert(-wanted[i], bit);
  });
  words.forEach((bits, w) => {
    bits.forEach((bit, i) => {
      clauses.assert((values[w] >> BigInt(i)) & 1n ? bit : -bit);
    });
  });
  const solver = createSatSolver();
  const formula = clauses.formula();
  for (let i = 0; i < formula.variables; i++) solver.newVariable();
  const literal = (l: number): number => 2 * (Math.abs(l) - 1) + (l < 0 ? 1 : 0);
  for (const clause of formula.clauses) solver.addClause(clause.map(literal));
  expect(solver.solve()).toBe('sat');
  return wanted.reduce((sum, bit, i) => sum | (solver.value(literal(bit)) ? 1n << BigInt(i) : 0n), 0n);
}

/** The value by the terms of the library, whose rewriting evaluates constants. */
function byTerms(name: string, width: number, values: readonly bigint[]): bigint {
  const terms = new TermStore();
  const [a, b] = values.map((value) => terms.bv(width, value));
  return terms.constValue(values.length === 1 ? UNARY[name].build(terms, a) : BINARY[name].build(terms, a, b));
}

describe('a frame gives each operator of BTOR2 the value that terms give it', () => {
  const below = numbersBelow(7);
  it.each([...arities])('%s', (name, arity) => {
    const operator = arity === 1 ? UNARY[name] : BINARY[name];
    const width = operator.operands === 'bool' ? 1 : WIDTH;
    const result = operator.result === 'bit' ? 1 : width;
    const samples = [0n, 1n, 2n ** BigInt(width - 1), 2n ** BigInt(width) - 1n];
    const drawn = (): bigint => (below(2) === 0 ? samples[below(4)] : BigInt(below(2 ** width)));
    for (let i = 0; i < 40; i++) {
      const values = Array.from({ length: arity }, drawn);
      expect([values, byCircuits(name, width, result, values)]).toEqual([values, byTerms(name, width, values)]);
    }
  });
});

describe('elements of arrays, at indices of which some are constants', () => {
  const below = numbersBelow(11);
  it.each(Array.from({ length: 40 }, (_, i) => i))('program %i of writes, choices and reads', () => {
    const lines = ['1 sort bitvec 3', '2 sort array 1 1', '3 sort bitvec 1', '4 input 2 base'];
    const add = (text: string): number => lines.push(`${lines.length + 1} ${text}`);
    const constants = Array.from({ length: 8 }, (_, value) => add(`constd 1 ${value}`));
    const inputs = Array.from({ length: 3 }, (_, i) => ({ id: add(`input 1 i${i}`), value: below(8) }));
    const condition = add('input 3 c');
    const index = (): { readonly id: number; readonly value: number } => {
      const value = below(8);
      return below(3) > 0 ? { id: constants[value], value } : inputs[below(3)];
    };
    // An element is the number that was written last, or the one of the base at that index.
    const arrays = [{ id: 4, elements: Array.from({ length: 8 }, (_, i) => `base ${i}`) }];
    const one = (): (typeof arrays)[number] => arrays[below(2) === 0 ? arrays.length - 1 : below(arrays.length)];
    for (let i = 0; i < 12; i++) {
      const [from, other, at, value] = [one(), one(), index(), below(8)];
      arrays.push(
        below(4) === 0
          ? { id: add(`ite 2 ${condition} ${from.id} ${other.id}`), elements: from.elements }
          : {
              id: add(`write 2 ${from.id} ${at.id} ${constants[value]}`),
              elements: from.elements.with(at.value, `${value}`),
            },
      );
    }
    const reads = Array.from({ length: 12 }, () => {
      const [from, at] = [one(), index()];
      return { id: add(`read 1 ${from.id} ${at.id}`), element: from.elements[at.value] };
    });
    const clauses = new Clauses(1_000_000);
    const word = (size: number): number[] => Array.from({ length: size }, () => clauses.variable());
    const circuit = { clauses, arrays: new Arrays(clauses), equations: new Equations(clauses, false) };
    const system = readBtor2(`${lines.join('\n')}\n`, 'text');
    const leaf = (id: number): unknown =>
      id === 4 ? { kind: 'variable', index: 3, element: 3 } : word(id === condition ? 1 : 3);
    const frame = new Frame(system, circuit, leaf);
    const values = reads.map(({ id, element }) => ({ bits: frame.value(id) as number[], element }));
    const isValue = (bits: readonly number[], value: number): readonly number[] =>
      bits.map((bit, i) => ((value >> i) & 1 ? bit : -bit));
    for (const { id, value } of inputs) for (const literal of isValue(frame.value(id), value)) clauses.assert(literal);
    clauses.assert(frame.value(condition)[0]);
    const differences = values.flatMap(({ bits, element }, i) => {
      if (!element.startsWith('base')) return isValue(bits, Number(element)).map((literal) => -literal);
      const same = values.slice(0, i).find((other) => other.element === element);
      return same === undefined ? [] : bits.map((bit, k) => clauses.xor(bit, same.bits[k]));
    });
    const answer = (): string => {
      const solver = createSatSolver();
      const formula = clauses.formula();
      for (let i = 0; i < formula.variables; i++) solver.newVariable();
      for (const clause of formula.clauses)
        solver.addClause(clause.map((l) => 2 * (Math.abs(l) - 1) + (l < 0 ? 1 : 0)));
      return solver.solve();
    };
    expect(answer()).toBe('sat');
    clauses.assertSome(differences);
    expect(answer()).toBe('unsat');
  });
});
