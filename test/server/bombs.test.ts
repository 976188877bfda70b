import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesWithin } from '../cli/lemmata.ts';
import { scratchFolder } from '../scratch.ts';
import { textField } from './answers.ts';
import { peaksDuring } from './job-processes.ts';
import { program } from './programs.ts';
import { TOKEN } from './serving.ts';
import { type ServingProcess, servingProcess } from './serving-process.ts';

/** Programs that are small and become large, against `lemmata serve` as it is started. */
const MEGABYTES = 400;
const SECONDS = 3;
/** Milliseconds: far longer than an answer takes on a busy machine, and far less than a job takes. */
const LONGEST_ANSWER = 1000;
const data = scratchFolder('bombs');
let server: ServingProcess;

beforeAll(async () => {
  server = await servingProcess(data, ['--jobs', '4', '--memory', String(MEGABYTES), '--timeout', '10']);
});
afterAll(() => {
  server.child.kill('SIGKILL');
});

const levels = Array.from({ length: 28 }, (_, level) => level);
const doubled = levels.map((level) => `#define D${level + 1} D${level} D${level}`).join('\n');
const nested = levels.map((level) => `#define N${level + 1}(x) N${level}(x x)`).join('\n');
const bombs = {
  'a macro that doubles 28 times': program('', `#define D0 +1\n${doubled}\nint x = 0 D28;`),
  'an argument that doubles 28 times': program('', `#define N0(x) x\n${nested}\nint x = 0 N28(+1);`),
  'a file that includes itself': program('', '#include "program.c"'),
  'a file that includes itself twice at each level': program(
    '',
    '#if __INCLUDE_LEVEL__ < 190\n#include "program.c"\n#include "program.c"\n#endif',
  ),
  'a hundred thousand parentheses': program('', `int x = ${'('.repeat(100_000)}1${')'.repeat(100_000)};`),
  'a chain of 16,384 terms': program(
    `  unsigned s = ${Array(16_384).fill('n').join(' + ')};\n  if (s == 1) reach_error();`,
  ),
};

const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', Connection: 'close' };

/** How the job ended. */
async function run(text: string): Promise<string> {
  const body = JSON.stringify({ files: [{ name: 'program.c', text }], timeout: SECONDS });
  const job = await textField(fetch(`${server.origin}/api/jobs`, { method: 'POST', headers, body }), 'job');
  const state = (): Promise<string> => textField(fetch(`${server.origin}/api/jobs/${job}`, { headers }), 'state');
  await expect.poll(state, { timeout: 55_000, interval: 200 }).toMatch(/^(?:done|failed|cancelled|interrupted)$/);
  return state();
}

/**
 * Asks again and again, in a thread that has nothing else to do, and tells how long each answer
 * took (ms) when it is told to stop.
 */
const OTHER_CLIENT = `
  const { workerData: { origin, authorization }, parentPort } = require('node:worker_threads');
  const { get } = require('node:http');
  let over = false;
  parentPort.once('message', () => { over = true; });
  const times = [];
  const ask = () => {
    const started = performance.now();
    get(origin + '/api/jobs', { headers: { authorization }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) throw new Error('status ' + answer.statusCode);
      answer.resume().on('end', () => {
        times.push(performance.now() - started);
        if (over) parentPort.postMessage(times);
        else setTimeout(ask, 5);
      });
    });
  };
  ask();
`;

/** How long another client's requests take while `what` goes on: 99 of 100 no longer (ms). */
async function slowestDuring(what: () => Promise<void>): Promise<number> {
  const workerData = { origin: server.origin, authorization: headers.Authorization };
  const other = new Worker(OTHER_CLIENT, { eval: true, workerData });
  try {
    await what();
    const told = once(other, 'message');
    other.postMessage('stop');
    const [times]: number[][] = await told;
    expect(times.length).toBeGreaterThan(100);
    return times.sort((a, b) => a - b)[Math.floor(0.99 * times.length)];
  } finally {
    await other.terminate();
  }
}

describe('a program that becomes large', () => {
  it('ends within its limits, leaves nothing, and holds up nobody', async () => {
    let slowest = 0;
    const { bytes } = await peaksDuring(data, async () => {
      slowest = await slowestDuring(async () => {
        const ends = Object.entries(bombs).map(async ([name, text]) =>
          expect(await run(text), name).toMatch(/^(?:done|failed)$/),
        );
        await Promise.all(ends);
      });
    });
    // They are looked at ten times a second, and may take 15 % more than they are told.
    expect(bytes).toBeLessThan(1.4 * MEGABYTES * 2 ** 20);
    // A server that did such work itself would answer after seconds, and only a few requests.
    expect(slowest).toBeLessThan(LONGEST_ANSWER);
    expect(processesWithin(data)).toEqual([]);
    await expect.poll(() => readdirSync(join(data, 'work')), { timeout: 20_000 }).toEqual([]);
  });
});
