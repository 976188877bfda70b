import { describe, expect, test } from 'vitest';
import type { EngineContext, EngineStatistics } from '../../../../src/engines/methods/engine.ts';
import { rse } from '../../../../src/engines/paths/rse.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { type CompileOptions, compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';
import { judge } from '../judge.ts';
import { testPathEngine } from './suite.ts';

type Options = EngineContext['options'];

const PROGRAM = 'extern int nd(void); extern void reach_error(void);\n';

/** The verdict of the engine, certified or replayed on the system, and its numbers. */
async function run(
  text: string,
  options: Options = {},
  compiling: CompileOptions = {},
): Promise<{ verdict: string; numbers: EngineStatistics }> {
  const { system } = compile(PROGRAM + text, 'LP64', compiling);
  const { system: reduced, back } = simplify(system);
  let numbers: EngineStatistics = {};
  const context = contextFor(reduced, ownSolversFor(reduced), {
    options: { maxDepth: 30, ...options },
    otherEngines: ['bmc'],
  });
  const statistics = (values: EngineStatistics): void => {
    numbers = values;
  };
  const { verdict } = judge(rse({ ...context, statistics }), system, await solversFor(system), back);
  return { verdict, numbers };
}

/** Every combination of the three parts. */
const SWITCHES: readonly Options[] = [false, true].flatMap((safe) =>
  [false, true].flatMap((unsafe) => [false, true].map((weights) => ({ safe, unsafe, weights }))),
);

/** A loop keeps both tests apart: the first one decides what the second one sees. */
const BRANCHES = (second: string) => `int main(void) {
  int x = nd(); unsigned char y = 7;
  while (nd()) { if (x > 0) y = 0; else y = 1; }
  while (nd()) { if (y > 7) reach_error(); else if (${second}) reach_error(); }
}`;

describe('predicate abstraction with safe sets and error cubes', () => {
  test.each(SWITCHES)('a block whose one branch is safe is not taken as safe: %o', async (options) => {
    expect((await run(BRANCHES('y == 1'), options)).verdict).toBe('FALSE');
    expect((await run(BRANCHES('y == 2'), options)).verdict).toBe('TRUE');
  });

  test.each([1, 2, 3, 50])('at most %i letters of a block: the verdicts stay', async (letters) => {
    const loop = (limit: number) => `int main(void) {
      unsigned char a = 0, b = 0;
      while (nd()) { if (nd()) { if (a < 3) a++; } else if (b < 2) b++; if (a == 3 && b == 2) a = 0; }
      if (a + b > ${limit}) reach_error();
    }`;
    expect((await run(loop(4), { letters })).verdict).toBe('TRUE');
    expect((await run(loop(3), { letters })).verdict).toBe('FALSE');
  });

  test('safe sets cut paths off, cubes lead to the run, and letters tell paths apart', async () => {
    const { verdict, numbers } = await run(BRANCHES('y == 2'));
    expect(verdict).toBe('TRUE');
    expect(numbers.fullSets).toBeGreaterThan(0);
    expect(numbers.letters).toBeGreaterThan(1);
    const { numbers: plain } = await run(BRANCHES('y == 2'), {
      safe: false,
      unsafe: false,
      weights: false,
      letters: 1,
    });
    expect(plain).toMatchObject({ fullSets: 0, cubes: 0, prunedBySafe: 0, foundByCube: 0, letters: 0 });
  });

  test('a block of many branches has no more letters than the limit', async () => {
    const branches = Array.from({ length: 40 }, (_, i) => `if (nd()) x += ${i + 1};`).join(' ');
    const { numbers } = await run(`int main(void) { unsigned x = 0; while (nd()) { ${branches} if (x > 100000) x = 0; }
      if (x > 100820) reach_error(); }`);
    expect(numbers.letters).toBeLessThanOrEqual(11 * 4);
  });
});

/** A program of the shape of [MEI17] Fig. 1: each of the two inner branches ends in a test of `s`. */
const FIGURE_1 = (limit: number): string => `int main(void) {
  int a = nd(), i = nd(), s = 1;
  if (a == 1) { if (i > 1) s = s + 1; else s = s + 3; if (s > ${limit}) reach_error(); }
  else { if (i > 1) s = s + 1; else s = s + 2; if (s > 3) reach_error(); }
}`;

/** The program of [MEI17] Fig. 8, as far as its text describes it. */
const FIGURE_8 = `int main(void) {
  int s = nd(), a;
  if (s > 1) a = 3; else a = 0;
  if (a < 3) return 0;
  reach_error();
}`;

describe('explored states', () => {
  const ways: readonly Options[] = [
    { safe: false, unsafe: false, weights: false },
    { safe: false, unsafe: true, weights: false },
    { safe: true, unsafe: false, weights: false },
    { safe: true, unsafe: true, weights: false },
    { safe: true, unsafe: true, weights: true },
  ];

  test.each([
    [3, 'FALSE', 9],
    [4, 'TRUE', 5],
  ])('five ways on the program of Fig. 1 with limit %i', async (limit, expected, states) => {
    const found = [];
    for (const options of ways) {
      const { verdict, numbers } = await run(FIGURE_1(limit), options, { cuts: 'joins' });
      expect(verdict).toBe(expected);
      found.push(numbers.explored);
    }
    // The first way has predicates alone; the last one has all three kinds, and weights.
    expect(found[0]).toBe(states);
    for (const explored of found) expect(explored).toBeLessThanOrEqual(states);
    if (expected === 'FALSE') expect(found[4]).toBeLessThan(states);
  });

  test('weights lead to the error of Fig. 8 after one refinement', async () => {
    const { verdict, numbers } = await run(FIGURE_8, { weights: true }, { cuts: 'joins' });
    const { numbers: unweighted } = await run(FIGURE_8, { weights: false }, { cuts: 'joins' });
    expect(verdict).toBe('FALSE');
    expect(numbers.refinements).toBe(1);
    expect(numbers.explored).toBeLessThan(unweighted.explored);
  });
});

test.each(['loops', 'joins', 'branches'] as const)(
  'pruned or not, with cut points at %s: the verdicts stay',
  async (cuts) => {
    for (const prune of [true, false]) {
      expect((await run(BRANCHES('y == 1'), { prune }, { cuts })).verdict).toBe('FALSE');
      expect((await run(BRANCHES('y == 2'), { prune }, { cuts })).verdict).toBe('TRUE');
    }
  },
);

testPathEngine('rse', rse, [{ interpolants: 'letters,craig' }, { interpolants: 'craig' }, { interpolants: 'letters' }]);
