import { SliceOrder } from '../../src/race/schedule/slice-order.ts';
import type { EngineChoice } from './matrix.ts';
import type { Sample, Trial } from './samples.ts';

/**
 * A slice of a schedule: seconds of CPU time of the engine's thread. An engine's later slice continues
 * where the one before ended.
 */
export interface Slice {
  readonly engine: EngineChoice;
  readonly seconds: number;
}

/**
 * CPU seconds that a fresh engine costs beyond the time of its thread. The solver is loaded, and V8's
 * helpers compile the code that becomes hot.
 */
export const START_SECONDS = 0.6;

/**
 * The CPU time in seconds at which a schedule has decided a task, certificate included; infinite if it
 * does not.
 */
export type Policy = (sample: Sample) => number;

const GIVES_UP: Trial = { ends: 0, solves: false, certificate: 0 };

/** Horizon in seconds: longer times were not measured. */
const HORIZON = 1000;

/** Slices one after the other on one core, as in a race with one slot. */
export function inSlices(order: readonly Slice[]): Policy {
  const list = order.map(({ engine, seconds }) => ({ engine, milliseconds: 1000 * seconds }));
  const engines = new Map<string, EngineChoice>(order.map(({ engine }) => [engine, engine]));
  return ({ trials }) => {
    const had = new Map<EngineChoice, number>();
    const trialOf = (engine: EngineChoice): Trial => trials.get(engine) ?? GIVES_UP;
    const isOpen = (id: string): boolean => {
      const engine = engines.get(id);
      return engine !== undefined && (had.get(engine) ?? 0) < trialOf(engine).ends;
    };
    const turns = new SliceOrder(list);
    let now = 0;
    while (now < HORIZON && [...engines.keys()].some(isOpen)) {
      const { engine: id, milliseconds } = turns.next(isOpen, () => false);
      const engine = engines.get(id);
      if (engine === undefined) break;
      const trial = trialOf(engine);
      const before = had.get(engine);
      const until = Math.min((before ?? 0) + milliseconds / 1000, trial.ends);
      now += until - (before ?? 0) + (before === undefined ? START_SECONDS : 0);
      had.set(engine, until);
      if (trial.solves && until === trial.ends) return now + trial.certificate;
    }
    return Number.POSITIVE_INFINITY;
  };
}

/** All engines at once on one core, each with an equal share of it. */
export function equalShares(): Policy {
  return (sample) =>
    concurrent(
      sample,
      [...sample.trials.keys()].map((engine) => ({ engine, delay: 0, share: 1 })),
      { threads: sample.trials.size, limit: HORIZON },
    );
}

/** The fastest engine alone. */
export function virtualBest(): Policy {
  return ({ trials }) =>
    Math.min(
      ...[...trials.values()].map(({ ends, solves, certificate }) =>
        solves ? START_SECONDS + ends + certificate : Number.POSITIVE_INFINITY,
      ),
    );
}

/**
 * An engine of a race in which engines start after delays, in seconds, and may run for a share of the
 * limit.
 */
export interface Starter {
  readonly engine: EngineChoice;
  readonly delay: number;
  readonly share: number;
}

interface Running extends Starter {
  /** Start in seconds of the wall clock. */
  readonly since: number;
  /** Seconds of CPU time of its thread. */
  used: number;
  readonly trial: Trial;
}

/**
 * Engines that start after delays, at most `threads` at once, sharing one core equally until the limit
 * in seconds. Seconds of the wall clock are thus seconds of CPU time. While no engine runs the next
 * one does not wait for its delay.
 */
export function concurrent(
  sample: Sample,
  starters: readonly Starter[],
  { threads, limit }: { readonly threads: number; readonly limit: number },
): number {
  const waiting = [...starters].sort((a, b) => a.delay - b.delay);
  let running: Running[] = [];
  let now = 0;
  while (now < limit && (running.length > 0 || waiting.length > 0)) {
    while (waiting.length > 0 && running.length < threads && (waiting[0].delay <= now || running.length === 0)) {
      const [next] = waiting.splice(0, 1);
      const trial = sample.trials.get(next.engine) ?? GIVES_UP;
      // Starting its thread takes time before its work.
      if (trial !== GIVES_UP) running.push({ ...next, trial, since: now, used: -START_SECONDS });
    }
    if (running.length === 0) continue;
    const rate = 1 / running.length;
    const ending = Math.min(...running.map(({ trial, used }) => (trial.ends - used) / rate));
    const leaving = Math.min(
      ...running.map(({ since, share }) => (share >= 1 ? Number.POSITIVE_INFINITY : since + share * limit - now)),
    );
    const starting = waiting.length > 0 && running.length < threads ? waiting[0].delay - now : Number.POSITIVE_INFINITY;
    const step = Math.max(0, Math.min(ending, leaving, starting, limit - now));
    now += step;
    for (const one of running) one.used += step * rate;
    const solver = running.find(({ trial, used }) => trial.solves && used >= trial.ends - EPSILON);
    if (solver !== undefined) return now + solver.trial.certificate;
    const last = running.length === 1 && waiting.length === 0;
    running = running.filter(
      ({ trial, used, since, share }) =>
        used < trial.ends - EPSILON && (last || share >= 1 || now < since + share * limit - EPSILON),
    );
    if (last && step === 0) break;
  }
  return Number.POSITIVE_INFINITY;
}

const EPSILON = 1e-9;
