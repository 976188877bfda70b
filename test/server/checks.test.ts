import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Serving, serving, taskOf } from './serving.ts';

let server: Serving | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

interface Answer {
  readonly diagnostics: readonly { readonly severity: string; readonly at: { readonly line: number } }[] | null;
}

async function checked(text: string): Promise<Answer> {
  if (server === null) throw new Error('no server');
  const answer = await server.request('/api/check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(taskOf(text)),
  });
  return JSON.parse(await answer.text());
}

it('a program is compiled for its messages, and leaves no job, no process and no file', {
  timeout: 120_000,
}, async () => {
  server = await serving();
  const { request, data } = server;
  const wrong = await checked('int main(void) {\n  int x = ;\n  return 0\n}\n');
  expect(wrong.diagnostics?.map(({ severity, at }) => [severity, at.line])).toContainEqual(['error', 2]);
  expect(await checked('int main(void) { return 0; }')).toEqual({ diagnostics: [] });
  expect(await checked('#include "/etc/passwd"\nint main(void) { return 0; }')).toMatchObject({
    error: { code: 'unsupported-source' },
  });
  expect(await checked('')).toMatchObject({ error: { code: 'bad-request' } });
  // A client's next check ends its last.
  const [first, second] = await Promise.all([
    checked('int main(void) { return 1; }'),
    checked('int main(void) { return 2; }'),
  ]);
  expect([first.diagnostics, second.diagnostics].filter((one) => one !== null).length).toBeGreaterThan(0);
  expect(await (await request('/api/jobs')).json()).toEqual({ jobs: [] });
  expect(readdirSync(join(data, 'work'))).toEqual([]);
  const foreign = await fetch(`${server.origin}/api/check`, { method: 'POST', body: '{}' });
  expect(foreign.status).toBe(401);
});
