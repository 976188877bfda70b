import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Elsewhere, FarHandle, FarListener } from '../../src/apps/server/job/far/far-job.ts';
import { type FarWork, readFarJob } from '../../src/apps/server/job/far/far-work.ts';
import type { JobEvent } from '../../src/apps/server/protocol.ts';
import { scratchFolder } from '../scratch.ts';
import { program } from './programs.ts';
import { type Serving, serving, taskOf } from './serving.ts';

vi.setConfig({ testTimeout: 120_000 });

const SCRIPT = resolve('test/fixtures/scripted-job.mjs');

interface Entry {
  readonly order: string;
  listener: FarListener | null;
  work: FarWork | null;
  delivery: number;
  result: string | null;
  told: number;
}

/**
 * Workers in this process, behind a line on which every third message gets lost. What they find is
 * kept, as by the server of a queue.
 */
class LossyQueue implements Elsewhere {
  readonly #entries = new Map<string, Entry>();
  readonly #folders: string[] = [];
  readonly withdrawn: string[] = [];
  #messages = 0;

  /** `rubbish`: so many results are replaced by what is none. */
  constructor(private rubbish = 0) {}

  hand(id: string, order: string, listener: FarListener): FarHandle {
    const entry = this.#entries.get(id) ?? { order, listener, work: null, delivery: 0, result: null, told: 0 };
    this.#entries.set(id, entry);
    entry.listener = listener;
    if (entry.result !== null) listener.ended(entry.result);
    else if (entry.work === null) this.#deliver(id, entry);
    return {
      send: (text) => !this.#isLost() && setTimeout(() => entry.work?.hear(text), 5),
      cancel: () => this.withdraw(id),
      leave: () => {
        entry.listener = null;
      },
    };
  }

  withdraw(id: string): void {
    this.withdrawn.push(id);
    this.#entries.get(id)?.work?.stop();
  }

  /** The worker that has the job is lost, and another one gets it. */
  loseWorker(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error('there is no such job');
    entry.work?.stop();
    this.#deliver(id, entry);
  }

  /** Messages of workers about a job. */
  told(id: string): number {
    return this.#entries.get(id)?.told ?? 0;
  }

  isDone(id: string): boolean {
    return this.#entries.get(id)?.result != null;
  }

  close(): void {
    for (const { work } of this.#entries.values()) work?.stop();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  #deliver(id: string, entry: Entry): void {
    entry.delivery += 1;
    const folder = scratchFolder('far');
    this.#folders.push(folder);
    const send = (text: string): void => {
      entry.told += 1;
      if (!this.#isLost()) entry.listener?.heard(text);
    };
    const workshop = { worker: `machine-${entry.delivery}`, script: SCRIPT, cache: null };
    const place = { folder, cores: null, delivery: entry.delivery, isLast: false, send };
    const work = readFarJob(entry.order, workshop)?.start(place);
    if (work === undefined) throw new Error('no order');
    entry.work = work;
    void work.ended.then((result) => {
      if (result === null || entry.result !== null) return;
      if (this.rubbish > 0) {
        this.rubbish -= 1;
        expect(entry.listener?.ended('{"verdict":"TRUE"}')).toBe(false);
        this.#deliver(id, entry);
        return;
      }
      entry.result = result;
      entry.listener?.ended(result);
    });
  }

  #isLost(): boolean {
    this.#messages += 1;
    return this.#messages % 3 === 0;
  }
}

let server: Serving | null = null;
let queue = new LossyQueue();
const data = (): string => scratchFolder('far-data');

afterEach(async () => {
  queue.close();
  await server?.close();
});

interface Told {
  readonly state: string;
  readonly events: readonly { readonly number: number; readonly event: JobEvent }[];
}

async function eventsOf(serving: Serving, job: string): Promise<Told> {
  return (await serving.request(`/api/jobs/${job}/events`)).json() as Promise<Told>;
}

async function submit(serving: Serving): Promise<string> {
  const body = JSON.stringify(taskOf(program('')));
  const response = await serving.request('/api/jobs', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { job: string }).job;
}

async function ended(serving: Serving, job: string): Promise<Told['events']> {
  await vi.waitFor(async () => expect((await eventsOf(serving, job)).state).toBe('done'), {
    timeout: 60_000,
    interval: 50,
  });
  const { events } = await eventsOf(serving, job);
  const numbers = events.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(events.filter(({ event }) => event.kind === 'verdict')).toHaveLength(1);
  expect(events.at(-1)?.event.kind).toBe('verdict');
  return events;
}

/** What no later event supersedes. */
function lasting(events: Told['events']): readonly unknown[] {
  return events.flatMap(({ event }) => {
    if (event.kind === 'lemma') return [`lemma ${event.id}`];
    if (event.kind === 'lemmas-used') return [`used ${event.ids.join()}`];
    return event.kind === 'engine-started' || event.kind === 'begun-again' ? [event.kind] : [];
  });
}

describe('a job that workers elsewhere run', () => {
  it('is told of as one that runs here, though messages get lost', async () => {
    queue = new LossyQueue();
    server = await serving({ script: SCRIPT });
    const here = await ended(server, await submit(server));
    await server.close();
    server = await serving({ script: SCRIPT, elsewhere: queue });
    const events = await ended(server, await submit(server));
    expect(lasting(events)).toEqual(lasting(here));
    expect(events.at(-1)?.event).toMatchObject({ result: { verdict: 'UNKNOWN', safeUpTo: 39 } });
    expect(events.filter(({ event }) => event.kind === 'started')).toEqual([
      expect.objectContaining({ event: expect.objectContaining({ worker: 'machine-1', delivery: 1 }) }),
    ]);
  });

  it('goes on while the server is away, and is told of in full by the next one', async () => {
    queue = new LossyQueue();
    const folder = data();
    const first = await serving({ script: SCRIPT, elsewhere: queue, data: folder });
    const jobs = [await submit(first), await submit(first)];
    await vi.waitFor(() => expect(queue.told(jobs[1])).toBeGreaterThan(4), { timeout: 30_000 });
    await first.close();
    await vi.waitFor(() => expect(queue.isDone(jobs[0])).toBe(true), { timeout: 30_000 });
    server = await serving({ script: SCRIPT, elsewhere: queue, data: folder });
    for (const job of jobs) {
      const events = await ended(server, job);
      expect(events.filter(({ event }) => event.kind === 'started')).toHaveLength(1);
      expect(lasting(events)).toHaveLength(12);
    }
    await server.close();
    server = null;
    rmSync(folder, { recursive: true, force: true });
  });

  it('is begun again as the same job when its worker is lost', async () => {
    queue = new LossyQueue();
    server = await serving({ script: SCRIPT, elsewhere: queue });
    const job = await submit(server);
    await vi.waitFor(() => expect(queue.told(job)).toBeGreaterThan(4), { timeout: 30_000 });
    queue.loseWorker(job);
    const events = await ended(server, job);
    const place = events.findIndex(({ event }) => event.kind === 'begun-again');
    expect(events[place].event).toMatchObject({ attempt: 2, worker: 'machine-2', delivery: 2 });
    expect(lasting(events.slice(place + 1))).toHaveLength(12);
  });

  it('is run again where the result is none, and ends with the first that is one', async () => {
    queue = new LossyQueue(1);
    server = await serving({ script: SCRIPT, elsewhere: queue });
    const events = await ended(server, await submit(server));
    expect(events.filter(({ event }) => event.kind === 'begun-again')).toHaveLength(1);
  });

  it('can be cancelled', async () => {
    queue = new LossyQueue();
    server = await serving({ script: SCRIPT, elsewhere: queue });
    const job = await submit(server);
    await vi.waitFor(() => expect(queue.told(job)).toBeGreaterThan(0), { timeout: 30_000 });
    await server.request(`/api/jobs/${job}`, { method: 'DELETE' });
    const running = server;
    await vi.waitFor(async () => expect((await eventsOf(running, job)).state).toBe('cancelled'), { timeout: 30_000 });
    expect(queue.withdrawn).toEqual([job]);
  });
});
