import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Dispatch } from '../../../../../src/apps/compete/nats/dispatch.ts';
import { measuredOf, type Report } from '../../../../../src/apps/compete/nats/messages.ts';
import { RemoteQueue } from '../../../../../src/apps/compete/nats/remote-queue.ts';
import { openServer } from '../../../../../src/apps/compete/nats/server.ts';
import type { Lease } from '../../../../../src/apps/compete/queue.ts';
import type { RunnerSetup } from '../../../../../src/apps/compete/run/settings.ts';
import type { TaskResult } from '../../../../../src/apps/compete/store/record.ts';
import type { CompetitionTask } from '../../../../../src/apps/compete/task.ts';
import { hasServer, serverOfFile } from '../../../../compete/nats-server.ts';
import { header, result } from '../../../../compete/records.ts';
import { put } from '../../../../compete/tasks.ts';
import { scratchFolder } from '../../../../scratch.ts';

const folder = scratchFolder('remote-queue');
/** A worker that says nothing for so long is gone. */
const SILENCE = 3000;
const server = serverOfFile(folder);

function taskOf(name: string): CompetitionTask {
  const file = put(folder, `${name}.c`, `/* ${name} */ int main(void) { return 0; }\n`);
  const { property, ...rest } = {
    property: null,
    required: [],
    dataModel: null,
    sets: [],
    runDefinition: null,
    options: [],
  };
  return { id: name, name, definition: file, files: [file], property, ...rest };
}

const setup: RunnerSetup = {
  settings: header().settings,
  tool: [],
  toolVersion: '0.0.1',
  folder,
  witnesses: false,
  cgroups: null,
  companions: null,
};

/** This machine once more, over a connection of its own; queues of one tag have the same tasks. */
async function machine(tag: string) {
  return openServer(await server.connect(), tag, SILENCE);
}

/** A run over one task, and what it stores and says. */
async function runOf(tag: string, name: string, machines = 1) {
  const stored: TaskResult[] = [];
  const said: string[] = [];
  const dispatch = new Dispatch(
    await machine(tag),
    [taskOf(name)],
    setup,
    { machines, exchanges: machines > 1 },
    {
      store: (one) => void stored.push(one),
      onStart: () => {},
      say: (text) => void said.push(text),
    },
  );
  return { ended: dispatch.run(false), stored, said };
}

async function worker(tag: string): Promise<RemoteQueue> {
  const { tool, toolVersion, cgroups } = setup;
  const place = {
    tool,
    toolVersion,
    cgroups,
    folder,
    environment: {},
    idleSeconds: null,
    refusal: () => null,
    jobs: null,
    say: () => {},
  };
  return new RemoteQueue(await machine(tag), place);
}

async function taken(queue: RemoteQueue): Promise<Lease> {
  const lease = await queue.take();
  if (lease === null || 'run' in lease) throw new Error('there is no task');
  return lease;
}

const answer = ({ task, hash }: Lease, changes: Partial<TaskResult> = {}): TaskResult =>
  result(task.id, { hash, ...changes });

describe.skipIf(!hasServer)('a task on a server', () => {
  it('belongs to whoever says now and then that he works on it, and to another one once he falls silent', async () => {
    const run = await runOf('beats', 'long');
    const [first, second] = [await worker('beats'), await worker('beats')];
    const lease = await taken(first);
    const next = taken(second);
    const beat = setInterval(() => lease.beat(), 200);
    expect(await Promise.race([next.then(() => 'taken'), sleep(2 * SILENCE, 'not taken')])).toBe('not taken');
    clearInterval(beat);
    const again = await next;
    expect([again.task.id, again.hash]).toEqual([lease.task.id, lease.hash]);
    // The one who was silent is heard first: what he says counts, and counts alone.
    await lease.done(answer(lease, { engine: 'bmc' }));
    await again.done(answer(again, { engine: 'kind' }));
    await run.ended;
    expect(run.stored.map(({ task, engine }) => [task, engine])).toEqual([['long', 'bmc']]);
  });

  it('goes to another one if it is given back', async () => {
    const run = await runOf('back', 'returned');
    const [first, second] = [await worker('back'), await worker('back')];
    const lease = await taken(first);
    await lease.giveBack();
    const again = await taken(second);
    await again.done(answer(again));
    await run.ended;
    expect(run.stored).toHaveLength(1);
  });

  it('has the first verdict of those who race on it, and the other one ends', async () => {
    const run = await runOf('race', 'raced', 2);
    const [one, other] = [await taken(await worker('race')), await taken(await worker('race'))];
    expect([one, other].map(({ setup: { companions } }) => companions?.machine).sort()).toEqual([0, 1]);
    await other.done(answer(other, { status: 'unknown', reason: 'it is hard' }));
    expect(run.stored).toEqual([]);
    await one.done(answer(one));
    await run.ended;
    expect(run.stored.map(({ status }) => status)).toEqual(['true']);
  });

  it('tells those who still race that it has its verdict', async () => {
    const run = await runOf('ended', 'decided', 2);
    const [one, other] = [await taken(await worker('ended')), await taken(await worker('ended'))];
    await one.done(answer(one));
    await other.cancelled;
    await other.giveBack();
    await run.ended;
    expect(run.stored.map(({ status }) => status)).toEqual(['true']);
  });

  it('has no verdict once none of those who race on it has one', async () => {
    const run = await runOf('open', 'hard', 2);
    for (const reason of ['first', 'second']) {
      const lease = await taken(await worker('open'));
      await lease.done(answer(lease, { status: reason === 'first' ? 'TIMEOUT' : 'unknown', reason }));
    }
    await run.ended;
    expect(run.stored.map(({ status, reason }) => [status, reason])).toEqual([['unknown', 'second']]);
  });

  it('is run again where its answer names files that nobody has', async () => {
    const run = await runOf('lies', 'lied');
    const queue = await worker('lies');
    const lease = await taken(queue);
    const own = await machine('lies');
    const nowhere = 'f'.repeat(64);
    const lie: Report = {
      ...{ version: 1, hash: lease.hash, host: 'x', root: '/x', log: nowhere, witness: null },
      measured: measuredOf(answer(lease)),
    };
    await own.results.put(own.resultKey(lease.hash), JSON.stringify(lie));
    while (run.said.length === 0) await sleep(20);
    expect(run.said).toEqual([expect.stringMatching(/a worker sent a malformed answer for lied/)]);
    await lease.giveBack();
    const again = await taken(queue);
    await again.done(answer(again, { engine: 'kind' }));
    await run.ended;
    expect(run.stored.map(({ engine: by }) => by)).toEqual(['kind']);
  });
});
