import type { AnswerPlace } from '../../compete/answer-place.ts';
import type { Documents, JobEvent, SubmittedTask } from '../protocol.ts';

/**
 * The order that the server sends to the process of a job, once. The process's working folder is that
 * of the job.
 */
export interface JobOrder {
  readonly files: readonly string[];
  readonly headers: readonly string[];
  readonly task: Omit<SubmittedTask, 'files'>;
  /** Time in seconds, memory in MB. */
  readonly timeout: number;
  readonly memory: number;
  /**
   * Milliseconds of the time limit that are already used, for a process that replaces one that broke
   * down.
   */
  readonly lost?: number;
  /** The place of the answer cache; null: no cache. */
  readonly cache: AnswerPlace | null;
}

/**
 * The messages of a job's process to the server; the event of the verdict comes last, with the
 * documents for download.
 */
export type JobReport =
  | { readonly kind: 'event'; readonly event: JobEvent }
  | { readonly kind: 'end'; readonly event: JobEvent; readonly documents: Documents };
