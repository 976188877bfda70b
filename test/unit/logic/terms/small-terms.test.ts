import { expect, test } from 'vitest';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { type Kind, SmallTerms } from './small-terms.ts';

const FIRST = Number(process.env.LEMMATA_SEED ?? 1);
const SEEDS: Readonly<Record<Kind, number>> = { words: 60, arrays: 60, floats: 10 };
const RUNS = process.env.LEMMATA_RUNS;

test.each<Kind>(['words', 'arrays', 'floats'])(
  'terms have the value of what was asked for under all assignments: %s',
  (kind) => {
    for (let seed = FIRST; seed < FIRST + (RUNS === undefined ? SEEDS[kind] : Number(RUNS)); seed++) {
      const terms = new SmallTerms(seed, kind, 50);
      for (let at = 0; at < terms.count; at++) {
        const evaluator = new Evaluator(terms.store, terms.assignment(at));
        terms.all.forEach(({ term, sort, values }, i) => {
          if (sort === 'array') return;
          const value = evaluator.value(term);
          if (Number(value) !== values[at]) expect([seed, at, i, Number(value)]).toEqual([seed, at, i, values[at]]);
        });
      }
    }
  },
  240_000,
);
