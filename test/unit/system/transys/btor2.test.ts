import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { selectBad } from '../../../../src/system/transys/btor2/assemble.ts';
import { BINARY, UNARY } from '../../../../src/system/transys/btor2/operators.ts';
import { parseBtor2 } from '../../../../src/system/transys/btor2/parse.ts';
import { printBtor2 } from '../../../../src/system/transys/btor2/print.ts';
import { validateSystem } from '../../../../src/system/transys/check.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { withGap } from './examples.ts';
import { enumerate, randomSystem } from './random-systems.ts';

/** A three-bit counter that skips odd numbers when `skip` is given, with two properties. */
const COUNTER = `; counter
1 sort bitvec 3
2 sort bitvec 1
3 zero 1
4 state 1 count
5 init 1 4 3
6 input 2 skip
7 one 1
8 add 1 4 7
9 inc 1 8
10 ite 1 6 9 8
11 next 1 4 10
12 constd 1 7
13 eq 2 4 12
14 bad 13 seven
15 constd 1 -2
16 eq 2 4 15
17 bad 16 six ; -2 is 110
18 constraint -19
`.replace('18 constraint -19', '18 constraint -6 ; never skips');

function parse(text: string): TransitionSystem {
  const system = parseBtor2(text, 'model.btor2');
  validateSystem(system);
  return system;
}

describe('reading BTOR2', () => {
  test('states, inputs, properties and constraints', () => {
    const system = parse(COUNTER);
    expect(system.stateVars.map((v) => v.name)).toEqual(['count']);
    expect(system.inputs.map((v) => [v.name, v.phase])).toEqual([['skip', 'step']]);
    expect(system.blocks[0].bads.map((b) => b.name)).toEqual(['seven', 'six']);
    expect(enumerate(system)).toMatchObject({ bad: 6 });
    expect(enumerate(selectBad(system, 0))).toMatchObject({ bad: 7 });
    expect(enumerate(parse(COUNTER.replace('constraint -6', 'constraint 6')))).toMatchObject({ bad: 3 });
  });

  test('states without init or next have any value', () => {
    const text = '1 sort bitvec 2\n2 sort bitvec 1\n3 state 1\n4 ones 1\n5 eq 2 3 4\n6 bad 5\n';
    const system = parse(text);
    expect(system.inputs.map((v) => v.phase)).toEqual(['init', 'step']);
    expect(enumerate(system)).toMatchObject({ bad: 0 });
    expect(enumerate(parse(`${text}7 zero 1\n8 init 1 3 7\n`))).toMatchObject({ bad: 1 });
    expect(enumerate(parse(`${text}7 zero 1\n8 init 1 3 7\n9 next 1 3 3\n`))).toMatchObject({ bad: null });
  });

  test('arrays with one initial value for all elements', () => {
    const system = parse(
      '1 sort bitvec 2\n2 sort array 1 1\n3 zero 1\n4 state 2 mem\n5 init 2 4 3\n6 input 1\n7 one 1\n8 write 2 4 6 7\n9 next 2 4 8\n10 sort bitvec 1\n11 read 1 4 3\n12 eq 10 11 7\n13 bad 12\n',
    );
    expect(system.terms.sort(system.stateVars[0].term).kind).toBe('array');
    expect(system.init[0]).toBe(system.terms.constArray({ kind: 'bv', width: 2 }, system.terms.bv(2, 0)));
  });

  test.each([
    ['1 sort bitvec 0\n', 1, 15, 'a width from 1'],
    ['1 sort bitvec 99999999\n', 1, 15, 'a width from 1'],
    ['1 sort bitvec 4\n2 input 3\n', 2, 9, '3 is not a sort'],
    ['1 sort bitvec 4\n2 foo 1\n', 2, 3, "unknown operator 'foo'"],
    ['1 sort bitvec 4\n2 toString 1\n', 2, 3, "unknown operator 'toString'"],
    ['1 sort bitvec 4\n1 input 1\n', 2, 1, 'the id 1 is taken'],
    ['1 sort bitvec 4\n2 input 1\n3 sort bitvec 5\n4 add 3 2 2\n', 4, 7, '5 bits where 4'],
    ['1 sort bitvec 4\n2 constd 1 16\n', 2, 12, '16 does not fit'],
    ['1 sort bitvec 4\n2 const 1 012\n', 2, 11, "'012' is not a value"],
    ['1 sort bitvec 4\n2 input 1\n3 slice 1 2 4 1\n', 3, 13, 'a slice 4:1 of 4 bits'],
    ['1 sort bitvec 4\n2 state 1 s\n3 next 1 2\n', 3, 10, "'next' needs 3 arguments"],
    ['1 sort bitvec 1\n2 input 1\n3 justice 1 2\n', 3, 3, "'justice' states a liveness property"],
    ['1 sort bitvec 1\n2 input 1\n3 state 1\n4 init 1 3 2\n5 bad 3\n', 3, 1, 'depends on'],
    ['1 sort bitvec 1\n2 input 1\n', 2, 1, "no 'bad' property"],
    ['x\n', 1, 1, 'a number is expected'],
    ['', 1, 1, "no 'bad' property"],
    ['\u0000\u0001\ufffd rubbish', 1, 3, 'a number is expected'],
  ])('%j is rejected where it is wrong', (text, line, column, message) => {
    const error = (() => {
      try {
        parseBtor2(text, 'model.btor2');
      } catch (e) {
        return e;
      }
      return null;
    })();
    expect(error).toMatchObject({
      code: 'E-INPUT',
      at: { file: 'model.btor2', line, column },
      message: expect.stringContaining(message),
    });
  });

  test('a long chain of nodes needs no deep stack', () => {
    const lines = ['1 sort bitvec 8', '2 input 1'];
    for (let id = 3; id < 60_000; id++) lines.push(`${id} ${id % 2 === 0 ? 'mul' : 'add'} 1 ${id - 1} 2`);
    lines.push('60000 redor 60001 59999');
    lines.splice(1, 0, '60001 sort bitvec 1');
    lines.push('60002 bad 60000');
    expect(parse(lines.join('\n')).terms.size).toBeGreaterThan(10_000);
  });
});

describe('operators', () => {
  /**
   * Independent definitions on signed and unsigned numbers, for the operators that SMT-LIB does not
   * have as they are.
   */
  const own: Record<string, (x: bigint, y: bigint, w: number) => bigint> = {
    rol: (x, y, w) => {
      const by = y % BigInt(w);
      return BigInt.asUintN(w, (x << by) | (x >> (BigInt(w) - by)));
    },
    ror: (x, y, w) => {
      const by = y % BigInt(w);
      return BigInt.asUintN(w, (x >> by) | (x << (BigInt(w) - by)));
    },
    smod: (x, y, w) => {
      const [a, b] = [BigInt.asIntN(w, x), BigInt.asIntN(w, y)];
      if (b === 0n) return x;
      const r = a % b;
      return BigInt.asUintN(w, r !== 0n && r < 0n !== b < 0n ? r + b : r);
    },
    uaddo: (x, y, w) => (x + y) >> BigInt(w),
    usubo: (x, y) => (x < y ? 1n : 0n),
    umulo: (x, y, w) => (x * y >= 1n << BigInt(w) ? 1n : 0n),
    udivo: () => 0n,
    saddo: (x, y, w) => outside(BigInt.asIntN(w, x) + BigInt.asIntN(w, y), w),
    ssubo: (x, y, w) => outside(BigInt.asIntN(w, x) - BigInt.asIntN(w, y), w),
    smulo: (x, y, w) => outside(BigInt.asIntN(w, x) * BigInt.asIntN(w, y), w),
    sdivo: (x, y, w) => (y === 0n ? 0n : outside(BigInt.asIntN(w, x) / BigInt.asIntN(w, y), w)),
    nand: (x, y, w) => BigInt.asUintN(w, ~(x & y)),
    nor: (x, y, w) => BigInt.asUintN(w, ~(x | y)),
    xnor: (x, y, w) => BigInt.asUintN(w, ~(x ^ y)),
    sgte: (x, y, w) => (BigInt.asIntN(w, x) >= BigInt.asIntN(w, y) ? 1n : 0n),
    ugt: (x, y) => (x > y ? 1n : 0n),
    concat: (x, y, w) => (x << BigInt(w)) | y,
  };
  const outside = (value: bigint, w: number): bigint => (BigInt.asIntN(w, value) === value ? 0n : 1n);

  test.each(Object.keys(own))('%s on all pairs of three bits, and of one', (name) => {
    for (const w of [1, 3]) {
      const terms = new TermStore();
      const x = terms.variable('x', { kind: 'bv', width: w });
      const y = terms.variable('y', { kind: 'bv', width: w });
      const t = BINARY[name].build(terms, x, y);
      for (let a = 0n; a < 1n << BigInt(w); a += 1n) {
        for (let b = 0n; b < 1n << BigInt(w); b += 1n) {
          expect([a, b, evaluate(terms, t, (v) => (v === x ? a : b))]).toEqual([a, b, own[name](a, b, w)]);
        }
      }
    }
  });

  test('reductions', () => {
    const terms = new TermStore();
    const x = terms.variable('x', { kind: 'bv', width: 4 });
    for (let a = 0n; a < 16n; a += 1n) {
      const reduce = (name: string) => evaluate(terms, UNARY[name].build(terms, x), () => a);
      expect([reduce('redand'), reduce('redor')]).toEqual([a === 15n ? 1n : 0n, a === 0n ? 0n : 1n]);
      expect(reduce('redxor')).toBe(BigInt(a.toString(2).replaceAll('0', '').length % 2));
    }
  });
});

describe('printing BTOR2', () => {
  test('what was read comes back with the same behaviour', () => {
    const once = parse(COUNTER);
    const again = parse(printBtor2(once));
    const { bad, gap } = enumerate(once);
    expect(enumerate(again)).toMatchObject({ bad, gap, longest: null });
    expect(again.blocks[0].bads.map((b) => b.name)).toEqual(['seven', 'six']);
  });

  test('gaps are properties of their own', () => {
    expect(parse(printBtor2(withGap(false))).blocks[0].bads.map((b) => b.name)).toEqual([
      'error',
      'gap:inline_assembly',
    ]);
  });

  test('random systems with and without a program counter: the shortest way into bad or a gap stays', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.constantFrom(0, 2, 3),
        fc.boolean(),
        (seed, blocks, gaps) => {
          const system = randomSystem(seed, { blocks, gaps });
          const { bad, gap } = enumerate(system);
          const read = parse(printBtor2(system));
          const depths = [bad, gap].filter((d) => d !== null);
          expect(enumerate(read).bad).toBe(depths.length === 0 ? null : Math.min(...depths));
        },
      ),
      { numRuns: 40, seed: 5 },
    );
  });

  test('floats cannot be printed', () => {
    const terms = new TermStore();
    const f = terms.variable('f', { kind: 'float', exponentBits: 8, precision: 24 });
    const system = { ...withGap(false), terms };
    expect(() =>
      printBtor2({ ...system, pc: null, stateVars: [{ term: f, name: 'f', origin: null }], init: [f], inputs: [] }),
    ).toThrow('floating-point');
  });
});
