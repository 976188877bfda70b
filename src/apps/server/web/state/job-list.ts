import type { JobSummary } from '../../protocol.ts';

/** Which jobs of the list are shown. */
export interface JobFilter {
  /** Words that the names of the files, the engine or the verdict contain. */
  readonly text: string;
  /** A verdict or a state; null: all. */
  readonly outcome: string | null;
}

export const ALL_JOBS: JobFilter = { text: '', outcome: null };

/** Returns the verdict of a job, or its state if it has none. */
function outcomeOf({ verdict, state }: JobSummary): string {
  return verdict ?? state;
}

/** Lists the outcomes that occur, each once. */
export function outcomes(jobs: readonly JobSummary[]): readonly string[] {
  return [...new Set(jobs.map(outcomeOf))].sort();
}

/** Lists the jobs that pass the filter, in their order. */
export function filteredJobs(jobs: readonly JobSummary[], { text, outcome }: JobFilter): readonly JobSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return jobs.filter((job) => {
    const said = [...job.files, job.engine ?? '', outcomeOf(job)].join(' ').toLowerCase();
    return words.every((word) => said.includes(word)) && (outcome === null || outcomeOf(job) === outcome);
  });
}

/** Whether the job can be deleted: it is over. */
export function isOver({ state }: JobSummary): boolean {
  return state !== 'queued' && state !== 'running';
}
