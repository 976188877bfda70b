import type { EngineChoice } from '../../../../scripts/schedule/matrix.ts';
import type { Sample, Trial } from '../../../../scripts/schedule/samples.ts';
import { classOf, type SystemFacts } from '../../../../src/race/facts.ts';

export const FACTS: SystemFacts = {
  source: 'program',
  lines: 9,
  loops: 1,
  stateVars: 1,
  stateBits: 32,
  inputs: 1,
  arrays: false,
  floats: false,
  products: false,
  heap: false,
  checks: 0,
  threads: false,
  comparisons: 1,
  deterministic: false,
  approximations: 0,
  gaps: 0,
  terms: 10,
  gates: 100,
};

/** A task that the engines solve after so many seconds, or on which they work without end (null). */
export function sample(
  times: { readonly [Engine in EngineChoice]?: number | null },
  { family = 'a', facts = {} }: { readonly family?: string; readonly facts?: Partial<SystemFacts> } = {},
): Sample {
  const trials = Object.entries(times).map(([engine, seconds]): [EngineChoice, Trial] => [
    engine as EngineChoice,
    { ends: seconds ?? Number.POSITIVE_INFINITY, solves: seconds !== null, certificate: 0 },
  ]);
  const all = { ...FACTS, ...facts };
  return { family, facts: all, class: classOf(all), trials: new Map(trials) };
}
