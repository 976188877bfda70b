import type { Lane } from './lane.ts';
import type { LemmaRecord } from './lemma-records.ts';
import type { Race } from './race.ts';
import { lemmasInProof } from './race.ts';

// The picture of a race: a row for each engine, with time from left to right. Units are pixels, from
// the upper left corner.

const ROW_HEIGHT = 34;
export const BAR_HEIGHT = 16;
const BAR_TOP = 12;
/** Bounds reached within this number of pixels are one segment, lemmas one mark. */
const LEAST_SEGMENT = 10;
const LEAST_MARK = 7;
/** Most arrows that are drawn by default. */
const MOST_ARROWS = 80;
const TICKS = [1, 2, 5];

export interface LanePicture {
  readonly width: number;
  readonly height: number;
  /** The time at the right edge, in ms. */
  readonly until: number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  /** Times of the restarts of the race. */
  readonly restarts: readonly number[];
  readonly rows: readonly LaneRow[];
  /** Marks in order of time. */
  readonly marks: readonly LemmaMark[];
  /** The lemmas that another engine used. */
  readonly arrows: readonly LemmaArrow[];
}

export interface LaneRow {
  readonly name: string;
  readonly y: number;
  /** Extent from the start of the engine to its end. */
  readonly x: number;
  readonly width: number;
  readonly open: boolean;
  readonly segments: readonly BoundSegment[];
  /** Share of the time in solvers, piece by piece. */
  readonly solver: readonly { readonly x: number; readonly width: number; readonly share: number }[];
  readonly claims: readonly {
    readonly x: number;
    readonly claim: 'safe' | 'unsafe';
    readonly outcome: 'open' | 'certified' | 'refused';
  }[];
}

interface BoundSegment {
  readonly x: number;
  readonly width: number;
  /** No run of at most this number of steps violates the property. */
  readonly bound: number;
}

export interface LemmaMark {
  readonly x: number;
  readonly y: number;
  readonly engine: string;
  /** Lemmas published at this time. */
  readonly lemmas: readonly LemmaRecord[];
  readonly used: boolean;
  readonly inProof: boolean;
}

export interface LemmaArrow {
  readonly lemma: number;
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** @param now ms since the verification began: the end of bars that still grow */
export function layLanes(race: Race, now: number, width: number): LanePicture {
  const until = Math.max(now, race.time, 1);
  const at = (time: number): number => Math.round((Math.min(Math.max(time, 0), until) / until) * width * 10) / 10;
  const lanes = [...race.lanes.values()];
  const compile = compileRow(race, at, until);
  const rows = [
    ...(compile === null ? [] : [compile]),
    ...lanes.map((lane) => laneRow(lane, at, until, race.end === null)),
  ].map((row, index) => ({
    ...row,
    y: index * ROW_HEIGHT,
  }));
  const tops = new Map(rows.map(({ name, y }) => [name, y]));
  const marks = lemmaMarks(race, at, tops);
  return {
    width,
    height: rows.length * ROW_HEIGHT,
    until,
    ticks: timeTicks(until, width),
    restarts: race.restarts.map(({ time }) => at(time)),
    rows,
    marks,
    arrows: lemmaArrows(
      [...race.lemmas.values()].filter(({ usedBy }) => usedBy.length > 0).slice(-MOST_ARROWS),
      at,
      tops,
    ),
  };
}

/** Arrows from the publication of a lemma to its use; on request also to all engines that received it. */
export function arrowsOf(race: Race, lemmas: readonly LemmaRecord[], picture: LanePicture): readonly LemmaArrow[] {
  const at = (time: number): number => (Math.min(time, picture.until) / picture.until) * picture.width;
  const tops = new Map(picture.rows.map(({ name, y }) => [name, y]));
  const shown = lemmas.map((lemma) => ({
    ...lemma,
    usedBy: [
      ...lemma.usedBy,
      ...lemma.to
        .filter((engine) => !lemma.usedBy.some((use) => use.engine === engine))
        .map((engine) => ({ engine, time: Math.max(lemma.time, race.lanes.get(engine)?.started ?? 0) })),
    ],
  }));
  return lemmaArrows(shown, at, tops);
}

function compileRow(race: Race, at: (time: number) => number, until: number): Omit<LaneRow, 'y'> | null {
  if (race.time === 0 && race.compiled === null) return null;
  const [first] = race.lanes.values();
  const end = race.compiled?.time ?? first?.started ?? (race.end === null ? until : race.time);
  const x = at(race.restarts.at(-1)?.time ?? 0);
  return {
    name: 'compile',
    x,
    width: at(end) - x,
    open: end === until && race.end === null,
    segments: [],
    solver: [],
    claims: [],
  };
}

function laneRow(lane: Lane, at: (time: number) => number, until: number, open: boolean): Omit<LaneRow, 'y'> {
  const x = at(lane.started);
  const end = at(lane.ended?.time ?? until);
  return {
    name: lane.engine,
    x,
    width: Math.max(2, end - x),
    open: lane.ended === null && open,
    segments: segments(lane, at, end),
    solver: solverPieces(lane, at),
    claims: lane.claims.map(({ time, claim, outcome }) => ({
      x: at(time),
      claim,
      outcome: outcome === null ? 'open' : outcome.certified ? 'certified' : 'refused',
    })),
  };
}

/** A bound is reached where its segment begins; of bounds close together only the last one is shown. */
function segments({ bounds }: Lane, at: (time: number) => number, end: number): readonly BoundSegment[] {
  const starts: { x: number; bound: number }[] = [];
  for (const { time, bound } of bounds) {
    const x = at(time);
    const last = starts.at(-1);
    if (last !== undefined && x - last.x < LEAST_SEGMENT) last.bound = bound;
    else starts.push({ x, bound });
  }
  return starts.map(({ x, bound }, index) => ({ x, bound, width: Math.max(2, (starts[index + 1]?.x ?? end) - x) }));
}

/** Pieces from one report of solver time to the next; pieces close together are joined. */
function solverPieces({ solver, started }: Lane, at: (time: number) => number): LaneRow['solver'] {
  const pieces: { x: number; width: number; share: number }[] = [];
  let from = { time: started, milliseconds: 0 };
  for (const [index, point] of solver.entries()) {
    const [x, end] = [at(from.time), at(point.time)];
    if (end - x < LEAST_SEGMENT && index < solver.length - 1) continue;
    const share = (point.milliseconds - from.milliseconds) / Math.max(point.time - from.time, 1);
    pieces.push({ x, width: end - x, share: Math.min(Math.max(share, 0), 1) });
    from = point;
  }
  return pieces;
}

function lemmaMarks(race: Race, at: (time: number) => number, tops: ReadonlyMap<string, number>): readonly LemmaMark[] {
  const proof = lemmasInProof(race);
  const open = new Map<string, { x: number; y: number; engine: string; lemmas: LemmaRecord[] }>();
  const marks: { x: number; y: number; engine: string; lemmas: LemmaRecord[] }[] = [];
  for (const lemma of race.lemmas.values()) {
    const y = tops.get(lemma.from);
    if (y === undefined) continue;
    const x = at(lemma.time);
    const last = open.get(lemma.from);
    if (last !== undefined && x - last.x < LEAST_MARK) {
      last.lemmas.push(lemma);
      continue;
    }
    const mark = { x, y: y + BAR_TOP, engine: lemma.from, lemmas: [lemma] };
    open.set(lemma.from, mark);
    marks.push(mark);
  }
  return marks
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map((mark) => ({
      ...mark,
      used: mark.lemmas.some(({ usedBy }) => usedBy.length > 0),
      inProof: mark.lemmas.some(({ id }) => proof.has(id)),
    }));
}

function lemmaArrows(
  lemmas: readonly Pick<LemmaRecord, 'id' | 'from' | 'time' | 'usedBy'>[],
  at: (time: number) => number,
  tops: ReadonlyMap<string, number>,
): readonly LemmaArrow[] {
  return lemmas.flatMap(({ id, from, time, usedBy }) => {
    const top = tops.get(from);
    if (top === undefined) return [];
    return usedBy.flatMap((use) => {
      const target = tops.get(use.engine);
      if (target === undefined) return [];
      const down = target > top;
      return [
        {
          lemma: id,
          from: { x: at(time), y: top + BAR_TOP + (down ? BAR_HEIGHT : 0) },
          to: { x: at(use.time), y: target + BAR_TOP + (down ? 0 : BAR_HEIGHT) },
        },
      ];
    });
  });
}

/** Round times, at least 70 pixels apart. */
function timeTicks(until: number, width: number): LanePicture['ticks'] {
  const least = (until * 70) / Math.max(width, 70);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = TICKS.map((factor) => factor * power).find((one) => one >= least) ?? 10 * power;
  const count = Math.floor(until / step);
  return Array.from({ length: count + 1 }, (_, index) => ({
    x: (index * step * width) / until,
    label: durationText(index * step),
  }));
}

/** A duration as text: `250 ms`, `1.5 s`, `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${Math.round(milliseconds / 100) / 10} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`;
}
