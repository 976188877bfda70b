import { render } from 'preact';
import type { Documents, SubmittedTask } from '../protocol.ts';
import type { NumberedEvent } from './state/event-parts.ts';
import { advance, NO_RACE, type Race } from './state/race.ts';
import { Downloads } from './views/downloads.tsx';
import { JobView } from './views/job.tsx';
import { Shell } from './views/shell.tsx';

// A finished run as a self-contained file: the output of `lemmata verify --report`.

const host = document.getElementById('page');
const text = document.getElementById('recording')?.textContent ?? null;
if (host !== null && text !== null) {
  const recording: Recording = JSON.parse(text);
  const race = raceOf(recording);
  const { task, documents } = recording;
  render(
    <Shell navigation={<p class="dim">A report</p>}>
      <div class="job-bar">
        <Downloads race={race} task={task} address="" documents={documents} />
      </div>
      <JobView race={race} task={task} />
    </Shell>,
    host,
  );
}

/** A finished run with everything that the page shows: the content of a static report. */
interface Recording {
  readonly version: 1;
  readonly task: SubmittedTask;
  /** Time of submission in ISO 8601. */
  readonly submitted: string;
  /** Version of Lemmata that ran it. */
  readonly lemmata: string;
  /** Events numbered from 1; the last one ends the job. */
  readonly events: readonly NumberedEvent[];
  readonly documents: Documents;
}

function raceOf({ events, submitted, lemmata }: Recording): Race {
  return advance({ ...NO_RACE, submitted, lemmata }, events);
}
