import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { messageOf } from '../../../base/errors.ts';
import { listOf, record } from '../../../base/json-schema.ts';
import type { FarLemma, FarRace, FarRaces } from '../../../race/exchange/far-lemmas.ts';
import { nodeSchema } from '../../../race/options/node-schema.ts';
import type { QueueAddress } from './connection.ts';
import { reader } from './schema.ts';

/** Raised when a field, or an operator of formulas, changes its meaning or is removed. */
const LEMMAS_VERSION = 1;

/** Lemmas that one machine publishes to others; a reply address asks the receivers for theirs. */
interface LemmaMessage {
  readonly version: typeof LEMMAS_VERSION;
  /** Unique among the running machines. */
  readonly machine: string;
  /** `id`: unique on that machine. */
  readonly lemmas: readonly (FarLemma & { readonly id: number })[];
}

const NODES = 20_000;
const MESSAGE = record({
  version: { const: LEMMAS_VERSION },
  machine: { type: 'string', pattern: '^[\\w.-]{1,80}$' },
  lemmas: listOf(
    record({
      id: { type: 'integer', minimum: 1 },
      engine: { type: 'string', pattern: '^[\\w.-]{1,80}$' },
      nodes: { ...nodeSchema(NODES), minItems: 1 },
    }),
  ),
});

/** Null if the bytes are not a message of this version. */
const parseLemmas: (bytes: Uint8Array) => LemmaMessage | null = reader(MESSAGE);

/** Lemmas that arrive within this time are sent together. */
const PAUSE_MILLISECONDS = 30;
/** Longest wait, before the connection is closed, for the server to take the last lemmas. */
const PATIENCE_MILLISECONDS = 500;
/** Most bytes of one message; servers accept 1 MB by default. */
const MESSAGE_BYTES = 256 * 1024;
/** Number of latest lemmas that are kept for machines that come later. */
const KEPT = 2_000;
/** Most lemmas taken from other machines in one race. */
const MOST_TAKEN = 20_000;

/**
 * Exchanges lemmas between machines that verify the same program, over a NATS server, on
 * `lemma.<race>`. The exchange is optional: a machine that was unreachable asks for the lemmas that it
 * missed, and races go on without a server.
 */
export class LemmaExchange implements FarRaces {
  readonly #machine = `${hostname()
    .replace(/[^\w.-]/g, '_')
    .slice(0, 60)}-${randomBytes(3).toString('hex')}`;
  #connecting: Promise<NatsConnection | null> | null = null;
  #closed = false;

  /**
   * Connects, and loads the client, when the first race begins. Calls `say` if the server cannot be
   * used.
   */
  constructor(
    private readonly address: QueueAddress,
    private readonly say: (text: string) => void,
  ) {}

  join(race: string, heard: (machine: string, lemmas: readonly FarLemma[]) => void): FarRace {
    const joined = new JoinedRace(this.#machine, `lemma.${race}`, heard);
    this.#connecting ??= this.#connect();
    void this.#connecting.then((connection) => connection !== null && joined.begin(connection));
    return joined;
  }

  /** Closes the exchange: it neither sends nor receives any more. */
  async close(): Promise<void> {
    this.#closed = true;
    const connection = await Promise.race([this.#connecting, null]);
    if (connection === null || connection.isClosed()) return;
    await Promise.race([connection.flush(), sleep(PATIENCE_MILLISECONDS, null, { ref: false })]);
    await connection.close();
  }

  /** Null if the server cannot be used. */
  async #connect(): Promise<NatsConnection | null> {
    try {
      const { connectQueue } = await import('./connection.ts');
      const connection = await connectQueue(this.address, `lemmata verify on ${hostname()}`);
      if (!this.#closed) return connection;
      await connection.close();
    } catch (error) {
      this.say(`lemmata: lemmas are not exchanged between machines: ${messageOf(error)}`);
    }
    return null;
  }
}

class JoinedRace implements FarRace {
  #connection: NatsConnection | null = null;
  #left = false;
  /** Published lemmas as JSON; an id is the place of a lemma in the order of publication. */
  #published: string[] = [];
  #count = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #taken = new Set<string>();
  readonly #subscriptions: Subscription[] = [];

  constructor(
    private readonly machine: string,
    private readonly subject: string,
    private readonly heard: (machine: string, lemmas: readonly FarLemma[]) => void,
  ) {}

  begin(connection: NatsConnection): void {
    if (this.#left) return;
    this.#connection = connection;
    const inbox = `_INBOX.${randomBytes(16).toString('hex')}`;
    for (const subject of [this.subject, inbox])
      this.#subscriptions.push(
        connection.subscribe(subject, {
          callback: (error, message) => {
            if (error === null) this.#receive(message);
          },
        }),
      );
    const ask = (): void => connection.publish(this.subject, this.#message([]), { reply: inbox });
    ask();
    void (async () => {
      for await (const { type } of connection.status()) {
        if (type !== 'reconnect' || this.#left) continue;
        // Messages may have been lost meanwhile: asks for the others' lemmas and publishes its own again.
        ask();
        for (const payload of this.#payloads(this.#published.length)) connection.publish(this.subject, payload);
      }
    })();
    this.#send();
  }

  publish({ engine, nodes }: FarLemma): void {
    if (this.#left) return;
    this.#count += 1;
    this.#published.push(JSON.stringify({ id: this.#count, engine, nodes }));
    if (this.#published.length > KEPT) this.#published.shift();
    this.#timer ??= setTimeout(() => this.#send(), PAUSE_MILLISECONDS);
  }

  leave(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#send();
    this.#left = true;
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
  }

  #send(): void {
    this.#timer = null;
    const connection = this.#connection;
    if (connection === null || this.#left || this.#sent === this.#count) return;
    for (const payload of this.#payloads(this.#count - this.#sent)) connection.publish(this.subject, payload);
    this.#sent = this.#count;
  }

  #receive(message: Msg): void {
    if (this.#left) return;
    const parsed = parseLemmas(message.data);
    if (parsed === null || parsed.machine === this.machine) return;
    if (message.reply !== undefined && message.reply !== '')
      for (const payload of this.#payloads(this.#published.length)) message.respond(payload);
    const fresh = parsed.lemmas.filter(({ id }) => this.#isNew(`${parsed.machine} ${id}`));
    if (fresh.length > 0) this.heard(parsed.machine, fresh);
  }

  #isNew(name: string): boolean {
    if (this.#taken.has(name) || this.#taken.size >= MOST_TAKEN) return false;
    this.#taken.add(name);
    return true;
  }

  /** The latest lemmas, in their order, in messages of limited length. */
  *#payloads(count: number): Iterable<string> {
    let part: string[] = [];
    let length = 0;
    for (const text of count === 0 ? [] : this.#published.slice(-count)) {
      if (text.length > MESSAGE_BYTES) continue;
      if (length + text.length > MESSAGE_BYTES) {
        yield this.#message(part);
        [part, length] = [[], 0];
      }
      part.push(text);
      length += text.length;
    }
    if (part.length > 0) yield this.#message(part);
  }

  #message(lemmas: readonly string[]): string {
    const { version, machine }: Pick<LemmaMessage, 'version' | 'machine'> = {
      version: LEMMAS_VERSION,
      machine: this.machine,
    };
    return `{"version":${version},"machine":${JSON.stringify(machine)},"lemmas":[${lemmas.join(',')}]}`;
  }
}
