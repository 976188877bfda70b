import type { JobKind, JobState, SubmittedTask } from '../../protocol.ts';
import type { NumberedEvent } from '../state/event-parts.ts';

/** The part of a shared job's state that the page shows. */
export interface SharedJob {
  readonly kind: JobKind;
  readonly state: JobState;
  /** ISO 8601. */
  readonly submitted: string;
  readonly lemmata?: string;
}

/** Returns the address of what everybody may read of a job who knows its secret. */
export function sharedAddress(secret: string): string {
  return `/api/shared/${secret}`;
}

/** Reads a shared job; null: the link leads nowhere, or no longer; throws if the server does not answer. */
export async function readShared(
  secret: string,
): Promise<{ readonly job: SharedJob; readonly task: SubmittedTask } | null> {
  const address = sharedAddress(secret);
  const [state, submitted] = await Promise.all([fetch(address), fetch(`${address}/task`)]);
  if (state.status === 404 || submitted.status === 404) return null;
  const job: SharedJob = await state.json();
  const task: SubmittedTask = await submitted.json();
  return { job, task };
}

/** Reads the events after number `after`; throws if the server does not answer. */
export async function readSharedEvents(
  secret: string,
  after: number,
): Promise<{ readonly state: JobState; readonly events: readonly NumberedEvent[] } | null> {
  const response = await fetch(`${sharedAddress(secret)}/events?after=${after}`);
  if (response.status === 404) return null;
  return response.json();
}
