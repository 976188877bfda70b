import { useState } from 'preact/hooks';
import type { JobSummary } from '../../protocol.ts';
import { ALL_JOBS, filteredJobs, isOver, type JobFilter, outcomes } from '../state/job-list.ts';
import { durationText } from '../state/lanes.ts';
import { fragmentOf } from '../state/route.ts';
import { type Column, Section, Table } from './common.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Program' },
  { title: 'Verdict' },
  { title: 'By' },
  { title: 'Time', isNumber: true },
  { title: 'Submitted' },
  { title: 'Delete' },
];

/** The history: all jobs that the server keeps, newest first. */
export function Jobs({
  jobs,
  remove,
}: {
  readonly jobs: readonly JobSummary[] | null;
  readonly remove: (job: string) => void;
}) {
  const [filter, setFilter] = useState<JobFilter>(ALL_JOBS);
  const shown = filteredJobs(jobs ?? [], filter);
  return (
    <Section title="Jobs" name="jobs">
      {jobs === null ? (
        <p class="dim">Asking the server …</p>
      ) : jobs.length === 0 ? (
        <p>
          There are none yet. <a href="#/">Verify a program.</a>
        </p>
      ) : (
        <>
          <Controls jobs={jobs} filter={filter} change={setFilter} />
          <p class="dim" role="status">
            {shown.length === jobs.length ? '' : `${shown.length} of `}
            {jobs.length === 1 ? '1 job' : `${jobs.length} jobs`}
          </p>
          <Table label="Table of jobs" columns={COLUMNS}>
            {shown.map((job) => (
              <Row key={job.job} summary={job} remove={() => remove(job.job)} />
            ))}
          </Table>
        </>
      )}
    </Section>
  );
}

function Controls({
  jobs,
  filter,
  change,
}: {
  readonly jobs: readonly JobSummary[];
  readonly filter: JobFilter;
  readonly change: (filter: JobFilter) => void;
}) {
  return (
    <div class="bar">
      <label>
        Search{' '}
        <input
          type="search"
          placeholder="file, engine"
          value={filter.text}
          onInput={({ currentTarget }) => change({ ...filter, text: currentTarget.value })}
        />
      </label>
      <label>
        Outcome{' '}
        <select
          value={filter.outcome ?? ''}
          onChange={({ currentTarget }) =>
            change({ ...filter, outcome: currentTarget.value === '' ? null : currentTarget.value })
          }
        >
          <option value="">all</option>
          {outcomes(jobs).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Row({ summary, remove }: { readonly summary: JobSummary; readonly remove: () => void }) {
  const { job, kind, files, state, verdict, engine, seconds, submitted } = summary;
  const [asked, setAsked] = useState(false);
  const name = files.join(', ');
  return (
    <tr>
      <td data-label="">
        <a href={fragmentOf({ page: 'job', job })}>{name}</a>
        {kind === 'watched' && <span class="dim"> elsewhere</span>}
      </td>
      <td data-label="Verdict">
        {verdict === null ? state : <span class={`badge verdict-${verdict}`}>{verdict}</span>}
      </td>
      <td data-label="By">{engine ?? '–'}</td>
      <td class="number" data-label="Time">
        {seconds === null ? '–' : durationText(1000 * seconds)}
      </td>
      <td data-label="Submitted">
        <time dateTime={submitted}>
          {new Date(submitted).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })}
        </time>
      </td>
      <td data-label="">
        {!isOver(summary) ? null : asked ? (
          <span class="buttons">
            <button type="button" class="danger" onClick={remove}>
              Delete for good
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              Keep
            </button>
          </span>
        ) : (
          <button type="button" aria-label={`Delete ${name}`} onClick={() => setAsked(true)}>
            Delete
          </button>
        )}
      </td>
    </tr>
  );
}
