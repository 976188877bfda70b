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
