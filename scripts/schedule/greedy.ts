import { isUseful } from './classes.ts';
import type { EngineChoice } from './matrix.ts';
import { type Slice, START_SECONDS } from './policies.ts';
import type { Sample, Trial } from './samples.ts';

/** Totals that an engine may have had after one of its slices, in seconds of CPU. */
const STEPS: readonly number[] = [0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Most seconds of an engine before every other one has had a slice. */
const LONE_SECONDS = 10;
/** Least gain of a slice, in further solved tasks by weight; less is chance. */
const LEAST_SOLVED = 1.5;
/** Slice in seconds of an engine that solves no further task. */
const FIRST_SECONDS = 0.1;

/** A sample with its weight. */
export interface Weighted {
  readonly sample: Sample;
  readonly weight: number;
}

/** The trial of an engine that was not run, or that is of no use. */
const NEVER: Trial = { solves: false, ends: Number.POSITIVE_INFINITY, certificate: 0 };
const AT_ONCE: Trial = { solves: false, ends: 0, certificate: 0 };
const EPSILON = 1e-9;

interface Candidate {
  readonly engine: EngineChoice;
  /** The engine's total after the slice. */
  readonly until: number;
  /** Newly solved tasks, by weight, per second. */
  readonly gain: number;
}

/**
 * Constructs a schedule greedily, given all slices before (Streeter, Golovin: An Online Algorithm for
 * Maximizing Submodular Functions, NIPS 2008). The next slice is the one that solves most further
 * tasks for its CPU time, the start of a thread included. A slice costs less on tasks on which the
 * engine ends early. When no slice solves more, the slices of `base` follow as far as they give an
 * engine more than it has had. Engines of `all` without any slice then get a short one each, in the
 * given order.
 */
export function learnOrder(
  samples: readonly Weighted[],
  all: readonly EngineChoice[],
  base: readonly Slice[] = [],
): readonly Slice[] {
  const order: Slice[] = [];
  const had = new Map<EngineChoice, number>();
  let open = samples;
  /** Gives an engine its next slice, up to a total of `until` seconds. */
  const give = (engine: EngineChoice, until: number): void => {
    if (until >= LONE_SECONDS) all.filter((other) => other !== engine).forEach(begin);
    const seconds = round(until - (had.get(engine) ?? 0));
    const last = order.at(-1);
    if (last?.engine === engine) order[order.length - 1] = { engine, seconds: round(last.seconds + seconds) };
    else order.push({ engine, seconds });
    had.set(engine, until);
  };
  const begin = (engine: EngineChoice): void => {
    if (!had.has(engine)) give(engine, FIRST_SECONDS);
  };
  for (;;) {
    const best = all.flatMap((engine) => candidates(engine, had.get(engine) ?? 0, open)).reduce(better, null);
    if (best === null) break;
    give(best.engine, best.until);
    open = open.filter(({ sample }) => !solvesWithin(sample, best.engine, best.until));
  }
  const inBase = new Map<EngineChoice, number>();
  for (const { engine, seconds } of base.filter((slice) => all.includes(slice.engine))) {
    const until = round((inBase.get(engine) ?? 0) + seconds);
    inBase.set(engine, until);
    if (until > (had.get(engine) ?? 0)) give(engine, until);
  }
  all.forEach(begin);
  return order;
}

function better(best: Candidate | null, next: Candidate): Candidate | null {
  return next.gain > (best?.gain ?? 0) ? next : best;
}

/** The slices that an engine may have next, with their gains. */
function candidates(engine: EngineChoice, had: number, open: readonly Weighted[]): readonly Candidate[] {
  return STEPS.filter((step) => step > had).map((step) => {
    let solved = 0;
    let cost = 0;
    for (const { sample, weight } of open) {
      const trial = sample.trials.get(engine) ?? (isUseful(engine, sample.class) ? NEVER : AT_ONCE);
      cost += weight * Math.max(0, Math.min(step, trial.ends) - had);
      if (had === 0) cost += weight * START_SECONDS;
      if (trial.solves && trial.ends <= step && trial.ends > had) {
        solved += weight;
        cost += weight * trial.certificate;
      }
    }
    return { engine, until: step, gain: solved < LEAST_SOLVED ? 0 : solved / cost };
  });
}

function solvesWithin({ trials }: Sample, engine: EngineChoice, seconds: number): boolean {
  const { solves, ends } = trials.get(engine) ?? NEVER;
  return solves && ends <= seconds + EPSILON;
}

/** Removes the errors of differences of decimal fractions. */
function round(seconds: number): number {
  return Math.round(1000 * seconds) / 1000;
}
