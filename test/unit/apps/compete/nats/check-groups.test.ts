import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { numbers } from '../../../../../src/apps/cli/arguments.ts';
import { CheckGroups, part, rangesText } from '../../../../../src/apps/compete/nats/check-groups.ts';
import { Presence, readWorkers } from '../../../../../src/apps/compete/nats/presence.ts';
import { RemoteQueue } from '../../../../../src/apps/compete/nats/remote-queue.ts';
import { openServer, versionTag } from '../../../../../src/apps/compete/nats/server.ts';
import type { Lease } from '../../../../../src/apps/compete/queue.ts';
import type { Task } from '../../../../../src/race/options/options.ts';
import { checksProperty } from '../../../../../src/race/property.ts';
import { hasServer, serverOfFile } from '../../../../compete/nats-server.ts';
import { result } from '../../../../compete/records.ts';
import { scratchFolder } from '../../../../scratch.ts';

const folder = scratchFolder('check-groups');
/** Outside of a repository, so that versions are told apart by their names alone. */
const script = join(folder, 'cli.js');
// A worker that says nothing for so many seconds is gone.
process.env.LEMMATA_QUEUE_SILENCE = '10';
const server = serverOfFile(folder);
let workers = 0;

/** A worker of a version, with places for so many tasks. */
async function worker(toolVersion: string, parallel: number) {
  const connection = await server.connect();
  const tag = versionTag(toolVersion, null);
  workers += 1;
  const name = `w-${workers}`;
  const presence = new Presence(connection, { worker: name, tag, toolVersion, parallel });
  presence.begin(() => {});
  while (!(await readWorkers(connection)).some((one) => one.worker === name)) await sleep(50);
  const queue = new RemoteQueue(await openServer(connection, tag), {
    ...{ tool: [script], toolVersion, cgroups: null, folder, environment: { LEMMATA_SHARE: server.started().url } },
    ...{ idleSeconds: null, refusal: () => null, jobs: null, say: () => {} },
  });
  const take = async (): Promise<Lease> => {
    const lease = await queue.take();
    if (lease === null || 'run' in lease) throw new Error('there is no group');
    presence.holds(lease.task.id, null);
    return lease;
  };
  return { take, die: () => presence.end() };
}

function handOut(toolVersion: string, open: () => readonly number[]) {
  const said: string[] = [];
  const groups = new CheckGroups({
    ...{ address: server.started().address, toolVersion, script, options: ['--portfolio', 'default'] },
    say: (text) => void said.push(text),
  });
  const task = { files: ['src/program.c'], property: checksProperty(['overflow', 'division']) } as unknown as Task;
  groups.handOut({ program: new TextEncoder().encode(`compiled ${toolVersion}`), task, open, left: () => 60_000 });
  return { groups, said };
}

const only = ({ task }: Lease): string => task.options[task.options.indexOf('--only') + 1];

it('numbers of checks are told as ranges', () => {
  for (const text of ['0', '0-3,7', '5,7,9-12']) expect(rangesText(numbers(text))).toBe(text);
  expect([rangesText([]), numbers('0-2, 4')]).toEqual(['', [0, 1, 2, 4]]);
});

it('open checks are divided in their order, and each is in one part', () => {
  const list = [1, 2, 3, 5, 8, 13, 21];
  for (const parts of [1, 2, 3, 7]) {
    const divided = list.slice(0, parts).map((_, place) => part(list, place, parts));
    expect([divided.flat(), divided.every((one) => one.length > 0)]).toEqual([list, true]);
  }
});

describe.skipIf(!hasServer)('checks on a server', () => {
  it('go to another worker as one group if the first one dies, and to none once they are decided', async () => {
    let open = [0, 1, 2, 4];
    const { groups, said } = handOut('dies', () => open);
    const first = await worker('dies', 1);
    const lost = await first.take();
    expect([only(lost), lost.setup.settings.options]).toEqual([
      '0-2,4',
      ['--check', 'overflow,division', '--portfolio', 'default'],
    ]);
    // The verifier finds the others, and the store of answers.
    expect(lost.setup.companions?.environment).toEqual({ LEMMATA_SHARE: server.started().url });
    await first.die();
    const again = await (await worker('dies', 1)).take();
    expect([only(again), again.hash]).toEqual([only(lost), lost.hash]);
    open = [];
    await again.cancelled;
    await again.giveBack();
    await groups.close();
    expect(said).toEqual([]);
  });

  it('are divided among all places, and are not dealt again where workers have tried', async () => {
    const both = await worker('places', 2);
    const { groups } = handOut('places', () => [3, 4, 5, 6, 7]);
    const leases = [await both.take(), await both.take()];
    expect(leases.map(only).sort()).toEqual(['3-5', '6-7']);
    for (const lease of leases) await lease.done(result(lease.task.id, { hash: lease.hash, status: 'unknown' }));
    // There is nothing left to deal, and the groups end by themselves.
    const began = performance.now();
    await groups.close();
    expect(performance.now() - began).toBeLessThan(2900);
  });
});
