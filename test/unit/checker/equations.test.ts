import { describe, expect, it } from 'vitest';
import { Arrays } from '../../../checker/src/arrays.js';
import { readBtor2 } from '../../../checker/src/btor2.js';
import { Clauses, YES } from '../../../checker/src/clauses.js';
import { Equations } from '../../../checker/src/equations.js';
import { Frame } from '../../../checker/src/frame.js';
import { constant } from '../../../checker/src/words.js';
import { numbersBelow } from '../../../src/base/xorshift.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';

const WIDTH = 3;
const VALUES = 2 ** WIDTH;
const below = numbersBelow(5);

/** A random text: three inputs, words made of these, and comparisons of words, whose numbers are returned. */
function drawn(): { readonly text: string; readonly comparisons: readonly number[] } {
  const lines = ['1 sort bitvec 1', `2 sort bitvec ${WIDTH}`, `3 sort bitvec ${WIDTH - 1}`];
  const make = (line: string): number => lines.push(`${lines.length + 1} ${line}`);
  const words = ['a', 'b', 'c'].map((name) => make(`input 2 ${name}`));
  words.push(make('constd 2 1'), make('constd 2 3'));
  const comparisons: number[] = [];
  const word = (): number => words[below(words.length)];
  const compare = (): number => {
    const at = make(`${['eq', 'eq', 'ult', 'slte'][below(4)]} 1 ${word()} ${word()}`);
    comparisons.push(at);
    return at;
  };
  for (let i = 0; i < 9; i++) {
    const kind = below(6);
    if (kind < 2) words.push(make(`mul 2 ${word()} ${word()}`));
    else if (kind < 4) words.push(make(`${['add', 'sub'][below(2)]} 2 ${word()} ${word()}`));
    else if (kind === 4) words.push(make(`ite 2 ${compare()} ${word()} ${word()}`));
    else words.push(make(`uext 2 ${make(`slice 3 ${word()} ${WIDTH - 1} 1`)} 1`));
  }
  for (let i = 0; i < 6; i++) compare();
  return { text: `${lines.join('\n')}\n`, comparisons };
}

function framed(
  text: string,
  clauses: Clauses,
  leaf: (id: number) => number[],
): { frame: Frame; equations: Equations } {
  const equations = new Equations(clauses, true);
  const circuit = { clauses, arrays: new Arrays(clauses), equations };
  return { frame: new Frame(readBtor2(text, 'text'), circuit, leaf), equations };
}

describe('the consequences of equations between sums of products', () => {
  it('leave the models that there are, and no other ones', () => {
    let unsatisfiable = 0;
    let added = 0;
    for (let run = 0; run < 80; run++) {
      const { text, comparisons } = drawn();
      const truths = (inputs: number): readonly boolean[] => {
        const value = (id: number): number[] =>
          constant(WIDTH, BigInt(Math.floor(inputs / VALUES ** (id - 4)) % VALUES));
        const { frame } = framed(text, new Clauses(1000), value);
        return comparisons.map((id) => frame.bit(id) === YES);
      };
      // Every other formula has a model for sure.
      const wanted = run % 2 === 0 ? truths(below(VALUES ** 3)) : comparisons.map(() => below(4) > 0);
      const isModel = (inputs: number): boolean => truths(inputs).every((truth, i) => truth === wanted[i]);
      const clauses = new Clauses(100_000);
      const { frame, equations } = framed(text, clauses, () => Array.from({ length: WIDTH }, () => clauses.variable()));
      comparisons.forEach((id, i) => {
        clauses.assert(wanted[i] ? frame.bit(id) : -frame.bit(id));
      });
      const before = clauses.formula().clauses.length;
      equations.addConsequences();
      const formula = clauses.formula();
      added += formula.clauses.length - before;
      const solver = createSatSolver();
      for (let i = 0; i < formula.variables; i++) solver.newVariable();
      for (const clause of formula.clauses)
        solver.addClause(clause.map((l: number) => 2 * (Math.abs(l) - 1) + (l < 0 ? 1 : 0)));
      const has = run % 2 === 0 || Array.from({ length: VALUES ** 3 }, (_, inputs) => inputs).some(isModel);
      expect(`${text}${wanted}: ${solver.solve()}`).toBe(`${text}${wanted}: ${has ? 'sat' : 'unsat'}`);
      unsatisfiable += has ? 0 : 1;
    }
    expect(unsatisfiable).toBeGreaterThan(20);
    expect(added).toBeGreaterThan(100);
  });

  it('show by the first propagation that the binomial formula holds in 64 bits', () => {
    const lines = ['1 sort bitvec 1', '2 sort bitvec 64', '3 input 2 a', '4 input 2 b', '5 add 2 3 4', '6 mul 2 5 5'];
    lines.push(
      '7 mul 2 3 3',
      '8 mul 2 4 4',
      '9 mul 2 3 4',
      '10 add 2 7 9',
      '11 add 2 8 9',
      '12 add 2 10 11',
      '13 eq 1 6 12',
    );
    const clauses = new Clauses(1_000_000);
    const { frame } = framed(lines.join('\n'), clauses, () => Array.from({ length: 64 }, () => clauses.variable()));
    expect(frame.bit(13)).toBe(YES);
  });
});
