import { randomBytes } from 'node:crypto';
import type { VerifyEvent } from '../../../race/events.ts';
import { BROKE_DOWN, RACE } from '../../../race/threads/supervision.ts';
import { EventSender, type RaceName } from '../../server/event-sender.ts';
import { failureEvent } from '../../server/job/narration.ts';
import type { SubmittedTask } from '../../server/protocol.ts';
import { givenToken } from '../token.ts';
import type { Narrated } from './narrated.ts';
import type { Reporter, Result } from './reporter.ts';

/** Longest time in ms for sending the last events. */
const FAREWELL_MILLISECONDS = 3_000;
/** Most bytes of a program whose text is streamed; larger ones are streamed by name alone. */
const MOST_BYTES = 2 ** 21;

export interface StreamFlags {
  readonly tokenFile?: string;
  readonly quiet?: boolean;
}

/** Sends the events to the server that `--stream` names. */
export class StreamReporter implements Reporter {
  readonly #sender: EventSender;

  /** Throws LemmataError `E-USAGE` if the token is malformed. */
  constructor(
    address: string,
    task: SubmittedTask,
    private readonly narrated: Narrated,
    { tokenFile, quiet }: StreamFlags,
  ) {
    const size = task.files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const sent = size <= MOST_BYTES ? task : { ...task, files: task.files.map(({ name }) => ({ name, text: '' })) };
    const listener = { address, token: givenToken(tokenFile) };
    this.#sender = new EventSender(listener, raceName(), sent, quiet ? () => {} : (why) => complain(address, why));
    for (const event of narrated.opening) this.#sender.send(event);
  }

  event(event: VerifyEvent): void {
    const narrated = this.narrated.narrate(event);
    if (narrated !== null) this.#sender.send(narrated);
  }

  async answer({ proved }: Result): Promise<void> {
    const { event, documents } = this.narrated.end(await proved());
    this.#sender.send(event, documents);
  }

  fail(error: unknown): void {
    this.#sender.send(failureEvent(error));
  }

  async close(): Promise<void> {
    await this.#sender.end(FAREWELL_MILLISECONDS);
  }
}

/** The name of the race; the supervisor gives a replacement process the same one. */
function raceName(): RaceName {
  const secret = process.env[RACE] ?? randomBytes(16).toString('base64url');
  return { secret, attempt: process.env[BROKE_DOWN] === undefined ? 1 : 2 };
}

function complain(address: string, why: string): void {
  const { origin } = new URL(address);
  process.stderr.write(`lemmata: the events cannot be sent to ${origin} (${why}); the verification continues\n`);
}
