import type { RawData, WebSocket } from 'ws';
import { unreachable } from '../../base/errors.ts';
import type { Job } from './job/job.ts';
import type { RaceSender, Races } from './job/races.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { type Documents, isFinal, type RaceMessage, Refusal } from './protocol.ts';
import { readRaceMessage } from './race-messages.ts';

const WINDOW = 1_000;
/** Most bytes of a reason in a frame that closes a websocket (RFC 6455, section 5.5). */
const MOST_REASON = 123;

/**
 * The websocket of a race that runs elsewhere: its messages become the events of a job. A sender that
 * is too fast is read more slowly: it leaves out superseded events, as for any slow listener.
 */
export class RaceListener implements RaceSender {
  readonly #socket: WebSocket;
  /**
   * The secret name of the race, its job, and the number of the job's last event before this attempt;
   * null: not received yet.
   */
  #race: { readonly secret: string; readonly job: Job; readonly base: number } | null = null;
  #documents: Documents = {};
  /** Time of the last message. */
  #heard = performance.now();
  #window = { since: 0, events: 0 };

  constructor(
    socket: WebSocket,
    private readonly client: string,
    private readonly races: Races,
    private readonly limits: Limits,
    private readonly metrics: Metrics,
  ) {
    this.#socket = socket;
    socket.on('message', (data, binary) => this.#take(data, binary));
    socket.on('pong', () => {
      this.#heard = performance.now();
    });
    // Malformed messages of a sender close the connection; ws has reported the reason to it.
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#race !== null) this.races.leave(this.#race.job, this);
    });
  }

  /** Cuts off a sender that is gone. Must be called every `heartbeat` milliseconds. */
  beat(): void {
    if (performance.now() - this.#heard > this.limits.stalled) this.#socket.terminate();
    else this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason.slice(0, MOST_REASON));
  }

  dismiss(why: 'replaced' | 'closing'): void {
    if (why === 'replaced') this.close(1008, 'another connection reports this race');
    else this.close(1001, 'the server ends');
  }

  #take(data: RawData, binary: boolean): void {
    // Messages that arrived before it was closed are ignored.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#heard = performance.now();
    try {
      if (binary) this.close(1003, 'text only');
      else this.#read(readRaceMessage(data.toString()));
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'internal';
      this.metrics.refused.inc({ why: code });
      this.close(1008, error instanceof Refusal ? error.message : 'an internal error');
    }
    this.#slowDown();
  }

  /** @throws Refusal */
  #read(message: RaceMessage): void {
    switch (message.type) {
      case 'accepted':
      case 'snapshot':
        return;
      case 'task':
        this.#begin(message);
        return;
      case 'documents':
        this.#raceOf(message.job);
        this.#documents = message.documents;
        return;
      case 'event':
        this.#addEvent(message);
        return;
      default:
        unreachable(message);
    }
  }

  #begin({ job: secret, task, attempt = 1 }: RaceMessage & { readonly type: 'task' }): void {
    if (this.#race !== null) throw new Refusal('bad-request', 'a connection reports one race');
    const size = task.files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    if (size > this.limits.uploadBytes)
      throw new Refusal('too-large', `the files are larger than ${this.limits.uploadBytes} bytes`);
    const job = this.races.join(this.client, secret, task, this);
    this.#race = { secret, job, base: attempt === 1 ? 0 : (beginningOf(job, attempt) ?? job.last + 1) - 1 };
  }

  #raceOf(secret: string): { readonly job: Job; readonly base: number } {
    if (this.#race?.secret !== secret)
      throw new Refusal('bad-request', 'a race must send its task first, and then its own events only');
    return this.#race;
  }

  /** Events that came over an earlier connection are known. */
  #addEvent({ job: secret, event, number: sent }: RaceMessage & { readonly type: 'event' }): void {
    const { job, base } = this.#raceOf(secret);
    const number = base + sent;
    if (job.over) throw new Refusal('no-such-job', `the race is ${job.state} here`);
    this.#window.events += 1;
    if (number <= job.last) return;
    const { eventsPerRace, charactersPerRace, eventCharacters } = this.limits;
    if (number > eventsPerRace || job.size.total > charactersPerRace || job.size.kept > eventCharacters) {
      const message = 'the race has sent more than the server stores';
      void job.end({ kind: 'failed', code: 'E-LIMIT', message, time: event.time });
      throw new Refusal('too-large', message);
    }
    if (isFinal(event)) void job.end(event, this.#documents, number);
    else job.add(event, number);
  }

  #slowDown(): void {
    const now = performance.now();
    if (now - this.#window.since > WINDOW) this.#window = { since: now, events: 0 };
    if (this.#window.events < this.limits.eventsPerSecond || this.#socket.isPaused) return;
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), WINDOW - (now - this.#window.since)).unref();
  }
}

/** The number of the event that begins an attempt; null: it has not arrived yet. */
function beginningOf(job: Job, attempt: number): number | null {
  return job.numberOf((event) => event.kind === 'begun-again' && event.attempt === attempt);
}
