import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerPlace } from '../../../compete/answer-place.ts';
import { type Documents, isFinal, type JobEvent, Refusal } from '../../protocol.ts';
import { checkSource } from '../../source-filter.ts';
import { EventLog } from '../event-log.ts';
import { type JobProcess, startJobProcess } from '../job-process.ts';
import { orderOf } from '../order.ts';
import { FAR_VERSION, type FarNews, type FarOrder, type FarReport, readOrder, readQuestion } from './far-messages.ts';

/** Events that come within this time are sent together, in ms. */
const PAUSE_MILLISECONDS = 50;
const KEPT = { eventsPerJob: 5_000, eventCharacters: 2 ** 23 };

/** The means with which jobs of servers run here. */
export interface FarWorkshop {
  /** The name of this worker, as `FarNews.worker` admits it. */
  readonly worker: string;
  /** See `startJobProcess`. */
  readonly script: string;
  /** The place of the answer cache; null: no cache. */
  readonly cache: AnswerPlace | null;
}

/** The folder, processors and delivery of a job. */
export interface FarPlace {
  readonly folder: string;
  readonly cores: readonly number[] | null;
  /** Number of this delivery, from 1. */
  readonly delivery: number;
  /** Whether the job must not be run again, because workers do not survive it. */
  readonly isLast: boolean;
  send(text: string): void;
}

/** Reads an order of a server; null if it is malformed, or holds a program that no server accepts. */
export function readFarJob(
  text: string,
  workshop: FarWorkshop,
): { readonly name: string; start(place: FarPlace): FarWork } | null {
  const order = readOrder(text);
  if (order === null) return null;
  const { files } = order.task;
  const names = new Set(files.map(({ name }) => name));
  if (names.size < files.length) return null;
  try {
    for (const { name, text } of files) if (!name.endsWith('.btor2')) checkSource(text, names);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return { name: [...names].join(', '), start: (place) => new FarWork(order, place, workshop) };
}

/** Runs a server's job on this machine: sends the events to that server, again if some were lost. */
export class FarWork {
  /** The report; null: the job was stopped. */
  readonly ended: Promise<string | null>;
  readonly #log = new EventLog(KEPT);
  #process: JobProcess | null = null;
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;
  #settle: (report: string | null) => void = () => {};

  constructor(
    order: FarOrder,
    private readonly place: FarPlace,
    private readonly workshop: FarWorkshop,
  ) {
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const { worker } = workshop;
    const { folder, delivery, cores, isLast } = place;
    this.#add({ kind: 'started', worker, delivery, time: 0 });
    if (isLast && delivery > 1) {
      this.#conclude(
        { kind: 'failed', code: 'E-INTERNAL', message: 'workers end unexpectedly on this job', time: 0 },
        {},
      );
      return;
    }
    for (const { name, text } of order.task.files) writeFileSync(join(folder, name), text, { flag: 'wx', mode: 0o600 });
    const listener = {
      event: (event: JobEvent) => this.#add(event),
      ended: (event: JobEvent, documents: Documents) => this.#conclude(event, documents),
    };
    this.#process = startJobProcess(
      workshop.script,
      folder,
      orderOf(order.task, order, workshop.cache),
      listener,
      cores,
    );
  }

  hear(text: string): void {
    const question = readQuestion(text);
    if (question === null) return;
    this.#sent = question.delivery === this.place.delivery ? Math.min(question.after, this.#sent) : 0;
    this.#send();
  }

  stop(): void {
    if (this.#process === null) this.#settle(null);
    this.#process?.kill();
  }

  #add(event: JobEvent): void {
    this.#log.add(event);
    this.#timer ??= setTimeout(() => this.#send(), PAUSE_MILLISECONDS);
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const news = this.#newsAfter(this.#sent);
    this.#sent = this.#log.last;
    this.place.send(JSON.stringify(news));
  }

  #newsAfter(previous: number): FarNews {
    const events = [...this.#log.after(previous)].map(({ number, event }) => ({ number, event }));
    return { version: FAR_VERSION, worker: this.workshop.worker, delivery: this.place.delivery, previous, events };
  }

  #conclude(event: JobEvent, documents: Documents): void {
    this.#send();
    if (!isFinal(event)) throw new Error(`${event.kind} does not end a job`);
    const report = { ...this.#newsAfter(0), event, documents } satisfies FarReport;
    // A stopped job has no report.
    this.#settle(event.kind === 'cancelled' ? null : JSON.stringify(report));
  }
}
