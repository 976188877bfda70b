import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv } from 'ajv';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import clusterSchema from '../../schemas/cluster.schema.json' with { type: 'json' };
import serverSchema from '../../schemas/server-messages.schema.json' with { type: 'json' };
import { hasServer, NatsServer } from '../compete/nats-server.ts';
import { PROGRAMS } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { TOKEN } from '../server/serving.ts';
import { type ServingProcess, servingProcess } from '../server/serving-process.ts';
import { CLI, lemmata, processesWith } from './lemmata.ts';

// Whoever dies has so many seconds to say that he lives.
process.env.LEMMATA_QUEUE_SILENCE = '10';
vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });

if (!hasServer) console.log('lemmata serve --queue: skipped, there is no nats-server here');

interface NumberedEvent {
  readonly number: number;
  readonly event: { readonly kind: string; readonly [more: string]: unknown };
}

interface Worker {
  readonly process: ChildProcess;
  said(): string;
}

const folder = scratchFolder('cluster');
const ajv = new Ajv({ strict: false, allowUnionTypes: true, validateFormats: false });
const isCluster = ajv.compile(clusterSchema);
ajv.addSchema(serverSchema);
const isEvent = ajv.compile({ $ref: `${serverSchema.$id}#/definitions/event` });
const FINAL = ['verdict', 'failed', 'cancelled', 'interrupted'];
let nats: NatsServer;
const children: ChildProcess[] = [];

function work(): Worker {
  const child = spawn(process.execPath, [CLI, 'work', '--queue', nats.url], { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  children.push(child);
  return { process: child, said: () => text };
}

async function serve(data: string): Promise<ServingProcess> {
  const server = await servingProcess(join(folder, data), ['--queue', nats.url]);
  children.push(server.child);
  return server;
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await holds())) {
    if (performance.now() - started > 180_000) throw new Error(`waited in vain for: ${what}`);
    await sleep(100);
  }
}

const headers = { Authorization: `Bearer ${TOKEN}`, Connection: 'close' };

async function ask<T>({ origin }: ServingProcess, path: string): Promise<T> {
  return (await fetch(origin + path, { headers })).json() as Promise<T>;
}

async function submit({ origin }: ServingProcess, text: string, more: object = {}): Promise<string> {
  const body = JSON.stringify({ files: [{ name: 'program.c', text }], ...more });
  const response = await fetch(`${origin}/api/jobs`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { job: string }).job;
}

async function eventsOf(server: ServingProcess, job: string): Promise<readonly NumberedEvent[]> {
  return (await ask<{ events: readonly NumberedEvent[] }>(server, `/api/jobs/${job}/events`)).events;
}

async function has(server: ServingProcess, job: string, kind: string): Promise<boolean> {
  return (await eventsOf(server, job)).some(({ event }) => event.kind === kind);
}

/** The events of a job that is over: as the schema says, numbered upwards, with one end. */
async function ended(server: ServingProcess, job: string): Promise<readonly NumberedEvent[]> {
  await until('the end of the job', async () =>
    (await eventsOf(server, job)).some(({ event }) => FINAL.includes(event.kind)),
  );
  const events = await eventsOf(server, job);
  for (const { event } of events) expect([event, isEvent(event), isEvent.errors]).toEqual([event, true, null]);
  const numbers = events.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(events.filter(({ event }) => FINAL.includes(event.kind)).map(({ number }) => number)).toEqual([
    numbers.at(-1),
  ]);
  return events;
}

const workersIn = async (...args: readonly string[]) => {
  const status = await lemmata(['cluster', 'status', '--queue', nats.url, '--json', ...args]);
  expect([status.code, status.stderr]).toEqual([0, '']);
  const value = JSON.parse(status.stdout);
  expect([isCluster(value), isCluster.errors]).toEqual([true, null]);
  return value as {
    workers: { worker: string; state: string; tasks: { name: string; job: string }[] }[];
    waiting: number;
  };
};

beforeAll(async () => {
  if (hasServer) nats = await NatsServer.start(join(folder, 'nats'));
});
afterEach(async () => {
  const alive = children.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(
    alive.map((child) => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return gone;
    }),
  );
});
afterAll(async () => {
  if (hasServer) await nats.kill();
});

describe.skipIf(!hasServer)('a server with a queue', () => {
  it('has its jobs run by workers, and tells of them as though they ran here', async () => {
    const server = await serve('plain');
    const worker = work();
    const jobs = [await submit(server, PROGRAMS.odd), await submit(server, PROGRAMS.pick)];
    const [odd, pick] = [await ended(server, jobs[0]), await ended(server, jobs[1])];
    expect(odd.at(-1)?.event).toMatchObject({ kind: 'verdict', result: { verdict: 'TRUE' }, witness: true });
    expect(pick.at(-1)?.event).toMatchObject({ kind: 'verdict', result: { verdict: 'FALSE' } });
    const kinds = odd.map(({ event }) => event.kind);
    expect(kinds).toEqual(expect.arrayContaining(['started', 'compiled', 'engine-started', 'certified']));
    const { workers } = await workersIn();
    const started = odd.find(({ event }) => event.kind === 'started')?.event;
    expect(started).toMatchObject({ delivery: 1 });
    expect(workers.map(({ worker }) => worker)).toContain(started?.worker);
    const witness = await fetch(`${server.origin}/api/jobs/${jobs[0]}/witness`, { headers });
    expect(await witness.text()).toMatch(/^- entry_type:/);
    expect(worker.said().match(/begun/g)).toHaveLength(2);
    expect((await workersIn()).waiting).toBe(0);
  });

  it('shows which worker runs what, and cancels it there', async () => {
    const server = await serve('shown');
    work();
    const job = await submit(server, PROGRAMS.factors, { timeout: 300 });
    await until('the job in hand', async () =>
      (await ask<{ workers: { tasks: { job: string }[] }[] }>(server, '/api/cluster')).workers.some(({ tasks }) =>
        tasks.some((task) => task.job === job),
      ),
    );
    await until('the verifier', () => processesWith('workers/job.js').length > 0);
    await fetch(`${server.origin}/api/jobs/${job}`, { method: 'DELETE', headers });
    expect((await ended(server, job)).at(-1)?.event.kind).toBe('cancelled');
    await until('an idle worker', async () => (await workersIn()).workers.every(({ tasks }) => tasks.length === 0));
    expect((await workersIn()).waiting).toBe(0);
  });

  it('has a job begun again by another worker when its worker is killed', async () => {
    const server = await serve('killed');
    const first = work();
    const job = await submit(server, PROGRAMS.factors, { timeout: 20 });
    await until('a race', () => has(server, job, 'engine-started'));
    const second = work();
    first.process.kill('SIGKILL');
    const events = await ended(server, job);
    const again = events.filter(({ event }) => event.kind === 'begun-again').map(({ event }) => event);
    expect(again).toEqual([
      expect.objectContaining({ attempt: 2, delivery: 2, why: expect.stringMatching(/no longer answers/) }),
    ]);
    expect(events.at(-1)?.event).toMatchObject({ kind: 'verdict', result: { verdict: 'UNKNOWN' } });
    expect(second.said()).toMatch(/program\.c: begun/);
  });

  it('has the verdict, once, though it was killed in the middle of the job', async () => {
    const before = await serve('back');
    work();
    const short = await submit(before, PROGRAMS.factors, { timeout: 12 });
    const long = await submit(before, PROGRAMS.factors, { timeout: 25 });
    await until('a race', () => has(before, short, 'engine-started'));
    before.child.kill('SIGKILL');
    // The first one ends while nobody listens.
    await until('the second job in hand', async () =>
      (await workersIn()).workers.some(({ tasks }) => tasks[0]?.job === long),
    );
    const after = await serve('back');
    for (const job of [short, long]) {
      const events = await ended(after, job);
      expect(events.filter(({ event }) => event.kind === 'begun-again')).toEqual([]);
      expect(events.filter(({ event }) => event.kind === 'started')).toHaveLength(1);
      expect(events.at(-1)?.event).toMatchObject({ kind: 'verdict', result: { verdict: 'UNKNOWN' } });
    }
    expect((await eventsOf(after, long)).some(({ event }) => event.kind === 'compiled')).toBe(true);
    expect((await workersIn()).waiting).toBe(0);
  });

  it('goes on when the server of the queue was away', async () => {
    const server = await serve('away');
    work();
    const job = await submit(server, PROGRAMS.factors, { timeout: 25 });
    await until('a race', () => has(server, job, 'engine-started'));
    await nats.kill();
    await sleep(2000);
    await nats.resume();
    const events = await ended(server, job);
    expect(events.at(-1)?.event).toMatchObject({ kind: 'verdict', result: { verdict: 'UNKNOWN' } });
    expect(events.filter(({ event }) => event.kind === 'started')).toHaveLength(1);
  });

  it('lets a drained worker finish its task and take no more', async () => {
    const server = await serve('drained');
    const worker = work();
    const gone = new Promise((resolve) => worker.process.once('exit', resolve));
    const job = await submit(server, PROGRAMS.factors, { timeout: 15 });
    await until('a race', () => has(server, job, 'engine-started'));
    const later = await submit(server, PROGRAMS.odd);
    const mine = async () => (await workersIn()).workers.filter(({ tasks }) => tasks.some((task) => task.job === job));
    await until('the worker with the job', async () => (await mine()).length === 1);
    const [{ worker: name }] = await mine();
    const drained = await lemmata(['cluster', 'drain', '--queue', nats.url, name]);
    expect([drained.code, drained.stdout]).toEqual([0, `${name} takes no more tasks\n`]);
    await until('a draining worker', async () => (await mine()).some(({ state }) => state === 'draining'));
    expect((await ended(server, job)).at(-1)?.event.kind).toBe('verdict');
    expect(await gone).toBe(0);
    const { workers, waiting } = await workersIn();
    expect([workers.filter(({ worker }) => worker === name), waiting]).toEqual([[], 1]);
    work();
    expect((await ended(server, later)).at(-1)?.event).toMatchObject({ result: { verdict: 'TRUE' } });
  });

  it('says what it cannot do', async () => {
    const cluster = (...args: readonly string[]) => lemmata(['cluster', ...args]);
    const ends = await Promise.all([
      cluster('drain', '--queue', nats.url, 'nobody'),
      cluster('drain', '--queue', nats.url),
      cluster('status', '--queue', 'nats://127.0.0.1:9'),
      cluster('status'),
    ]);
    expect(ends.map(({ code, stderr }) => [code, stderr.trim().split('\n')[0]])).toEqual([
      [2, expect.stringMatching(/there is no worker named nobody/)],
      [1, expect.stringMatching(/name workers, or give --all/)],
      [2, expect.stringMatching(/cannot reach the queue at 127.0.0.1:9/)],
      [1, expect.stringMatching(/--queue/)],
    ]);
  });
});
