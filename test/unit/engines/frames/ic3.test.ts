import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clauseTerm } from '../../../../src/engines/frames/ic3/blocking.ts';
import { isPart, signatureOf } from '../../../../src/engines/frames/ic3/clause.ts';
import { Lifter } from '../../../../src/engines/frames/ic3/justify.ts';
import { ic3 } from '../../../../src/engines/frames/ic3.ts';
import { BitSystem } from '../../../../src/engines/methods/frames/bit-system.ts';
import { comparisonsOf } from '../../../../src/engines/methods/frames/comparisons.ts';
import { choosePredicates } from '../../../../src/engines/methods/frames/predicates.ts';
import { SpreadComparisons } from '../../../../src/engines/methods/frames/spread-comparisons.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { Op } from '../../../../src/logic/terms/ops.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { deadlocking, deterministicLoop, oddCounter, twoLoops } from '../../system/transys/examples.ts';
import { randomSource, randomSystem } from '../../system/transys/random-systems.ts';
import { testInvariants } from '../invariants.ts';
import { decide } from '../judge.ts';

const HEAD = 'extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);';
const shapes = fc.record({ seed: fc.nat(2 ** 31 - 1), blocks: fc.constantFrom(0, 2, 3, 4) });

describe('verdicts', () => {
  test('of small systems', async () => {
    expect((await decide(ic3, oddCounter())).kind).toBe('safe');
    expect((await decide(ic3, oddCounter(2))).kind).toBe('unsafe');
    expect((await decide(ic3, twoLoops(6))).kind).toBe('unsafe');
    expect((await decide(ic3, deadlocking(true))).kind).toBe('unsafe');
    expect((await decide(ic3, deadlocking(false))).kind).toBe('safe');
    expect((await decide(ic3, deterministicLoop(20, 1))).kind).toBe('safe');
    expect((await decide(ic3, deterministicLoop(20, 20))).kind).toBe('unsafe');
  });

  test('proves a state machine whose invariant needs many clauses', async () => {
    const program = (limit: number): string => `${HEAD}
      int main(void) {
        unsigned char tokens = 1, at = 0, turns = 0;
        while (__VERIFIER_nondet_uchar()) {
          unsigned char step = __VERIFIER_nondet_uchar();
          if (step == 1 && at < 5) { tokens <<= 1; at++; }
          if (step == 2 && at > 0) { tokens >>= 1; at--; }
          if (step == 3 && turns < 200) turns++;
          if (tokens & (tokens - 1)) reach_error();
          if (tokens > ${limit}) reach_error();
        }
      }`;
    expect((await decide(ic3, compile(program(32)).system)).kind).toBe('safe');
    expect((await decide(ic3, compile(program(31)).system)).kind).toBe('unsafe');
  });

  test('of words whose order matters: a predicate says what bits need a clause for each pair of values for', async () => {
    const program = (error: string): TransitionSystem =>
      compile(`${HEAD} extern unsigned __VERIFIER_nondet_uint(void);
      int main(void) {
        unsigned low = __VERIFIER_nondet_uint(), high = low;
        while (__VERIFIER_nondet_uchar()) {
          unsigned by = __VERIFIER_nondet_uint();
          if (__VERIFIER_nondet_uchar()) { if (high + by > high) high += by; }
          else if (low < high && by < high - low) low += by;
          if (${error}) reach_error();
        }
      }`).system;
    expect((await decide(ic3, program('low > high'))).kind).toBe('safe');
    expect((await decide(ic3, program('low >= high && low > 5'))).kind).toBe('unsafe');
  });

  test('of words that are data: cubes compare them, where bits need a clause for each pair of values', async () => {
    const program = (initially: string): TransitionSystem =>
      compile(`${HEAD} extern unsigned __VERIFIER_nondet_uint(void);
      int main(void) {
        unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), from_a = a, from_b = b;
        unsigned char leads_a = 0, leads_b = 0;
        if (${initially}) return 0;
        for (;;) {
          if (__VERIFIER_nondet_uchar()) { if (from_b > a) from_a = from_b; else if (from_b == a) leads_a = 1; }
          else { if (from_a > b) from_b = from_a; else if (from_a == b) leads_b = 1; }
          if (leads_a && leads_b) reach_error();
        }
      }`).system;
    expect(comparisonsOf(program('a == b')).length).toBeGreaterThan(0);
    expect((await decide(ic3, program('a == b'))).kind).toBe('safe');
    expect((await decide(ic3, program('a != b'))).kind).toBe('unsafe');
  });

  test('of data that comes in with every step', async () => {
    const program = (limit: string): TransitionSystem =>
      compile(`${HEAD} extern int __VERIFIER_nondet_int(void);
      int main(void) {
        int least = __VERIFIER_nondet_int(), greatest = least, seen = least;
        while (__VERIFIER_nondet_uchar()) {
          int in = __VERIFIER_nondet_int();
          if (in < least) least = in;
          if (in > greatest) greatest = in;
          if (__VERIFIER_nondet_uchar()) seen = in;
          if (${limit}) reach_error();
        }
      }`).system;
    const safe = program('seen < least || seen > greatest');
    expect(comparisonsOf(safe).length).toBeGreaterThan(0);
    expect((await decide(ic3, safe)).kind).toBe('safe');
    expect((await decide(ic3, program('seen <= least && seen != greatest'))).kind).toBe('unsafe');
  });

  test('of data with too few values between two constants: what comparisons say is reached is not, and bits prove it', async () => {
    const { system } = compile(`${HEAD}
      int main(void) {
        unsigned char last = 0, before = 0, steps = 0;
        while (__VERIFIER_nondet_uchar()) {
          unsigned char in = __VERIFIER_nondet_uchar();
          if (in >= 3) break;
          if (in > last) { before = last; last = in; if (++steps > 2) reach_error(); }
          if (before > last) reach_error();
        }
      }`);
    expect(comparisonsOf(system).length).toBeGreaterThan(0);
    expect((await decide(ic3, system)).kind).toBe('safe');
  });

  test('what arrays hold is left open: enough for what does not depend on it', async () => {
    const program = (error: string): TransitionSystem =>
      compile(`${HEAD}
      int main(void) {
        unsigned char a[200] = {0}, locked = 0;
        while (__VERIFIER_nondet_uchar()) {
          unsigned char i = __VERIFIER_nondet_uchar();
          if (i >= 200) break;
          if (a[i] == 0 && !locked) { locked = 1; a[i] = 1; } else locked = 0;
        }
        unsigned char j = __VERIFIER_nondet_uchar();
        if (j < 200 && ${error}) reach_error();
      }`).system;
    expect((await decide(ic3, program('a[j] != 0 && locked > 1'))).kind).toBe('safe');
    expect(await decide(ic3, program('a[j] > 1'))).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' } });
  });
});

test('what a state is justified by is enough: other values of the other bits change nothing', () => {
  let smaller = 0;
  const property = fc.property(shapes, ({ seed, blocks }) => {
    const bits = new BitSystem(randomSystem(seed, { blocks }), null, [], () => {});
    const random = randomSource(seed);
    for (const location of bits.locations) {
      const lifter = new Lifter(bits, location, []);
      const drawn = new Map<number, boolean>();
      const draw = (node: number): boolean => {
        const value = drawn.get(node) ?? random(2) === 1;
        drawn.set(node, value);
        return value;
      };
      const values = lifter.simulate(draw);
      const goals = [location.bad, ...location.next]
        .map((edge) => edge ^ (((values[edge >> 1] ^ edge) & 1) ^ 1))
        .slice(0, 3);
      const literals = lifter.lift(goals);
      if (literals.length < bits.bits.length) smaller += 1;
      const kept = new Map(literals.map((literal) => [bits.current[literal >> 1] >> 1, (literal & 1) === 0]));
      for (let round = 0; round < 4; round++) {
        const others = lifter.simulate((node) => kept.get(node) ?? (bits.isState(node) ? random(2) === 1 : draw(node)));
        for (const goal of goals) expect((others[goal >> 1] ^ goal) & 1).toBe(1);
      }
    }
  });
  fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 60), seed: 6 });
  expect(smaller).toBeGreaterThan(0);
});

test('a clause says in words what its cube says in bits and predicates', () => {
  let withPredicates = 0;
  const property = fc.property(shapes, ({ seed, blocks }) => {
    const system = randomSystem(seed, { blocks });
    const { terms, stateVars } = system;
    const bits = new BitSystem(system, null, choosePredicates(system), () => {});
    const random = randomSource(seed);
    const draw = (): number[] => {
      const state = bits.bits.map(() => random(2));
      const evaluator = evaluatorOfState(state);
      return [...state, ...bits.predicates.map((predicate) => (evaluator.value(predicate) === true ? 1 : 0))];
    };
    const evaluatorOfState = (state: readonly number[]): Evaluator =>
      new Evaluator(terms, (v) => {
        const at = stateVars.findIndex(({ term }) => term === v);
        let value = 0n;
        bits.bits.forEach(({ variable, position }, bit) => {
          if (variable === at && state[bit] === 1) value |= 1n << BigInt(position);
        });
        return terms.sort(v).kind === 'bool' ? value === 1n : value;
      });
    // What holds of one state, so that the cube is not empty.
    const inside = draw();
    const cube = inside.flatMap((value, i) => (random(2) === 0 ? [2 * i + (value ^ 1)] : []));
    if (cube.some((literal) => literal >> 1 >= bits.bits.length)) withPredicates += 1;
    const clause = clauseTerm(bits, cube);
    for (const state of [inside, ...Array.from({ length: 7 }, draw)])
      expect(evaluatorOfState(state).value(clause)).toBe(
        !cube.every((literal) => state[literal >> 1] === ((literal & 1) ^ 1)),
      );
  });
  fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 60), seed: 7 });
  expect(withPredicates).toBeGreaterThan(0);
});

test('how words compare is said in other terms once the choices of a step are outside', () => {
  const terms = new TermStore();
  const [x, y, z] = ['x', 'y', 'z'].map((name) => terms.variable(name, { kind: 'bv', width: 5 }));
  const [c, d] = ['c', 'd'].map((name) => terms.variable(name, { kind: 'bool' }));
  const chosen = terms.ite(c, x, terms.ite(d, y, terms.bv(5, 30)));
  const formulas = [
    terms.slt(terms.sext(chosen, 8), terms.zext(terms.extract(terms.ite(d, z, x), 2, 0), 8)),
    terms.ult(chosen, terms.ite(c, y, z)),
    terms.not(terms.eq(terms.ite(d, z, chosen), chosen)),
    terms.and(c, d),
  ];
  const spread = new SpreadComparisons(terms);
  const property = fc.property(
    fc.array(fc.bigInt(0n, 31n), { minLength: 3, maxLength: 3 }),
    fc.nat(3),
    (words, choice) => {
      const values = new Map<number, bigint | boolean>([x, y, z].map((term, i) => [term, words[i]]));
      values.set(c, choice % 2 === 1).set(d, choice > 1);
      const evaluator = new Evaluator(terms, (v) => values.get(v) ?? 0n);
      for (const formula of formulas) expect(evaluator.value(spread.of(formula))).toBe(evaluator.value(formula));
    },
  );
  fc.assert(property);
  expect(terms.op(spread.of(formulas[1]))).toBe(Op.ITE);
});

test('parts of a cube are told as sets tell them', () => {
  const cubes = fc.uniqueArray(fc.nat(40), { maxLength: 8 }).map((cube) => cube.sort((a, b) => a - b));
  const property = fc.property(cubes, cubes, (a, b) => {
    const whole = [...new Set([...a, ...b])].sort((x, y) => x - y);
    expect(isPart(a, whole)).toBe(true);
    expect(isPart(a, b)).toBe(a.every((literal) => b.includes(literal)));
    expect(signatureOf(a) & ~signatureOf(whole)).toBe(0);
  });
  fc.assert(property);
});

testInvariants('ic3');
