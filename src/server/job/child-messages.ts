import type { AnswerPlace } from '../../compete/answer-place.ts';
import type { Documents, JobEvent, SubmittedTask } from '../protocol.ts';

/** The order that the server gives the process of a job, once. Its working folder is that of the job. */
export interface JobOrder {
  readonly files: readonly string[];
  readonly headers: readonly string[];
  readonly task: Omit<SubmittedTask, 'files'>;
  /** Seconds, MB. */
  readonly timeout: number;
  readonly memory: number;
  /** Milliseconds of the time that are gone, for a process that takes the place of one that broke down. */
  readonly lost?: number;
  /** Where answers are kept; null: nowhere. */
  readonly cache: AnswerPlace | null;
}

/**
 * The messages of a job's process to the server; the event of the verdict comes last, with the documents that can be
 * downloaded.
 */
export type JobReport =
  | { readonly kind: 'event'; readonly event: JobEvent }
  | { readonly kind: 'end'; readonly event: JobEvent; readonly documents: Documents };
