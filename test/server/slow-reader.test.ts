import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { EventSender } from '../../src/apps/server/event-sender.ts';
import type { JobEvent } from '../../src/apps/server/protocol.ts';
import { scratchFolder } from '../scratch.ts';
import { newRace, PROVED, RACE_TASK, racesOf } from './racing.ts';
import { TOKEN } from './serving.ts';
import { type ServingProcess, servingProcess } from './serving-process.ts';

/**
 * How long a client reads nothing; `LEMMATA_SOAK_SECONDS=600` for the ten minutes after which it
 * has long been cut off.
 */
const SECONDS = Number(process.env.LEMMATA_SOAK_SECONDS ?? 6);
/** As many as come to less than a race may tell in all. */
const EVENTS_PER_SECOND = Math.min(200, 10_000 / SECONDS);
const FILLER = 'x'.repeat(10_000);
const MEGABYTE = 2 ** 20;
const headers = { Authorization: `Bearer ${TOKEN}` };
const data = scratchFolder('slow');
let server: ServingProcess;

beforeAll(async () => {
  server = await servingProcess(data, ['--receive', '1']);
});
afterAll(() => {
  server.child.kill('SIGKILL');
});

interface Reader {
  readonly socket: WebSocket;
  /** Milliseconds from the sender to here, of each event that says when it was sent. */
  readonly delays: number[];
  /** Number of the last event. */
  last(): number;
  /** `verdict` once that has come, `closed` if the connection ended before. */
  readonly over: Promise<'verdict' | 'closed'>;
}

function reading(job: string, after = 0): Reader {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/stream`, 'lemmata.v1', { headers });
  const delays: number[] = [];
  let last = after;
  socket.once('open', () => socket.send(JSON.stringify({ type: 'watch', job, after })));
  socket.on('error', () => {});
  const over = new Promise<'verdict' | 'closed'>((done) => {
    socket.once('close', () => done('closed'));
    socket.on('message', (text) => {
      const message: { type: string; number: number; event: JobEvent } = JSON.parse(text.toString());
      if (message.type !== 'event') return;
      last = message.number;
      if (message.event.kind === 'note') delays.push(performance.now() - message.event.time);
      if (message.event.kind === 'verdict') done('verdict');
    });
  });
  return { socket, delays, last: () => last, over };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}

it(
  `one who reads nothing for ${SECONDS} s fills no memory and delays nobody`,
  async () => {
    const address = racesOf({ port: server.port });
    const sender = new EventSender({ address, token: TOKEN }, newRace(), RACE_TASK, () => {});
    sender.send({ kind: 'started', time: 0 });
    const list = async (): Promise<string> => (await fetch(`${server.origin}/api/jobs`, { headers })).text();
    await expect.poll(list, { timeout: 20_000 }).toContain('"job"');
    const job = /"job":"([\w-]{22})"/.exec(await list())?.[1] ?? '';
    let told = 0;
    // Half of it is never superseded.
    const tell = (): void => {
      told += 1;
      const time = performance.now();
      sender.send({ kind: 'note', engine: 'kind', text: FILLER, time });
      sender.send({ kind: 'lemmas-used', engine: FILLER, ids: [], time });
    };
    const telling = setInterval(tell, 2_000 / EVENTS_PER_SECOND);
    const quick = reading(job);
    let mute: Reader | null = null;
    let unsent = 0;
    const growth = await server.growthDuring(async () => {
      await passed(SECONDS / 3);
      mute = reading(job);
      const { socket } = mute;
      socket.once('open', () => socket.pause());
      const before = quick.delays.length;
      for (const end = performance.now() + 1000 * SECONDS; performance.now() < end; await passed(0.25))
        unsent = Math.max(unsent, await metric('lemmata_unsent_bytes'));
      const delays = [quick.delays.slice(0, before), quick.delays.slice(before)].map(median);
      expect(delays[1]).toBeLessThan(2 * delays[0] + 25);
    });
    clearInterval(telling);
    sender.send(PROVED);
    await sender.end(30_000);
    expect(await quick.over).toBe('verdict');
    expect(quick.last()).toBe(2 * told + 2);
    // The server's measure, beyond which it holds events back, and that of what was sent last.
    expect(unsent).toBeGreaterThan(MEGABYTE / 4);
    expect(unsent).toBeLessThan(MEGABYTE);
    expect(growth).toBeLessThan(100 * MEGABYTE);
    expect(await caughtUp(mute, job)).toBe(2 * told + 2);
    quick.socket.terminate();
  },
  3_000 * SECONDS + 120_000,
);

/** Number of the last event that one has who reads again, over a new connection if the old one was cut off. */
async function caughtUp(mute: Reader | null, job: string): Promise<number> {
  if (mute === null) throw new Error('nobody was mute');
  mute.socket.resume();
  if ((await mute.over) === 'verdict') {
    mute.socket.terminate();
    return mute.last();
  }
  const again = reading(job, mute.last());
  expect(await again.over).toBe('verdict');
  again.socket.terminate();
  return again.last();
}

function passed(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}
