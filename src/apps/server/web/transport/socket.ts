import { type ClientMessage, type ServerMessage, SUBPROTOCOL } from '../../protocol.ts';
import { isSignedIn } from './sign-in.ts';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;

export interface SocketListener {
  opened(): void;
  /** The connection is lost; the stream reconnects by itself. */
  lost(): void;
  /** The server wants its token: the stream waits for `resume`. */
  signedOut(): void;
  message(message: ServerMessage): void;
}

/** The stream of the server: reconnects whenever the connection is lost, after growing waits (ms). */
export class Stream {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;

  constructor(
    private readonly address: string,
    private readonly listener: SocketListener,
  ) {
    void this.#connect();
    // A sleeping machine wakes up without a connection.
    addEventListener('online', () => this.#socket?.close());
  }

  /** False: there is no connection, and nothing was sent. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connects again after `signedOut`. */
  resume(): void {
    void this.#connect();
  }

  async #connect(): Promise<void> {
    // A refused handshake says nothing about its reason.
    const signedIn = await isSignedIn();
    if (signedIn === null) return this.#later();
    if (!signedIn) return this.listener.signedOut();
    const socket = new WebSocket(this.address, SUBPROTOCOL);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#wait = FIRST_WAIT;
      this.listener.opened();
    });
    socket.addEventListener('message', ({ data }) => {
      const message = read(data);
      if (message !== null) this.listener.message(message);
    });
    socket.addEventListener('close', () => {
      this.#later();
    });
  }

  #later(): void {
    this.listener.lost();
    setTimeout(() => void this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }
}

/** The receiver ignores messages of unknown types. */
function read(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  const value: unknown = JSON.parse(data);
  return isMessage(value) ? value : null;
}

function isMessage(value: unknown): value is ServerMessage {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
