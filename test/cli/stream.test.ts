import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { lemmata } from './lemmata.ts';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
afterAll(() => server.close());

it('sends the events of the race to a websocket, the verdict last', async () => {
  if (server.address() === null) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const messages: Record<string, unknown>[] = [];
  const places: unknown[] = [];
  const closed = new Promise<number>((resolve) => {
    server.on('connection', (socket, { url }) => {
      places.push([url, socket.protocol]);
      socket.on('message', (data) => messages.push(JSON.parse(String(data))));
      socket.on('close', resolve);
    });
  });
  const { code, stdout } = await lemmata([
    'verify',
    '--quiet',
    '--stream',
    `ws://127.0.0.1:${port}/races?of=me`,
    'examples/average.c',
  ]);
  expect([code, stdout, await closed]).toEqual([10, 'Verification result: FALSE (unreach-call)\n', 1000]);
  expect(places).toEqual([['/races?of=me', 'lemmata.v1']]);
  const [accepted, snapshot, ...events] = messages;
  expect([accepted, snapshot]).toMatchObject([{ type: 'accepted' }, { type: 'snapshot', job: accepted.job, state: 'running' }]);
  expect(events.map(({ event }) => event)).toContainEqual(expect.objectContaining({ kind: 'compiled' }));
  expect(events.at(-1)).toMatchObject({
    type: 'event',
    job: accepted.job,
    event: { kind: 'verdict', result: { version: 1, verdict: 'FALSE', violation: { kind: 'program' } } },
  });
}, 300_000);

it('an address that is none is a wrong command line; one where nobody listens changes nothing', async () => {
  const wrong = await lemmata(['verify', '--stream', 'http://127.0.0.1/races', 'examples/average.c']);
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  const { code, stdout, stderr } = await lemmata(['verify', '--stream', 'ws://127.0.0.1:1/races', 'examples/average.c']);
  expect([code, stdout]).toEqual([10, 'Verification result: FALSE (unreach-call)\n']);
  expect(stderr).toMatch(/^lemmata: nobody hears the events at ws:\/\/127\.0\.0\.1:1 \(.*\); the verification goes on$/m);
}, 300_000);
