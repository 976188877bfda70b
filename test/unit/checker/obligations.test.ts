import { describe, expect, it } from 'vitest';
import { readBtor2 } from '../../../checker/src/btor2.js';
import { conjunctsOf, obligationsOf, type Proof } from '../../../checker/src/obligations.js';
import { numbersBelow } from '../../../src/base/xorshift.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';

/** x counts from 5 down to 0, where `ended` becomes true; x = 7 is an error. */
const MODEL = `
1 sort bitvec 1
2 sort bitvec 3
3 constd 2 5
4 state 2 x
5 init 2 4 3
6 zero 1
7 state 1 ended
8 init 1 7 6
9 zero 2
10 eq 1 4 9
11 or 1 7 10
12 next 1 7 11
13 dec 2 4
14 ite 2 10 4 13
15 next 2 4 14
16 ones 2
17 eq 1 4 16
18 bad 17
`;
const HEAD = `
1 sort bitvec 1
2 sort bitvec 3
3 state 2 x
4 state 1 ended
`;
const AT_MOST_5 = `${HEAD}5 constd 2 5\n6 ulte 1 3 5\n7 output 6 invariant\n`;
const PROOF: Proof = {
  kind: 'inductive',
  after: 0,
  k: 0,
  cases: null,
  instances: [],
  bound: [],
  uses: [],
  measures: null,
};

/** The conditions that have counterexamples. */
function broken(invariant: string, change: object = {}, model = MODEL): readonly string[] {
  const proof = { ...PROOF, ...change };
  const obligations = obligationsOf(readBtor2(model, 'model'), readBtor2(invariant, 'invariant'), proof);
  return obligations.flatMap(({ condition, case: value, formula }) => {
    const { variables, clauses } = formula(100_000);
    const solver = createSatSolver();
    for (let i = 0; i < variables; i++) solver.newVariable();
    for (const clause of clauses) solver.addClause(clause.map((l) => 2 * (Math.abs(l) - 1) + (l < 0 ? 1 : 0)));
    return solver.solve() === 'sat' ? [value === null ? condition : `${condition} ${value}`] : [];
  });
}

describe('the obligations of a proof', () => {
  it('are too large behind very long runs', () => {
    const proof = { ...PROOF, after: 1_000_000 };
    const obligations = obligationsOf(readBtor2(MODEL, 'model'), readBtor2(AT_MOST_5, 'invariant'), proof);
    for (const { formula } of obligations) expect(() => formula(100_000)).toThrow('1000000 steps are not unrolled');
  });

  it('hold for an invariant, and for a measure that falls', () => {
    expect(broken(AT_MOST_5)).toEqual([]);
    expect(broken(`${AT_MOST_5}8 output 3 m\n`, { measures: { ended: 'ended', outputs: ['m'] } })).toEqual([]);
  });

  it('divided by a state have a case for each value, and one for the others', () => {
    const weak = `${HEAD}5 constd 2 6\n6 ulte 1 3 5\n7 neq 1 3 5\n8 or 1 6 7\n9 output 8 invariant\n`;
    expect(broken(AT_MOST_5, { cases: { state: 'x', values: 3 } })).toEqual([]);
    expect(broken(weak, { cases: { state: 'x', values: 8 } })).toEqual(['safety 7']);
    expect(broken(weak, { cases: { state: 'x', values: 3 } })).toEqual(['safety 3']);
  });

  it('about parts of the invariant have a counterexample if and only if those about all of it have one', () => {
    const below = numbersBelow(5);
    let [held, failed] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const lines = ['5 zero 2', '6 one 2'];
      let last = 6;
      const line = (text: string): number => lines.push(`${++last} ${text}`) && last;
      const sign = (node: number): number => (below(3) === 0 ? -node : node);
      let nodes = Array.from({ length: 6 }, () => {
        const value = line(`constd 2 ${below(8)}`);
        return sign(below(6) === 0 ? 4 : line(`${below(2) === 0 ? 'eq' : 'ulte'} 1 3 ${value}`));
      });
      for (; nodes.length > 1; nodes = nodes.slice(2))
        nodes.push(sign(line(`${below(2) === 0 ? 'and' : 'or'} 1 ${nodes[0]} ${nodes[1]}`)));
      const text = `${HEAD}${lines.join('\n')}\n${last + 1} output ${nodes[0]} invariant\n`;
      const cases = below(2) === 0 ? null : { state: 'x', values: 3 };
      const value = cases === null ? null : below(4);
      const whole = broken(text, { cases });
      const count = conjunctsOf(readBtor2(text, 'invariant'), nodes[0]).length;
      for (const conjuncts of [0, Math.min(2, count), count])
        expect(new Set(broken(text, { cases, divided: [{ case: value, conjuncts }] })), text).toEqual(new Set(whole));
      if (whole.some((one) => one.startsWith('consecution'))) failed += 1;
      else held += 1;
      expect(() => broken(text, { cases, divided: [{ case: value, conjuncts: count + 1 }] })).toThrow('parts of');
    }
    expect(Math.min(held, failed)).toBeGreaterThan(3);
  });

  it('name the condition that does not hold', () => {
    const is = (term: string): string => `${HEAD}${term}\n9 output 8 invariant\n`;
    expect(broken(is('5 constd 2 4\n8 ulte 1 3 5'))).toEqual(['initiation']);
    expect(broken(is('5 constd 2 3\n8 neq 1 3 5'))).toEqual(['consecution', 'safety']);
    expect(broken(is('8 one 1'))).toEqual(['safety']);
  });

  it('about steps before the invariant include errors there', () => {
    const ended = `${HEAD}5 output 4 invariant\n`;
    const safe = MODEL.replace('17 eq 1 4 16', '17 and 1 -7 6');
    expect(broken(ended, { after: 6 }, safe)).toEqual([]);
    expect(broken(ended, { after: 5 }, safe)).toEqual(['initiation']);
    expect(broken(ended, { after: 6 }, MODEL.replace('16 ones 2', '16 constd 2 1'))).toEqual(['base', 'safety']);
  });

  it('for k steps use that no error came before', () => {
    const any = `${HEAD}5 one 1\n6 output 5 invariant\n`;
    // The error at 7 has no state before it.
    expect(broken(any, { k: 0 })).toEqual(['safety']);
    expect(broken(any, { k: 1 })).toEqual([]);
    // From 6 on it counts up to 7, then 0, and stays there. The error at 4 has 1, 2 and 3 before it.
    const up = MODEL.replace('13 dec 2 4', '13 inc 2 4').replace('16 ones 2', '16 constd 2 4');
    const upFrom6 = up.replace('3 constd 2 5', '3 constd 2 6');
    expect(broken(any, { k: 3 }, upFrom6)).toEqual(['safety']);
    expect(broken(any, { k: 4 }, upFrom6)).toEqual([]);
    expect(broken(any, { k: 4 }, up.replace('3 constd 2 5', '3 constd 2 2'))).toEqual(['base']);
  });

  it('find a measure that does not fall', () => {
    const measure = `${AT_MOST_5}8 constd 2 2\n9 xor 2 3 8\n10 output 9 m\n`;
    expect(broken(measure, { measures: { ended: 'ended', outputs: ['m'] } })).toEqual(['decrease']);
  });

  it('allow states that record what a run did', () => {
    const above = `${HEAD}5 constd 2 5\n6 state 2 before\n7 init 2 6 5\n8 next 2 6 3\n9 ulte 1 3 6\n10 ulte 1 6 5\n11 and 1 9 10\n12 output 11 invariant\n`;
    expect(broken(above)).toEqual([]);
  });

  it('hold for all values of bound inputs, and for those that replace them', () => {
    // For all b: b is 6 or 7, or x is not b + 1. So x is not 1 ... 6; consecution needs the value x - 1 again.
    const universal = `${HEAD}5 input 2 b\n6 constd 2 5\n7 ugt 1 5 6\n8 one 2\n9 add 2 5 8\n10 eq 1 3 9\n11 or 1 7 -10\n12 output 11 invariant\n`;
    const low = MODEL.replace('3 constd 2 5', '3 constd 2 0').replace('14 ite 2 10 4 13', '14 ite 2 10 4 4');
    expect(broken(universal, { bound: ['b'] }, low)).toEqual(['safety']);
    const used = `${universal}13 sub 2 3 8\n14 output 13 v\n`;
    const six = low.replace('16 ones 2', '16 constd 2 5');
    expect(broken(universal, { bound: ['b'] }, six)).toEqual(['safety']);
    expect(broken(used, { bound: ['b'], uses: [{ case: 0, values: [['b', 'v']] }] }, six)).toEqual(['safety']);
    const cases = { state: 'x', values: 7 };
    const uses = [{ case: 5, values: [['b', 'v']] as [string, string][] }];
    expect(broken(used, { bound: ['b'], cases, uses }, six)).toEqual([]);
  });
});

describe('a proof is refuted where its form hides something', () => {
  it.each([
    ['a state with steps of its own', `${AT_MOST_5}8 next 2 3 3\n`, {}],
    ['a state that the model lacks', `${AT_MOST_5}8 state 2 y\n`, {}],
    [
      'a state of another sort',
      AT_MOST_5.replace('3 state 2 x', '3 state 2 ended').replace('4 state 1 ended', '4 state 1 e'),
      {},
    ],
    ['an input that is not bound', `${AT_MOST_5}8 input 2 b\n`, {}],
    [
      'a record that depends on a bound input',
      `${AT_MOST_5}8 input 2 b\n9 state 2 y\n10 next 2 9 8\n`,
      { bound: ['b'] },
    ],
    ['no invariant', HEAD, {}],
    ['a measure without a state that tells ends', AT_MOST_5, { measures: { ended: 'x', outputs: [] } }],
    ['a value for an input that is not bound', AT_MOST_5, { uses: [{ case: 0, values: [['x', 'invariant']] }] }],
    ['instances of unknown inputs', AT_MOST_5, { instances: [{ inputs: [['i', '0']] }] }],
  ] as const)('%s', (_, invariant, change) => {
    expect(() => broken(invariant, change)).toThrow();
  });
});
