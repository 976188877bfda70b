import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import type { RaceName } from '../../src/apps/server/event-sender.ts';
import type { JobEvent, JobSummary, ServerMessage } from '../../src/apps/server/protocol.ts';
import { type Serving, TOKEN } from './serving.ts';

/** What a race that runs elsewhere tells, as `lemmata verify --stream` does. */
export const RACE_TASK = {
  files: [{ name: 'src/counter.c', text: 'int main(void) {\n  return 0;\n}\n' }],
  timeout: 60,
};

/** A race that nobody has told of. */
export function newRace(): RaceName {
  return { secret: randomBytes(16).toString('base64url'), attempt: 1 };
}

const RESULT = {
  version: 1,
  verdict: 'TRUE',
  property: 'CHECK( init(main()), LTL(G ! call(reach_error())) )',
  seconds: 2.5,
  engine: 'kind',
  stage: 'race',
  restsOn: [],
  certificate: { kind: 'k-inductive', k: 1, invariants: [] },
};

export const PROVED: JobEvent = { kind: 'verdict', result: RESULT, witness: true, time: 2500 };

export function bound(engine: string, value: number): JobEvent {
  return { kind: 'bound', engine, bound: value, time: value };
}

export function racesOf({ port }: Pick<AddressInfo, 'port'>): string {
  return `ws://127.0.0.1:${port}/api/races`;
}

/** The newest job, as soon as there is one. */
export async function newestJob({ connect }: Serving): Promise<JobSummary> {
  const client = await connect();
  try {
    for (let request = 1; ; request++) {
      client.send({ type: 'list', request });
      const { jobs } = await client.until(
        (message): message is ServerMessage & { type: 'jobs' } =>
          message.type === 'jobs' && message.request === request,
      );
      if (jobs.length > 0) return jobs[0];
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    client.socket.terminate();
  }
}

export interface RawRace {
  readonly socket: WebSocket;
  /** Code and reason of the close. */
  readonly closed: Promise<readonly [number, string]>;
}

/** A race that tells just these messages, objects as JSON. Rejects if the handshake is refused. */
export function rawRace(serving: Serving, messages: readonly (object | string)[], token = TOKEN): Promise<RawRace> {
  const socket = new WebSocket(racesOf(serving), 'lemmata.v1', { headers: { Authorization: `Bearer ${token}` } });
  const closed = new Promise<readonly [number, string]>((done) => {
    socket.once('close', (code, reason) => done([code, reason.toString()]));
  });
  return new Promise((done, reject) => {
    socket.once('open', () => {
      for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      done({ socket, closed });
    });
    socket.on('error', reject);
  });
}
