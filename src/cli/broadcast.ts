import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { VerifyEvent } from '../portfolio/events.ts';
import type { VerifyOptions } from '../portfolio/options/options.ts';
import { BROKE_DOWN, breakdownText, RACE } from '../portfolio/threads/supervision.ts';
import type { Verdict } from '../portfolio/verdict.ts';
import { EventSender, type RaceName } from '../server/event-sender.ts';
import { failureEvent, Narration } from '../server/job/narration.ts';
import type { Documents, JobEvent, SubmittedTask } from '../server/protocol.ts';
import { Recorder } from '../server/recorder.ts';
import { builtParts } from './page-parts.ts';
import { replaceFile } from './replace-file.ts';
import { age } from './supervision.ts';
import { givenToken } from './token.ts';

/** Longest time in ms for sending the last events. */
const FAREWELL_MILLISECONDS = 3_000;
/** Most bytes of a program whose text is streamed; larger ones are streamed by name alone. */
const MOST_BYTES = 2 ** 21;

export interface BroadcastFlags {
  readonly stream?: string;
  readonly tokenFile?: string;
  readonly report?: string;
  readonly quiet?: boolean;
}

/** Sends the events of a verification, in the server's format, for `--stream` and `--report`. */
export class Broadcast {
  readonly #narration = new Narration();
  readonly #sender: EventSender | null;
  readonly #recorder: Recorder | null;

  constructor(
    private readonly options: VerifyOptions,
    private readonly flags: BroadcastFlags,
  ) {
    const { stream, report } = flags;
    const task = taskOf(options);
    this.#sender = stream === undefined ? null : senderTo(stream, task, flags);
    this.#recorder = report === undefined ? null : new Recorder(task);
    const broken = process.env[BROKE_DOWN];
    if (broken !== undefined) this.#emit({ kind: 'begun-again', attempt: 2, why: breakdownText(broken), time: age() });
    this.#emit({ kind: 'started', time: broken === undefined ? 0 : age() });
  }

  take(event: VerifyEvent): void {
    const sent = this.#narration.take(event);
    if (sent !== null) this.#emit(sent);
  }

  /**
   * Writes the report. `verdict`: with the proof to be shown. Throws LemmataError `E-INPUT` if it cannot
   * be written.
   */
  conclude(verdict: Verdict): void {
    const { event, documents } = this.#narration.end(verdict, this.options);
    this.#emit(event, documents);
    this.#writeReport(documents);
  }

  /** Writes the report without a verdict. */
  fail(error: unknown): void {
    this.#emit(failureEvent(error));
    this.#writeReport({});
  }

  /** Resolves when everything is sent, or the time for it is over. */
  async close(): Promise<void> {
    await this.#sender?.end(FAREWELL_MILLISECONDS);
  }

  #emit(event: JobEvent, documents?: Documents): void {
    this.#sender?.send(event, documents);
    this.#recorder?.add(event);
  }

  #writeReport(documents: Documents): void {
    const { report } = this.flags;
    if (this.#recorder === null || report === undefined) return;
    replaceFile(report, this.#recorder.html(documents, builtParts('report')));
  }
}

/** Throws LemmataError `E-USAGE` if the token is malformed. */
function senderTo(address: string, task: SubmittedTask, { tokenFile, quiet }: BroadcastFlags): EventSender {
  const size = task.files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const sent = size <= MOST_BYTES ? task : { ...task, files: task.files.map(({ name }) => ({ name, text: '' })) };
  const listener = { address, token: givenToken(tokenFile) };
  return new EventSender(listener, raceName(), sent, quiet ? () => {} : (why) => complain(address, why));
}

/** The name of the race; the supervisor gives a replacement process the same one. */
function raceName(): RaceName {
  const secret = process.env[RACE] ?? randomBytes(16).toString('base64url');
  return { secret, attempt: process.env[BROKE_DOWN] === undefined ? 1 : 2 };
}

function complain(address: string, why: string): void {
  const { origin } = new URL(address);
  process.stderr.write(`lemmata: the events cannot be sent to ${origin} (${why}); the verification continues\n`);
}

/**
 * Returns the task with the text of each file as it was when the verification began. The front end
 * reports a file that cannot be read.
 */
function taskOf(options: VerifyOptions): SubmittedTask {
  const { dataModel, mallocMayFail, externals, external, timeout, memory, portfolio, engines, exchange, seed } = options;
  const files = options.files.map((name) => ({ name, text: textOf(name) }));
  return {
    files,
    arguments: options.arguments,
    dataModel,
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
