import { createHash } from 'node:crypto';
import packageJson from '../../../package.json' with { type: 'json' };
import { htmlFile, inScript } from '../../base/html-file.ts';
import {
  type Documents,
  isNumerous,
  type JobEvent,
  type SubmittedTask,
  sampledKey,
  supersededKey,
} from './protocol.ts';

/**
 * Most events of progress of a race that are kept; beyond, every second one is kept, or every fourth,
 * and so on.
 */
const MOST_EVENTS = 20_000;

/** The events of one verification from its first to its last, for a report. */
export class Recorder {
  #events: { readonly number: number; readonly event: JobEvent }[] = [];
  #last = 0;
  /** One event of progress in this number is kept. */
  #stride = 1;
  #progress = 0;
  readonly #submitted = new Date().toISOString();

  constructor(private readonly task: SubmittedTask) {}

  add(event: JobEvent): void {
    this.#last += 1;
    if (isProgress(event)) {
      this.#progress += 1;
      if (this.#progress % this.#stride !== 0) return;
    }
    this.#events.push({ number: this.#last, event });
    if (this.#events.length < MOST_EVENTS) return;
    this.#stride *= 2;
    let every = false;
    this.#events = this.#events.filter((one) => {
      if (!isProgress(one.event)) return true;
      every = !every;
      return every;
    });
  }

  /**
   * One file that shows the run as the page of the server does. It loads nothing, and runs no script but
   * its own. Files below the folder `base` have paths from there.
   */
  html(
    base: string,
    documents: Documents,
    { script, style }: { readonly script: string; readonly style: string },
  ): string {
    const hash = createHash('sha256').update(inScript(script)).digest('base64');
    return htmlFile({
      title: `Lemmata: ${relativeTo(base, this.task)
        .files.map(({ name }) => name)
        .join(', ')}`,
      style,
      script,
      data: {
        id: 'recording',
        value: {
          version: 1,
          task: relativeTo(base, this.task),
          submitted: this.#submitted,
          lemmata: packageJson.version,
          events: relativeTo(base, this.#events),
          documents,
        },
      },
      noscript: 'This report needs JavaScript.',
      host: 'page',
      policy: `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`,
    });
  }
}

/** A copy whose names of files below the folder `base` are paths from there. */
function relativeTo<T>(base: string, value: T): T {
  const folder = `${base}/`;
  const shortened = (key: string, part: unknown): unknown =>
    (key === 'file' || key === 'name') && typeof part === 'string' && part.startsWith(folder)
      ? part.slice(folder.length)
      : part;
  return JSON.parse(JSON.stringify(value, shortened));
}

function isProgress(event: JobEvent): boolean {
  return supersededKey(event) !== null || sampledKey(event) !== null || isNumerous(event);
}
