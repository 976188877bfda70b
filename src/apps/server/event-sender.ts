import { WebSocket } from 'ws';
import { EventLog } from './job/event-log.ts';
import {
  type Documents,
  isFinal,
  type JobEvent,
  type RaceMessage,
  SUBPROTOCOL,
  type SubmittedTask,
} from './protocol.ts';

/** Most bytes that may wait in the socket before events are held back, and superseded. */
const SEND_BYTES = 2 ** 19;
const DRAIN_MILLISECONDS = 20;
/** Pause in ms before the first attempt to reconnect; doubled for each further one. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
const KEPT = { eventsPerJob: 5_000, eventCharacters: 2 ** 23 };
/** Codes of a close (RFC 6455, section 7.4) by which the other end refuses the events. */
const UNWANTED: ReadonlySet<number> = new Set([1003, 1007, 1008, 1009]);

export interface Listener {
  /** `ws:` or `wss:`. */
  readonly address: string;
  /** Token of the handshake; null: none. */
  readonly token: string | null;
}

/** The name by which a listener recognises the same verification. */
export interface RaceName {
  /** 128 random bits in base64url: no other sender can report on this race. */
  readonly secret: string;
  /** Number of the attempt; from 2 on it replaces a process that broke down, and its first event says so. */
  readonly attempt: number;
}

/**
 * Sends the events of one verification over a websocket, in the format that the server has for its
 * clients: `accepted`, the program and a `snapshot`, then the events. The verification never waits for
 * it. Superseded events are left out for a slow reader. After a lost connection, the next one gets all
 * events that are not superseded.
 */
export class EventSender {
  readonly #log = new EventLog(KEPT);
  #socket: WebSocket | null = null;
  #sent = 0;
  #pause = FIRST_PAUSE;
  #timer: NodeJS.Timeout | null = null;
  #complain: ((why: string) => void) | null;
  #over: (() => void) | null = null;
  #unwanted = false;
  #documents: Documents = {};

  /** `complain` is called once, if a connection fails. */
  constructor(
    private readonly listener: Listener,
    private readonly race: RaceName,
    private readonly task: SubmittedTask,
    complain: (why: string) => void,
  ) {
    this.#complain = complain;
    this.#connect();
  }

  /** `documents`: the documents for download, with the last event. */
  send(event: JobEvent, documents: Documents = {}): void {
    this.#documents = documents;
    this.#log.add(event);
    this.#pump();
  }

  /** Resolves when the last event has left and the connection is closed, or after the given number of ms. */
  async end(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.#unwanted) resolve();
      this.#over = resolve;
      setTimeout(resolve, milliseconds);
      this.#pump();
    });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#socket?.terminate();
  }

  #connect(): void {
    const { address, token } = this.listener;
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    const socket = new WebSocket(address, SUBPROTOCOL, {
      perMessageDeflate: false,
      handshakeTimeout: LONGEST_PAUSE,
      headers,
    });
    this.#socket = socket;
    let why = 'it was closed';
    socket.on('open', () => {
      this.#pause = FIRST_PAUSE;
      this.#sent = 0;
      const { secret: job, attempt } = this.race;
      this.#transmit({ type: 'accepted', request: null, job, place: null });
      this.#transmit({ type: 'task', job, task: this.task, ...(attempt > 1 ? { attempt } : {}) });
      const { last, omitted } = this.#log;
      this.#transmit({ type: 'snapshot', job, after: 0, last, kind: 'watched', state: 'running', omitted });
      this.#pump();
    });
    socket.on('error', (error) => {
      why = hint(error.message);
    });
    socket.on('close', (code, reason) => {
      this.#unwanted = UNWANTED.has(code);
      this.#lost(this.#unwanted ? `it said: ${plain(reason.toString())}` : why);
    });
  }

  #lost(why: string): void {
    this.#socket = null;
    if (this.#over !== null && this.#sent === this.#log.last) {
      this.#over();
      return;
    }
    this.#complain?.(why);
    this.#complain = null;
    if (this.#unwanted) {
      this.#over?.();
      return;
    }
    this.#later(() => this.#connect(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  #pump(): void {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) return;
    for (const { number, event, json } of this.#log.after(this.#sent)) {
      if (socket.bufferedAmount > SEND_BYTES) {
        this.#later(() => this.#pump(), DRAIN_MILLISECONDS);
        return;
      }
      if (isFinal(event)) this.#transmit({ type: 'documents', job: this.race.secret, documents: this.#documents });
      socket.send(`{"type":"event","job":"${this.race.secret}","number":${number},"event":${json}}`);
      this.#sent = number;
    }
    this.#sent = this.#log.last;
    if (this.#over !== null) socket.close(1000);
  }

  #transmit(message: RaceMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #later(action: () => void, milliseconds: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(action, milliseconds).unref();
  }
}

/** Makes the text of another machine safe for a terminal. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

/** A hint for the user after a failed handshake, of which ws reports the status alone. */
function hint(message: string): string {
  switch (/response: (\d+)$/.exec(message)?.[1]) {
    case '401':
      return '401: the server needs another token, by LEMMATA_TOKEN or --token-file';
    case '403':
      return '403: the server needs a token, by LEMMATA_TOKEN or --token-file, or is not known by that name (lemmata serve --name)';
    case '404':
      return '404: the server takes no races; lemmata serve --receive has /api/races';
    default:
      return message;
  }
}
