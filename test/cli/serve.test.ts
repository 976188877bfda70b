import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { textField } from '../server/answers.ts';
import { TOKEN } from '../server/serving.ts';
import { type ServingProcess, servingProcess } from '../server/serving-process.ts';
import { lemmata, processesWithin } from './lemmata.ts';

/** Its loop is too long to be run, and the sum too hard to be guessed. */
const LONG = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_uint()) { a = a * 1664525u + b; b ^= a >> 13; b *= 2654435761u; }
  if (a * a * a == 0x9e3779b9u && b * b == 0x7f4a7c16u * a + 12345u) reach_error();
}
`;

const SAFE = 'extern void reach_error(void); int main(void) { int a = 1; if (a > 1) reach_error(); }';

let data = '';
let child: ChildProcess | null = null;

beforeEach(() => {
  data = scratchFolder('serve');
});

afterEach(() => {
  child?.kill('SIGKILL');
});

async function started(...args: string[]): Promise<ServingProcess> {
  const server = await servingProcess(data, args);
  child = server.child;
  return server;
}

const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

function submit(origin: string, text: string): Promise<string> {
  const body = JSON.stringify({ files: [{ name: 'a.c', text }], timeout: 60 });
  return textField(fetch(`${origin}/api/jobs`, { method: 'POST', headers, body }), 'job');
}

function state(origin: string, job: string): Promise<string> {
  return textField(fetch(`${origin}/api/jobs/${job}`, { headers }), 'state');
}

const POLL = { timeout: 30_000 };

function states(origin: string, jobs: readonly string[]): Promise<readonly string[]> {
  return Promise.all(jobs.map((job) => state(origin, job)));
}

it('after it was killed during three jobs, results are there, the jobs are interrupted, and no process is left', async () => {
  const first = await started('--jobs', '3');
  const done = await submit(first.origin, SAFE);
  await expect.poll(() => state(first.origin, done), POLL).toBe('done');
  const cut = await Promise.all([1, 2, 3].map(() => submit(first.origin, LONG)));
  const waiting = await submit(first.origin, LONG);
  await expect.poll(() => states(first.origin, cut), POLL).toEqual(['running', 'running', 'running']);
  expect(await state(first.origin, waiting)).toBe('queued');
  await expect.poll(() => processesWithin(data), POLL).toHaveLength(3);
  first.child.kill('SIGKILL');
  await expect.poll(() => processesWithin(data), POLL).toEqual([]);
  const { origin } = await started();
  expect(await states(origin, [done, ...cut, waiting])).toEqual(['done', ...Array(4).fill('interrupted')]);
  expect(await (await fetch(`${origin}/api/jobs/${done}/result`, { headers })).json()).toMatchObject({
    verdict: 'TRUE',
  });
  expect(readdirSync(join(data, 'work'))).toEqual([]);
});

it('listens on this machine alone unless it is told otherwise', async () => {
  const { port } = await started();
  // Any address of the loopback network would be answered if it listened everywhere.
  const error = await new Promise<unknown>((done) => {
    const socket = connect(port, '127.0.0.2', () => done(null));
    socket.once('error', done);
    socket.once('connect', () => socket.destroy());
  });
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

it('writes its token nowhere', async () => {
  const { origin, told, child: server } = await started();
  const job = await submit(origin, SAFE);
  await expect.poll(() => state(origin, job), POLL).toBe('done');
  expect((await fetch(`${origin}/?token=${TOKEN}`, { redirect: 'manual' })).status).toBe(303);
  expect((await fetch(`${origin}/?token=${TOKEN}x`)).status).toBe(401);
  const shown = await (await fetch(`${origin}/metrics`, { headers })).text();
  server.kill('SIGTERM');
  await new Promise((done) => server.once('exit', done));
  const kept = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(kept.length).toBeGreaterThan(2);
  const texts = kept.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  expect([told(), shown, ...texts].filter((text) => text.includes(TOKEN))).toEqual([]);
});

it('is not started for other machines without a token, nor on the folder of another server', async () => {
  const open = await lemmata(['serve', '--host', '0.0.0.0', '--port', '0', '--data', data]);
  expect([open.code, open.stderr]).toEqual([1, expect.stringContaining('--token-file')]);
  await started();
  const second = await lemmata(['serve', '--port', '0', '--data', data]);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('another server')]);
});

it('ends in order when it is asked to', async () => {
  const server = await started();
  await submit(server.origin, LONG);
  server.child.kill('SIGTERM');
  expect(await new Promise((done) => server.child.once('exit', done))).toBe(0);
});
