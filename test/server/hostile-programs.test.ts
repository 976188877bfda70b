import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesWithin } from '../cli/lemmata.ts';
import { textField } from './answers.ts';
import { peaksDuring } from './job-processes.ts';
import { program } from './programs.ts';
import { type Serving, serving, taskOf } from './serving.ts';

/** Programs that mean harm: to the server's files, its memory, its time, its network and its readers. */
const SECRET = 'SECRET_0f6d2c81';
/** That a job may take. */
const MEGABYTES = 400;
let server: Serving;
let outside = '';

beforeAll(async () => {
  process.env.LEMMATA_TEST_SECRET = SECRET;
  outside = mkdtempSync(join(tmpdir(), 'outside-'));
  writeFileSync(join(outside, 'secret.h'), `#error ${SECRET}\nint ${SECRET};\n`);
  symlinkSync(join(outside, 'secret.h'), join(outside, 'link.h'));
  execFileSync('mkfifo', [join(outside, 'fifo')]);
  server = await serving({
    limits: { running: 4, waiting: 100, jobsPerClient: 100, seconds: 15, megabytes: MEGABYTES, uploadBytes: 9_000_000 },
  });
});

afterAll(async () => {
  await server.close();
  rmSync(outside, { recursive: true, force: true });
  delete process.env.LEMMATA_TEST_SECRET;
});

function post(task: object): Promise<Response> {
  return server.request('/api/jobs', {
    method: 'POST',
    body: JSON.stringify(task),
    headers: { 'Content-Type': 'application/json' },
  });
}

interface Over {
  readonly state: string;
  /** All that a client can learn of the job. */
  readonly told: readonly string[];
}

const OVER = /^(?:done|failed|cancelled|interrupted)$/;

/** Runs the task to its end. */
async function run(task: object): Promise<Over> {
  const job = await textField(post(task), 'job');
  const state = (): Promise<string> => textField(server.request(`/api/jobs/${job}`), 'state');
  await expect.poll(state, { timeout: 55_000, interval: 200 }).toMatch(OVER);
  const answers = ['', '/events', '/result', '/witness', '/sarif', '/task'].map((what) =>
    server.request(`/api/jobs/${job}${what}`),
  );
  const told = await Promise.all(
    answers.map(async (answer) => {
      const { headers } = await answer;
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).not.toContain('html');
      return (await answer).text();
    }),
  );
  return { state: await state(), told };
}

/** Whether a text has characters that terminals obey, besides tabs and ends of lines. */
function isObeyed(text: string): boolean {
  return [...text].some((c) => c === '\x7f' || (c < ' ' && c !== '\t' && c !== '\n'));
}

describe('files of the server', () => {
  it('are refused before a process is started for the job, in the same words whatever is asked for and whether it exists', async () => {
    const names = [
      '/etc/passwd',
      join(outside, 'secret.h'),
      join(outside, 'link.h'),
      join(outside, 'fifo'),
      join(outside, 'none.h'),
      '/dev/zero',
      '/dev/stdin',
      '/proc/self/environ',
    ];
    const ways: readonly ((name: string) => string)[] = [
      (name) => `#include "${name}"`,
      (name) => `#include <${name}>`,
      (name) => `#include "../../../../../../..${name}"`,
      (name) => `%:include "${name}"`,
      (name) => `??=include "${name}"`,
      (name) => `#include\\\n "${name}"`,
      (name) => `#inc\\\nlude "${name}"`,
      (name) => `#include/**/"${name}"`,
      (name) => `#/**/include "${name}"`,
      (name) => `#define F "${name}"\n#include F`,
      (name) => `#include_next "${name}"`,
      (name) => `#import "${name}"`,
      (name) => `#embed "${name}"`,
      (name) => `#if __has_include("${name}")\n#endif`,
      (name) => `#if __has_include(<${name}>)\n#endif`,
      (name) => `#if __has_embed("${name}")\n#endif`,
      (name) => `#pragma GCC dependency "${name}"`,
      (name) => `#line 1 "${name}"`,
      (name) => `# 1 "${name}"`,
      (name) => `#line 1 "${name}"\n#error`,
    ];
    const times: number[] = [];
    const answers = new Set<string>();
    for (const way of ways) {
      for (const name of names) {
        const started = performance.now();
        const answer = await post(taskOf(program('', way(name))));
        times.push(performance.now() - started);
        expect(answer.status, way(name)).toBe(422);
        answers.add(await answer.text());
      }
    }
    expect([...answers]).toEqual([expect.stringContaining('"code":"unsupported-source"')]);
    expect([...answers][0]).not.toMatch(/root:|passwd|secret|outside-/i);
    expect(times.sort((a, b) => a - b)[times.length >> 1]).toBeLessThan(1_000);
    // No job, hence no result, no witness and nothing in a log.
    expect(await (await server.request('/api/jobs')).json()).toEqual({ jobs: [] });
    expect(readdirSync(join(server.data, 'work'))).toEqual([]);
  });

  it('are not opened for inline assembly', async () => {
    const incbin = `  asm(".incbin \\"${outside}/secret.h\\"");`;
    const { told } = await run(taskOf(program(incbin, `asm(".include \\"${outside}/secret.h\\"");`)));
    expect(told.filter((text) => text.includes(SECRET))).toEqual([]);
  });
});

describe('what a run of the program would do', () => {
  let listener: Server;
  let connections = 0;

  beforeAll(async () => {
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  });

  afterAll(() => listener.close());

  it('is not done when its counterexample is replayed, and nothing of the host is told', async () => {
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const folder = join(outside, 'written');
    mkdirSync(folder);
    const top = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
extern int socket(int, int, int);
extern int connect(int, const void *, unsigned);
__attribute__((constructor)) static void before(void) { system("touch ${folder}/constructor"); }
#line 100 "\\033[2J<script>alert(1)<script>.c"`;
    const body = `  system("touch ${folder}/system; echo x | nc 127.0.0.1 ${port}");
  FILE *file = fopen("${folder}/file", "w");
  if (file) fputs(getenv("LEMMATA_TEST_SECRET") ? getenv("LEMMATA_TEST_SECRET") : "none", file);
  fork();
  unsigned char to[16] = {2, 0, ${port >> 8}, ${port & 255}, 127, 0, 0, 1};
  connect(socket(2, 1, 0), to, 16);
  execl("/bin/touch", "touch", "${folder}/exec", (char *)0);`;
    let told: readonly string[] = [];
    const { processes } = await peaksDuring(server.data, async () => {
      ({ told } = await run(taskOf(program(body, top), { timeout: 10 })));
    });
    expect(processes).toBeLessThanOrEqual(16);
    expect(readdirSync(folder)).toEqual([]);
    expect(connections).toBe(0);
    // The program's own text says where the folder is.
    const secrets = [
      SECRET,
      server.data,
      process.cwd(),
      hostname(),
      ...(homedir().length > 1 ? [`${homedir()}/`] : []),
    ];
    expect(told.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    expect(told.filter(isObeyed)).toEqual([]);
  });

  it('says in its messages what the program says, as text that no reader obeys', async () => {
    const { state, told } = await run(taskOf('#error \u001b[31m<script>alert(1)</script>\u0007\nint x = ;\n'));
    expect(state).toBe('failed');
    expect(told.join()).toContain('script');
    expect(told.filter(isObeyed)).toEqual([]);
  });
});

describe('a program that is too much', () => {
  const globals = Array.from({ length: 1_000_000 }, (_, index) => `g${index.toString(36)}`).join(',');

  it.each([
    ['an array of two gigabytes', program('', 'char a[1u << 31] = {1};')],
    ['a million globals', program('', `int ${globals};`)],
  ])('ends within its limits, and leaves nothing: %s', async (_, text) => {
    const { bytes } = await peaksDuring(server.data, async () => {
      const { state } = await run(taskOf(text, { timeout: 4 }));
      expect(state).toMatch(/^(?:done|failed)$/);
    });
    // They are looked at ten times a second, and may take 15 % more than they are told.
    expect(bytes).toBeLessThan(1.4 * MEGABYTES * 2 ** 20);
    expect(processesWithin(server.data)).toEqual([]);
    await expect.poll(() => readdirSync(join(server.data, 'work')), { timeout: 20_000 }).toEqual([]);
  });

  it('is refused if it is larger than the server takes', async () => {
    expect((await post(taskOf('x'.repeat(10_000_000)))).status).toBe(413);
  });
});
