import type { SystemClass } from '../../src/race/facts.ts';
import type { EngineChoice } from './matrix.ts';
import { concurrent, type Starter } from './policies.ts';
import type { Sample } from './samples.ts';

/**
 * A set of engines that start after delays and may run for a share of the limit. It is the other way
 * to write a portfolio, to compare with.
 */
export interface StarterSet {
  readonly stages: readonly StarterStage[];
}

interface StarterStage {
  readonly when?: { readonly loops?: readonly SystemClass['loops'][] } & {
    readonly [Flag in 'arrays' | 'floats' | 'products']?: boolean;
  };
  /** Delay in milliseconds. */
  readonly delay?: number;
  readonly engines: readonly {
    readonly engine: Exclude<EngineChoice, 'bmc:z3'>;
    readonly options?: { readonly solver?: string };
    /** Share of the time limit, 0 .. 1. */
    readonly share?: number;
  }[];
}

/** Engines at once on one core. */
const THREADS = 4;

/**
 * Returns the time in seconds at which a race of such a set decides a task on one core within a limit
 * in seconds. The time is infinite if the race does not decide it.
 */
export function raceOf({ stages }: StarterSet, sample: Sample, limit: number): number {
  const { loops, arrays, floats, products } = sample.class;
  const flags = { arrays, floats, products };
  const holds = ({ when = {} }: StarterStage): boolean =>
    (when.loops?.includes(loops) ?? true) &&
    (when.arrays ?? arrays) === flags.arrays &&
    (when.floats ?? floats) === flags.floats &&
    (when.products ?? products) === flags.products;
  const starters = stages.filter(holds).flatMap(({ delay = 0, engines }) =>
    engines.map(
      ({ engine, options, share = 1 }): Starter => ({
        engine: engine === 'bmc' && options?.solver === 'z3' ? 'bmc:z3' : engine,
        delay: delay / 1000,
        share,
      }),
    ),
  );
  return concurrent(sample, starters, { threads: THREADS, limit });
}
