import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitTranslation } from '../../../src/engines/spacer/back.ts';
import { IntegerReading } from '../../../src/engines/spacer/reading.ts';
import { Views } from '../../../src/engines/spacer/views.ts';
import { spacer } from '../../../src/engines/spacer.ts';
import { Evaluator } from '../../../src/smt/evaluate.ts';
import { type HornTerm, number, sum } from '../../../src/smt/horn.ts';
import { loadZ3, z3Factory, z3Horn } from '../../../src/smt/z3/index.ts';
import { simplify } from '../../../src/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { compile } from '../encode/compile.ts';
import { enumerate, randomSystem } from '../transys/random-systems.ts';
import { contextFor } from './context.ts';
import { judge } from './judge.ts';

const Z3 = loadZ3();

/** Two signed and two unsigned variables of a hardware-like system. */
function twoViews() {
  const system = randomSystem(1, { blocks: 0, gaps: false });
  const { terms } = system;
  const [a, b] = ['a', 'b'].map((name) => terms.variable(`signed_${name}`, { kind: 'bv', width: 4 }));
  const [c, d] = ['c', 'd'].map((name) => terms.variable(`unsigned_${name}`, { kind: 'bv', width: 3 }));
  const bad = terms.and(terms.slt(a, b), terms.ult(c, d));
  const plain: TransitionSystem = {
    ...system,
    blocks: [{ ...system.blocks[0], feasible: terms.false, bad, gap: terms.false, next: [] }],
    stateVars: [],
    init: [],
    initConstraint: terms.true,
    facts: [],
  };
  return { terms, args: [a, b, c, d], views: new Views(plain) };
}

const small = fc.bigInt({ min: -9n, max: 9n });

test('an atom that was translated back says of bit-vectors what it says of their numbers', () => {
  const { terms, args, views } = twoViews();
  expect(args.map((t) => views.signed(t))).toEqual([true, true, false, false]);
  const property = fc.property(
    fc.tuple(small, small, small, small),
    small,
    fc.constantFrom('at-most', 'equal', 'quotient', 'remainder'),
    fc.bigInt({ min: 1n, max: 7n }),
    fc.tuple(fc.nat(15), fc.nat(15), fc.nat(7), fc.nat(7)),
    (factors, constant, kind, by, bits) => {
      const linear = sum(factors.map((factor, index) => ({ factor, of: { kind: 'variable', index } })));
      const left: HornTerm = kind === 'quotient' || kind === 'remainder' ? { kind, of: linear, by } : linear;
      const atom: HornTerm = { kind: kind === 'equal' ? 'equal' : 'at-most', a: left, b: number(constant) };
      const values = bits.map((x, i) => (i < 2 ? BigInt.asIntN(4, BigInt(x)) : BigInt(x)));
      const value = factors.reduce((total, factor, i) => total + factor * values[i], 0n);
      const remainder = ((value % by) + by) % by;
      const leftValue = kind === 'quotient' ? (value - remainder) / by : kind === 'remainder' ? remainder : value;
      const expected = kind === 'equal' ? leftValue === constant : leftValue <= constant;
      const evaluator = new Evaluator(terms, (t) => BigInt(bits[args.indexOf(t)]));
      for (const formula of [atom, { kind: 'not', of: atom } as const]) {
        const term = new BitTranslation(terms, views, args, 'exact').formula(formula);
        if (term === null) throw new Error('no term');
        expect(evaluator.value(term)).toBe(formula === atom ? expected : !expected);
        // Modulo the width an equality is weaker, never stronger.
        const modular = new BitTranslation(terms, views, args, 'equal').formula(formula);
        if (modular !== null && kind === 'equal' && formula === atom && expected) expect(evaluator.value(modular)).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: 2_000, seed: 1 });
});

test('what is read wraps around only where the arithmetic says so', () => {
  const { terms, args, views } = twoViews();
  const [, , c] = args;
  const successor = terms.add(c, terms.bv(3, 1));
  const read = (wraps: boolean): HornTerm =>
    new IntegerReading(terms, views, { has: () => wraps }, args, [successor]).value(successor, false);
  expect(read(false)).toMatchObject({ kind: 'sum', constant: 1n });
  expect(read(true)).toMatchObject({ kind: 'ite', no: { kind: 'sum', constant: 1n }, yes: { kind: 'sum', constant: -7n } });
});

for (const name of ['three-times.c', 'transfer.c']) {
  test(`relations between counters are found: ${name}`, async () => {
    const { system } = compile(readFileSync(new URL(`../../invariants/${name}`, import.meta.url), 'utf8'));
    const { system: reduced, back } = simplify(system);
    const api = await Z3;
    const options = { milliseconds: 10_000, checkMilliseconds: 20_000 };
    const claim = spacer(contextFor(reduced, z3Factory(api, reduced.terms), { horn: z3Horn(api, 0), options }));
    expect(judge(claim, system, z3Factory(api, system.terms), back)).toMatchObject({ verdict: 'TRUE' });
  }, 240_000);
}

test('a rotation is solved in bit-vectors', async () => {
  const { system } = compile(readFileSync(new URL('../../invariants/one-hot.c', import.meta.url), 'utf8'));
  const { system: reduced, back } = simplify(system);
  const api = await Z3;
  const solvers = z3Factory(api, reduced.terms);
  const claim = spacer(contextFor(reduced, solvers, { horn: z3Horn(api, 0), options: { milliseconds: 60_000 } }));
  expect(judge(claim, system, z3Factory(api, system.terms), back)).toMatchObject({ verdict: 'TRUE' });
}, 240_000);

test('what holds of integers alone is not claimed', async () => {
  const { system } = compile(`
    extern void reach_error(void);
    extern int __VERIFIER_nondet_int(void);
    int main(void) {
      unsigned char ahead = 1, behind = 0;
      for (;;) {
        if (__VERIFIER_nondet_int()) { ahead++; behind++; }
        if (ahead <= behind) reach_error();
      }
    }`);
  const api = await Z3;
  const notes: string[] = [];
  const context = contextFor(system, z3Factory(api, system.terms), { horn: z3Horn(api, 0) });
  const claim = spacer({ ...context, note: (text) => notes.push(text), stopped: () => notes.length > 4 });
  expect(claim.kind).toBe('unknown');
  expect(notes.find((text) => text.startsWith('integers'))).toMatch(/wraps around$/);
}, 120_000);

test('random systems: every proof is certified, and none is of an unsafe system', async () => {
  const api = await Z3;
  let proved = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const system = randomSystem(seed, { blocks: seed % 4 === 0 ? 0 : 2, gaps: seed % 3 === 0 });
    const solvers = z3Factory(api, system.terms);
    const context = contextFor(system, solvers, { horn: z3Horn(api, seed), options: { milliseconds: 100 } });
    const judgement = judge(spacer(context), system, solvers, null);
    if (judgement.verdict === 'UNKNOWN') continue;
    expect(judgement.verdict).toBe('TRUE');
    expect(enumerate(system)).toMatchObject({ bad: null, gap: null });
    proved += 1;
  }
  expect(proved).toBeGreaterThan(0);
}, 300_000);
