import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { NODE_FLAGS } from '../../src/race/threads/supervision.ts';
import { scratchFolder } from '../scratch.ts';
import { TOKEN } from '../server/serving.ts';
import { servingProcess } from '../server/serving-process.ts';
import { lemmata, processIdsWith } from './lemmata.ts';

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
  const [accepted, task, snapshot, ...rest] = messages;
  const { job } = accepted;
  expect([accepted, task, snapshot]).toMatchObject([
    { type: 'accepted' },
    {
      type: 'task',
      job,
      task: { files: [{ name: 'examples/average.c', text: readFileSync('examples/average.c', 'utf8') }] },
    },
    { type: 'snapshot', job, kind: 'watched', state: 'running' },
  ]);
  const events = rest.filter(({ type }) => type === 'event');
  expect(rest.filter(({ type }) => type !== 'event')).toMatchObject([
    {
      type: 'documents',
      job,
      documents: { witness: expect.stringContaining('violation_sequence'), sarif: expect.any(String) },
    },
  ]);
  expect(events.map(({ event }) => event)).toContainEqual(expect.objectContaining({ kind: 'compiled' }));
  expect(events.at(-1)).toMatchObject({
    type: 'event',
    job,
    event: { kind: 'verdict', result: { version: 1, verdict: 'FALSE', violation: { kind: 'program' } } },
  });
}, 300_000);

it('an address that is none is a wrong command line; one where nobody listens changes nothing', async () => {
  const wrong = await lemmata(['verify', '--stream', 'http://127.0.0.1/races', 'examples/average.c']);
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  const { code, stdout, stderr } = await lemmata([
    'verify',
    '--stream',
    'ws://127.0.0.1:1/races',
    'examples/average.c',
  ]);
  expect([code, stdout]).toEqual([10, 'Verification result: FALSE (unreach-call)\n']);
  expect(stderr).toMatch(
    /^lemmata: the events cannot be sent to ws:\/\/127\.0\.0\.1:1 \(.*\); the verification continues$/m,
  );
}, 300_000);

it('whose process breaks down is one job for the server, whose history says that it was begun again', async () => {
  const data = scratchFolder('stream');
  const server = await servingProcess(data, ['--receive', '1']);
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const read = async (what: string): Promise<string> =>
    (await fetch(`${server.origin}/api/jobs${what}`, { headers })).text();
  const stream = `${server.origin.replace('http', 'ws')}/api/races`;
  try {
    const told = lemmata(['verify', '--verbose', '--stream', stream, 'examples/collatz.c'], {
      env: { LEMMATA_TOKEN: TOKEN },
      interrupt: { signal: 'SIGINT', seen: /it begins again/ },
    });
    await expect.poll(() => read(''), { timeout: 60_000 }).toMatch(/"job":/);
    const job = /"job":"([\w-]{22})"/.exec(await read(''))?.[1] ?? '';
    await expect.poll(() => read(`/${job}/events`), { timeout: 60_000 }).toContain('"compiled"');
    const verifying = processIdsWith(stream, NODE_FLAGS[0]);
    expect(verifying).toHaveLength(1);
    process.kill(verifying[0], 'SIGSEGV');
    const { code, stdout } = await told;
    expect([code, stdout]).toEqual([130, expect.stringContaining('UNKNOWN')]);
    await expect
      .poll(async () => JSON.parse(await read('')), { timeout: 60_000 })
      .toMatchObject({ jobs: [{ job, state: 'done', verdict: 'UNKNOWN' }] });
    const again = { kind: 'begun-again', attempt: 2, why: 'the verifying process ended with SIGSEGV' };
    expect(JSON.parse(await read(`/${job}/events`)).events).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining(again) }),
    );
  } finally {
    server.child.kill('SIGKILL');
  }
}, 300_000);

it('is taken in by a server that is told to, for whoever has its token, with the lines of its headers', async () => {
  const data = scratchFolder('stream');
  const server = await servingProcess(data, ['--receive', '1']);
  const stream = `${server.origin.replace('http', 'ws')}/api/races`;
  const tokenFile = join(data, 'token');
  writeFileSync(tokenFile, `${TOKEN}\n`);
  const program = join(data, 'main.c');
  writeFileSync(
    join(data, 'least.h'),
    '// The least.\n#define LEAST 3\nstatic int least(int x) { return x < LEAST; }\n',
  );
  writeFileSync(
    program,
    '#include <stddef.h>\n#include "least.h"\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) { if (least(__VERIFIER_nondet_int())) reach_error(); }\n',
  );
  try {
    const told = await lemmata(['verify', '--stream', stream, '--token-file', tokenFile, program]);
    expect([told.code, told.stderr]).toEqual([10, expect.not.stringContaining('cannot be sent')]);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const { jobs } = JSON.parse(await (await fetch(`${server.origin}/api/jobs`, { headers })).text());
    expect(jobs).toMatchObject([{ kind: 'watched', state: 'done', verdict: 'FALSE', engine: expect.any(String) }]);
    const events = await (await fetch(`${server.origin}/api/jobs/${jobs[0].job}/events`, { headers })).text();
    const files = [{ name: join(data, 'least.h'), text: '\n\nstatic int least(int x) { return x < 3; }\n' }];
    expect(JSON.parse(events).events).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ kind: 'sources', files, omitted: 0 }) }),
    );
  } finally {
    server.child.kill('SIGKILL');
  }
}, 300_000);
