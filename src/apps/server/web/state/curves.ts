import type { Race } from './race.ts';

/** Curves over the same times (seconds); null where a curve has no value. */
export interface PlotData {
  readonly names: readonly string[];
  readonly times: readonly number[];
  readonly columns: readonly (readonly (number | null)[])[];
}

/** Seconds that each engine has spent in solvers, if it reports them. */
export function solverCurves(race: Race): PlotData {
  const lanes = [...race.lanes.values()].filter(({ solver }) => solver.length > 0);
  const times = [...new Set(lanes.flatMap(({ solver }) => solver.map(({ time }) => time)))].sort((a, b) => a - b);
  return {
    names: lanes.map(({ engine }) => engine),
    times: times.map((time) => time / 1000),
    columns: lanes.map(({ solver }) => {
      const known = new Map(solver.map(({ time, milliseconds }) => [time, milliseconds / 1000]));
      return times.map((time) => known.get(time) ?? null);
    }),
  };
}

/** Memory of the whole process in MB. */
export function memoryCurve({ memory }: Pick<Race, 'memory'>): PlotData {
  return {
    names: ['process'],
    times: memory.map(({ time }) => time / 1000),
    columns: [memory.map(({ bytes }) => Math.round(bytes / 2 ** 20))],
  };
}
