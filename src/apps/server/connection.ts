import type { RawData, WebSocket } from 'ws';
import { unreachable } from '../../base/errors.ts';
import { readClientMessage } from './client-messages.ts';
import type { EventLog } from './job/event-log.ts';
import type { Job } from './job/job.ts';
import type { Jobs } from './job/jobs.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { type ClientMessage, PROTOCOL_VERSION, Refusal, type ServerMessage } from './protocol.ts';

const RATE_WINDOW = 10_000;

interface Watched {
  readonly job: Job;
  readonly log: EventLog;
  /** Number of the last event that was sent, or was superseded before sending. */
  sent: number;
  readonly unwatch: () => void;
}

/**
 * One client's websocket. It has no queue besides the socket's own. A client that does not read stays
 * at the number of the last event that it was sent. When it reads again, it continues from there,
 * without events superseded in the meantime.
 */
export class Connection {
  readonly #socket: WebSocket;
  readonly #watched = new Map<string, Watched>();
  /** Jobs that end with the connection. */
  readonly #own = new Set<Job>();
  #full = false;
  /** Time when it last answered a ping, or the system took data for it. */
  #moved = performance.now();
  #window = { since: 0, messages: 0 };

  constructor(
    socket: WebSocket,
    private readonly client: string,
    private readonly jobs: Jobs,
    private readonly limits: Limits,
    private readonly metrics: Metrics,
  ) {
    this.#socket = socket;
    socket.on('message', (data, binary) => this.#take(data, binary));
    socket.on('pong', () => {
      this.#moved = performance.now();
    });
    // Malformed messages of a client close its connection; ws has reported the reason to it.
    socket.on('error', () => {});
    socket.on('close', () => this.#leave());
    const { uploadBytes, filesPerJob, jobsPerClient, seconds, megabytes } = limits;
    this.#send({
      type: 'welcome',
      version: PROTOCOL_VERSION,
      limits: { uploadBytes, filesPerJob, jobsPerClient, seconds, megabytes },
      ...(jobs.runElsewhere ? { cluster: true } : {}),
      ...(jobs.shares === null ? {} : { shareLinks: true }),
    });
  }

  /**
   * Cuts off a client that is gone, or has read nothing for too long. Must be called every `heartbeat`
   * milliseconds.
   */
  beat(): void {
    if (performance.now() - this.#moved > this.limits.stalled) this.#socket.terminate();
    else if (!this.#full) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #take(data: RawData, binary: boolean): void {
    const now = performance.now();
    if (now - this.#window.since > RATE_WINDOW) this.#window = { since: now, messages: 0 };
    this.#window.messages += 1;
    if (this.#window.messages > this.limits.messagesPerTenSeconds) this.close(1008, 'too many messages');
    else if (binary) this.close(1003, 'text only');
    else this.#read(data.toString());
  }

  #read(text: string): void {
    let message: ClientMessage;
    try {
      message = readClientMessage(text);
    } catch (error) {
      this.#refuse(null, error);
      return;
    }
    const request = message.request ?? null;
    this.#answer(message, request).catch((error: unknown) => this.#refuse(request, error));
  }

  async #answer(message: ClientMessage, request: number | null): Promise<void> {
    switch (message.type) {
      case 'submit': {
        const job = await this.jobs.submit(this.client, message.task);
        const place = this.jobs.placeOf(job);
        if (message.keep !== true) this.#own.add(job);
        if (this.#socket.readyState !== this.#socket.OPEN) return this.#leave();
        this.#send({ type: 'accepted', request, job: job.id, place });
        return this.#watch(job, 0);
      }
      case 'watch':
        return this.#watch(this.jobs.get(message.job), message.after ?? 0);
      case 'unwatch':
        this.#unwatch(message.job);
        return this.#send({ type: 'done', request });
      case 'cancel':
        await this.jobs.cancel(this.jobs.get(message.job));
        return this.#send({ type: 'done', request });
      case 'delete':
        await this.jobs.remove(this.jobs.get(message.job));
        return this.#send({ type: 'done', request });
      case 'list':
        return this.#send({ type: 'jobs', request, jobs: this.jobs.list() });
      case 'document': {
        const { job, document } = message;
        const text = await this.jobs.document(this.jobs.get(job), document);
        if (this.#full) throw new Refusal('not-ready', 'read the sent events first');
        return this.#send({ type: 'document', request, job, document, text });
      }
      default:
        return unreachable(message);
    }
  }

  async #watch(job: Job, after: number): Promise<void> {
    this.#unwatch(job.id);
    if (this.#watched.size >= this.limits.watchedPerConnection)
      throw new Refusal('bad-request', 'too many jobs are watched here');
    const log = await job.log();
    if (this.#socket.readyState !== this.#socket.OPEN || this.#watched.has(job.id)) return;
    const sent = Math.min(after, log.last);
    const watched = { job, log, sent, unwatch: job.watch(() => this.#pump(watched)) };
    this.#watched.set(job.id, watched);
    this.#send({
      type: 'snapshot',
      job: job.id,
      after: sent,
      last: log.last,
      kind: job.kind,
      state: job.state,
      omitted: log.omitted,
      submitted: job.submitted,
      ...(job.lemmata === null ? {} : { lemmata: job.lemmata }),
    });
    this.#pump(watched);
  }

  #unwatch(id: string): void {
    const watched = this.#watched.get(id);
    if (watched === undefined) return;
    this.#watched.delete(id);
    watched.unwatch();
    watched.job.forget();
  }

  /** Sends waiting events, as far as the socket takes them. */
  #pump(watched: Watched): void {
    const { job, log } = watched;
    for (const logged of log.after(watched.sent)) {
      if (this.#full) return;
      this.metrics.sent.inc();
      this.#passTo(logged.number - 1, watched);
      watched.sent = logged.number;
      this.#write(job.message(logged));
    }
    this.#passTo(log.last, watched);
  }

  /** Skips earlier events, which were superseded. */
  #passTo(number: number, watched: Watched): void {
    this.metrics.skipped.inc(number - watched.sent);
    watched.sent = number;
  }

  #send(message: ServerMessage): void {
    this.#write(JSON.stringify(message));
  }

  #write(text: string | Buffer): void {
    this.#socket.send(text, { binary: false }, () => this.#written());
    this.#full = this.#socket.bufferedAmount > this.limits.sendBytes;
  }

  #written(): void {
    this.#moved = performance.now();
    if (!this.#full || this.#socket.bufferedAmount > this.limits.sendBytes / 2) return;
    this.#full = false;
    for (const watched of this.#watched.values()) this.#pump(watched);
  }

  #refuse(request: number | null, error: unknown): void {
    const code = error instanceof Refusal ? error.code : 'internal';
    this.metrics.refused.inc({ why: code });
    this.#send({
      type: 'error',
      request,
      code,
      message: error instanceof Refusal ? error.message : 'an internal error',
    });
  }

  #leave(): void {
    for (const id of [...this.#watched.keys()]) this.#unwatch(id);
    for (const job of this.#own) void this.jobs.cancel(job);
    this.#own.clear();
  }
}
