import { describe, expect, test } from 'vitest';
import { rse } from '../../../src/engines/rse.ts';
import type { EngineContext, EngineStatistics } from '../../../src/methods/engine.ts';
import { simplify } from '../../../src/transys/passes/simplify.ts';
import { compile } from '../encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from './context.ts';
import { judge } from './judge.ts';

type Options = EngineContext['options'];

const PROGRAM = 'extern int nd(void); extern void reach_error(void);\n';

/** The verdict of the engine, certified or replayed on the system, and its numbers. */
async function run(text: string, options: Options = {}): Promise<{ verdict: string; numbers: EngineStatistics }> {
  const { system } = compile(PROGRAM + text);
  const { system: reduced, back } = simplify(system);
  let numbers: EngineStatistics = {};
  const context = contextFor(reduced, ownSolversFor(reduced), {
    options: { maxDepth: 30, ...options },
    rivals: ['bmc'],
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
