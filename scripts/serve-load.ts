import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import WebSocket from 'ws';
import { ProcessTree } from '../src/apps/compete/process/process-tree.ts';
import type { ServerMessage } from '../src/apps/server/protocol.ts';
import { startServer } from '../src/apps/server/server.ts';

/**
 * Measures the cost of watching a race: `node scripts/run.mjs scripts/serve-load.ts [PAIRS [CLIENTS
 * [MUTE]]]`, after a build. It runs the same race in turn unwatched and with CLIENTS (200) websockets
 * on it. MUTE (10) of them do not read until it is over, and its process sends 20 events of 1 KB a
 * second besides its own. It prints the race's processor and wall time watched and unwatched, and the
 * processor time and memory of the server.
 * It also prints the latency of events, and the events that the mute clients received. On a busy
 * machine only processor times are meaningful.
 */

const TOKEN = 'a-token-for-the-bench';
const EVENTS_PER_SECOND = 20;
const FILLER = 'x'.repeat(1000);
const STAMP = 'load';
const CLIENTS_NICE = 15;
/** The square of a sum, by the bits: some 20 seconds of search for one engine, the same in every run. */
const PROGRAM = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned m = (1u << 10) - 1, a = __VERIFIER_nondet_uint() & m, b = __VERIFIER_nondet_uint() & m;
  if ((((a + b) * (a + b)) & m) != ((a * a + 2 * a * b + b * b) & m)) reach_error();
  return 0;
}
`;

/** Milliseconds, the same in all processes of a machine. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function heard(socket: WebSocket, take: (message: ServerMessage) => void): void {
  socket.on('message', (data) => take(JSON.parse(data.toString())));
}

/**
 * The process of a job: a verification that also sends the time. `worker`: address of the build's
 * worker.
 */
async function job(worker: string): Promise<void> {
  const tell = (): void => {
    const event = { kind: 'note', engine: STAMP, text: `${now()} ${FILLER}`, time: performance.now() };
    if (process.connected) process.send?.({ kind: 'event', event });
  };
  await import(worker);
  setInterval(tell, 1000 / EVENTS_PER_SECOND);
}

async function server(data: string): Promise<void> {
  process.once('disconnect', () => process.exit());
  const worker = pathToFileURL(resolve('dist', 'workers', 'job.js'));
  if (!existsSync(worker)) throw new Error('there is no build here');
  const jobScript = join(data, 'job.mjs');
  writeFileSync(
    jobScript,
    `process.argv.push('job', ${JSON.stringify(worker.href)});\nawait import(${JSON.stringify(import.meta.url)});\n`,
  );
  const { port } = await startServer({ port: 0, token: TOKEN, data: join(data, 'jobs'), jobScript });
  process.send?.({ port });
}

interface Watched {
  /** Milliseconds from event to client, sorted. */
  readonly latencies: readonly number[];
  /**
   * Events that each client received, and the number of clients with the verdict.
   * `reading` clients read at once, the others only at the end.
   */
  readonly reading: { readonly events: readonly number[]; readonly verdicts: number };
  readonly mute: { readonly events: readonly number[]; readonly verdicts: number };
}

/** The process of the clients: watches the given job, and reports the received events. */
async function clients(port: number, count: number, mute: number, id: string): Promise<void> {
  // The clients would be on other machines: their own work must not take time from the race.
  setPriority(CLIENTS_NICE);
  const latencies: number[] = [];
  const events = Array<number>(count).fill(0);
  const verdicts = Array<boolean>(count).fill(false);
  const sockets: WebSocket[] = [];
  let over = false;
  const watch = (index: number): Promise<void> =>
    new Promise((done) => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, 'lemmata.v1', { headers });
      socket.once('open', () => socket.send(JSON.stringify({ type: 'watch', job: id })));
      heard(socket, (message) => {
        if (message.type === 'snapshot') {
          if (index < mute && !over) socket.pause();
        } else if (message.type === 'event') {
          events[index] += 1;
          const { event } = message;
          if (event.kind === 'note' && event.engine === STAMP && index >= mute)
            latencies.push(now() - Number(event.text.split(' ', 1)[0]));
          if (event.kind !== 'verdict') return;
          verdicts[index] = true;
          socket.close();
          done();
        }
      });
      sockets.push(socket);
    });
  process.once('message', () => {
    over = true;
    for (const socket of sockets) socket.resume();
  });
  await Promise.all(Array.from({ length: count }, (_, index) => watch(index)));
  const group = (from: number, to: number): Watched['mute'] => ({
    events: events.slice(from, to),
    verdicts: verdicts.slice(from, to).filter(Boolean).length,
  });
  const answer: Watched = {
    latencies: latencies.sort((a, b) => a - b),
    mute: group(0, mute),
    reading: group(mute, count),
  };
  process.send?.(answer, () => process.exit());
}

function heardOnce<T>(child: ChildProcess, is: (message: unknown) => message is T): Promise<T> {
  return new Promise((done, reject) => {
    child.on('message', (message: unknown) => {
      if (is(message)) done(message);
    });
    child.once('exit', (code) => reject(new Error(`a process ended with ${code}`)));
  });
}

const isPort = (message: unknown): message is { readonly port: number } =>
  typeof message === 'object' && message !== null && 'port' in message;
const isWatched = (message: unknown): message is Watched =>
  typeof message === 'object' && message !== null && 'latencies' in message;

function cpuSeconds(pid: number): number {
  const tree = new ProcessTree();
  tree.attach(pid);
  return tree.sample().cpuSeconds;
}

function megabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024;
}

interface Race {
  readonly cpu: number;
  readonly wall: number;
  readonly serverCpu: number;
  readonly serverPeak: number;
  readonly watched: Watched | null;
}

async function race(pid: number, port: number, script: string, count: number, mute: number): Promise<Race> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, 'lemmata.v1', {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  const task = { files: [{ name: 'a.c', text: PROGRAM }], engines: ['bmc'], timeout: 600 };
  socket.once('open', () => socket.send(JSON.stringify({ type: 'submit', task })));
  const before = ownSeconds(pid);
  let serverPeak = 0;
  let cpu = 0;
  const sample = (): void => {
    serverPeak = Math.max(serverPeak, megabytes(pid));
    for (const child of childrenOf(pid)) cpu = Math.max(cpu, cpuSeconds(child));
  };
  const sampling = setInterval(sample, 100);
  const accepted = new Promise<string>((done) =>
    heard(socket, (message) => message.type === 'accepted' && done(message.job)),
  );
  const milliseconds = new Promise<number>((done, reject) =>
    heard(socket, (message) => {
      if (message.type !== 'event') return;
      if (message.event.kind === 'verdict') done(message.event.time);
      if (message.event.kind === 'failed') reject(new Error(message.event.message));
    }),
  );
  const id = await accepted;
  const crowd = count === 0 ? null : fork(script, ['clients', String(port), String(count), String(mute), id]);
  const answer = crowd === null ? null : heardOnce(crowd, isWatched);
  const wall = (await milliseconds) / 1000;
  // The mute clients read from now on.
  crowd?.send('read');
  const watched = await answer;
  sample();
  clearInterval(sampling);
  socket.close();
  return { cpu, wall, serverCpu: ownSeconds(pid) - before, serverPeak, watched };
}

/** Processor time of a process alone. */
function ownSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];
const span = (values: readonly number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;

async function measure(pairs: number, count: number, mute: number): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'lemmata-load-'));
  const script = fileURLToPath(import.meta.url);
  const child = fork(script, ['server', data]);
  const { port } = await heardOnce(child, isPort);
  const pid = child.pid ?? 0;
  // The first race compiles the server's code.
  await race(pid, port, script, 0, 0);
  const idle = megabytes(pid);
  const runs: { readonly unwatched: Race; readonly watched: Race }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const unwatched = await race(pid, port, script, 0, 0);
    const watched = await race(pid, port, script, count, mute);
    runs.push({ unwatched, watched });
    const [a, b] = [unwatched, watched];
    console.log(
      `race, unwatched and watched: ${a.cpu.toFixed(2)} and ${b.cpu.toFixed(2)} s of processor time, ${a.wall.toFixed(2)} and ${b.wall.toFixed(2)} s; server ${a.serverCpu.toFixed(2)} and ${b.serverCpu.toFixed(2)} s`,
    );
  }
  const seen = runs.flatMap(({ watched }) => (watched.watched === null ? [] : [watched.watched]));
  const latencies = seen.flatMap((one) => one.latencies).sort((a, b) => a - b);
  const at = (share: number): string => (latencies[Math.floor(share * latencies.length)] ?? Number.NaN).toFixed(1);
  const ratio = (part: 'cpu' | 'wall'): string =>
    median(runs.map(({ watched, unwatched }) => watched[part] / unwatched[part])).toFixed(3);
  const peak = Math.max(...runs.map(({ watched }) => watched.serverPeak));
  console.log(
    `\n${count} clients, ${mute} of which do not read, ${EVENTS_PER_SECOND} events a second; ${pairs} pairs of races`,
  );
  console.log(`race, watched to unwatched (medians): processor time ${ratio('cpu')}, wall time ${ratio('wall')}`);
  console.log(`server's memory: at most ${peak.toFixed(0)} MB (${idle.toFixed(0)} MB before)`);
  console.log(
    `event to client: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, 99 % within ${at(0.99)} ms (${latencies.length} events)`,
  );
  for (const { reading, mute: silent } of seen)
    console.log(
      `verdict known to ${reading.verdicts} of ${count - mute} that read (${span(reading.events)} events each) and ${silent.verdicts} of ${mute} that did not (${span(silent.events)})`,
    );
  child.kill();
  rmSync(data, { recursive: true, force: true });
}

const [role, ...rest] = process.argv.slice(2);
if (role === 'server') await server(rest[0]);
else if (role === 'clients') await clients(Number(rest[0]), Number(rest[1]), Number(rest[2]), rest[3]);
else if (role === 'job') await job(rest[0]);
else await measure(Number(role ?? 3), Number(rest[0] ?? 200), Number(rest[1] ?? 10));
