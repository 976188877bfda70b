import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../src/apps/server/protocol.ts';
import { scratchFolder } from '../scratch.ts';
import { type Serving, serving, TOKEN, taskOf } from './serving.ts';

const CHATTY = resolve('test/fixtures/chatty-job.mjs');
const PROGRAM = 'int main(void) { return 0; }';
let server: Serving | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(options: Parameters<typeof serving>[0] = {}): Promise<Serving> {
  server = await serving({ script: CHATTY, shareLinks: true, ...options });
  return server;
}

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

async function read<T>(answer: Promise<Response> | Response): Promise<T> {
  return JSON.parse(await (await answer).text());
}

/** A job that is over. */
async function finished({ request }: Serving): Promise<string> {
  const { job } = await read<{ job: string }>(request('/api/jobs', post(taskOf(PROGRAM, { seed: 5 }))));
  await expect.poll(async () => (await request(`/api/jobs/${job}/result`)).status, { timeout: 20_000 }).toBe(200);
  return job;
}

async function share({ request }: Serving, job: string): Promise<string> {
  return (await read<{ share: string }>(request(`/api/jobs/${job}/share`, { method: 'POST' }))).share;
}

describe('a shared job', () => {
  it('can be read by everybody with its link, and nothing else', async () => {
    const running = await start();
    const { origin } = running;
    const [job, other] = [await finished(running), await finished(running)];
    const secret = await share(running, job);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await share(running, job)).toBe(secret);
    expect(await share(running, other)).not.toBe(secret);
    const at = `${origin}/api/shared/${secret}`;
    const summary = await (await fetch(at)).json();
    expect(summary).toMatchObject({ state: 'done', files: ['program.c'] });
    expect(JSON.stringify(summary)).not.toContain(job);
    expect(await (await fetch(`${at}/task`)).json()).toMatchObject({ files: [{ text: PROGRAM }] });
    const { events } = await read<{ events: readonly { number: number }[] }>(fetch(`${at}/events?after=1`));
    expect(events[0].number).toBeGreaterThan(1);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect((await fetch(at, { method })).status).toBe(401);
    const bearer = { headers: { Authorization: `Bearer ${secret}` } };
    for (const path of ['/api/jobs', `/api/jobs/${job}`, `/api/jobs/${job}/share`, '/metrics'])
      expect((await fetch(origin + path, bearer)).status).toBe(401);
    for (const wrong of [`${secret.slice(0, -1)}!`, 'A'.repeat(43), `${secret}x`, job, '../jobs'])
      expect((await fetch(`${origin}/api/shared/${wrong}`)).ok).toBe(false);
    expect((await fetch(at, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('is no longer shared once its link is revoked, or the job is deleted', async () => {
    const running = await start();
    const { origin, request } = running;
    const job = await finished(running);
    const status = async (secret: string): Promise<number> => (await fetch(`${origin}/api/shared/${secret}`)).status;
    const first = await share(running, job);
    await request(`/api/jobs/${job}/share`, { method: 'DELETE' });
    expect(await status(first)).toBe(404);
    const second = await share(running, job);
    expect(second).not.toBe(first);
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    expect((await request(`/api/jobs/${job}?delete=true`, { method: 'DELETE' })).status).toBe(200);
    expect(await status(second)).toBe(404);
    expect((await request(`/api/jobs/${job}`)).status).toBe(404);
  });

  it('stays shared over a restart, as long as the server shares', async () => {
    const data = scratchFolder('shares');
    const running = await start({ data });
    const secret = await share(running, await finished(running));
    const status = async ({ origin }: Serving): Promise<number> =>
      (await fetch(`${origin}/api/shared/${secret}`)).status;
    await running.close();
    const deaf = await start({ data, shareLinks: false });
    expect(await status(deaf)).toBe(404);
    await deaf.close();
    expect(await status(await start({ data }))).toBe(200);
    await server?.close();
    server = null;
  });

  it('needs a server that was told to share', async () => {
    const running = await start({ shareLinks: false });
    const job = await finished(running);
    expect((await running.request(`/api/jobs/${job}/share`, { method: 'POST' })).status).toBe(404);
  });
});

describe('a job that is deleted', () => {
  it('is over, and is gone over a restart', async () => {
    const data = scratchFolder('deleted');
    const running = await start({ data });
    const client = await running.connect();
    client.send({ type: 'submit', keep: true, task: taskOf(PROGRAM) });
    const { job } = await client.accepted();
    client.send({ type: 'delete', request: 1, job });
    expect((await client.error()).code).toBe('not-ready');
    client.send({ type: 'cancel', request: 2, job });
    await client.event('cancelled');
    client.send({ type: 'delete', request: 3, job });
    await client.until((message): message is ServerMessage => message.type === 'done' && message.request === 3);
    client.socket.terminate();
    await running.close();
    const again = await start({ data });
    expect(await (await again.request('/api/jobs')).json()).toEqual({ jobs: [] });
    expect((await again.request(`/api/jobs/${job}/task`)).status).toBe(404);
    await again.close();
    server = null;
  });
});

describe('signing in', () => {
  it('takes the token, gives a session, and the page itself is open', async () => {
    const { origin } = await start();
    const page = await fetch(origin);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const standing = async (Cookie: string) => (await fetch(`${origin}/api/session`, { headers: { Cookie } })).json();
    expect(await standing('')).toEqual({ signedIn: false });
    const wrong = await fetch(`${origin}/api/session`, post({ token: `${TOKEN}x` }));
    expect([await wrong.json(), wrong.headers.get('set-cookie')]).toEqual([{ signedIn: false }, null]);
    for (const strange of [{}, { token: 1 }, { token: null }, { __proto__: { token: TOKEN } }])
      expect(await (await fetch(`${origin}/api/session`, post(strange))).json()).toEqual({ signedIn: false });
    expect((await fetch(`${origin}/api/session`, post({ token: 'x'.repeat(2_000) }))).status).toBe(413);
    const right = await fetch(`${origin}/api/session`, post({ token: TOKEN }));
    const cookie = right.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect(await standing(cookie.split(';')[0])).toEqual({ signedIn: true });
    const foreign = { ...post({ token: TOKEN }).headers, Origin: 'https://evil.example' };
    expect((await fetch(`${origin}/api/session`, { ...post({ token: TOKEN }), headers: foreign })).status).toBe(403);
  });

  it('sends people with an old address to the page, and programs away', async () => {
    const { origin } = await start();
    const old = `${origin}/?token=${TOKEN}x`;
    const person = await fetch(old, { headers: { Accept: 'text/html,*/*' }, redirect: 'manual' });
    expect([person.status, person.headers.get('location'), person.headers.get('set-cookie')]).toEqual([303, '/', null]);
    expect((await fetch(old, { redirect: 'manual' })).status).toBe(401);
  });
});
