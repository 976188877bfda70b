import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Limits } from '../../src/apps/server/limits.ts';
import { processesWithin } from '../cli/lemmata.ts';
import { scratchFolder } from '../scratch.ts';
import { textField } from './answers.ts';
import { answerTo } from './raw-socket.ts';
import { type Serving, serving, TOKEN, taskOf } from './serving.ts';

const CHATTY = resolve('test/fixtures/chatty-job.mjs');
const SAFE = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  if (i != n) reach_error();
}
`;
const UNSAFE = SAFE.replace('i != n', 'i == 3');

let server: Serving | null = null;

async function start(options: { script?: string; limits?: Partial<Limits>; data?: string } = {}): Promise<Serving> {
  server = await serving(options);
  return server;
}

afterEach(async () => {
  await server?.close();
  server = null;
});

function post(task: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(task), headers: { 'Content-Type': 'application/json' } };
}

async function submitted({ request }: Serving, more: object = {}): Promise<string> {
  return textField(request('/api/jobs', post(taskOf(SAFE, more))), 'job');
}

async function stateOf({ request }: Serving, job: string, state: string): Promise<void> {
  await expect.poll(() => textField(request(`/api/jobs/${job}`), 'state'), { timeout: 20_000 }).toBe(state);
}

describe('a job', () => {
  it('is told about from its place in the queue to its verdict, with all that can be downloaded', async () => {
    const { connect, request } = await start();
    const client = await connect();
    client.send({ type: 'submit', request: 7, task: taskOf(UNSAFE, { timeout: 60 }) });
    const { job, request: number, place } = await client.accepted();
    expect([number, place]).toEqual([7, null]);
    client.send({ type: 'document', request: 9, job, document: 'witness' });
    expect(await client.error()).toMatchObject({ request: 9, code: 'not-ready' });
    const { event } = await client.event('verdict');
    expect(event).toMatchObject({
      result: { verdict: 'FALSE', violation: { error: { file: 'program.c', line: 6 } } },
      witness: true,
    });
    const kinds = client.received.flatMap((message) =>
      message.type === 'event' ? [message.event.kind] : [message.type],
    );
    expect(kinds.slice(0, 4)).toEqual(['welcome', 'accepted', 'snapshot', 'queued']);
    expect(kinds).toContain('compiled');
    expect(client.numbers).toEqual([...client.numbers].sort((a, b) => a - b));
    expect(await (await request(`/api/jobs/${job}/result`)).json()).toMatchObject({ verdict: 'FALSE', version: 1 });
    const witness = await (await request(`/api/jobs/${job}/witness`)).text();
    expect(witness).toContain('violation_sequence');
    client.send({ type: 'document', request: 8, job, document: 'witness' });
    expect(await client.until((message) => message.type === 'document')).toEqual({
      type: 'document',
      request: 8,
      job,
      document: 'witness',
      text: witness,
    });
    const sarif = JSON.parse(await (await request(`/api/jobs/${job}/sarif`)).text());
    expect(sarif.runs[0].results[0]).toMatchObject({
      level: 'error',
      locations: [{ physicalLocation: { region: { startLine: 6 } } }],
    });
    client.socket.terminate();
  });

  it('has its certificate as an archive, if the task asks for one', async () => {
    const { connect, request } = await start();
    const client = await connect();
    client.send({ type: 'submit', request: 1, task: { ...taskOf(SAFE, { timeout: 60 }), certificate: true } });
    const { job } = await client.accepted();
    const { event } = await client.event('verdict');
    expect(event).toMatchObject({ result: { verdict: 'TRUE' }, certificate: true });
    const response = await request(`/api/jobs/${job}/certificate`);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const { verdict, files: hashes } = JSON.parse(strFromU8(files['manifest.json']));
    expect(verdict).toBe('TRUE');
    expect(Object.keys(files).sort()).toEqual(['manifest.json', ...Object.keys(hashes)].sort());
    client.socket.terminate();
  });

  it('searches runs within the bounds of arguments that it is given', async () => {
    const { connect } = await start();
    const text =
      "void reach_error(void) {} int main(int argc, char **argv) { if (argc == 2 && argv[1][1] == '7') reach_error(); }";
    const verdicts: unknown[] = [];
    for (const count of [3, 0]) {
      const client = await connect();
      const task = { files: [{ name: 'a.c', text }], timeout: 20, arguments: { count, bytes: 4 } };
      client.send({ type: 'submit', task });
      const { event } = await client.event('verdict');
      verdicts.push(event);
    }
    expect(verdicts).toMatchObject([{ result: { verdict: 'FALSE' } }, { result: { verdict: 'UNKNOWN' } }]);
  });

  it('of several files tells of a run through a header in that header', async () => {
    const { connect } = await start();
    const client = await connect();
    const header = 'static unsigned twice(unsigned x) {\n  unsigned y = 2 * x; // may wrap\n  return y;\n}\n';
    const main = `#include <stddef.h>
#include "twice.h"
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  if (twice(__VERIFIER_nondet_uint()) == 6) reach_error();
}
`;
    const files = [
      { name: 'main.c', text: main },
      { name: 'twice.h', text: header },
    ];
    client.send({ type: 'submit', task: { files } });
    const { event } = await client.event('verdict');
    const steps = expect.arrayContaining([
      expect.objectContaining({ at: { file: 'twice.h', line: 2, column: expect.any(Number) } }),
    ]);
    expect(event).toMatchObject({ result: { verdict: 'FALSE', violation: { steps } } });
    // The header is known as it was submitted.
    expect(
      client.received.flatMap((message) =>
        message.type === 'event' && message.event.kind === 'sources' ? message.event.files : [],
      ),
    ).toEqual([]);
    client.socket.terminate();
  });

  it('says what is wrong with the program, and names no folder of the server', async () => {
    const { connect, data } = await start();
    const client = await connect();
    client.send({ type: 'submit', task: taskOf('int main(void) { return 0 }') });
    expect((await client.event('failed')).event).toMatchObject({ code: 'E-INPUT' });
    const { event } = await client.event('diagnostic');
    expect(event).toMatchObject({ diagnostic: { at: { file: 'program.c', line: 1 } } });
    expect(JSON.stringify(client.received)).not.toContain(data);
    client.socket.terminate();
  });

  it('is resumed from a number: what is superseded is not sent again, the verdict is', async () => {
    const { connect } = await start({ script: CHATTY });
    const first = await connect();
    first.send({ type: 'submit', keep: true, task: taskOf(SAFE, { seed: 300 }) });
    const { job } = await first.accepted();
    await first.event('note');
    first.socket.terminate();
    const second = await connect();
    second.send({ type: 'watch', job, after: 2 });
    await second.event('verdict');
    expect(Math.min(...second.numbers)).toBeGreaterThan(2);
    const third = await connect();
    third.send({ type: 'watch', job });
    await third.event('verdict');
    expect(third.numbers).toEqual([1, 2, 302, 303]);
    second.socket.terminate();
    third.socket.terminate();
  });

  it('ends when it is cancelled, and with the connection that did not ask to keep it', async () => {
    const running = await start({ script: CHATTY });
    const { connect, request } = running;
    const client = await connect();
    client.send({ type: 'submit', task: taskOf(SAFE) });
    const { job } = await client.accepted();
    await client.event('started');
    expect((await request(`/api/jobs/${job}/result`)).status).toBe(409);
    client.send({ type: 'cancel', request: 3, job });
    await client.event('cancelled');
    const second = await connect();
    second.send({ type: 'submit', task: taskOf(SAFE) });
    const { job: other } = await second.accepted();
    await second.event('started');
    second.socket.terminate();
    await stateOf(running, other, 'cancelled');
    client.socket.terminate();
  });

  it('waits in a queue that is bounded for each client and for all', async () => {
    const { port } = await start({ script: CHATTY, limits: { jobsPerClient: 3, waiting: 8 } });
    const body = JSON.stringify(taskOf(SAFE));
    const head = `POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    // One behind the other in one connection.
    const requests = `${head}\r\n${body}`.repeat(999);
    const answer = await answerTo(port, `${requests}${head}Connection: close\r\n\r\n${body}`);
    const states = [...answer.matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status]) => status);
    expect(states).toEqual(['201', '201', '201', ...Array(997).fill('429')]);
  });

  it('leaves neither a process nor a file when its client goes', async () => {
    const running = await start({ script: CHATTY });
    const client = await running.connect();
    client.send({ type: 'submit', task: taskOf(SAFE) });
    const { job } = await client.accepted();
    await client.event('started');
    expect(readdirSync(join(running.data, 'work'))).toEqual([job]);
    expect(processesWithin(running.data)).toHaveLength(1);
    client.socket.terminate();
    const left = (): readonly string[] => [
      ...processesWithin(running.data),
      ...readdirSync(join(running.data, 'work')),
    ];
    await expect.poll(left, { timeout: 2_000, interval: 20 }).toEqual([]);
    await stateOf(running, job, 'cancelled');
  });

  it('whose processes take more memory than it may is ended with all of them', async () => {
    const running = await start({ script: resolve('test/fixtures/greedy-job.mjs') });
    const client = await running.connect();
    client.send({ type: 'submit', task: taskOf(SAFE, { memory: 256 }) });
    const reason = { kind: 'memory-limit', text: 'memory limit while compiling' };
    expect((await client.event('verdict')).event).toMatchObject({
      result: { version: 1, verdict: 'UNKNOWN', reason, safeUpTo: null },
    });
    expect(processesWithin(running.data)).toEqual([]);
    client.socket.terminate();
  });

  it('whose process breaks down is begun again once, as the same job', async () => {
    const running = await start({ script: resolve('test/fixtures/breaking-job.mjs') });
    const client = await running.connect();
    client.send({ type: 'submit', task: taskOf(SAFE) });
    await client.event('verdict');
    const told = client.received.flatMap((message) => (message.type === 'event' ? [message.event] : []));
    const kinds = ['queued', 'started', 'engine-started', 'begun-again', 'engine-started', 'verdict'];
    expect(told.map(({ kind }) => kind)).toEqual(kinds);
    expect(told[3]).toMatchObject({ attempt: 2, why: expect.stringContaining('SIGSEGV') });
    expect(told[4].time).toBeGreaterThanOrEqual(told[3].time);
    const second = await running.connect();
    second.send({ type: 'submit', task: taskOf(SAFE, { seed: 1 }) });
    const reason = { kind: 'crashed', text: 'crashed: the verifying process ended with SIGSEGV' };
    expect((await second.event('verdict')).event).toMatchObject({ result: { verdict: 'UNKNOWN', reason } });
    expect(second.numbers).toEqual([1, 2, 3, 4, 5, 6]);
    expect(processesWithin(running.data)).toEqual([]);
    client.socket.terminate();
    second.socket.terminate();
  });

  it('that ran when the server was asked to end is interrupted, and what others found is still there', async () => {
    const data = scratchFolder('server');
    const first = await start({ script: CHATTY, limits: { grace: 50 }, data });
    const [done, cut] = [await submitted(first, { seed: 5 }), await submitted(first)];
    await stateOf(first, done, 'done');
    await stateOf(first, cut, 'running');
    await first.close();
    expect(readdirSync(join(data, 'work'))).toEqual([]);
    const second = await start({ script: CHATTY, data });
    await stateOf(second, done, 'done');
    await stateOf(second, cut, 'interrupted');
    expect(await (await second.request(`/api/jobs/${done}/result`)).json()).toMatchObject({ verdict: 'UNKNOWN' });
    expect(await (await second.request(`/api/jobs/${done}/task`)).json()).toEqual(taskOf(SAFE, { seed: 5 }));
    expect(await (await second.request(`/api/jobs/${done}`)).json()).toMatchObject({ files: ['program.c'], last: 8 });
    const client = await second.connect();
    client.send({ type: 'watch', job: cut });
    await client.event('interrupted');
    client.socket.terminate();
    await second.close();
  });

  it('of one client does not wait for all of another', async () => {
    const running = await start({ script: CHATTY, limits: { running: 1 } });
    const { request, origin } = running;
    const cookie = (await fetch(`${origin}/?token=${TOKEN}`, { redirect: 'manual' })).headers.get('set-cookie') ?? '';
    const Cookie = cookie.split(';')[0];
    const mine = [];
    for (let count = 0; count < 4; count++) mine.push(await submitted(running));
    const headers = { Cookie, Origin: origin, 'Content-Type': 'application/json' };
    const other = await fetch(`${origin}/api/jobs`, { method: 'POST', body: JSON.stringify(taskOf(SAFE)), headers });
    const job = await textField(other, 'job');
    await request(`/api/jobs/${mine[0]}`, { method: 'DELETE' });
    await stateOf(running, job, 'running');
    expect(await textField(request(`/api/jobs/${mine[1]}`), 'state')).toBe('queued');
  });
});

it('a job whose process does not end is ended at its time limit, with what it had found', async () => {
  const running = await start({ script: resolve('test/fixtures/endless-job.mjs') });
  const client = await running.connect();
  client.send({ type: 'submit', task: taskOf(SAFE, { timeout: 1, errorFunction: 'f' }) });
  const { event } = await client.event('verdict');
  const result = {
    verdict: 'UNKNOWN',
    reason: { kind: 'time-limit', text: 'time limit' },
    safeUpTo: 7,
    property: expect.stringContaining('f()'),
  };
  expect(event).toMatchObject({ result, witness: false });
  const { job } = await client.accepted();
  expect(await (await running.request(`/api/jobs/${job}/sarif`)).text()).toContain('time limit');
  expect(processesWithin(running.data)).toEqual([]);
  client.socket.terminate();
});

describe('a client that does not read', () => {
  it('holds nobody up, fills no memory, and is told the newest and the verdict once it reads again', async () => {
    const { connect, request } = await start({ script: CHATTY, limits: { sendBytes: 65_536 } });
    const [slow, quick] = [await connect(), await connect()];
    slow.send({ type: 'submit', keep: true, task: taskOf(SAFE, { seed: 2000 }) });
    const { job } = await slow.accepted();
    slow.socket.pause();
    quick.send({ type: 'watch', job });
    await quick.event('verdict');
    expect(slow.numbers.at(-1)).not.toBe(2003);
    slow.socket.resume();
    await slow.event('verdict');
    expect(slow.numbers.at(-1)).toBe(2003);
    expect(slow.numbers.length).toBeLessThan(2003);
    const superseded = Number(
      /^lemmata_events_superseded_total (\d+)/m.exec(await (await request('/metrics')).text())?.[1],
    );
    expect(superseded).toBeGreaterThanOrEqual(2003 - slow.numbers.length);
    slow.socket.terminate();
    quick.socket.terminate();
  });
});

describe('a client that answers no ping', () => {
  it('is cut off after a while, while others stay', async () => {
    const { connect } = await start({ script: CHATTY, limits: { heartbeat: 100, stalled: 4000 } });
    const [mute, quick] = [await connect({ autoPong: false }), await connect()];
    await mute.closed;
    quick.send({ type: 'list', request: 1 });
    await quick.until((message) => message.type === 'jobs');
    quick.socket.terminate();
  });
});

describe('who may speak', () => {
  const handshake = async (headers: Record<string, string>): Promise<string> => {
    const { connect } = server ?? (await start({ script: CHATTY }));
    return connect({ headers }).then(
      (client) => {
        client.socket.terminate();
        return 'open';
      },
      (error: Error) => error.message.replace('Unexpected server response: ', ''),
    );
  };

  it('no page of another origin, and none without token', async () => {
    const { origin, port } = await start({ script: CHATTY });
    const Authorization = `Bearer ${TOKEN}`;
    for (const foreign of [
      'https://evil.example',
      'null',
      'http://localhost.evil.com',
      `http://127.0.0.1:${port + 1}`,
    ]) {
      expect(await handshake({ Authorization, Origin: foreign })).toBe('403');
      const answer = await fetch(`${origin}/api/jobs`, { headers: { Authorization, Origin: foreign } });
      expect(answer.status).toBe(403);
    }
    expect(await handshake({ Authorization, Host: 'evil.com' })).toBe('403');
    // Neither a page nor somebody with a token; a page of the server's without a session.
    expect(await handshake({})).toBe('403');
    expect(await handshake({ Origin: origin })).toBe('401');
    expect((await fetch(`${origin}/api/jobs`)).status).toBe(401);
    expect((await fetch(`${origin}/api/jobs`, { headers: { Origin: origin } })).status).toBe(401);
    expect(await handshake({ Authorization, Origin: origin })).toBe('open');
    expect(await handshake({ Authorization })).toBe('open');
    for (const wrong of ['', 'Bearer ', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      expect(await handshake({ Authorization: wrong })).toBe('401');
      expect((await fetch(`${origin}/api/jobs`, { headers: { Authorization: wrong } })).status).toBe(401);
    }
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    expect((await fetch(`${origin}/metrics`)).status).toBe(401);
  });

  it('a browser gets a session for the token; the cookie needs an origin to do more than read, and ends after a day', async () => {
    const { origin } = await start({ script: CHATTY });
    const answer = await fetch(`${origin}/?token=${TOKEN}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const Cookie = cookie.split(';')[0];
    const page = await fetch(origin, { headers: { Cookie } });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).not.toContain(TOKEN);
    expect(await handshake({ Cookie })).toBe('403');
    expect(await handshake({ Cookie, Origin: origin })).toBe('open');
    const other = await serving({ script: CHATTY });
    const foreign =
      (await fetch(`${other.origin}/?token=${TOKEN}`, { redirect: 'manual' })).headers.get('set-cookie') ?? '';
    await other.close();
    const refused = async (cookie: string): Promise<void> => {
      expect(await handshake({ Cookie: cookie, Origin: origin })).toBe('401');
      expect((await fetch(`${origin}/api/jobs`, { headers: { Cookie: cookie, Origin: origin } })).status).toBe(401);
    };
    for (const wrong of [`${Cookie.slice(0, -1)}_`, foreign.split(';')[0], 'lemmata_session=']) await refused(wrong);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    await refused(Cookie).finally(() => vi.useRealTimers());
    expect((await fetch(`${origin}/?token=wrong`)).status).toBe(401);
  });
});

describe('what is sent', () => {
  it('is refused where it is no message, and the server lives', async () => {
    const { connect, request } = await start({ script: CHATTY, limits: { uploadBytes: 262_144 } });
    const client = await connect();
    const bad = [
      '',
      '{',
      '[]',
      '{"type":"watch","job":"../../etc/passwd"}',
      '{"type":"list","__proto__":{"x":1}}',
      '['.repeat(100_000),
      '{"type":"submit","task":{"files":[{"name":"../a.c","text":"x"}]}}',
      '{"type":"submit","task":{"files":[{"name":"--help.c","text":"x"}]}}',
      '{"type":"submit","task":{"files":[{"name":"a.c","text":"x"}],"includes":["/"]}}',
      '{"type":"submit","task":{"files":[{"name":"a.c","text":"x"}],"portfolio":"/etc/passwd"}}',
      '{"type":"watch","job":"AAAAAAAAAAAAAAAAAAAAAA"}',
    ];
    for (const text of bad) client.socket.send(text);
    client.send({ type: 'list', request: 1 });
    await client.until((message) => message.type === 'jobs');
    expect(client.received.filter(({ type }) => type === 'error').length).toBe(bad.length);
    client.socket.send('x'.repeat(500_000));
    expect(await client.closed).toBe(1009);
    const binary = await connect();
    binary.socket.send(Buffer.from('{}'));
    expect(await binary.closed).toBe(1003);
    const flood = await connect();
    for (let count = 0; count < 200; count++) flood.send({ type: 'list' });
    expect(await flood.closed).toBe(1008);
    expect((await request('/api/jobs', post(taskOf('x'.repeat(500_000))))).status).toBe(413);
    expect((await request('/api/jobs/..%2f..%2fetc')).status).toBe(404);
    expect((await request('/health')).status).toBe(200);
  });

  it('may not make the preprocessor read the files of the server', async () => {
    const { request } = await start({ script: CHATTY });
    const texts = ['#include "/etc/passwd"', '#include "/no/such/file"', '#  /**/ include <../../etc/passwd>'];
    const answers = await Promise.all(
      texts.map(async (text) => request('/api/jobs', post(taskOf(`${text}\n${SAFE}`)))),
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    const [existing, missing] = await Promise.all(answers.slice(0, 2).map((answer) => answer.text()));
    expect(existing).toBe(missing);
  });
});
