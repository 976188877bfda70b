import { render } from 'preact';
import { type Recording, raceOf } from './state/recording.ts';
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
