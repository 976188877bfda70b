import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { randomFarPointers } from './random-far-pointers.ts';
import { INPUTS, randomSource } from './random-program.ts';
import { inputSites, interpreted, simulated } from './simulated.ts';

test('random pointers far from their objects have one order in the interpreter and in the system', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const values = valuesOf(seed);
      const model = seed % 3 === 0 ? 'ILP32' : 'LP64';
      const first = compile(randomFarPointers(randomSource(seed), model, null), model);
      const { text, result } = interpreted(first.program, inputSites(first), values);
      if (result.approximate.length > 0) return;
      const program = randomFarPointers(randomSource(seed), model, text);
      const end = simulated(compile(program, model), values);
      if (end.isDoubtful) return;
      compared++;
      expect(end.kind, program).not.toBe('bad');
    }),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 100) },
  );
  expect(compared).toBeGreaterThan(20);
});

/** Inputs on all scales of distances. */
function valuesOf(seed: number): readonly bigint[] {
  const random = randomSource(seed + 1);
  return Array.from({ length: INPUTS }, () => BigInt(random(2 ** random(33))));
}
