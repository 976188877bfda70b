import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { EventSender } from '../../../../src/apps/server/event-sender.ts';
import type { JobEvent } from '../../../../src/apps/server/protocol.ts';
import { newRace } from '../../../server/racing.ts';

const servers: WebSocketServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

const TASK = { files: [{ name: 'a.c', text: 'int main(void) {}' }] };
const bound = (n: number, text = ''): JobEvent => ({ kind: 'note', engine: `bmc${text}`, text: `${n}`, time: n });

async function listen(port = 0): Promise<{ server: WebSocketServer; address: string; port: number }> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  servers.push(server);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return { server, address: `ws://127.0.0.1:${address.port}/races`, port: address.port };
}

function heard(socket: WebSocket): { type: string; number?: number }[] {
  const messages: { type: string; number?: number }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  return messages;
}

it('after a lost connection a new one hears all that still says something, and then the rest', async () => {
  const { server, address } = await listen();
  const first = once(server, 'connection');
  const complaints: string[] = [];
  const sender = new EventSender({ address, token: null }, newRace(), TASK, (why) => complaints.push(why));
  const [lost] = (await first) as [WebSocket];
  sender.send({ kind: 'started', time: 0 });
  sender.send(bound(1));
  const second = once(server, 'connection');
  lost.terminate();
  const [socket] = (await second) as [WebSocket];
  const messages = heard(socket);
  sender.send(bound(2));
  sender.send({ kind: 'cancelled', time: 3 });
  const closed = once(socket, 'close');
  await sender.end(20_000);
  expect((await closed)[0]).toBe(1000);
  expect(messages.slice(0, 3)).toMatchObject([
    { type: 'accepted' },
    { type: 'task', task: TASK },
    { type: 'snapshot', after: 0 },
  ]);
  const numbers = messages.flatMap(({ number }) => number ?? []);
  // Number 2 says nothing any more once there is a 3.
  expect(numbers.filter((number) => number !== 2)).toEqual([1, 3, 4]);
  expect(complaints.length).toBe(1);
});

it('a connection that does not read delays no other, and gets only current events once it reads', async () => {
  const { server, address } = await listen();
  const connected = once(server, 'connection');
  const sender = new EventSender({ address, token: null }, newRace(), TASK, () => {});
  const [socket] = (await connected) as [WebSocket];
  const messages = heard(socket);
  socket.pause();
  const long = 'x'.repeat(200_000);
  for (let n = 0; n < 500; n++) {
    sender.send(bound(n, long));
    if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  sender.send({ kind: 'cancelled', time: 500 });
  socket.resume();
  await sender.end(30_000);
  expect(messages.at(-1)).toMatchObject({ number: 501, event: { kind: 'cancelled' } });
  expect(messages.length).toBeLessThan(250);
});

it('where nobody listens it says so once, and ends in time', async () => {
  const { server, address } = await listen();
  server.close();
  const complaints: string[] = [];
  const sender = new EventSender({ address, token: null }, newRace(), TASK, (why) => complaints.push(why));
  sender.send(bound(1));
  await sender.end(800);
  expect(complaints).toEqual([expect.stringContaining('ECONNREFUSED')]);
});
