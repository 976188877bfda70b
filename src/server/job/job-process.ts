import { fork } from 'node:child_process';
import { ProcessTree } from '../../compete/process/process-tree.ts';
import { breakdownText, isBreakdown, NODE_FLAGS, WORTH_MILLISECONDS } from '../../portfolio/supervision.ts';
import type { Documents, JobEvent } from '../protocol.ts';
import type { JobOrder, JobReport } from './child-messages.ts';

const WATCH_MILLISECONDS = 100;
/** The process holds its limits itself; when it is beyond them by so much it is ended. */
const GRACE_MILLISECONDS = 2_000;
const MEMORY_TOLERANCE = 1.15;

export interface JobProcess {
  /** Ends it and all that it has started, at once. */
  kill(): void;
}

export interface JobListener {
  event(event: JobEvent): void;
  /** Called once; no process of the job is left. */
  ended(event: JobEvent, documents: Documents): void;
}

/**
 * Runs a job in a process group of its own, with nothing of the server's environment but where programs are found. If it breaks down, another process takes
 * its place, once, in what is left of the time.
 * @param script the entry that calls `runJobProcess`
 */
export function startJobProcess(script: string, folder: string, order: JobOrder, listener: JobListener): JobProcess {
  const started = performance.now();
  const time = (): number => performance.now() - started;
  let tree = new ProcessTree();
  let attempt = 1;
  let end: { readonly event: JobEvent; readonly documents: Documents } | null = null;
  let over = false;
  const finish = (event: JobEvent, documents: Documents = {}): void => {
    end ??= { event, documents };
    tree.kill();
  };
  const failed = (message: string): void => finish({ kind: 'failed', code: 'E-LIMIT', message, time: time() });

  const watch = setInterval(() => {
    if (time() > order.timeout * 1000 + GRACE_MILLISECONDS) failed('the verification did not end at its time limit');
    else if (tree.sample().memoryBytes > order.memory * 2 ** 20 * MEMORY_TOLERANCE)
      failed('the verification went beyond its memory limit');
  }, WATCH_MILLISECONDS);
  const leave = (): void => {
    if (over) return;
    over = true;
    clearInterval(watch);
    tree.kill();
    const { event, documents } = end ?? {
      event: { kind: 'failed', code: 'E-INTERNAL', message: 'the process of the verification ended', time: time() } as const,
      documents: {},
    };
    listener.ended(event, documents);
  };
  const launch = (what: JobOrder): void => {
    const child = fork(script, [], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', HOME: folder, TMPDIR: folder },
      execArgv: [...NODE_FLAGS],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
    });
    if (child.pid !== undefined) tree.attach(child.pid);
    child.on('message', (report: JobReport) => {
      if (end !== null) return;
      if (report.kind === 'event') listener.event(report.event);
      else finish(report.event, report.documents);
    });
    child.on('error', () => {
      if (child.pid === undefined) leave();
    });
    child.on('exit', (_, signal) => {
      if (end === null && attempt === 1 && isBreakdown(signal) && order.timeout * 1000 - time() >= WORTH_MILLISECONDS)
        again(signal);
      else leave();
    });
    child.send(what, (error) => {
      if (error !== null) tree.kill();
    });
  };
  const again = (signal: NodeJS.Signals): void => {
    tree.kill();
    tree = new ProcessTree();
    attempt += 1;
    const lost = time();
    listener.event({ kind: 'begun-again', attempt, why: breakdownText(signal), time: lost });
    launch({ ...order, lost });
  };
  launch(order);
  return { kill: () => finish({ kind: 'cancelled', time: time() }) };
}
