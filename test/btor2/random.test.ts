import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '../../src/engines/implementations.ts';
import { descriptionOf, isSystemEngine } from '../../src/engines/register.ts';
import { loadZ3, type Z3Api } from '../../src/logic/z3/index.ts';
import { compare } from './compare.ts';
import { explore } from './explore.ts';
import { Model } from './interpreter.ts';
import { randomModel } from './random-model.ts';

/** More of the same: `node scripts/run.mjs scripts/random-btor2.ts`. */
describe('all engines on random BTOR2 models', () => {
  let z3: Z3Api;
  beforeAll(async () => {
    z3 = await loadZ3();
  });

  test('what they decide is what the exploration of all states says, certified or replayed', async () => {
    const engines = Object.keys(ENGINES)
      .filter(isSystemEngine)
      .filter((id) => descriptionOf(id).question === undefined);
    const verdicts = new Map<string, number>();
    const property = fc.property(randomModel, (text) => {
      const answers = compare(text, { z3, engines, limit: 5_000, maxDepth: 12, budget: 4_000 }) ?? [];
      expect(answers.filter(({ flaw }) => flaw !== null)).toEqual([]);
      for (const { engine, judgement } of answers) {
        const key = `${engine} ${judgement.verdict}`;
        verdicts.set(key, (verdicts.get(key) ?? 0) + 1);
      }
    });
    fc.assert(property, {
      numRuns: Number(process.env.LEMMATA_RUNS ?? 12),
      seed: Number(process.env.LEMMATA_SEED ?? 1),
    });
    for (const engine of engines) {
      // explore proves programs of many rules, and there are no floats, nor products to speak of,
      // nor inputs of few values.
      if (!['explore', 'boxes', 'poly', 'exhaust'].includes(engine))
        expect([engine, verdicts.get(`${engine} TRUE`) ?? 0]).not.toEqual([engine, 0]);
      // Who looks for invariants only finds no runs.
      if (!['ai', 'houdini', 'poly', 'boxes', 'exhaust'].includes(engine))
        expect([engine, verdicts.get(`${engine} FALSE`) ?? 0]).not.toEqual([engine, 0]);
    }
  }, 300_000);
});

describe('the exploration that engines are held against', () => {
  const counter = (bad: number, constraint = ''): Model =>
    new Model(`1 sort bitvec 3
2 sort bitvec 1
3 zero 1
4 state 1 count
5 init 1 4 3
6 input 2 go
7 uext 1 6 2
8 add 1 4 7
9 next 1 4 8
10 constd 1 ${bad}
11 eq 2 4 10
12 bad 11
13 constd 1 4
14 ult 2 4 13
${constraint}
`);

  test('finds the shortest run', () => {
    expect(explore(counter(0), 1000)).toEqual({ bad: [0], longest: null });
    expect(explore(counter(7), 1000)).toEqual({ bad: [7], longest: null });
  });

  test('goes on only where constraints hold, also in the last step', () => {
    expect(explore(counter(3, '15 constraint 14'), 1000)).toEqual({ bad: [3], longest: null });
    expect(explore(counter(4, '15 constraint 14'), 1000)).toEqual({ bad: [null], longest: null });
    expect(explore(counter(5, '15 constraint 14\n16 constraint 6'), 1000)).toEqual({ bad: [null], longest: 4 });
  });

  test('gives up beyond its budget', () => {
    expect(explore(counter(7), 3)).toBeNull();
  });
});
