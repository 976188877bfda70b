import type { VerifyEventBody } from '../portfolio/events.ts';
import type { VerifyOptions } from '../portfolio/options/options.ts';

/**
 * The messages between the server and its clients, one JSON object a websocket message; `schemas/stream.schema.json` is the
 * contract of what clients send. Raised when a field changes its meaning or goes; new fields and new kinds of events may appear
 * in any version.
 *
 * A session, `>` from the client:
 *
 *     < {"type":"welcome","version":1,"limits":{"uploadBytes":4194304,"filesPerJob":16,"jobsPerClient":8,"seconds":900,"megabytes":4096}}
 *     > {"type":"submit","request":1,"task":{"files":[{"name":"a.c","text":"int main(void) { return 0; }"}],"timeout":60}}
 *     < {"type":"accepted","request":1,"job":"w2bXlJ0r0a8kD1mB2sF8yA","place":1}
 *     < {"type":"snapshot","job":"w2bX…","after":0,"last":1,"kind":"submitted","state":"queued","omitted":0}
 *     < {"type":"event","job":"w2bX…","number":1,"event":{"kind":"queued","place":1,"time":0}}
 *     < {"type":"event","job":"w2bX…","number":2,"event":{"kind":"started","time":3}}
 *     < {"type":"event","job":"w2bX…","number":5,"event":{"kind":"bound","engine":"bmc","bound":3,"time":310}}
 *     < {"type":"event","job":"w2bX…","number":9,"event":{"kind":"verdict","result":{"version":1,"verdict":"TRUE", …},"witness":true,"time":420}}
 *
 * Events of a job are numbered from 1. A number that is missing was superseded: what an engine's bound or statistics were is of
 * no use once they are newer. Whoever was away asks for the events after the last number it saw (`watch` with `after`). It gets
 * the same stream as one who could not read as fast: the events that still say something, in order, then those that come.
 * Verdicts are never left out.
 */
export const PROTOCOL_VERSION = 1;

/** The websocket subprotocol. */
export const SUBPROTOCOL = 'lemmata.v1';

/** A program, and what is to be done with it. */
export interface SubmittedTask {
  /** C files, linked as one program, or one `.btor2` model. Names are those of messages and witnesses. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /**
   * Further function that no run may call. Assertions must not fail and `reach_error` must not be called in any case.
   */
  readonly errorFunction?: string;
  readonly dataModel?: 'ILP32' | 'LP64';
  readonly mallocMayFail?: boolean;
  /** Reading of external functions (default agree), and readings of single ones by name. */
  readonly externals?: VerifyOptions['externals'];
  readonly external?: VerifyOptions['external'];
  /** Number of arguments, and bytes of each, on which runs are searched (default 4 and 16). */
  readonly arguments?: VerifyOptions['arguments'];
  /** Seconds, MB (2^20 bytes); at most the server's limits, which are the defaults. */
  readonly timeout?: number;
  readonly memory?: number;
  /** A built-in set of engines. */
  readonly portfolio?: string;
  readonly engines?: readonly string[];
  readonly exchange?: boolean;
  readonly seed?: number;
}

/** `request` comes back in the answer, so that a client can tell its requests apart. */
export type ClientMessage =
  /** `keep`: the job goes on when the connection that submitted it ends. */
  | { readonly type: 'submit'; readonly request?: number; readonly task: SubmittedTask; readonly keep?: boolean }
  /** Events after number `after` (default 0: all). */
  | { readonly type: 'watch'; readonly request?: number; readonly job: string; readonly after?: number }
  | { readonly type: 'unwatch'; readonly request?: number; readonly job: string }
  | { readonly type: 'cancel'; readonly request?: number; readonly job: string }
  | { readonly type: 'list'; readonly request?: number }
  /** The document of a job that is over. */
  | { readonly type: 'document'; readonly request?: number; readonly job: string; readonly document: DocumentName };

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

/** `submitted`: the server runs it; `watched`: a race that runs elsewhere and tells the server of itself. */
export type JobKind = 'submitted' | 'watched';

export interface JobSummary {
  readonly job: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly files: readonly string[];
  /** ISO 8601. */
  readonly submitted: string;
  /** `TRUE`, `FALSE` or `UNKNOWN`; null: none yet, or none at all. */
  readonly verdict: string | null;
  /** Id of the engine that decided it; null: none. */
  readonly engine: string | null;
  /** How long the verification took; null: it did not come to an end of its own, or not yet. */
  readonly seconds: number | null;
  /** Number of the last event. */
  readonly last: number;
}

/**
 * The events of a job. Times are milliseconds since it was accepted in events of the server, since it was started in those of
 * the verification.
 */
export type JobEvent = { readonly time: number } & (
  | Exclude<VerifyEventBody, { readonly kind: 'verdict' | 'property' }>
  /** Its place in the queue, from 1. */
  | { readonly kind: 'queued'; readonly place: number }
  | ({ readonly kind: 'started' } & Partial<Workplace>)
  /**
   * Its process broke down, or its machine was lost (`why`), and attempt number `attempt`, from 2, takes its place. All that
   * was told of engines and lemmas is over.
   */
  | ({ readonly kind: 'begun-again'; readonly attempt: number; readonly why: string } & Partial<Workplace>)
  /** The verdict on one of several properties of a model. `verdict` as in `VerdictEvent.result`. */
  | { readonly kind: 'property'; readonly name: string; readonly verdict: string }
  /** `result`: `schemas/result.schema.json`. `witness`: whether there is one. */
  | { readonly kind: 'verdict'; readonly result: VerdictResult; readonly witness: boolean }
  /** No verdict: the input cannot be read, or an internal error; codes as those of the command line. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'cancelled' }
  /** The server ended before the job did, or nothing was heard of a race that runs elsewhere for too long. */
  | { readonly kind: 'interrupted' }
);

/** The place of a job that a worker of a queue runs. */
export interface Workplace {
  /** The worker's name, which begins with that of its machine. */
  readonly worker: string;
  /** How often the queue has handed out the job, from 1. */
  readonly delivery: number;
}

/** The part of a result that is looked at here; `engine` only if one decided it. */
export interface VerdictResult {
  readonly verdict: string;
  readonly engine?: string;
  readonly seconds?: number;
}

export interface ServerLimits {
  readonly uploadBytes: number;
  readonly filesPerJob: number;
  readonly jobsPerClient: number;
  readonly seconds: number;
  readonly megabytes: number;
}

export type ServerMessage =
  /** `cluster`: workers of a queue run the jobs; absent: the server does. */
  | {
      readonly type: 'welcome';
      readonly version: typeof PROTOCOL_VERSION;
      readonly limits: ServerLimits;
      readonly cluster?: boolean;
    }
  /** `place`: in the queue, from 1; null: it does not wait. */
  | { readonly type: 'accepted'; readonly request: number | null; readonly job: string; readonly place: number | null }
  /** Events from after number `after` to `last` follow, those of progress that are superseded left out; `omitted` others are too old to be kept. */
  | {
      readonly type: 'snapshot';
      readonly job: string;
      readonly after: number;
      readonly last: number;
      readonly kind: JobKind;
      readonly state: JobState;
      readonly omitted: number;
    }
  | { readonly type: 'event'; readonly job: string; readonly number: number; readonly event: JobEvent }
  | { readonly type: 'jobs'; readonly request: number | null; readonly jobs: readonly JobSummary[] }
  | { readonly type: 'done'; readonly request: number | null }
  | {
      readonly type: 'document';
      readonly request: number | null;
      readonly job: string;
      readonly document: DocumentName;
      readonly text: string;
    }
  | { readonly type: 'error'; readonly request: number | null; readonly code: RefusalCode; readonly message: string };

export type DocumentName = 'witness' | 'sarif';

/** The documents that can be downloaded, where there is a format that has words for the verdict. */
export type Documents = { readonly [name in DocumentName]?: string };

/**
 * The messages of `lemmata verify --stream`, in this order: the program, the events that a server tells of a job, and the
 * documents that can be downloaded. The documents come before the last event. `job` is a name that the race gave itself, and
 * that nobody else knows. After a lost connection all that still says something comes again, by the same numbers.
 */
export type RaceMessage =
  | Extract<ServerMessage, { readonly type: 'accepted' | 'snapshot' | 'event' }>
  /**
   * Names of files as the race was given them; a text may be empty where it is too long to be sent. `attempt` (default 1): of a race whose process broke
   * down and is begun again; its events are numbered from 1 anew, the first of them is `begun-again`.
   */
  | { readonly type: 'task'; readonly job: string; readonly task: SubmittedTask; readonly attempt?: number }
  | { readonly type: 'documents'; readonly job: string; readonly documents: Documents };

/** Why a request was refused, with the status of HTTP that says the same. */
export const REFUSALS = {
  'bad-request': 400,
  unauthorised: 401,
  forbidden: 403,
  'no-such-job': 404,
  'method-not-allowed': 405,
  'not-ready': 409,
  'too-large': 413,
  'unsupported-source': 422,
  'too-many-jobs': 429,
  'queue-full': 503,
  closing: 503,
  internal: 500,
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** A request that is not granted; `message` is for the client. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
  }
}

/** Whether nothing comes after this event. */
export function isFinal(event: JobEvent): boolean {
  return event.kind === 'verdict' || event.kind === 'failed' || event.kind === 'cancelled' || event.kind === 'interrupted';
}

/** Returns the key under which a later event makes this one needless; null: none does. */
export function supersededKey(event: JobEvent): string | null {
  switch (event.kind) {
    case 'bound':
    case 'note':
    case 'statistics':
      return `${event.kind} ${event.engine}`;
    case 'memory':
    case 'queued':
      return event.kind;
    default:
      return null;
  }
}

/** Events of which a race may have any number: the oldest are not kept. */
export function isNumerous(event: JobEvent): boolean {
  return event.kind === 'lemma' || event.kind === 'lemmas-sent' || event.kind === 'lemmas-used' || event.kind === 'diagnostic';
}
