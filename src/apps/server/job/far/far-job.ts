import type { JobEvent, SubmittedTask } from '../../protocol.ts';
import { isFinal } from '../../protocol.ts';
import type { Job } from '../job.ts';
import type { JobProcess } from '../job-process.ts';
import { FAR_VERSION, type FarNews, type FarOrder, type FarQuestion, readNews, readReport } from './far-messages.ts';

/** Workers on other machines. Messages in both directions are texts, such as {@link FarOrder}. */
export interface Elsewhere {
  hand(id: string, order: string, listener: FarListener): FarHandle;
  /** Cancels a job that was handed out before, if it was. */
  withdraw(id: string): void;
}

export interface FarListener {
  heard(text: string): void;
  /** Called after a reconnection: messages may have been lost. */
  back(): void;
  /** False if the text is not a report. */
  ended(text: string): boolean;
}

export interface FarHandle {
  send(text: string): void;
  cancel(): void;
  /** Stops listening to the job; it continues. */
  leave(): void;
}

/** The latest delivery that a worker has reported. */
interface Delivery {
  readonly delivery: number;
  readonly worker: string;
  /** Number in the job before its first event. */
  readonly base: number;
}

/**
 * A job that workers elsewhere run: their events become those of the job, under numbers that do not
 * depend on repeated messages. It outlives this server: a later one asks for the events after the last
 * one that it has.
 */
export class FarJob implements JobProcess {
  readonly #handle: FarHandle;
  #current: Delivery | null;
  /** Number of the last event received of the current delivery. */
  #seen = 0;
  #over = false;

  /** `job.log()` must have been read. `ended`: called once the job is over, or left. */
  constructor(
    elsewhere: Elsewhere,
    private readonly job: Job,
    task: SubmittedTask,
    limits: { readonly timeout: number; readonly memory: number },
    private readonly ended: () => void,
  ) {
    this.#current = deliveryIn(job);
    this.#seen = this.#current === null ? 0 : job.last - this.#current.base;
    const order = { version: FAR_VERSION, task, ...limits } satisfies FarOrder;
    this.#handle = elsewhere.hand(job.id, JSON.stringify(order), {
      heard: (text) => this.#hear(text),
      back: () => this.#ask(),
      ended: (text) => this.#conclude(text),
    });
    if (this.#current !== null) this.#ask();
  }

  kill(): void {
    if (this.#over) return;
    this.#over = true;
    this.#handle.cancel();
    void this.job.end({ kind: 'cancelled', time: this.job.age }).then(this.ended);
  }

  /** Leaves the job when the server ends; the job continues. */
  leave(): void {
    if (this.#over) return;
    this.#over = true;
    this.#handle.leave();
    void this.job.keep().then(this.ended);
  }

  #ask(): void {
    const { delivery } = this.#current ?? { delivery: 0 };
    this.#handle.send(JSON.stringify({ delivery, after: this.#seen } satisfies FarQuestion));
  }

  #hear(text: string): void {
    const news = this.#over ? null : readNews(text);
    if (news !== null) this.#take(news);
  }

  #take({ delivery, worker, previous, events }: FarNews): void {
    // This worker had been taken for dead.
    if (this.#current !== null && delivery < this.#current.delivery) return;
    if (delivery !== this.#current?.delivery) {
      if (events[0]?.number !== 1) {
        this.#handle.send(JSON.stringify({ delivery, after: 0 } satisfies FarQuestion));
        return;
      }
      this.#begin(worker, delivery, events[0].event);
    }
    if (previous > this.#seen) {
      this.#ask();
      return;
    }
    for (const { number, event } of events) this.#enter(number, event);
  }

  /** Another worker has taken the same job and begun it again. */
  #begin(worker: string, delivery: number, { time }: JobEvent): void {
    const before = this.#current;
    this.#current = { delivery, worker, base: this.job.last };
    this.#seen = 1;
    const { base } = this.#current;
    if (before === null) {
      this.job.add({ kind: 'started', worker, delivery, time }, base + 1);
      return;
    }
    const why = `${before.worker} no longer answers`;
    this.job.add({ kind: 'begun-again', attempt: this.#attempts() + 1, why, worker, delivery, time }, base + 1);
  }

  #enter(number: number, event: JobEvent): void {
    if (number <= this.#seen || this.#current === null || isFinal(event)) return;
    this.#seen = number;
    const shifted = event.kind === 'begun-again' ? { ...event, attempt: this.#attempts() + 1 } : event;
    this.job.add(shifted, this.#current.base + number);
  }

  #attempts(): number {
    return Math.max(1, ...this.job.find((event) => event.kind === 'begun-again').map(({ event }) => attemptOf(event)));
  }

  #conclude(text: string): boolean {
    if (this.#over) return true;
    const report = readReport(text);
    if (report === null || !isFinal(report.event)) return false;
    this.#take(report);
    this.#over = true;
    void this.job.end(report.event, report.documents).then(this.ended);
    return true;
  }
}

function attemptOf(event: JobEvent): number {
  return event.kind === 'begun-again' ? event.attempt : 1;
}

/** The latest delivery that the events of a job report. */
function deliveryIn(job: Job): Delivery | null {
  const [newest] = job
    .find((event) => (event.kind === 'started' || event.kind === 'begun-again') && event.delivery !== undefined)
    .reverse();
  if (newest === undefined) return null;
  const { number, event } = newest;
  if (event.kind !== 'started' && event.kind !== 'begun-again') return null;
  return { delivery: event.delivery ?? 0, worker: event.worker ?? 'the worker', base: number - 1 };
}
