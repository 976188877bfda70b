import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { pdr } from '../../../../src/engines/frames/pdr.ts';
import { ALWAYS } from '../../../../src/engines/methods/frames/frame-clauses.ts';
import { type Obligation, ObligationQueue } from '../../../../src/engines/methods/frames/obligations.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import { evaluatorOf } from '../../../../src/logic/terms/evaluate.ts';
import { lift } from '../../../../src/logic/terms/justify.ts';
import { Op } from '../../../../src/logic/terms/ops.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { substitute } from '../../../../src/logic/terms/substitute.ts';
import { freeVariables } from '../../../../src/logic/terms/traverse.ts';
import type { Lemma } from '../../../../src/system/transys/lemma.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { bits, deadlocking, deterministicLoop, oddCounter, twoLoops } from '../../system/transys/examples.ts';
import { RandomTerms, randomSource } from '../../system/transys/random-systems.ts';
import { contextFor, solversFor } from '../context.ts';
import { testInvariants } from '../invariants.ts';
import { decide } from '../judge.ts';

describe('verdicts', () => {
  test('of small systems', async () => {
    expect((await decide(pdr, oddCounter())).kind).toBe('safe');
    expect((await decide(pdr, oddCounter(2))).kind).toBe('unsafe');
    expect((await decide(pdr, twoLoops(6))).kind).toBe('unsafe');
    expect((await decide(pdr, twoLoops(8))).kind).toBe('safe');
    expect((await decide(pdr, deadlocking(true))).kind).toBe('unsafe');
    expect((await decide(pdr, deadlocking(false))).kind).toBe('safe');
    expect((await decide(pdr, deterministicLoop(20, 1))).kind).toBe('safe');
    expect((await decide(pdr, deterministicLoop(20, 20))).kind).toBe('unsafe');
  });

  test('memory behind pointers and arrays at unknown indices', async () => {
    const head = 'extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);';
    const body = (limit: number): string => `${head}
      int main(void) {
        unsigned char a[8] = {0};
        for (;;) {
          unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
          if (i >= 8 || j >= 8) break;
          if (a[i] < 3) a[i]++;
          if (a[j] > ${limit}) reach_error();
        }
      }`;
    expect((await decide(pdr, compile(body(3)).system)).kind).toBe('safe');
    expect((await decide(pdr, compile(body(2)).system)).kind).toBe('unsafe');
  });
});

test('an invariant of another engine is part of the proof', async () => {
  const { system } = compile(`extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
    int main(void) {
      unsigned a = 0, b = 0;
      while (__VERIFIER_nondet_int()) { a += 5; b += 7; }
      if (a * 7 != b * 5) reach_error();
    }`);
  const solvers = await solversFor(system);
  const { terms, stateVars } = system;
  const [a, b] = ['a', 'b'].map((name) => stateVars.find((v) => v.name.endsWith(`::${name}`))?.term ?? terms.true);
  const constant = (n: number): number => terms.bv(32, n);
  const formula = terms.eq(terms.mul(a, constant(7)), terms.mul(b, constant(5)));
  const lemma: Lemma = {
    id: 1,
    from: 'other',
    formula: terms.implies(terms.not(located(system, 0)), formula),
  };
  const claim = pdr(contextFor(system, solvers, { lemmas: [[lemma]] }));
  if (claim.kind !== 'safe' || claim.certificate.kind !== 'inductive') throw new Error(claim.kind);
  expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
  const solver = solvers.create();
  solver.assert(terms.and(claim.certificate.invariant, terms.not(lemma.formula)));
  expect(solver.check()).toBe('unsat');
});

function located({ terms, stateVars, pc }: TransitionSystem, block: number): number {
  const counter = stateVars[pc ?? 0].term;
  return terms.eq(counter, terms.bv(terms.width(counter), block));
}

describe('justification', () => {
  test('literals over the state that hold and, with the inputs, imply the goals', () => {
    let [literals, goals] = [0, 0];
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (seed) => {
        const random = randomSource(seed);
        const terms = new TermStore();
        const make = new RandomTerms(terms, random);
        const state = ['x', 'y', 'z'].map((name) => terms.variable(name, bits(3)));
        const input = terms.variable('in', bits(3));
        let array = terms.variable('a', { kind: 'array', index: bits(3), element: bits(3) });
        const isState = new Set([...state, array]);
        const words = [...state, input];
        for (let i = random(4); i > 0; i--) array = terms.store(array, make.word(3, words, 1), make.word(3, words, 1));
        words.push(terms.select(array, make.word(3, words, 1)));
        const condition = (): number => {
          const [a, b, c] = [make.condition(words), make.condition(words), make.condition(words)];
          return [terms.and(a, b), terms.or(a, b), terms.ite(c, a, b), terms.xor(a, terms.or(b, c)), terms.not(a)][
            random(5)
          ];
        };
        const all = [condition(), condition()];
        const values = new Map<number, bigint | { default: bigint; entries: Map<bigint, bigint> }>(
          [...state, input].map((v) => [v, BigInt(random(8))]),
        );
        const base = [...isState][3];
        values.set(base, {
          default: 1n,
          entries: new Map([
            [2n, 3n],
            [5n, 0n],
          ]),
        });
        const evaluator = evaluatorOf(terms, values);
        const holding = all.map((t) => (evaluator.value(t) === true ? t : terms.not(t)));
        const found = lift(terms, holding, isState, values);
        for (const t of found) {
          expect(evaluator.value(t)).toBe(true);
          expect(freeVariables(terms, [t]).every((v) => isState.has(v))).toBe(true);
        }
        const value = values.get(input);
        const fixed = substitute(terms, terms.andAll(holding), [
          [input, terms.bv(3, typeof value === 'bigint' ? value : 0n)],
        ]);
        const solver = bitFactory(terms, { sat: () => createSatSolver() }).create();
        for (const t of found) solver.assert(t);
        expect(solver.check([terms.not(fixed)])).toBe('unsat');
        literals += found.length;
        goals += holding.length;
        for (const t of found) expect(terms.op(t)).not.toBe(Op.ITE);
      }),
      { numRuns: 500, seed: 5 },
    );
    expect(literals).toBeGreaterThan(goals / 2);
  });

  test('a long chain of writes is passed without recursion', () => {
    const terms = new TermStore();
    let array = terms.variable('a', { kind: 'array', index: bits(32), element: bits(8) });
    const isState = new Set([array]);
    const values = new Map();
    for (let i = 0; i < 20_000; i++) {
      const index = terms.variable(`i${i}`, bits(32));
      isState.add(index);
      values.set(index, BigInt(i));
      array = terms.store(array, index, terms.bv(8, i % 7));
    }
    const read = terms.select(array, terms.bv(32, 5));
    const found = lift(terms, [terms.eq(read, terms.bv(8, 5))], isState, values);
    expect(found.length).toBe(20_000 - 5);
  });
});

test('obligations come by level, the newest first', () => {
  const queue = new ObligationQueue<Obligation>();
  const levels = [3, 1, 2, 1, 3, 0, 2];
  for (const [distance, level] of levels.entries()) queue.push({ level, distance } as Obligation);
  const order: (readonly number[])[] = [];
  for (let next = queue.pop(); next !== null; next = queue.pop()) order.push([next.level, next.distance]);
  expect(order).toEqual([
    [0, 5],
    [1, 3],
    [1, 1],
    [2, 6],
    [2, 2],
    [3, 4],
    [3, 0],
  ]);
  expect(ALWAYS).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
});

testInvariants('pdr');
