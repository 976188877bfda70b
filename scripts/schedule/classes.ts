import type { SystemClass, SystemFacts } from '../../src/race/facts.ts';
import type { StageCondition } from '../../src/race/options/portfolio-set.ts';
import { ENGINE_NAMES } from '../../src/race/schedule/engine-names.ts';
import type { EngineChoice } from './matrix.ts';

/** The values that a class of systems may have, for each feature that is restricted. */
export type Condition = { readonly [Feature in keyof SystemClass]?: readonly SystemClass[Feature][] };

/** All values of each feature, in the order in which people name them. */
const VALUES: { readonly [Feature in keyof SystemClass]: readonly SystemClass[Feature][] } = {
  loops: ['none', 'one', 'many'],
  size: ['small', 'medium', 'large'],
  arrays: [false, true],
  floats: [false, true],
  products: [false, true],
  heap: [false, true],
  checks: [false],
  threads: [false],
  deterministic: [false, true],
  cases: [false, true],
  hardware: [false, true],
};

const FEATURES = Object.keys(VALUES) as readonly (keyof SystemClass)[];

/** The questions that distinguish classes of systems. */
export const QUESTIONS: readonly Condition[] = [
  { loops: ['none'] },
  { loops: ['one'] },
  { size: ['small'] },
  { size: ['large'] },
  { arrays: [true] },
  { floats: [true] },
  { products: [true] },
  { heap: [true] },
  { deterministic: [true] },
  { cases: [true] },
];

const LOOPING: Condition = { loops: ['one', 'many'] };

/**
 * Features that a system must have for an engine to be of use; an engine without conditions is of use
 * for all. Engines that end soon where they are of no use come first, those that are not named here last.
 */
const NEEDS: { readonly [Engine in EngineChoice]?: Condition } = {
  sim: { hardware: [false] },
  bmc: {},
  ai: LOOPING,
  kind: LOOPING,
  ic3: LOOPING,
  exhaust: { deterministic: [false] },
  explore: { arrays: [false] },
  houdini: LOOPING,
  boxes: { floats: [true] },
  'bmc:z3': { loops: ['none'] },
  poly: { ...LOOPING, products: [true] },
  pdr: LOOPING,
  imc: LOOPING,
  dar: LOOPING,
  ismc: LOOPING,
  predabs: LOOPING,
  impact: LOOPING,
  rse: LOOPING,
  split: LOOPING,
  traces: LOOPING,
};

/** All engines, in that order. */
export const CHOICES: readonly EngineChoice[] = [
  ...new Set([...(Object.keys(NEEDS) as EngineChoice[]), ...ENGINE_NAMES]),
];

/** Whether a system of this class meets a condition. */
export function meets(system: SystemClass, condition: Condition): boolean {
  return FEATURES.every((feature) => allowed(condition, feature).includes(system[feature]));
}

/** The engines that are of use for some system that meets the condition. */
export function usefulEngines(condition: Condition): readonly EngineChoice[] {
  return CHOICES.filter((engine) =>
    FEATURES.every((feature) =>
      allowed(NEEDS[engine] ?? {}, feature).some((value) => allowed(condition, feature).includes(value)),
    ),
  );
}

/** Whether an engine can be of use for systems of this class. */
export function isUseful(engine: EngineChoice, system: SystemClass): boolean {
  return meets(system, NEEDS[engine] ?? {});
}

/** Conjunction of two conditions. */
export function both(a: Condition, b: Condition): Condition {
  return restricted((feature) => allowed(a, feature).filter((value) => allowed(b, feature).includes(value)));
}

/** The first condition without the systems that meet the question, which is about one feature. */
export function without(a: Condition, question: Condition): Condition {
  return restricted((feature) =>
    feature in question
      ? allowed(a, feature).filter((value) => !allowed(question, feature).includes(value))
      : allowed(a, feature),
  );
}

/** Facts of some system that meets the condition, without features that it does not require. */
export function exampleOf(condition: Condition): SystemFacts {
  const first = <Feature extends keyof SystemClass>(
    feature: Feature,
    usual: SystemClass[Feature],
  ): SystemClass[Feature] => {
    const values = allowed(condition, feature) as readonly SystemClass[Feature][];
    return values.includes(usual) ? usual : values[0];
  };
  return {
    source: first('hardware', false) ? 'hardware' : 'program',
    loops: { none: 0, one: 1, many: 2 }[first('loops', 'many')],
    gates: { small: 1000, medium: 10_000, large: 100_000 }[first('size', 'small')],
    comparisons: first('cases', false) ? 100 : 0,
    arrays: first('arrays', false),
    floats: first('floats', false),
    products: first('products', false),
    checks: 0,
    threads: false,
    heap: first('heap', false),
    deterministic: first('deterministic', false),
    lines: 100,
    stateVars: 1,
    stateBits: 32,
    inputs: 1,
    approximations: 0,
    gaps: 0,
    terms: 100,
  };
}

/** The condition of a stage of a portfolio. */
export function stageCondition(condition: Condition): StageCondition {
  const { loops, size, ...flags } = condition;
  const single = Object.entries(flags).map(([feature, values]) => [feature, values[0]]);
  return { ...(loops && { loops }), ...(size && { size }), ...Object.fromEntries(single) };
}

/** The condition in a few words. */
export function describe(condition: Condition): string {
  const parts = FEATURES.flatMap((feature) => {
    const values = condition[feature];
    if (values === undefined) return [];
    return typeof values[0] === 'boolean'
      ? [values[0] ? feature : `no ${feature}`]
      : [`${feature} ${values.join(' or ')}`];
  });
  return parts.length === 0 ? 'all' : parts.join(', ');
}

function allowed(condition: Condition, feature: keyof SystemClass): readonly SystemClass[keyof SystemClass][] {
  return condition[feature] ?? VALUES[feature];
}

function restricted(valuesOf: (feature: keyof SystemClass) => readonly SystemClass[keyof SystemClass][]): Condition {
  const entries = FEATURES.map((feature) => [feature, valuesOf(feature)] as const);
  return Object.fromEntries(entries.filter(([feature, values]) => values.length < VALUES[feature].length));
}
