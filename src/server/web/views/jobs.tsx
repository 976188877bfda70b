import type { JobSummary } from '../../protocol.ts';
import { durationText } from '../state/lanes.ts';
import { fragmentOf } from '../state/route.ts';
import { type Column, Section, Table } from './common.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Program' },
  { title: 'Verdict' },
  { title: 'By' },
  { title: 'Time', isNumber: true },
  { title: 'Submitted' },
];

/** The history: all jobs that the server keeps, newest first. */
export function Jobs({ jobs }: { readonly jobs: readonly JobSummary[] | null }) {
  return (
    <Section title="Jobs" name="jobs">
      {jobs === null ? (
        <p class="dim">Asking the server …</p>
      ) : jobs.length === 0 ? (
        <p>
          There are none yet. <a href="#/">Verify a program.</a>
        </p>
      ) : (
        <Table label="Table of jobs" columns={COLUMNS}>
          {jobs.map(({ job, kind, files, state, verdict, engine, seconds, submitted }) => (
            <tr key={job}>
              <td>
                <a href={fragmentOf({ page: 'job', job })}>{files.join(', ')}</a>
                {kind === 'watched' && <span class="dim"> elsewhere</span>}
              </td>
              <td>{verdict === null ? state : <span class={`badge verdict-${verdict}`}>{verdict}</span>}</td>
              <td>{engine ?? '–'}</td>
              <td class="number">{seconds === null ? '–' : durationText(1000 * seconds)}</td>
              <td>
                <time dateTime={submitted}>
                  {new Date(submitted).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })}
                </time>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
