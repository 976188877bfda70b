import { type ForkOptions, fork } from 'node:child_process';
import { isBreakdown, WORTH_MILLISECONDS } from './supervision.ts';

/** How a process ended. */
export interface ApartEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it did not start; null: it did. */
  readonly unstarted: string | null;
}

/** A process of one verification, which takes orders and reports over its channel. */
export interface Apart<Order> {
  /** Null: it did not start. */
  readonly pid: number | null;
  tell(order: Order): void;
  /** Ends it; if it leads a process group (`detached`), with all preprocessors that it has started. */
  kill(): void;
}

/** Receivers of the reports of such a process. */
export interface ApartListener<Report> {
  report(report: Report): void;
  /** The process has exited; reports may still arrive. */
  exited?(): void;
  /** Called once, after its last report. */
  gone(end: ApartEnd): void;
}

/** Starts a script in a process of its own. V8 may end that process for want of memory, not this one. */
export function startApart<Order extends object | string, Report>(
  script: string,
  options: ForkOptions,
  listener: ApartListener<Report>,
  args: readonly string[] = [],
): Apart<Order> {
  const child = fork(script, [...args], options);
  let over = false;
  const gone = (end: ApartEnd): void => {
    if (over) return;
    over = true;
    listener.gone(end);
  };
  child.on('message', (report) => listener.report(report as Report));
  child.on('error', ({ message }) => {
    if (child.pid === undefined) gone({ code: null, signal: null, unstarted: message });
  });
  child.on('exit', (code, signal) => {
    listener.exited?.();
    const end = { code, signal, unstarted: null };
    // Its last reports may arrive after its end.
    if (child.connected) child.once('disconnect', () => gone(end));
    else gone(end);
  });
  return {
    pid: child.pid ?? null,
    tell: (order) => {
      if (child.connected)
        child.send(order, (error) => {
          if (error !== null && !over) child.kill('SIGKILL');
        });
    },
    kill: () => {
      if (child.pid === undefined) return;
      try {
        process.kill(options.detached === true ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // All of its processes have ended already.
      }
    },
  };
}

/**
 * Whether another process takes the place of one that ended: once, if it broke down, and if `left`
 * milliseconds are worth it.
 */
export function beginsAgain({ signal }: ApartEnd, attempt: number, left: number): boolean {
  return attempt === 1 && isBreakdown(signal) && left >= WORTH_MILLISECONDS;
}
