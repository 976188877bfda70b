import type { JobEvent, JobKind, JobState } from '../../protocol.ts';
import type { Diagnostic, EventOf, NumberedEvent, ProgramOutline, SystemFacts } from './event-parts.ts';
import { type Lane, type LaneClaim, measured, newLane, raised, thinned } from './lane.ts';
import { exchanged, type LemmaRecord } from './lemma-records.ts';
import { type Result, readResult } from './result.ts';

/** The state of a job: the sum of its events. Times are milliseconds since the verification began. */
export interface Race {
  /** Number of the last applied event. */
  readonly last: number;
  /** Number of events that the server has dropped. */
  readonly omitted: number;
  readonly kind: JobKind;
  readonly state: JobState;
  /** Place in the queue, from 1. */
  readonly place: number | null;
  readonly time: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly compiled: {
    readonly facts: SystemFacts;
    readonly decisions: readonly string[];
    readonly milliseconds: number;
    readonly time: number;
  } | null;
  readonly outline: ProgramOutline | null;
  /** Headers and other files, as the preprocessor left them. */
  readonly sources: EventOf<'sources'>['files'];
  /** Lanes by engine, in the order of their start. */
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly lemmas: ReadonlyMap<number, LemmaRecord>;
  readonly memory: readonly { readonly time: number; readonly bytes: number }[];
  /** The decided ones of several properties of a model. */
  readonly properties: readonly { readonly name: string; readonly verdict: string }[];
  /** The checks that are decided one by one, by name, in the order of places. */
  readonly checks: ReadonlyMap<string, CheckRecord>;
  /** Times at which a process broke down and another one replaced it. */
  readonly restarts: readonly { readonly time: number; readonly why: string }[];
  /** The worker of a queue that runs it, or ran it last; null: the server itself, or no worker yet. */
  readonly worker: string | null;
  readonly end: RaceEnd | null;
  /** Time of submission in ISO 8601; null: not known yet. */
  readonly submitted: string | null;
  /** Version of Lemmata that ran it; null: unknown. */
  readonly lemmata: string | null;
}

export type RaceEnd =
  /** `result` null: of a kind that this page does not know. */
  | {
      readonly kind: 'verdict';
      readonly verdict: string;
      readonly result: Result | null;
      readonly json: object;
      readonly witness: boolean;
      readonly certificate: boolean;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'interrupted' };

/** A check of the program. */
export interface CheckRecord {
  readonly kind: string;
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
  /** The function of the program around it. */
  readonly function: string;
  /** Null: not yet known. */
  readonly state: EventOf<'check'>['state'] | null;
  readonly text: string;
  /** When it was decided, or told as open; null: not yet. */
  readonly time: number | null;
}

export const NO_RACE: Race = {
  last: 0,
  omitted: 0,
  kind: 'submitted',
  state: 'queued',
  place: null,
  time: 0,
  diagnostics: [],
  compiled: null,
  outline: null,
  sources: [],
  lanes: new Map(),
  lemmas: new Map(),
  memory: [],
  properties: [],
  checks: new Map(),
  restarts: [],
  worker: null,
  end: null,
  submitted: null,
  lemmata: null,
};

const MOST_DIAGNOSTICS = 200;

/**
 * The race after these events. Events that were applied before, and those of unknown kinds, change
 * nothing.
 */
export function advance(race: Race, events: readonly NumberedEvent[]): Race {
  const fresh = events.filter(({ number }) => number > race.last);
  if (fresh.length === 0) return race;
  return fresh.reduce((before, { number, event }) => ({ ...taken(before, event), last: number }), {
    ...race,
    lanes: new Map(race.lanes),
    lemmas: new Map(race.lemmas),
    checks: new Map(race.checks),
  });
}

/** A race with its own copies of the maps, which may be changed. */
type Draft = Omit<Race, 'lanes' | 'lemmas' | 'checks'> & {
  readonly checks: Map<string, CheckRecord>;
  readonly lanes: Map<string, Lane>;
  readonly lemmas: Map<number, LemmaRecord>;
};

function taken(draft: Draft, event: JobEvent): Draft {
  const { time } = event;
  switch (event.kind) {
    case 'begun-again':
      return begunAgain(draft, event);
    case 'queued':
      return { ...draft, state: 'queued', place: event.place };
    case 'started':
      return { ...draft, state: 'running', place: null, worker: event.worker ?? null };
    case 'verdict': {
      const { result, witness, certificate = false } = event;
      const end: RaceEnd = {
        kind: 'verdict',
        verdict: result.verdict,
        result: readResult(result),
        json: result,
        witness,
        certificate,
      };
      return { ...draft, state: 'done', time: Math.max(draft.time, time), end };
    }
    case 'failed':
      return { ...draft, state: 'failed', end: { kind: 'failed', code: event.code, message: event.message } };
    case 'cancelled':
    case 'interrupted':
      return { ...draft, state: event.kind, end: { kind: event.kind } };
    default:
      return { ...progressed(draft, event), time: Math.max(draft.time, time) };
  }
}

/** Discards the events of the attempt before, except for the facts about the program. */
function begunAgain(draft: Draft, { time, why, worker }: EventOf<'begun-again'>): Draft {
  draft.lanes.clear();
  draft.lemmas.clear();
  draft.checks.clear();
  const restarts = [...draft.restarts, { time, why }];
  return {
    ...draft,
    state: 'running',
    restarts,
    worker: worker ?? draft.worker,
    compiled: null,
    diagnostics: [],
    properties: [],
    time: Math.max(draft.time, time),
  };
}

type Progress = Exclude<
  JobEvent,
  EventOf<'begun-again' | 'queued' | 'started' | 'verdict' | 'failed' | 'cancelled' | 'interrupted'>
>;

function progressed(draft: Draft, event: Progress): Draft {
  const { time } = event;
  switch (event.kind) {
    case 'diagnostic':
      return draft.diagnostics.length >= MOST_DIAGNOSTICS
        ? draft
        : { ...draft, diagnostics: [...draft.diagnostics, event.diagnostic] };
    case 'compiling':
      return draft;
    case 'compiled': {
      const { facts, decisions, milliseconds } = event;
      return { ...draft, compiled: { facts, decisions, milliseconds, time } };
    }
    case 'outline':
      return { ...draft, outline: event.outline };
    case 'sources':
      return { ...draft, sources: event.files };
    case 'memory':
      for (const use of event.engines) change(draft, use.engine, (lane) => measured(lane, time, use));
      return { ...draft, memory: thinned([...draft.memory, { time, bytes: event.process }]) };
    case 'part':
      return draft;
    case 'checks':
      for (const { name, kind, at, function: inside } of event.checks)
        draft.checks.set(name, { kind, at, function: inside, state: null, text: '', time: null });
      return draft;
    case 'check': {
      const { name, state, text } = event;
      const known = draft.checks.get(name);
      if (known !== undefined) draft.checks.set(name, { ...known, state, text, time });
      return draft;
    }
    case 'property':
      // The next property's race starts from the beginning.
      return { ...draft, properties: [...draft.properties, { name: event.name, verdict: event.verdict }] };
    case 'engine-started':
      if (draft.lanes.has(event.engine)) {
        draft.lanes.clear();
        draft.lemmas.clear();
      }
      draft.lanes.set(event.engine, { ...newLane(event.engine, time), options: event.options });
      return draft;
    case 'bound':
      change(draft, event.engine, (lane) => raised(lane, time, event.bound), time);
      return draft;
    case 'note':
      change(draft, event.engine, (lane) => ({ ...lane, note: event.text }), time);
      return draft;
    case 'statistics': {
      const point = { time, values: event.values };
      change(draft, event.engine, (lane) => ({ ...lane, statistics: thinned([...lane.statistics, point]) }), time);
      return draft;
    }
    case 'claim': {
      const { claim, detail, uses } = event;
      change(
        draft,
        event.engine,
        (lane) => ({ ...lane, claims: [...lane.claims, { time, claim, detail, uses, outcome: null }] }),
        time,
      );
      return draft;
    }
    case 'certified':
      settle(draft, event.engine, { time, certified: true, why: null });
      return draft;
    case 'refused':
      settle(draft, event.engine, { time, certified: false, why: event.why });
      return draft;
    case 'trials':
      return draft;
    case 'engine-ended': {
      const { end, bound } = event;
      const close = (lane: Lane): Lane => ({
        ...(bound === null ? lane : raised(lane, time, bound)),
        ended: { time, end },
      });
      change(draft, event.engine, close, time);
      return draft;
    }
    case 'lemma':
    case 'lemmas-sent':
    case 'lemmas-used':
      exchanged(draft.lemmas, event);
      return draft;
    case 'lemma-refused':
      // No engine received it.
      return draft;
    default:
      // An event of a later version.
      event satisfies never;
      return draft;
  }
}

/** `time`: the start that an unknown engine gets; absent: the change is left out. */
function change(draft: Draft, engine: string, how: (lane: Lane) => Lane, time?: number): void {
  const lane = draft.lanes.get(engine) ?? (time === undefined ? null : newLane(engine, time));
  if (lane !== null) draft.lanes.set(engine, how(lane));
}

/** Settles the engine's last claim. */
function settle(draft: Draft, engine: string, outcome: LaneClaim['outcome']): void {
  change(draft, engine, (lane) => {
    const open = lane.claims.findLastIndex((claim) => claim.outcome === null);
    return { ...lane, claims: lane.claims.map((claim, index) => (index === open ? { ...claim, outcome } : claim)) };
  });
}

/** Lemmas that the proof of this engine rests on: those that it lists in its claim. */
export function lemmasInProof(race: Race): ReadonlySet<number> {
  const result = race.end?.kind === 'verdict' ? race.end.result : null;
  if (result?.verdict !== 'TRUE') return new Set();
  const claim = race.lanes.get(result.engine)?.claims.find(({ outcome }) => outcome?.certified === true);
  return new Set(claim?.uses ?? []);
}

/** Whether further events of the job may come. */
export function isOpen({ state }: Pick<Race, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
