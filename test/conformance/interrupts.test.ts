import { expect, it } from 'vitest';
import { randomSeed } from '../random-seed.ts';
import { Random } from './fuzz/random.ts';
import { expectedOf, foundOf } from './interrupts/outcomes.ts';
import { interruptProgram, textOf } from './interrupts/program.ts';

/** Random programs with a handler of interrupts: runs of the automaton against all interleavings of accesses. */
const COUNT = Number(process.env.LEMMATA_RUNS ?? 60);

it(`${COUNT} programs have the ends of all interleavings with their handler`, () => {
  const first = randomSeed();
  let several = 0;
  for (let seed = first; seed < first + COUNT; seed++) {
    const program = interruptProgram(new Random(seed));
    const [expected, found] = [expectedOf(program), foundOf(program)];
    if (expected === null || found === null) continue;
    expect([...found].sort(), `seed ${seed}: ${textOf(program)}`).toEqual([...expected].sort());
    if (expected.size > 1) several++;
  }
  expect(several).toBeGreaterThan(COUNT / 4);
});
