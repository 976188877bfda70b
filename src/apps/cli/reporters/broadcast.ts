import { readFileSync } from 'node:fs';
import type { VerifyEvent } from '../../../race/events.ts';
import type { VerifyOptions } from '../../../race/options/options.ts';
import { failureEvent } from '../../server/job/narration.ts';
import type { Documents, SubmittedTask } from '../../server/protocol.ts';
import { Recorder } from '../../server/recorder.ts';
import { builtParts } from '../page-parts.ts';
import { replaceFile } from '../replace-file.ts';
import { Narrated } from './narrated.ts';
import type { Reporter, Result } from './reporter.ts';
import { type StreamFlags, StreamReporter } from './stream.ts';

export interface BroadcastFlags extends StreamFlags {
  readonly stream?: string;
  readonly report?: string;
}

/**
 * The reporters in the server's format, for `--stream` and `--report`. Their code is a script of its
 * own. Throws LemmataError `E-USAGE` if the token is malformed.
 */
export function broadcasters(options: VerifyOptions, flags: BroadcastFlags): readonly Reporter[] {
  const { stream, report } = flags;
  const task = taskOf(options);
  const narrated = new Narrated(options);
  return [
    ...(stream === undefined ? [] : [new StreamReporter(stream, task, narrated, flags)]),
    ...(report === undefined ? [] : [new ReportReporter(report, task, narrated)]),
  ];
}

/**
 * Returns the task with the text of each file as it was when the verification began. The front end
 * reports a file that cannot be read.
 */
export function taskOf(options: VerifyOptions): SubmittedTask {
  const { dataModel, byteOrder, mallocMayFail, externals, external } = options;
  const { timeout, memory, portfolio, engines, exchange, seed } = options;
  const files = options.files.map((name) => ({ name, text: textOf(name) }));
  return {
    files,
    arguments: options.arguments,
    dataModel,
    byteOrder,
    mallocMayFail,
    externals,
    external,
    timeout,
    memory,
    portfolio,
    engines,
    exchange,
    seed,
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Writes the file of `--report`: a page that shows the verification as the page of the server does. */
class ReportReporter implements Reporter {
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
    replaceFile(this.file, this.#recorder.html(process.cwd(), documents, builtParts('report')));
  }
}
