import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { JobEvent } from '../protocol.ts';
import type { Documents, JobOrder, JobReport } from './child-messages.ts';

const WATCH_MILLISECONDS = 100;
/** The process holds its limits itself; when it is beyond them by so much it is ended. */
const GRACE_MILLISECONDS = 2_000;
const MEMORY_TOLERANCE = 1.15;
const PAGE_BYTES = 4096;

export interface JobProcess {
  /** Ends its whole process group at once. */
  kill(): void;
}

export interface JobListener {
  event(event: JobEvent): void;
  /** Called once; no process of the job is left. */
  ended(event: JobEvent, documents: Documents): void;
}

/**
 * Runs a job in a process group of its own, with nothing of the server's environment but where programs are found.
 * @param script the entry that calls `runJobProcess`
 */
export function startJobProcess(script: string, folder: string, order: JobOrder, listener: JobListener): JobProcess {
  const started = performance.now();
  const child = fork(script, [], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', HOME: folder, TMPDIR: folder },
    execArgv: ['--wasm-lazy-validation'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  let end: { readonly event: JobEvent; readonly documents: Documents } | null = null;
  let over = false;
  const finish = (event: JobEvent, documents: Documents = {}): void => {
    end ??= { event, documents };
    killGroup(child);
  };
  const time = (): number => performance.now() - started;
  const failed = (message: string): void => finish({ kind: 'failed', code: 'E-LIMIT', message, time: time() });

  const watch = setInterval(() => {
    if (time() > order.timeout * 1000 + GRACE_MILLISECONDS) failed('the verification did not end at its time limit');
    else if (groupBytes(child.pid) > order.memory * 2 ** 20 * MEMORY_TOLERANCE)
      failed('the verification went beyond its memory limit');
  }, WATCH_MILLISECONDS);
  const leave = (): void => {
    if (over) return;
    over = true;
    clearInterval(watch);
    killGroup(child);
    const { event, documents } = end ?? {
      event: { kind: 'failed', code: 'E-INTERNAL', message: 'the process of the verification ended', time: time() } as const,
      documents: {},
    };
    listener.ended(event, documents);
  };
  child.on('message', (report: JobReport) => {
    if (end !== null) return;
    if (report.kind === 'event') listener.event(report.event);
    else finish(report.event, report.documents);
  });
  child.on('error', () => {
    if (child.pid === undefined) leave();
  });
  child.on('exit', leave);
  child.send(order, (error) => {
    if (error !== null) killGroup(child);
  });
  return { kill: () => finish({ kind: 'cancelled', time: time() }) };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // They have all ended.
  }
}

/** Resident bytes of a process and of those that it started itself (preprocessors). */
function groupBytes(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
    );
    return [pid, ...children].reduce<number>((sum, one) => sum + residentBytes(one), 0);
  } catch {
    return 0;
  }
}

function residentBytes(pid: number | string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
