import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatherTasks } from '../src/apps/compete/input/gather.ts';
import { shareEnvironment } from '../src/apps/compete/nats/share-environment.ts';
import { findCgroupParent } from '../src/apps/compete/process/cgroup.ts';
import { allowedProcessors } from '../src/apps/compete/run/cores.ts';
import type { RunnerSetup } from '../src/apps/compete/run/settings.ts';
import { LOGS, type TaskRun, type Verified, verifyTask } from '../src/apps/compete/run/verify-task.ts';
import type { RunSettings } from '../src/apps/compete/store/record.ts';
import { type CompetitionTask, expectedText } from '../src/apps/compete/task.ts';

/**
 * Measures the worth of additional machines for one task: `node scripts/run.mjs
 * scripts/machines-bench.ts [--checks] [--machines 1,2,4] [--cpu SECONDS] [--output FILE] TASK...`, after a
 * build, where there is a nats-server. TASK: task definitions or programs, as `lemmata compete` takes
 * them. Each machine is a verifier that is pinned to one processor of this one and has its part of the
 * schedule. Each has a control group of its own where possible. The machines exchange lemmas. Several
 * machines may share a processor, so that times are those of the processor. The time of a verdict is
 * the time that the first machine with that verdict had used by then. The maximum over all machines is
 * recorded beside it. Each task and number of machines gives one line of JSON in FILE (default
 * machines.jsonl), which later calls continue. The table at the end says how often a doubling was
 * better, and how often it was slower by more than a tenth. A task without a verdict counts as one
 * that took the whole limit.
 *
 * `--checks` takes C files as TASK: one machine runs `lemmata check --queue`, and the others are workers. A line
 * for each number of machines has the checks that were decided, and the seconds of the wall clock.
 */

interface Measured {
  readonly task: string;
  readonly machines: number;
  readonly status: string;
  readonly expected: string | null;
  readonly engine: string | null;
  /** Seconds of processor time: of the machine that was first, and the most of any machine by then. */
  readonly first: number;
  readonly most: number;
}

const DEFAULT_CPU_SECONDS = '60';
/** Time that workers have to reach the server, in ms. */
const WORKERS_MILLISECONDS = 2000;
/** Relative growth in time beyond which a doubling counts as slower. */
const TOLERANCE = 0.1;
/** Smaller differences, in seconds, are noise. */
const NOISE_SECONDS = 0.3;

function takeOption(words: string[], name: string, otherwise: string): string {
  const place = words.indexOf(name);
  return place < 0 ? otherwise : words.splice(place, 2)[1];
}

/** A server on a free port, whose storage is in a folder. */
async function startServer(storage: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const port = await freePort();
  const args = ['-js', '-sd', storage, '-a', '127.0.0.1', '-p', String(port)];
  const child = spawn('nats-server', args, { stdio: 'ignore' });
  child.on('error', () => {
    throw new Error('there is no nats-server here');
  });
  while (!(await answers(port))) await sleep(50);
  return { url: `nats://127.0.0.1:${port}`, child };
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1', () => settle(socket.destroy() !== null));
    socket.once('error', () => settle(false));
  });
}

function isVerdict({ result }: Verified): boolean {
  return result.status === 'true' || result.status.startsWith('false(');
}

/** The race of some machines on one task. */
async function race(
  task: CompetitionTask,
  machines: number,
  url: string,
  settings: RunSettings,
  folder: string,
): Promise<Measured> {
  const processors = allowedProcessors();
  const servers = { servers: url, credentials: null, nkey: null, tlsCa: null, tlsCert: null, tlsKey: null };
  const runs: TaskRun[] = Array.from({ length: machines }, (_, machine) => {
    const place = join(folder, String(machine));
    mkdirSync(join(place, LOGS), { recursive: true });
    const companions = machines === 1 ? null : { machine, machines, environment: shareEnvironment(servers) };
    const tool = [process.execPath, resolve(process.env.LEMMATA_DIST ?? 'dist', 'cli.js')];
    const setup: RunnerSetup = {
      ...{ settings, tool, toolVersion: '', folder: place, witnesses: false },
      ...{ cgroups: findCgroupParent(), companions },
    };
    return verifyTask(task, '', setup, [processors[machine % processors.length]]);
  });
  let first: Verified | null = null;
  const ends = await Promise.all(
    runs.map(async (run) => {
      const verified = await run.ended;
      if (first === null && isVerdict(verified)) {
        first = verified;
        for (const other of runs) if (other !== run) other.stop();
      }
      return verified;
    }),
  );
  const winner: Verified = first ?? ends[0];
  return {
    task: task.id,
    machines,
    status: winner.result.status,
    expected: task.property?.expected == null ? null : expectedText(task.property.expected),
    engine: winner.result.engine,
    first: winner.result.cpuSeconds,
    most: Math.max(...ends.map(({ result }) => result.cpuSeconds)),
  };
}

/** Starts a command of lemmata on one processor. */
function startOn(processor: number, args: readonly string[]): ChildProcess {
  const tool = [process.execPath, resolve(process.env.LEMMATA_DIST ?? 'dist', 'cli.js')];
  return spawn('taskset', ['-c', String(processor), ...tool, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Decides the checks of a program on so many machines, and prints how many are decided in which time. */
async function decideChecks(file: string, machines: number, url: string, seconds: number): Promise<void> {
  const processors = allowedProcessors();
  const on = (machine: number): number => processors[machine % processors.length];
  const workers = Array.from({ length: machines - 1 }, (_, index) =>
    startOn(on(index + 1), ['work', '--quiet', '--queue', url]),
  );
  if (workers.length > 0) await sleep(WORKERS_MILLISECONDS);
  const begun = performance.now();
  // Answers of the run before are not this one's.
  const queue = workers.length === 0 ? [] : ['--retry', '--queue', url];
  const asking = startOn(on(0), ['check', '--json', '--timeout', String(seconds), ...queue, file]);
  const chunks: Buffer[] = [];
  asking.stdout?.on('data', (chunk) => chunks.push(chunk));
  await new Promise((ended) => asking.once('close', ended));
  const spent = (performance.now() - begun) / 1000;
  for (const worker of workers) worker.kill('SIGKILL');
  const answer: { readonly results?: readonly { readonly checks: readonly { readonly state: string }[] }[] } =
    JSON.parse(Buffer.concat(chunks).toString());
  const checks = (answer.results ?? []).flatMap((property) => property.checks);
  const decided = checks.filter(({ state }) => state !== 'open').length;
  console.log([file, machines, `${decided} of ${checks.length}`, spent.toFixed(1)].join('\t'));
}

function table(measured: readonly Measured[], counts: readonly number[], limit: number): void {
  const byTask = new Map<string, Map<number, number>>();
  for (const { task, machines, status, first } of measured) {
    const times = byTask.get(task) ?? new Map<number, number>();
    times.set(machines, status === 'true' || status.startsWith('false(') ? first : limit);
    byTask.set(task, times);
  }
  console.log(['task', ...counts.map((count) => `${count} machines`)].join('\t'));
  for (const [task, times] of byTask)
    console.log([task, ...counts.map((count) => times.get(count)?.toFixed(2) ?? '-')].join('\t'));
  for (const [place, count] of counts.slice(1).entries()) {
    const before = counts[place];
    const pairs = [...byTask.values()].flatMap((times) => {
      const [a, b] = [times.get(before), times.get(count)];
      return a === undefined || b === undefined ? [] : [{ a, b }];
    });
    const better = pairs.filter(({ a, b }) => b < a - NOISE_SECONDS).length;
    const slower = pairs.filter(({ a, b }) => b > a * (1 + TOLERANCE) + NOISE_SECONDS).length;
    console.log(
      `${before} to ${count} machines: ${better} of ${pairs.length} tasks better, ${slower} slower by more than a tenth`,
    );
  }
}

const words = process.argv.slice(2);
const asksChecks = words.includes('--checks') && words.splice(words.indexOf('--checks'), 1).length > 0;
const counts = takeOption(words, '--machines', '1,2,4').split(',').map(Number);
const cpuSeconds = Number(takeOption(words, '--cpu', DEFAULT_CPU_SECONDS));
const output = resolve(takeOption(words, '--output', 'machines.jsonl'));
const { tasks, problems } = asksChecks ? { tasks: [], problems: [] } : gatherTasks(words, { kind: 'all' });
for (const { message } of problems) console.error(message);
const settings: RunSettings = {
  ...{ wallSeconds: null, cpuSeconds, memoryBytes: null, cores: 1, options: [], validate: false, validator: null },
  nativeReplay: false,
};
const measured: Measured[] = existsSync(output)
  ? readFileSync(output, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : [];
const folder = mkdtempSync(join(tmpdir(), 'lemmata-machines-'));
const { url, child } = await startServer(join(folder, 'server'));
try {
  if (asksChecks) {
    console.log(['program', 'machines', 'checks decided', 'seconds'].join('\t'));
    for (const file of words) for (const count of counts) await decideChecks(file, count, url, cpuSeconds);
  }
  for (const task of tasks) {
    for (const machines of counts) {
      if (measured.some((one) => one.task === task.id && one.machines === machines)) continue;
      const one = await race(task, machines, url, settings, folder);
      measured.push(one);
      appendFileSync(output, `${JSON.stringify(one)}\n`);
      console.error(`${one.task} on ${machines}: ${one.status} by ${one.engine} in ${one.first.toFixed(2)} s`);
    }
  }
} finally {
  child.kill();
  rmSync(folder, { recursive: true, force: true });
}
if (!asksChecks) table(measured, counts, cpuSeconds);
