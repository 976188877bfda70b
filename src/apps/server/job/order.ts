import type { AnswerPlace } from '../../compete/answer-place.ts';
import type { SubmittedTask } from '../protocol.ts';
import type { JobOrder } from './child-messages.ts';

/**
 * Returns the order for the process of a job; the task's files lie in the job's folder. `timeout` in
 * seconds, `memory` in MB.
 */
export function orderOf(
  { files, ...task }: SubmittedTask,
  { timeout, memory }: { readonly timeout: number; readonly memory: number },
  cache: AnswerPlace | null,
): JobOrder {
  const names = files.map(({ name }) => name);
  return {
    files: names.filter((name) => !name.endsWith('.h')),
    headers: names.filter((name) => name.endsWith('.h')),
    task,
    timeout,
    memory,
    cache,
  };
}
