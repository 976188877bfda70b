import { classOf, type SystemClass, type SystemFacts } from '../../src/race/facts.ts';
import type { EngineChoice, Matrix, RunRecord } from './matrix.ts';

/**
 * Factor on the times of the matrix: its engines ran in threads with hot code, while in a race each
 * has a fresh thread. It is the median over pairs of such runs.
 */
const COLD_FACTOR = 1.3;

/** The outcome for an engine on a task when it is given time. Seconds of CPU. */
export interface Trial {
  /**
   * Time at which the engine ends by itself, with or without a verdict; infinite if it was still at work
   * at its limit.
   */
  readonly ends: number;
  readonly solves: boolean;
  /** Time of the certificate, for a verdict; else 0. */
  readonly certificate: number;
}

/**
 * A task for learning: its class and the result of each engine. An engine without a trial was of no
 * use there, or was not run.
 */
export interface Sample {
  readonly family: string;
  readonly facts: SystemFacts;
  readonly class: SystemClass;
  readonly trials: ReadonlyMap<EngineChoice, Trial>;
}

/** The tasks of a matrix that the quick stage leaves open, and on which the engines were run. */
export function samplesOf({ tasks, runs }: Matrix): readonly Sample[] {
  return [...tasks.values()].flatMap(({ task, family, facts, quick, expected }) => {
    const ofTask = runs.get(task);
    if (facts === null || quick !== null || ofTask === undefined) return [];
    const trials = new Map([...ofTask].map(([engine, run]) => [engine, trialOf(run, expected)]));
    return [{ family, facts, class: classOf(facts), trials }];
  });
}

/** An unexpected verdict counts as no verdict. */
function trialOf({ verdict, end, seconds, certificate }: RunRecord, expected: boolean | null): Trial {
  const solves = verdict !== null && verdict === (expected ?? verdict);
  return {
    ends: end === 'limit' ? Number.POSITIVE_INFINITY : COLD_FACTOR * seconds,
    solves,
    certificate: solves ? (certificate ?? 0) : 0,
  };
}
