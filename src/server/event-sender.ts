import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { EventLog } from './job/event-log.ts';
import { type JobEvent, type ServerMessage, SUBPROTOCOL } from './protocol.ts';

/** What may wait in the socket before events are held back, and superseded. */
const SEND_BYTES = 2 ** 19;
const DRAIN_MILLISECONDS = 20;
/** Until the first attempt to connect anew; doubled with each further one. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
/** Lemmas and the like that are kept. */
const MOST_EVENTS = 5_000;

/**
 * Tells a websocket of the events of one verification, as the server tells its clients: `accepted` and a `snapshot`, then the events. Nothing waits for
 * it: for one who reads slowly what is superseded is left out, and after a lost connection a new one gets all that still says something.
 */
export class EventSender {
  readonly #job = randomBytes(16).toString('base64url');
  readonly #log = new EventLog(MOST_EVENTS);
  #socket: WebSocket | null = null;
  #sent = 0;
  #pause = FIRST_PAUSE;
  #timer: NodeJS.Timeout | null = null;
  #complain: ((why: string) => void) | null;
  #over: (() => void) | null = null;

  /** `complain` is called once, when there is no connection. */
  constructor(
    private readonly address: string,
    complain: (why: string) => void,
  ) {
    this.#complain = complain;
    this.#connect();
  }

  send(event: JobEvent): void {
    this.#log.add(event);
    this.#pump();
  }

  /** Resolves when the last event has left and the connection is closed, or after so many milliseconds. */
  async end(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#over = resolve;
      setTimeout(resolve, milliseconds);
      this.#pump();
    });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#socket?.terminate();
  }

  #connect(): void {
    const socket = new WebSocket(this.address, SUBPROTOCOL, { perMessageDeflate: false, handshakeTimeout: LONGEST_PAUSE });
    this.#socket = socket;
    let why = 'it was closed';
    socket.on('open', () => {
      this.#pause = FIRST_PAUSE;
      this.#sent = 0;
      this.#tell({ type: 'accepted', request: null, job: this.#job });
      const { last, omitted } = this.#log;
      this.#tell({ type: 'snapshot', job: this.#job, after: 0, last, state: 'running', omitted });
      this.#pump();
    });
    socket.on('error', (error) => {
      why = error.message;
    });
    socket.on('close', () => this.#lost(why));
  }

  #lost(why: string): void {
    this.#socket = null;
    if (this.#over !== null && this.#sent === this.#log.last) {
      this.#over();
      return;
    }
    this.#complain?.(why);
    this.#complain = null;
    this.#later(() => this.#connect(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  #pump(): void {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) return;
    for (const { number, json } of this.#log.after(this.#sent)) {
      if (socket.bufferedAmount > SEND_BYTES) {
        this.#later(() => this.#pump(), DRAIN_MILLISECONDS);
        return;
      }
      socket.send(`{"type":"event","job":"${this.#job}","number":${number},"event":${json}}`);
      this.#sent = number;
    }
    this.#sent = this.#log.last;
    if (this.#over !== null) socket.close(1000);
  }

  #tell(message: ServerMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #later(action: () => void, milliseconds: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(action, milliseconds).unref();
  }
}
