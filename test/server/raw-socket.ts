import { connect, type Socket } from 'node:net';
import { TOKEN } from './serving.ts';

/** All that the server answers to `text` until it closes the connection. */
export function answerTo(port: number, text: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => done(answer));
  });
}

export interface FrameHead {
  /** 0 continuation, 1 text, 2 binary, 8 close, 9 ping (RFC 6455, section 5.2). */
  readonly opcode: number;
  /** Default true. */
  readonly fin?: boolean;
  /** First reserved bit: a compressed message. */
  readonly compressed?: boolean;
  /** Bytes, where others are announced than sent. */
  readonly announced?: number;
}

/** A frame of a client, under the mask of zeros. */
export function frame(
  { opcode, fin = true, compressed = false, announced }: FrameHead,
  payload: Buffer | string = '',
): Buffer {
  const body = Buffer.from(payload);
  const length = announced ?? body.length;
  const first = (fin ? 0x80 : 0) | (compressed ? 0x40 : 0) | opcode;
  if (length < 126) return Buffer.concat([Buffer.from([first, 0x80 | length, 0, 0, 0, 0]), body]);
  const head = Buffer.alloc(14);
  head.writeUInt8(first);
  head.writeUInt8(0x80 | 127, 1);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, body]);
}

/** A websocket whose frames are written byte by byte: with what ws does not send. */
export class RawWebSocket {
  /** The head of the answer to the handshake. */
  readonly head: Promise<string>;
  /** Code with which the server closed it; null: without one. */
  readonly closed: Promise<number | null>;
  readonly #socket: Socket;

  constructor(port: number, extensions = '') {
    let received = Buffer.alloc(0);
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.write(
      `GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\nSec-WebSocket-Protocol: lemmata.v1\r\n${extensions}\r\n`,
    );
    this.#socket.on('error', () => {});
    this.head = new Promise((done) => {
      this.#socket.on('data', (data: Buffer) => {
        received = Buffer.concat([received, data]);
        const end = received.indexOf('\r\n\r\n');
        if (end >= 0) done(received.toString('latin1', 0, end));
      });
    });
    this.closed = new Promise((done) => {
      this.#socket.on('close', () => done(closeCode(received.subarray(received.indexOf('\r\n\r\n') + 4))));
    });
  }

  /** Resolves once the socket took it, or is gone. */
  write(data: Buffer): Promise<void> {
    return new Promise((done) => this.#socket.write(data, () => done()));
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** Of the frame that closes the connection, after others. */
function closeCode(frames: Buffer): number | null {
  for (let at = 0; at + 2 <= frames.length; ) {
    const short = frames[at + 1] & 0x7f;
    const [length, head] = short === 126 ? [frames.readUInt16BE(at + 2), 4] : [short, 2];
    if ((frames[at] & 0x0f) === 8) return frames.readUInt16BE(at + head);
    at += head + length;
  }
  return null;
}
