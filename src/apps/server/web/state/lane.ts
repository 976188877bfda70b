import type { EngineEnd } from '../../../../race/verdict.ts';
import type { EventOf, Statistics } from './event-parts.ts';

/** One engine's part in the race. */
export interface Lane {
  readonly engine: string;
  readonly options: Readonly<Record<string, number | string | boolean>>;
  readonly started: number;
  readonly ended: { readonly time: number; readonly end: EngineEnd } | null;
  /** Bounds, increasing in both fields. */
  readonly bounds: readonly { readonly time: number; readonly bound: number }[];
  readonly note: string | null;
  readonly statistics: readonly { readonly time: number; readonly values: Statistics }[];
  readonly claims: readonly LaneClaim[];
  readonly bytes: number | null;
  /** Time spent in solvers so far, in ms; increasing in both fields. */
  readonly solver: readonly { readonly time: number; readonly milliseconds: number }[];
}

export interface LaneClaim {
  readonly time: number;
  readonly claim: 'safe' | 'unsafe';
  readonly detail: string;
  /** Lemmas of other engines that the claim rests on. */
  readonly uses: readonly number[];
  readonly outcome: { readonly time: number; readonly certified: boolean; readonly why: string | null } | null;
}

/** The name of a lane for people: the quick stage, whose engines have no lanes of their own, or an engine. */
export function laneName(engine: string): string {
  return engine === 'quick' ? 'quick stage' : engine;
}

/** Most points of bounds, statistics and memory: beyond, every second one is dropped. */
const MOST_POINTS = 2_000;

export function newLane(engine: string, started: number): Lane {
  return {
    engine,
    options: {},
    started,
    ended: null,
    bounds: [],
    note: null,
    statistics: [],
    claims: [],
    bytes: null,
    solver: [],
  };
}

type EngineUse = EventOf<'memory'>['engines'][number] & { readonly solverMilliseconds?: number };

export function measured(lane: Lane, time: number, { bytes, solverMilliseconds: milliseconds }: EngineUse): Lane {
  return {
    ...lane,
    bytes,
    solver: milliseconds === undefined ? lane.solver : thinned([...lane.solver, { time, milliseconds }]),
  };
}

export function raised(lane: Lane, time: number, bound: number): Lane {
  const last = lane.bounds.at(-1);
  return last !== undefined && last.bound >= bound
    ? lane
    : { ...lane, bounds: thinned([...lane.bounds, { time, bound }]) };
}

/** Drops every second point; the last one always stays. */
export function thinned<T>(points: readonly T[]): readonly T[] {
  return points.length <= MOST_POINTS ? points : points.filter((_, index) => index % 2 !== points.length % 2);
}
