import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { textField } from '../server/answers.ts';
import { CLI, lemmata, processesWithin } from './lemmata.ts';

const TOKEN = 'a-token-for-the-tests';
/** Its loop is too long to be run, and the sum too hard to be guessed. */
const LONG = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_uint()) { a = a * 1664525u + b; b ^= a >> 13; b *= 2654435761u; }
  if (a * a * a == 0x9e3779b9u && b * b == 0x7f4a7c16u * a + 12345u) reach_error();
}
`;

let data = '';
let child: ChildProcess | null = null;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'lemmata-serve-'));
});

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

async function started(): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const server = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--data', data], {
    env: { ...process.env, LEMMATA_TOKEN: TOKEN },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child = server;
  let told = '';
  return new Promise((done, reject) => {
    server.stderr.on('data', (text) => {
      told += text;
      const origin = /Listening on (http:\/\/127\.0\.0\.1:\d+)\/\n/.exec(told)?.[1];
      if (origin !== undefined) done({ child: server, origin });
    });
    server.once('exit', () => reject(new Error(told)));
  });
}

const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

function submit(origin: string, text: string): Promise<string> {
  const body = JSON.stringify({ files: [{ name: 'a.c', text }], timeout: 60 });
  return textField(fetch(`${origin}/api/jobs`, { method: 'POST', headers, body }), 'job');
}

function state(origin: string, job: string): Promise<string> {
  return textField(fetch(`${origin}/api/jobs/${job}`, { headers }), 'state');
}

it('after it was killed, results are there, other jobs are interrupted, and no process is left', async () => {
  const first = await started();
  const done = await submit(first.origin, 'extern void reach_error(void); int main(void) { int a = 1; if (a > 1) reach_error(); }');
  await expect.poll(() => state(first.origin, done), { timeout: 20_000 }).toBe('done');
  const [cut, waiting] = [await submit(first.origin, LONG), await submit(first.origin, LONG)];
  await expect.poll(() => state(first.origin, cut), { timeout: 20_000 }).toBe('running');
  expect(processesWithin(data)).toHaveLength(1);
  first.child.kill('SIGKILL');
  await expect.poll(() => processesWithin(data), { timeout: 20_000 }).toEqual([]);
  const { origin } = await started();
  expect([await state(origin, done), await state(origin, cut), await state(origin, waiting)]).toEqual([
    'done',
    'interrupted',
    'interrupted',
  ]);
  expect(await (await fetch(`${origin}/api/jobs/${done}/result`, { headers })).json()).toMatchObject({ verdict: 'TRUE' });
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
