import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './protocol.ts';

const COOKIE = 'lemmata_session';
const SESSION_MILLISECONDS = 24 * 3_600_000;
const MOST_SESSIONS = 10_000;

/**
 * Decides which requests are admitted. Every request needs the token (`Authorization: Bearer`), or the
 * cookie of a session that began with it. A page of another origin has neither, and a name that was
 * made to resolve to this host (DNS rebinding) is not among the server's names.
 */
export class Access {
  readonly #token: Buffer;
  /** End times of sessions by the hash of their secret. */
  readonly #sessions = new Map<string, number>();
  readonly #hosts: ReadonlySet<string>;

  readonly #cookie: string;

  /**
   * `hosts`: this server's names in the header Host, `name:port`. `port`: the one that it listens at.
   * Browsers send the cookies of a host to all its ports, so that each server has a cookie of its own.
   */
  constructor(token: string, hosts: Iterable<string>, port: number) {
    this.#cookie = `${COOKIE}_${port}`;
    this.#token = digest(token);
    this.#hosts = new Set([...hosts].map((host) => host.toLowerCase()));
  }

  /**
   * Throws if the request is for another host, or comes from a page of another origin.
   * `link`: links on pages of other origins may lead there, which gives those pages no answer to read.
   */
  checkSource({ headers }: IncomingMessage, { link = false }: { readonly link?: boolean } = {}): void {
    if (!this.#hosts.has((headers.host ?? '').toLowerCase()))
      throw new Refusal('forbidden', 'this host is not served here');
    const { origin } = headers;
    if (origin !== undefined && !this.#isOwn(origin))
      throw new Refusal('forbidden', 'requests from pages of other origins are refused');
    const followed = link && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    if (headers['sec-fetch-site'] === 'cross-site' && !followed)
      throw new Refusal('forbidden', 'requests from pages of other origins are refused');
  }

  /**
   * Throws if the websocket handshake comes neither from a page of this server nor from a client with
   * the token. A browser reports the origin of its page; for any other client a cookie does not count.
   */
  checkHandshake({ headers }: IncomingMessage): void {
    if (headers.origin === undefined && headers.authorization === undefined)
      throw new Refusal('forbidden', 'a handshake needs an origin, or a token');
  }

  #isOwn(origin: string): boolean {
    const match = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase());
    return match !== null && this.#hosts.has(match[1]);
  }

  /**
   * Names the client: by its session, or by its address. If the request does more than read, a cookie
   * alone counts only if the browser reports a page of this server.
   * @throws Refusal `unauthorised`, `forbidden`
   */
  client(request: IncomingMessage, { reading }: { readonly reading: boolean }): string {
    const bearer = /^Bearer ([\x21-\x7e]{1,200})$/.exec(request.headers.authorization ?? '')?.[1];
    if (bearer !== undefined) {
      if (!this.isToken(bearer)) throw new Refusal('unauthorised', 'the token is wrong');
      return `address ${request.socket.remoteAddress ?? ''}`;
    }
    const session = this.#session(request);
    if (session === null) throw new Refusal('unauthorised', 'a token is needed');
    if (!reading && request.headers.origin === undefined)
      throw new Refusal('forbidden', 'a request with a cookie must name its origin');
    return `session ${session}`;
  }

  /** Whether the request has the token, or a session. */
  isSignedIn(request: IncomingMessage): boolean {
    try {
      return this.client(request, { reading: true }) !== '';
    } catch {
      return false;
    }
  }

  isToken(given: string): boolean {
    return timingSafeEqual(digest(given), this.#token);
  }

  /** Begins a session and gives the header that sets its cookie. */
  newSession(): string {
    const now = Date.now();
    for (const [hash, end] of this.#sessions)
      if (end < now || this.#sessions.size >= MOST_SESSIONS) this.#sessions.delete(hash);
    const secret = randomBytes(32).toString('base64url');
    this.#sessions.set(digest(secret).toString('base64url'), now + SESSION_MILLISECONDS);
    return `${this.#cookie}=${secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${SESSION_MILLISECONDS / 1000}`;
  }

  #session({ headers }: IncomingMessage): string | null {
    const secret = new RegExp(`(?:^|;\\s*)${this.#cookie}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
    if (secret === undefined) return null;
    const hash = digest(secret).toString('base64url');
    const end = this.#sessions.get(hash);
    return end !== undefined && end > Date.now() ? hash.slice(0, 16) : null;
  }
}

/** Digests have equal length whatever the input, so that comparing them takes constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
