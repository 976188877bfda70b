import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Cgroup, type CgroupParent } from './cgroup.ts';
import type { Meter, Usage } from './meter.ts';
import { ProcessTree } from './process-tree.ts';

export interface Limits {
  /** Processor time in seconds; null: no limit. */
  readonly cpuSeconds: number | null;
  readonly wallSeconds: number | null;
  /** Memory of all processes together in bytes. */
  readonly memoryBytes: number | null;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Numbers of the processors to use; null: all. */
  readonly cores?: readonly number[] | null;
  /** Most output of each stream in bytes; more is dropped. */
  readonly outputBytes?: number;
  /**
   * Receives the messages of a Node process. The channel closes when this process ends, which notifies
   * the Node process.
   */
  readonly onMessage?: (message: unknown) => void;
}

/** The reason why an execution was ended: a limit; `stopped`: {@link Execution.stop}. */
type EndReason = 'cputime' | 'walltime' | 'memory' | 'stopped';

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reason: EndReason | null;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakBytes: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The reason why the program could not be started; null if it was. */
  readonly failed: string | null;
}

export interface Execution {
  readonly ended: Promise<Ended>;
  /** Ends all its processes at once. */
  stop(): void;
  /**
   * Ends all its processes because their work is done: `exitCode` is reported, whatever signal ends
   * them.
   */
  settle(exitCode: number): void;
  /**
   * Measures no further: the answer is there, and further documents have as much time again. `exitCode` is reported,
   * whatever ends the processes.
   */
  answered(exitCode: number): void;
  /**
   * Sends a message to the Node process whose messages are received. A message to an ended process is
   * lost.
   */
  send(message: string): void;
  /** Limits the memory of all processes together from now on. */
  limitMemory(bytes: number): void;
}

const WATCH_MILLISECONDS = 40;
/** Sampling interval near the memory limit, in ms: fast allocation must not get far beyond it. */
const CLOSE_MILLISECONDS = 4;
const CLOSE_SHARE = 0.6;
/**
 * The share of the limit, and processor seconds beyond it, at which the system itself ends a process that
 * is no longer watched. The system's own count may be a tenth above the times that it shows.
 */
const BACKSTOP_SHARE = 1.25;
const BACKSTOP_SECONDS = 5;
const OUTPUT_BYTES = 64 * 2 ** 20;

/** Longest wait, in ms, for pipes that an unreachable process holds open. */
const CLOSE_PATIENCE = 2000;
/** Number of the pipe through which the shell reports the usage of its children. */
const ACCOUNT = 3;

/**
 * Starts a command in a process group of its own, under limits. Resolves when none of its processes is
 * left; never rejects.
 */
export function execute(command: Command, limits: Limits, cgroups: CgroupParent | null): Execution {
  const meter: Meter = cgroups === null ? new ProcessTree() : new Cgroup(cgroups, limits.memoryBytes);
  const started = performance.now();
  const child = spawn('/bin/sh', ['-c', launcher(command, limits, meter), 'sh', command.program, ...command.args], {
    cwd: command.cwd,
    env: command.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', ...(command.onMessage === undefined ? [] : (['ipc'] as const))],
    detached: true,
  });
  const [, out, err, account] = child.stdio;
  const stdout = collect(out, command.outputBytes ?? OUTPUT_BYTES);
  const stderr = collect(err, command.outputBytes ?? OUTPUT_BYTES);
  const times = collect(account, OUTPUT_BYTES);
  const guard = child.pid === undefined ? null : guardOf(child.pid);
  if (child.pid !== undefined) meter.attach(child.pid);
  if (command.onMessage !== undefined) child.on('message', command.onMessage);

  let reason: EndReason | null = null;
  const end = (why: EndReason): void => {
    if (answered === null || why === 'stopped') reason ??= why;
    meter.kill();
  };
  let settled: number | null = null;
  /** The time until the answer, if no more is measured. */
  let answered: { readonly cpuSeconds: number; readonly wallSeconds: number } | null = null;
  let { memoryBytes } = limits;
  let usage: Usage = { cpuSeconds: 0, memoryBytes: 0, peakBytes: 0 };
  const wallSeconds = (): number => (performance.now() - started) / 1000;
  const watch = (): void => {
    usage = latest(usage, meter.sample());
    const factor = answered === null ? 1 : 2;
    if (limits.cpuSeconds !== null && usage.cpuSeconds > factor * limits.cpuSeconds) end('cputime');
    else if (limits.wallSeconds !== null && wallSeconds() > factor * limits.wallSeconds) end('walltime');
    else if (memoryBytes !== null && usage.memoryBytes > memoryBytes) end('memory');
    const near = memoryBytes !== null && usage.memoryBytes > CLOSE_SHARE * memoryBytes;
    timer = setTimeout(watch, near ? CLOSE_MILLISECONDS : WATCH_MILLISECONDS);
  };
  let timer = setTimeout(watch, WATCH_MILLISECONDS);

  const conclude = (status: ExitStatus, failed: string | null): Ended => {
    clearTimeout(timer);
    guard?.release();
    usage = latest(usage, meter.sample());
    if (meter.outOfMemory() && answered === null) reason ??= 'memory';
    meter.close();
    const cpuSeconds = Math.max(usage.cpuSeconds, childrenSeconds(times()));
    const { peakBytes } = usage;
    return {
      ...status,
      reason,
      cpuSeconds,
      peakBytes,
      wallSeconds: wallSeconds(),
      ...answered,
      stdout: stdout(),
      stderr: stderr(),
      failed,
    };
  };
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(conclude({ exitCode: null, signal: null }, error.message));
    });
    child.once('exit', (code, signal) => {
      // Remaining processes hold the pipes open.
      meter.kill();
      const patience = setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
      }, CLOSE_PATIENCE);
      child.once('close', () => {
        clearTimeout(patience);
        resolve(conclude(settled === null ? exitStatus(code, signal) : { exitCode: settled, signal: null }, null));
      });
    });
  });
  return {
    ended,
    stop: () => end('stopped'),
    settle: (exitCode) => {
      settled ??= exitCode;
      meter.kill();
    },
    answered: (exitCode) => {
      settled ??= exitCode;
      usage = latest(usage, meter.sample());
      answered ??= { cpuSeconds: usage.cpuSeconds, wallSeconds: wallSeconds() };
    },
    send: (message) => {
      if (child.connected) child.send(message, () => {});
    },
    limitMemory: (bytes) => {
      memoryBytes = bytes;
    },
  };
}

/**
 * The words of the shell that becomes the command: it enters its control group and sets its limits
 * before the command begins. Without a control group it stays, and reports at the end the usage of the
 * command and of all processes that the command waited for.
 */
function launcher({ cores }: Command, { cpuSeconds }: Limits, { enter }: Meter): string {
  const words = ['ulimit -c 0'];
  if (cpuSeconds !== null) words.push(`ulimit -t ${Math.ceil(BACKSTOP_SHARE * cpuSeconds) + BACKSTOP_SECONDS}`);
  const run = `${cores == null ? '' : `taskset -c ${cores.join(',')} `}"$@" ${ACCOUNT}>&-`;
  if (enter === null) words.push(run, 'code=$?', `times >&${ACCOUNT}`, 'exit $code');
  else words.push(enter, `exec ${run}`);
  return words.join('; ');
}

type ExitStatus = Pick<Ended, 'exitCode' | 'signal'>;

/** A shell reports the signal that ended its command in its own status. */
function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  const number = code !== null && code > 128 ? code - 128 : 0;
  const name = Object.keys(constants.signals)
    .filter(isSignal)
    .find((known) => constants.signals[known] === number);
  return name === undefined ? { exitCode: code, signal } : { exitCode: null, signal: name };
}

function isSignal(name: string): name is NodeJS.Signals {
  return name in constants.signals;
}

/**
 * Seconds in the output of the shell's `times`: itself, then its children; user and system time each,
 * as `0m1.25s`.
 */
function childrenSeconds(text: string): number {
  const [, children = ''] = text.trim().split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

function latest(before: Usage, now: Usage): Usage {
  return {
    cpuSeconds: Math.max(before.cpuSeconds, now.cpuSeconds),
    memoryBytes: now.memoryBytes,
    peakBytes: Math.max(before.peakBytes, now.peakBytes),
  };
}

/** Collects the text of a stream up to a number of bytes. */
function collect(stream: ChildProcess['stdio'][number] | undefined, most: number): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on('data', (chunk: Buffer) => {
    if (length < most) chunks.push(chunk.subarray(0, most - length));
    length += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

/**
 * Waits for a line. If its input ends without one, it ends the process that its argument names. The
 * group of that process and its descendants end, too.
 */
const SCRIPT = `end() {
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do end "$child"; done
  kill -s KILL -- "-$1" 2>/dev/null
  kill -s KILL -- "$1" 2>/dev/null
}
read -r line || end "$1"`;

/** Watches over the processes of an execution. */
interface Guard {
  /** The execution is over: the guard ends, and does nothing. */
  release(): void;
}

/**
 * Starts a small process that ends an execution if this process is killed, even by SIGKILL.
 * @param pid the first process of the execution, which leads a group of its own
 */
function guardOf(pid: number): Guard {
  // In a group of its own: a signal to this process's group does not reach it.
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a guard, the execution runs as well.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return { release: () => void guard.stdin.end('done\n') };
}
