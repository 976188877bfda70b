import { describe, expect, it } from 'vitest';
import {
  exampleOf,
  isUseful,
  meets,
  QUESTIONS,
  stageCondition,
  usefulEngines,
  without,
} from '../../../../scripts/schedule/classes.ts';
import { compare, comparisonTable } from '../../../../scripts/schedule/comparison.ts';
import { foldsByFamily } from '../../../../scripts/schedule/folds.ts';
import { learnOrder } from '../../../../scripts/schedule/greedy.ts';
import { inSlices } from '../../../../scripts/schedule/policies.ts';
import type { Sample } from '../../../../scripts/schedule/samples.ts';
import { stagesOf, summaryOf } from '../../../../scripts/schedule/summary.ts';
import { byClass, learnClasses } from '../../../../scripts/schedule/tree.ts';
import { classOf } from '../../../../src/race/facts.ts';
import { slicesFor } from '../../../../src/race/schedule/slices.ts';
import { FACTS, sample } from './samples.ts';

const weighted = (samples: readonly Sample[]) => samples.map((one) => ({ sample: one, weight: 1 }));
const times = (count: number, make: (index: number) => Sample): Sample[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe('the greedy schedule', () => {
  it('begins with what solves most for its time, and goes on with what that leaves, but not for a single task', () => {
    const samples = [
      ...times(6, () => sample({ kind: 0.05, ai: null, sim: null })),
      ...times(2, () => sample({ kind: null, ai: 0.15, sim: null })),
      ...times(2, () => sample({ kind: 0.9, ai: null, sim: null })),
      sample({ kind: null, ai: null, sim: 0.9 }),
    ];
    expect(learnOrder(weighted(samples), ['sim', 'ai', 'kind'])).toEqual([
      { engine: 'kind', seconds: 0.1 },
      { engine: 'ai', seconds: 0.2 },
      { engine: 'kind', seconds: 0.9 },
      { engine: 'sim', seconds: 0.1 },
    ]);
  });

  it('prefers of two engines that solve the same the one that ends early elsewhere', () => {
    const unsolved = sample({ kind: null });
    const trials = new Map(unsolved.trials).set('ai', { ends: 0.01, solves: false, certificate: 0 });
    const samples = [...times(2, () => sample({ kind: 0.5, ai: 0.5 })), { ...unsolved, trials }];
    expect(learnOrder(weighted(samples), ['kind', 'ai'])[0]).toEqual({ engine: 'ai', seconds: 0.5 });
  });

  it('lets nobody have ten seconds before all have begun', () => {
    const order = learnOrder(weighted(times(2, () => sample({ kind: 9, ai: null, sim: null }))), ['kind', 'ai', 'sim']);
    expect(order).toEqual([
      { engine: 'ai', seconds: 0.1 },
      { engine: 'sim', seconds: 0.1 },
      { engine: 'kind', seconds: 10 },
    ]);
  });

  it('goes on with the slices of another schedule as far as they are more', () => {
    const base = [
      { engine: 'ai', seconds: 0.2 },
      { engine: 'kind', seconds: 0.5 },
      { engine: 'houdini', seconds: 1 },
      { engine: 'kind', seconds: 1.5 },
    ] as const;
    const samples = times(2, () => sample({ kind: 0.9, ai: null, sim: null }));
    expect(learnOrder(weighted(samples), ['kind', 'ai', 'sim'], base)).toEqual([
      { engine: 'kind', seconds: 1 },
      { engine: 'ai', seconds: 0.2 },
      { engine: 'kind', seconds: 1 },
      { engine: 'sim', seconds: 0.1 },
    ]);
  });

  it('takes the weights of tasks into account', () => {
    const samples = [
      ...times(16, () => sample({ kind: 0.1, ai: null })).map((one) => ({ sample: one, weight: 0.1 })),
      ...times(2, () => sample({ kind: null, ai: 0.1 })).map((one) => ({ sample: one, weight: 1 })),
    ];
    expect(learnOrder(samples, ['kind', 'ai']).map(({ engine }) => engine)).toEqual(['ai', 'kind']);
  });
});

describe('folds', () => {
  it('have all tasks, no family twice, and are about equal', () => {
    const samples = times(100, (i) => sample({ kind: 1 }, { family: `family ${i % 23}` }));
    const folds = foldsByFamily(samples, 5);
    expect(new Set(folds.flat()).size).toBe(100);
    const families = folds.map((fold) => new Set(fold.map(({ family }) => family)));
    for (const [i, some] of families.entries())
      for (const others of families.slice(i + 1)) expect([...some].filter((family) => others.has(family))).toEqual([]);
    const sizes = folds.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(5);
  });
});

describe('classes', () => {
  const loopFree = classOf({ ...FACTS, loops: 0 });

  it('know which engines are useful for them', () => {
    expect(isUseful('bmc:z3', loopFree)).toBe(true);
    expect(isUseful('ic3', loopFree)).toBe(false);
    const useful = usefulEngines({ loops: ['none'], floats: [false] });
    // Engines without conditions of their own come last.
    expect(useful.slice(0, 5)).toEqual(['sim', 'bmc', 'exhaust', 'explore', 'bmc:z3']);
    expect(useful).not.toContain('kind');
  });

  it('have examples', () => {
    for (const question of [...QUESTIONS, {}, without({}, { size: ['small'] })])
      expect(meets(classOf(exampleOf(question)), question)).toBe(true);
  });

  it('are divided without rest', () => {
    const question = { loops: ['none'] } as const;
    const rest = without({}, question);
    expect(rest).toEqual({ loops: ['one', 'many'] });
    expect(meets(loopFree, question)).not.toBe(meets(loopFree, rest));
    expect(stageCondition({ loops: ['none'], arrays: [true] })).toEqual({ loops: ['none'], arrays: true });
  });
});

/** Tasks of two classes, in each of which one engine is fast and the other one useless, from many families. */
const TWO_CLASSES = times(60, (i) =>
  i % 2 === 0
    ? sample({ houdini: 1.2, ic3: null }, { family: `family ${i % 12}`, facts: { heap: true } })
    : sample({ houdini: null, ic3: 1.2 }, { family: `family ${i % 12}` }),
);

describe('learning classes', () => {
  it('finds the feature that matters', () => {
    const classes = learnClasses(foldsByFamily(TWO_CLASSES, 5));
    const own = classes.filter(({ tasks }) => tasks > 0);
    expect(own.map(({ condition }) => condition)).toMatchObject([{ heap: [true] }, { heap: [false] }]);
    expect(own.map(({ order }) => order[0].engine)).toEqual(['houdini', 'ic3']);
    for (const one of TWO_CLASSES) expect(byClass(classes)(one)).toBeLessThan(2);
  });

  it('divides nothing where that solves no more', () => {
    const samples = times(60, (i) =>
      sample({ kind: 0.5 }, { family: `family ${i % 12}`, facts: { heap: i % 2 === 0 } }),
    );
    expect(learnClasses(foldsByFamily(samples, 5)).filter(({ tasks }) => tasks > 0)).toHaveLength(1);
  });

  it('leaves a class as it is of which it knows too little', () => {
    const floats = sample({ kind: 0.1, boxes: null }, { facts: { floats: true } });
    const kept = [{ engine: 'boxes', seconds: 0.5 } as const];
    const classes = learnClasses(foldsByFamily([...TWO_CLASSES, floats], 5), () => kept);
    expect(classes.find(({ condition }) => meets(floats.class, condition))?.order).toEqual(kept);
    expect(byClass(classes)(TWO_CLASSES[0])).toBeLessThan(2);
  });

  it('makes no class of fewer than ten tasks', () => {
    const few = [
      ...TWO_CLASSES.filter(({ facts }) => !facts.heap),
      ...TWO_CLASSES.filter(({ facts }) => facts.heap).slice(0, 9),
    ];
    expect(learnClasses(foldsByFamily(few, 5)).filter(({ tasks }) => tasks > 0)).toHaveLength(1);
  });
});

describe('the comparison', () => {
  it('counts, on each fold, what was learned on the others', () => {
    const others = new Map([
      [
        'houdini first',
        inSlices([
          { engine: 'houdini', seconds: 5 },
          { engine: 'ic3', seconds: 5 },
        ]),
      ],
    ]);
    const { sizes, rows } = compare(TWO_CLASSES, 5, others, new Map());
    expect(sizes.reduce((a, b) => a + b)).toBe(60);
    const total = (name: string, budget: number) =>
      rows.find((row) => row.name === name)?.solved.reduce((sum, counts) => sum + counts[budget], 0);
    expect([0, 1].map((budget) => total('learned', budget))).toEqual([60, 60]);
    expect([0, 1].map((budget) => total('houdini first', budget))).toEqual([30, 60]);
    expect([0, 1].map((budget) => total('equal shares', budget))).toEqual([0, 60]);
    expect(comparisonTable({ sizes, rows }).split('\n')).toHaveLength(rows.length + 2);
  });

  it('has a stage for each class, the largest one for all the rest', () => {
    const classes = learnClasses(foldsByFamily([...TWO_CLASSES, sample({ ic3: 1.2, houdini: null })], 5));
    const stages = stagesOf(classes);
    expect(stages.map(({ when }) => when).indexOf(undefined)).toBe(stages.length - 1);
    for (const { facts } of TWO_CLASSES)
      expect(slicesFor({ stages }, facts).engines[0].engine).toBe(facts.heap ? 'houdini' : 'ic3');
    expect(slicesFor({ stages }, { ...FACTS, loops: 0 }).engines.map(({ engine }) => engine)).not.toContain('ic3');
    const [heap] = summaryOf(TWO_CLASSES, [{ heap: [true] }]);
    expect(heap).toMatchObject({ tasks: 30, solved: 30 });
    expect(heap.engines).toEqual([
      { engine: 'houdini', tasks: 30, solved: 30, alone: 30, median: 1.2 },
      { engine: 'ic3', tasks: 30, solved: 0, alone: 0, median: null },
    ]);
  });
});
