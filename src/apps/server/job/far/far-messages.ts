import { Ajv } from 'ajv';
import { listOf, record } from '../../../../base/json-schema.ts';
import { readTask } from '../../client-messages.ts';
import { type Documents, type JobEvent, Refusal, type SubmittedTask } from '../../protocol.ts';
import { asJobEvent } from '../../race-messages.ts';

// The messages between a server and the worker that runs its job, as JSON. Neither trusts the other:
// each text is checked.

/** Raised when a field changes its meaning or is removed. */
const VERSION = 1;

/** The order of the server. */
export interface FarOrder {
  readonly version: typeof VERSION;
  readonly task: SubmittedTask;
  /** Time in seconds, memory in MB. */
  readonly timeout: number;
  readonly memory: number;
}

/**
 * The events of a job, by numbers that grow from 1 with each delivery. No event after number
 * `previous` is left out unless it is superseded.
 */
export interface FarNews {
  readonly version: typeof VERSION;
  readonly worker: string;
  readonly delivery: number;
  readonly previous: number;
  readonly events: readonly { readonly number: number; readonly event: JobEvent }[];
}

/**
 * The server's question for the events after number `after` of a delivery; a worker with another
 * delivery sends all.
 */
export interface FarQuestion {
  readonly delivery: number;
  readonly after: number;
}

/** How the job ended, with all of its events: a server that was away has missed nothing. */
export interface FarReport extends FarNews {
  readonly event: JobEvent;
  readonly documents: Documents;
}

const count = { type: 'integer', minimum: 0 };
const amount = { type: 'number', exclusiveMinimum: 0 };
const worker = { type: 'string', pattern: '^[\\w.-]{1,80}$' };
const text = { type: 'string' };
const version = { const: VERSION };
const ajv = new Ajv({ allowUnionTypes: true });
const isOrder = ajv.compile<FarOrder>(record({ version, task: { type: 'object' }, timeout: amount, memory: amount }));
const numbered = record({ number: count, event: { type: 'object' } });
const news = { version, worker, delivery: count, previous: count, events: listOf(numbered) };
const isNews = ajv.compile<FarNews>(record(news));
const isQuestion = ajv.compile<FarQuestion>(record({ delivery: count, after: count }));
const documents = record({}, { witness: text, sarif: text, certificate: text });
const isReport = ajv.compile<FarReport>(record({ ...news, event: { type: 'object' }, documents }));

export const FAR_VERSION = VERSION;

/** Null if the text is not an order of this version. */
export function readOrder(json: string): FarOrder | null {
  const value = parsed(json);
  if (!isOrder(value)) return null;
  try {
    return { ...value, task: readTask(JSON.stringify(value.task)) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Null if the text is not news of this version. */
export function readNews(json: string): FarNews | null {
  const value = parsed(json);
  return isNews(value) && areEvents(value) ? value : null;
}

/** Null if the text is not a question. */
export function readQuestion(json: string): FarQuestion | null {
  const value = parsed(json);
  return isQuestion(value) ? value : null;
}

/** Null if the text is not a report of this version. */
export function readReport(json: string): FarReport | null {
  const value = parsed(json);
  return isReport(value) && areEvents(value) && asJobEvent(value.event) !== null ? value : null;
}

function areEvents({ events }: FarNews): boolean {
  return events.every(({ event }) => asJobEvent(event) !== null);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
