import { afterEach, describe, expect, it } from 'vitest';
import { EventSender, type RaceName } from '../../src/apps/server/event-sender.ts';
import type { Limits } from '../../src/apps/server/limits.ts';
import { scratchFolder } from '../scratch.ts';
import { textField } from './answers.ts';
import { bound, newestJob, newRace, PROVED, RACE_TASK, racesOf, rawRace } from './racing.ts';
import { answerTo } from './raw-socket.ts';
import { type Serving, serving, TOKEN } from './serving.ts';

let server: Serving | null = null;

async function start(options: { limits?: Partial<Limits>; data?: string; port?: number } = {}): Promise<Serving> {
  server = await serving({ ...options, limits: { races: 2, ...options.limits } });
  return server;
}

afterEach(async () => {
  await server?.close();
  server = null;
});

function sending(
  to: Serving,
  { token = TOKEN, race = newRace() }: { readonly token?: string | null; readonly race?: RaceName } = {},
): { readonly sender: EventSender; readonly complaints: readonly string[] } {
  const complaints: string[] = [];
  const sender = new EventSender({ address: racesOf(to), token }, race, RACE_TASK, (why) => complaints.push(why));
  if (race.attempt > 1) sender.send({ kind: 'begun-again', attempt: race.attempt, why: 'it broke down', time: 10 });
  sender.send({ kind: 'started', time: 0 });
  return { sender, complaints };
}

/** A race's secret name. */
const secret = (): string => newRace().secret;
const task = (job: string): object => ({ type: 'task', job, task: RACE_TASK });
const told = (job: string, number: number, event: object): object => ({ type: 'event', job, number, event });

async function stateOf({ request }: Serving, job: string, state: string): Promise<void> {
  await expect.poll(() => textField(request(`/api/jobs/${job}`), 'state'), { timeout: 20_000 }).toBe(state);
}

describe('a race that runs elsewhere', () => {
  it('is watched, listed and kept as one that runs here', async () => {
    const running = await start();
    const { sender, complaints } = sending(running);
    sender.send(bound('kind', 1));
    const { job, ...summary } = await newestJob(running);
    expect(summary).toMatchObject({
      kind: 'watched',
      state: 'running',
      files: ['src/counter.c'],
      verdict: null,
      engine: null,
    });
    const client = await running.connect();
    client.send({ type: 'watch', job });
    expect(await client.until((message) => message.type === 'snapshot')).toMatchObject({
      kind: 'watched',
      state: 'running',
    });
    await client.event('bound');
    sender.send({ kind: 'note', engine: 'kind', text: 'on its way', time: 2 });
    await client.event('note');
    sender.send(PROVED, { witness: 'a witness', sarif: '{}' });
    await sender.end(20_000);
    expect((await client.event('verdict')).event).toEqual(PROVED);
    client.socket.terminate();
    expect(complaints).toEqual([]);
    const { request } = running;
    const read = async (what: string): Promise<unknown> => (await request(`/api/jobs/${job}${what}`)).json();
    expect(await read('')).toMatchObject({ state: 'done', verdict: 'TRUE', engine: 'kind', seconds: 2.5, last: 4 });
    expect(await read('/result')).toMatchObject({ version: 1, verdict: 'TRUE' });
    expect(await read('/task')).toEqual(RACE_TASK);
    expect(await read('/events')).toMatchObject({ events: [1, 2, 3, 4].map((number) => ({ number })) });
    expect(await (await request(`/api/jobs/${job}/witness`)).text()).toBe('a witness');
    expect(await (await request(`/api/jobs/${job}/sarif`)).text()).toBe('{}');
  });

  it('goes on at its address when the server was away', async () => {
    const data = scratchFolder('races');
    const first = await start({ data });
    const { sender } = sending(first);
    sender.send(bound('kind', 1));
    const { job } = await newestJob(first);
    const client = await first.connect();
    client.send({ type: 'watch', job });
    await client.event('bound');
    await first.close();
    sender.send(bound('kind', 2));
    const second = await start({ data, port: first.port });
    await stateOf(second, job, 'running');
    sender.send(PROVED);
    await sender.end(30_000);
    await stateOf(second, job, 'done');
    const again = await second.connect();
    again.send({ type: 'watch', job });
    await again.event('verdict');
    expect(again.numbers).toEqual([1, 2, 3, 4]);
    again.socket.terminate();
    await second.close();
  });

  it('that broke down and is begun again stays one job, also when the server is away in between', async () => {
    const data = scratchFolder('races');
    const first = await start({ data });
    const race = newRace();
    const broken = sending(first, { race }).sender;
    for (let value = 1; value <= 3; value++) broken.send(bound('kind', value));
    const { job } = await newestJob(first);
    const read = async ({ request }: Serving, what: string): Promise<unknown> =>
      (await request(`/api/jobs/${job}${what}`)).json();
    await expect.poll(() => read(first, ''), { timeout: 20_000 }).toMatchObject({ last: 4 });
    await broken.end(1);
    const { sender } = sending(first, { race: { ...race, attempt: 2 } });
    sender.send(bound('kind', 1));
    await expect.poll(() => read(first, ''), { timeout: 20_000 }).toMatchObject({ last: 7 });
    await first.close();
    const second = await start({ data, port: first.port });
    sender.send(bound('kind', 2));
    await expect.poll(() => read(second, ''), { timeout: 20_000 }).toMatchObject({ last: 8 });
    sender.send(PROVED);
    await sender.end(30_000);
    await stateOf(second, job, 'done');
    const kinds = ['started', 'bound', 'bound', 'bound', 'begun-again', 'started', 'bound', 'bound', 'verdict'];
    expect(await read(second, '/events')).toMatchObject({ events: kinds.map((kind) => ({ event: { kind } })) });
    expect(await (await second.request('/api/jobs')).json()).toMatchObject({
      jobs: [{ job, verdict: 'TRUE', last: 9 }],
    });
    await second.close();
  });

  it('is interrupted when nothing is heard of it for a while, or by a server that takes in none', async () => {
    const data = scratchFolder('races');
    const first = await start({ data, limits: { away: 300 } });
    const name = secret();
    const { socket } = await rawRace(first, [task(name), told(name, 1, { kind: 'started', time: 0 })]);
    const { job } = await newestJob(first);
    socket.terminate();
    await stateOf(first, job, 'interrupted');
    const late = await rawRace(first, [task(name)]);
    expect(await late.closed).toEqual([1008, 'the race is interrupted here']);
    const other = await rawRace(first, [task(secret())]);
    await expect.poll(async () => (await newestJob(first)).state, { timeout: 20_000 }).toBe('running');
    const { job: open } = await newestJob(first);
    await first.close();
    await other.closed;
    const second = await start({ data, limits: { races: 0 } });
    await stateOf(second, open, 'interrupted');
    await second.close();
  });

  it('gets the cancellation of a client, and sends no event after it', async () => {
    const running = await start();
    const { sender, complaints } = sending(running);
    const { job } = await newestJob(running);
    await running.request(`/api/jobs/${job}`, { method: 'DELETE' });
    await stateOf(running, job, 'cancelled');
    sender.send(bound('kind', 1));
    await expect.poll(() => complaints, { timeout: 20_000 }).toEqual(['it said: the race is cancelled here']);
    await sender.end(60_000);
    expect(await newestJob(running)).toMatchObject({ job, state: 'cancelled', seconds: null });
  });
});

describe('races that are reported to the server', () => {
  it('need its permission and its token, and come from no page of another origin', async () => {
    const closed = await start({ limits: { races: 0 } });
    await expect(rawRace(closed, [])).rejects.toThrow('404');
    const lost = sending(closed);
    await expect.poll(() => lost.complaints, { timeout: 20_000 }).toEqual([expect.stringContaining('--receive')]);
    await lost.sender.end(1);
    await closed.close();
    const open = await start();
    await expect(rawRace(open, [], 'another-token-of-tests')).rejects.toThrow('401');
    const wrong = sending(open, { token: 'another-token-of-tests' });
    await expect.poll(() => wrong.complaints, { timeout: 20_000 }).toEqual([expect.stringContaining('LEMMATA_TOKEN')]);
    await wrong.sender.end(1);
    const foreign: readonly Record<string, string>[] = [
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { Host: 'evil.com' },
    ];
    for (const headers of foreign)
      expect((await handshake(open, { Authorization: `Bearer ${TOKEN}`, ...headers })).split(' ')[1]).toBe('403');
    expect((await handshake(open, {})).split(' ')[1]).toBe('403');
    expect((await handshake(open, { Origin: open.origin })).split(' ')[1]).toBe('401');
    const none = sending(open, { token: null });
    await expect
      .poll(() => none.complaints, { timeout: 20_000 })
      .toEqual([expect.stringMatching(/403: .*LEMMATA_TOKEN/)]);
    await none.sender.end(1);
  });

  it('are as many as the server takes in, under names that nobody else knows', async () => {
    const running = await start({ limits: { races: 1 } });
    const name = secret();
    const { socket } = await rawRace(running, [task(name), told(name, 1, { kind: 'started', time: 0 })]);
    const { job } = await newestJob(running);
    expect(job).not.toBe(name);
    const [code, reason] = await (await rawRace(running, [task(job), told(job, 2, { kind: 'cancelled', time: 0 })]))
      .closed;
    expect([code, reason]).toEqual([1008, expect.stringContaining('limit of reported races')]);
    // Whoever comes back under the name takes over: the old connection may be dead without knowing.
    const again = await rawRace(running, [task(name), told(name, 2, bound('kind', 1))]);
    await expect.poll(async () => (await newestJob(running)).last, { timeout: 20_000 }).toBe(2);
    expect(socket.readyState).not.toBe(socket.OPEN);
    again.socket.terminate();
  });
});

describe('a race that tells what it should not', () => {
  const name = secret();
  const begun = [task(name), told(name, 1, { kind: 'started', time: 0 })];
  const note = { kind: 'note', engine: 'kind', text: 't', time: 1 };
  it.each<[string, readonly (object | string)[]]>([
    ['no JSON', ['{']],
    ['no message', ['[]']],
    ['a message of a client', [{ type: 'list' }]],
    ['events before its task', [told(name, 1, { kind: 'started', time: 0 })]],
    ['of another race', [...begun, told(secret(), 2, note)]],
    ['two tasks', [...begun, task(secret())]],
    ['a task without files', [{ type: 'task', job: name, task: { files: [] } }]],
    ['a task with more', [{ type: 'task', job: name, task: { ...RACE_TASK, jobScript: '/tmp/x' } }]],
    ['a name that is none', [{ type: 'task', job: '../../x', task: RACE_TASK }]],
    ['a number that is none', [...begun, told(name, 1.5, note)]],
    ['an event without its fields', [...begun, told(name, 2, { kind: 'note', time: 1 })]],
    ['fields of other types', [...begun, told(name, 2, { ...note, engine: { toString: 1 } })]],
    [
      'prototypes',
      [...begun, `{"type":"event","job":"${name}","number":2,"__proto__":{"event":{"kind":"cancelled","time":0}}}`],
    ],
    [
      'a result that is none',
      [...begun, told(name, 2, { ...PROVED, result: { verdict: 'TRUE', engine: 'x', certificate: 1 } })],
    ],
    ['documents of other types', [...begun, { type: 'documents', job: name, documents: { witness: 1 } }]],
    ['deep JSON', [...begun, '['.repeat(1_000_000)]],
  ])('is cut off: %s', async (_, messages) => {
    const running = await start();
    expect((await (await rawRace(running, messages)).closed)[0]).toBe(1008);
    expect((await running.request('/health')).status).toBe(200);
    const { jobs } = (await (await running.request('/api/jobs')).json()) as {
      jobs: readonly { state: string; last: number }[];
    };
    for (const job of jobs) expect(job).toMatchObject({ state: 'running', last: 1 });
  });

  it('is cut off where it is too large, or no text', async () => {
    const running = await start({ limits: { uploadBytes: 100_000 } });
    const large = { type: 'task', job: name, task: { files: [{ name: 'a.c', text: 'x'.repeat(120_000) }] } };
    expect(await (await rawRace(running, [large])).closed).toEqual([1008, expect.stringContaining('larger')]);
    expect((await (await rawRace(running, ['x'.repeat(200_000)])).closed)[0]).toBe(1009);
    const binary = await rawRace(running, []);
    binary.socket.send(Buffer.from('{}'));
    expect((await binary.closed)[0]).toBe(1003);
  });

  it.each([
    [
      'of engines without end',
      { eventCharacters: 20_000 },
      (number: number) => told(name, number, bound(`bmc.${number}`, 1)),
    ],
    [
      'events without end',
      { charactersPerRace: 20_000 },
      (number: number) => told(name, number, { ...note, time: number }),
    ],
    ['numbers out of all proportion', {}, (number: number) => told(name, number * 10_000_000, note)],
  ])('ends at its limits: %s', async (_, limits, message) => {
    const running = await start({ limits });
    const messages = [...begun, ...Array.from({ length: 1_000 }, (__, index) => message(index + 2))];
    expect((await (await rawRace(running, messages)).closed)[0]).toBe(1008);
    expect(await newestJob(running)).toMatchObject({ state: 'failed' });
    const client = await running.connect();
    client.send({ type: 'watch', job: (await newestJob(running)).job });
    expect((await client.event('failed')).event).toMatchObject({ code: 'E-LIMIT' });
    client.socket.terminate();
  });

  it('too fast is read more slowly', async () => {
    const running = await start({ limits: { eventsPerSecond: 200 } });
    const started = performance.now();
    const text = 'x'.repeat(5_000);
    const notes = Array.from({ length: 800 }, (_, index) => told(name, index + 2, { ...note, text }));
    const race = await rawRace(running, [...begun, ...notes, told(name, 802, { kind: 'cancelled', time: 1 })]);
    await stateOf(running, (await newestJob(running)).job, 'cancelled');
    expect(performance.now() - started).toBeGreaterThan(2_000);
    race.socket.terminate();
  });
});

/** The first line of the answer to a handshake. */
function handshake({ port }: Serving, headers: Record<string, string>): Promise<string> {
  const given = { Host: `127.0.0.1:${port}`, ...headers };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  return answerTo(port, `GET /api/races HTTP/1.1\r\n${lines.join('')}${upgrade}\r\n`);
}
