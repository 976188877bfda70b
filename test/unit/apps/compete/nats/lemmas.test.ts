import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { LemmaExchange } from '../../../../../src/apps/compete/nats/lemmas.ts';
import type { FarLemma } from '../../../../../src/race/exchange/far-lemmas.ts';
import { hasServer, NatsServer } from '../../../../compete/nats-server.ts';
import { scratchFolder } from '../../../../scratch.ts';

const folder = scratchFolder('nats-lemmas');
const RACE = 'f'.repeat(64);

const lemma = (name: string): FarLemma => ({
  engine: 'ai',
  nodes: [
    { op: 'variable', name, sort: { kind: 'array', index: { kind: 'bv', width: 2 }, element: { kind: 'bool' } } },
  ],
});

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 3000 && !holds(); i++) await sleep(10);
  expect(holds()).toBe(true);
}

/** A machine in a race, and the names in what it heard. */
function machineAt(server: NatsServer, race = RACE) {
  const problems: string[] = [];
  const exchange = new LemmaExchange(server.address, (text) => problems.push(text));
  const heard: (string | undefined)[] = [];
  const member = exchange.join(race, (_, lemmas) => heard.push(...lemmas.map(({ nodes }) => nodes[0].name)));
  return { tell: (name: string) => member.publish(lemma(name)), heard, problems, close: () => exchange.close() };
}

describe.skipIf(!hasServer)('lemmas between machines', () => {
  it('reach those of the same race, whoever came first, and once', async () => {
    const server = await NatsServer.start(join(folder, 'server'));
    const first = machineAt(server);
    first.tell('early');
    const other = machineAt(server, 'e'.repeat(64));
    const second = machineAt(server);
    await until(() => second.heard.length === 1);
    second.tell('back');
    first.tell('late');
    await until(() => second.heard.length === 2 && first.heard.length === 1);
    const third = machineAt(server);
    await until(() => third.heard.length === 3);
    expect([first.heard, second.heard, [...third.heard].sort()]).toEqual([
      ['back'],
      ['early', 'late'],
      ['back', 'early', 'late'],
    ]);
    expect(other.heard).toEqual([]);
    for (const machine of [first, second, third, other]) await machine.close();
    await server.kill();
  });

  it('outlive the server, and rubbish', async () => {
    const server = await NatsServer.start(join(folder, 'restarted'));
    const [first, second] = [machineAt(server), machineAt(server)];
    first.tell('before');
    await until(() => second.heard.length === 1);
    await server.kill();
    await sleep(200);
    first.tell('meanwhile');
    await server.resume();
    await until(() => second.heard.length === 2);
    const stranger = await connect({ servers: server.url });
    const message = { version: 1, machine: 'stranger', lemmas: [{ id: 1, ...lemma('z') }] };
    for (const rubbish of [
      'no JSON',
      { ...message, version: 2 },
      { ...message, machine: 'a b' },
      { ...message, lemmas: [{ id: 1, engine: 'ai', nodes: [{ op: 'true', sort: { kind: 'set' } }] }] },
      { ...message, lemmas: [{ id: 1, engine: 'ai', nodes: [] }] },
    ])
      stranger.publish(`lemma.${RACE}`, typeof rubbish === 'string' ? rubbish : JSON.stringify(rubbish));
    stranger.publish(`lemma.${RACE}`, JSON.stringify(message));
    await until(() => second.heard.length === 3);
    expect(second.heard).toEqual(['before', 'meanwhile', 'z']);
    for (const machine of [first, second]) await machine.close();
    await stranger.close();
    await server.kill();
    expect([...first.problems, ...second.problems]).toEqual([]);
  });

  it('are not needed: without a server there is a word, and nothing else', async () => {
    const server = await NatsServer.start(join(folder, 'gone'));
    await server.kill();
    const alone = machineAt(server);
    alone.tell('nobody hears it');
    await until(() => alone.problems.length === 1);
    expect(alone.problems[0]).toMatch(/lemmas are not exchanged between machines: cannot reach the queue/);
    await alone.close();
  });
});
