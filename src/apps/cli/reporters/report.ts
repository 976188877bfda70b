import type { VerifyEvent } from '../../../race/events.ts';
import { failureEvent } from '../../server/job/narration.ts';
import type { Documents, SubmittedTask } from '../../server/protocol.ts';
import { Recorder } from '../../server/recorder.ts';
import { builtParts } from '../page-parts.ts';
import { replaceFile } from '../replace-file.ts';
import type { Narrated } from './narrated.ts';
import type { Reporter, Result } from './reporter.ts';

/** Writes the file of `--report`: a page that shows the verification as the page of the server does. */
export class ReportReporter implements Reporter {
  readonly #recorder: Recorder;

  constructor(
    private readonly file: string,
    task: SubmittedTask,
    private readonly narrated: Narrated,
  ) {
    this.#recorder = new Recorder(task);
    for (const event of narrated.opening) this.#recorder.add(event);
  }

  event(event: VerifyEvent): void {
    const narrated = this.narrated.narrate(event);
    if (narrated !== null) this.#recorder.add(narrated);
  }

  async answer({ proved }: Result): Promise<void> {
    const { event, documents } = this.narrated.end(await proved());
    this.#recorder.add(event);
    this.#write(documents);
  }

  fail(error: unknown): void {
    this.#recorder.add(failureEvent(error));
    this.#write({});
  }

  #write(documents: Documents): void {
    replaceFile(this.file, this.#recorder.html(documents, builtParts('report')));
  }
}
