import type { VerifyEventBody } from '../../race/events.ts';
import type { VerifyOptions } from '../../race/options/options.ts';
import type { CheckState } from '../../race/verdict.ts';

/**
 * The messages between the server and its clients, one JSON object per websocket message;
 * `schemas/stream.schema.json` is the contract for the clients' messages. Raised when a field changes
 * its meaning or is removed; additional fields and kinds of events may appear in any version.
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
 * Events of a job are numbered from 1. A missing number was superseded: an engine's earlier note or
 * statistics are of no use once later ones exist. Many bounds of one engine are thinned. A client that was away asks for the events after the
 * last number it saw (`watch` with `after`). It gets the same stream as a client that could not read
 * as fast: the remaining events in order, then later ones. Verdicts are never left out.
 */
export const PROTOCOL_VERSION = 1;

/** The websocket subprotocol. */
export const SUBPROTOCOL = 'lemmata.v1';

/** A program, and how to verify it. */
export interface SubmittedTask {
  /** C files, linked as one program, or one `.btor2` model. Messages and witnesses use these names. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /**
   * Further function that no run may call. In either case, assertions must not fail and `reach_error`
   * must not be called.
   */
  readonly errorFunction?: string;
  /** Asks whether operations fail these checks, in place of assertions; `eachCheck`: each has a result of its own. */
  readonly checks?: VerifyOptions['checks'];
  readonly eachCheck?: boolean;
  /** Asks whether every run ends, in place of assertions. */
  readonly termination?: boolean;
  /** The function at which runs begin, with any arguments (default main), and the objects of its pointers. */
  readonly entry?: string;
  readonly entrySize?: number;
  readonly entryPointers?: VerifyOptions['entryPointers'];
  readonly dataModel?: 'ILP32' | 'LP64';
  readonly byteOrder?: 'little' | 'big';
  readonly mallocMayFail?: boolean;
  /** Reading of external functions (default agree), and readings of single ones by name. */
  readonly externals?: VerifyOptions['externals'];
  readonly external?: VerifyOptions['external'];
  /** Number of arguments, and bytes of each, on which runs are searched (default 4 and 16). */
  readonly arguments?: VerifyOptions['arguments'];
  /** Seconds, and MB (2^20 bytes); at most the server's limits, which are the defaults. */
  readonly timeout?: number;
  readonly memory?: number;
  /** A built-in set of engines. */
  readonly portfolio?: string;
  readonly engines?: readonly string[];
  readonly exchange?: boolean;
  readonly seed?: number;
  /** Writes a certificate of the answer, for which the job takes as much time again. */
  readonly certificate?: boolean;
}

/** The answer repeats `request`, so that a client can match it to its request. */
export type ClientMessage =
  /** `keep`: the job continues when the connection that submitted it ends. */
  | { readonly type: 'submit'; readonly request?: number; readonly task: SubmittedTask; readonly keep?: boolean }
  /** Events after number `after` (default 0: all). */
  | { readonly type: 'watch'; readonly request?: number; readonly job: string; readonly after?: number }
  | { readonly type: 'unwatch'; readonly request?: number; readonly job: string }
  | { readonly type: 'cancel'; readonly request?: number; readonly job: string }
  /** Deletes a job that is over. */
  | { readonly type: 'delete'; readonly request?: number; readonly job: string }
  | { readonly type: 'list'; readonly request?: number }
  /** The document of a job that is over. */
  | { readonly type: 'document'; readonly request?: number; readonly job: string; readonly document: DocumentName };

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

/** `submitted`: the server runs it; `watched`: a race that runs elsewhere and reports to the server. */
export type JobKind = 'submitted' | 'watched';

export interface JobSummary {
  readonly job: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly files: readonly string[];
  /** Time of submission in ISO 8601. */
  readonly submitted: string;
  /** `TRUE`, `FALSE` or `UNKNOWN`; null: none yet, or none at all. */
  readonly verdict: string | null;
  /** Id of the engine that decided it; null: none. */
  readonly engine: string | null;
  /** Duration of the verification in seconds; null: it has not come to an end by itself. */
  readonly seconds: number | null;
  /** Number of the last event. */
  readonly last: number;
  /** Version of Lemmata that accepted it; absent: unknown, or it runs elsewhere. */
  readonly lemmata?: string;
}

/**
 * The events of a job. Times in events of the server are milliseconds since the job was accepted; in
 * events of the verification, since it was started.
 */
export type JobEvent = { readonly time: number } & (
  | Exclude<VerifyEventBody, { readonly kind: 'verdict' | 'property' | 'proof' | 'check' }>
  /** Its place in the queue, from 1. */
  | { readonly kind: 'queued'; readonly place: number }
  | ({ readonly kind: 'started' } & Partial<Workplace>)
  /**
   * Its process broke down, or its machine was lost (`why`), and attempt number `attempt`, from 2,
   * replaces it. All earlier events about engines and lemmas are obsolete.
   */
  | ({ readonly kind: 'begun-again'; readonly attempt: number; readonly why: string } & Partial<Workplace>)
  /** A check is decided, or open at the end; `name` as in the event `checks`. */
  | { readonly kind: 'check'; readonly name: string; readonly state: CheckState['kind']; readonly text: string }
  /** The verdict on one of several properties of a model. `verdict` as in `VerdictEvent.result`. */
  | { readonly kind: 'property'; readonly name: string; readonly verdict: string }
  /** `result`: `schemas/result.schema.json`. `witness`, `certificate`: whether there is one; absent: there is none. */
  | {
      readonly kind: 'verdict';
      readonly result: VerdictResult;
      readonly witness: boolean;
      readonly certificate?: boolean;
    }
  /** No verdict: the input cannot be read, or an internal error; codes as on the command line. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'cancelled' }
  /** The server ended before the job did, or a race that runs elsewhere was silent for too long. */
  | { readonly kind: 'interrupted' }
);

/** The place of a job that a worker of a queue runs. */
interface Workplace {
  /** The worker's name, which begins with that of its machine. */
  readonly worker: string;
  /** How often the queue has handed out the job, from 1. */
  readonly delivery: number;
}

/** The part of a result that the server reads; `engine` only if an engine decided it. */
interface VerdictResult {
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
  /**
   * `cluster`: workers of a queue run the jobs; absent: the server runs them. `shareLinks`: single jobs
   * can be shared by links.
   */
  | {
      readonly type: 'welcome';
      readonly version: typeof PROTOCOL_VERSION;
      readonly limits: ServerLimits;
      readonly cluster?: boolean;
      readonly shareLinks?: boolean;
    }
  /** `place`: in the queue, from 1; null: it does not wait. */
  | { readonly type: 'accepted'; readonly request: number | null; readonly job: string; readonly place: number | null }
  /**
   * The events from after number `after` to `last` follow, without superseded progress; `omitted` others
   * were dropped for their age.
   */
  | {
      readonly type: 'snapshot';
      readonly job: string;
      readonly after: number;
      readonly last: number;
      readonly kind: JobKind;
      readonly state: JobState;
      readonly omitted: number;
      /** Time of submission in ISO 8601, and version of Lemmata that accepted it. */
      readonly submitted?: string;
      readonly lemmata?: string;
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

/** `certificate`: a ZIP archive in base64. */
export type DocumentName = 'witness' | 'sarif' | 'certificate';

/** The documents for download, if a format can express the verdict. */
export type Documents = { readonly [name in DocumentName]?: string };

/**
 * The messages of `lemmata verify --stream`, in this order: the program, the events in a server's format,
 * and the documents for download. The documents come before the last event. `job` is a
 * secret name that the race gave itself. After a lost connection all events that are not superseded
 * come again, with the same numbers.
 */
export type RaceMessage =
  | Extract<ServerMessage, { readonly type: 'accepted' | 'snapshot' | 'event' }>
  /**
   * Names of files as the race was given them; a text may be empty if it is too long to be sent.
   * `attempt` (default 1): number of the attempt; from 2 on a process broke down and the race begins
   * again.
   * Its events are numbered from 1 again, and the first of them is `begun-again`.
   */
  | { readonly type: 'task'; readonly job: string; readonly task: SubmittedTask; readonly attempt?: number }
  | { readonly type: 'documents'; readonly job: string; readonly documents: Documents };

/** Reasons for which requests are refused, with the corresponding HTTP status. */
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

/** A refused request; `message` is for the client. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
  }
}

/** Whether no event follows this one. */
export function isFinal(event: JobEvent): boolean {
  return (
    event.kind === 'verdict' || event.kind === 'failed' || event.kind === 'cancelled' || event.kind === 'interrupted'
  );
}

/** Returns the key under which a later event supersedes this one; null: no event does. */
export function supersededKey(event: JobEvent): string | null {
  switch (event.kind) {
    case 'note':
    case 'statistics':
      return `${event.kind} ${event.engine}`;
    case 'queued':
    case 'compiling':
      return event.kind;
    default:
      return null;
  }
}

/** Returns the key of the series whose events are kept, thinned if there are many; null: it is in none. */
export function sampledKey(event: JobEvent): string | null {
  switch (event.kind) {
    case 'bound':
      return `bound ${event.engine}`;
    case 'memory':
      return event.kind;
    default:
      return null;
  }
}

/** Whether a race may have any number of such events: the oldest are dropped. */
export function isNumerous(event: JobEvent): boolean {
  return (
    event.kind === 'lemma' ||
    event.kind === 'lemmas-sent' ||
    event.kind === 'lemmas-used' ||
    event.kind === 'diagnostic'
  );
}
