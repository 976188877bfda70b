import { expect, it } from 'vitest';
import { randomSeed } from '../random-seed.ts';
import { Random } from './fuzz/random.ts';
import { outcomesOf } from './orders/oracle.ts';
import { orderProgram } from './orders/program.ts';
import { runsOf } from './orders/runs.ts';

/** Random expressions: orders of the automaton against all that C allows. `scripts/orders.ts` takes more of them. */
const COUNT = 100;

it(`${COUNT} expressions have the same ends in all orders`, () => {
  const first = randomSeed();
  let several = 0;
  let open = 0;
  for (let seed = first; seed < first + COUNT; seed++) {
    const program = orderProgram(new Random(seed), 2 + (seed % 2));
    const expected = outcomesOf(program);
    if (expected === null) continue;
    const { outcomes, isOpen } = runsOf(program);
    const found = [...outcomes].sort();
    if (isOpen) {
      open++;
      expect([...expected], `seed ${seed}: ${program.body}`).toEqual(expect.arrayContaining(found));
    } else expect(found, `seed ${seed}: ${program.body}`).toEqual([...expected].sort());
    if (expected.size > 1) several++;
  }
  expect(several).toBeGreaterThan(COUNT / 20);
  expect(open).toBeLessThan(COUNT / 10);
});
