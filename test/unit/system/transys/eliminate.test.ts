import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Substitution } from '../../../../src/logic/terms/substitute.ts';
import { eliminateInputs } from '../../../../src/system/transys/eliminate.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { solversFor } from '../../engines/context.ts';
import { bits, build } from './examples.ts';
import { randomSystem } from './random-systems.ts';

/** One block whose bad is `phi`, over x (8 bits) and the inputs a (8 bits) and b (Bool). */
function withBad(phi: (t: TransitionSystem['terms'], v: (name: string) => Term) => Term): TransitionSystem {
  return build({
    pc: false,
    state: { x: bits(8) },
    inputs: { a: bits(8), b: { kind: 'bool' } },
    blocks: [(t, v) => ({ bad: phi(t, v), inputs: ['a', 'b'], successors: [0] })],
  });
}

/** ∃ eliminated inputs. bad, by enumeration. */
function quantified(system: TransitionSystem, block: number, eliminated: readonly number[]): Term {
  const { terms, inputs } = system;
  let result = terms.or(system.blocks[block].bad, system.blocks[block].gap);
  for (const i of eliminated) {
    const { term } = inputs[i];
    const sort = terms.sort(term);
    const values =
      sort.kind === 'bv'
        ? Array.from({ length: 2 ** sort.width }, (_, n) => terms.bv(sort.width, n))
        : [terms.true, terms.false];
    result = terms.orAll(values.map((value) => new Substitution(terms, [[term, value]]).apply(result)));
  }
  return result;
}

async function isExact(system: TransitionSystem, block = 0): Promise<readonly string[]> {
  const { terms } = system;
  const solvers = await solversFor(system);
  const { stop, eliminated } = eliminateInputs(system, block, solvers);
  const solver = solvers.create();
  solver.assert(terms.not(terms.eq(stop, quantified(system, block, eliminated))));
  expect(solver.check()).toBe('unsat');
  solver.dispose();
  return eliminated.map((i) => system.inputs[i].name);
}

describe('inputs are eliminated from bad', () => {
  test('branches on zero, on a constant, on an order, on a Boolean', async () => {
    const zero = (t: TransitionSystem['terms']): Term => t.bv(8, 0);
    expect(await isExact(withBad((t, v) => t.and(t.eq(v('a'), zero(t)), t.ult(v('x'), t.bv(8, 5)))))).toEqual(['a']);
    expect(
      await isExact(
        withBad((t, v) =>
          t.and(t.ult(v('a'), t.bv(8, 10)), t.eq(v('x'), t.ite(t.ult(v('a'), t.bv(8, 3)), zero(t), v('x')))),
        ),
      ),
    ).toEqual(['a']);
    expect(await isExact(withBad((t, v) => t.xor(v('b'), t.eq(v('x'), zero(t)))))).toEqual(['b']);
    const both = withBad((t, v) => t.and(v('b'), t.eq(v('x'), t.ite(t.slt(v('a'), zero(t)), t.bv(8, 1), t.bv(8, 2)))));
    expect([...(await isExact(both))].sort()).toEqual(['a', 'b']);
  });

  test('combinations that only a solver finds or excludes', async () => {
    const odd = withBad((t, v) => {
      const condition = t.eq(t.mul(v('a'), v('a')), t.bv(8, 0x11));
      const other = t.eq(t.bvAnd(v('a'), t.bv(8, 1)), t.bv(8, 0));
      return t.and(condition, t.ite(other, t.eq(v('x'), t.bv(8, 1)), t.eq(v('x'), t.bv(8, 2))));
    });
    expect(await isExact(odd)).toEqual(['a']);
  });

  test('an input that is used with other values stays', async () => {
    expect(await isExact(withBad((t, v) => t.ult(v('a'), v('x'))))).toEqual([]);
    expect(
      await isExact(withBad((t, v) => t.and(t.eq(v('a'), t.bv(8, 0)), t.eq(t.add(v('a'), v('x')), t.bv(8, 7))))),
    ).toEqual([]);
    expect(await isExact(withBad((t, v) => t.and(v('b'), t.ult(v('a'), v('x')))))).toEqual(['b']);
  });

  test('exact on random systems', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 - 1 }), async (seed) => {
        await isExact(randomSystem(seed, { blocks: 3, gaps: true }), 1);
      }),
      { numRuns: 40, seed: 3 },
    );
  });
});
