import { sharedClock } from '../../../base/clock.ts';
import {
  BROKE_DOWN,
  GO_AHEAD,
  isBreakdown,
  MEMORY_TOLERANCE,
  ProcessReports,
  SUPERVISED,
} from '../../../race/threads/supervision.ts';
import type { CgroupParent } from '../process/cgroup.ts';
import { type Command, type Ended, type Execution, execute, type Limits } from '../process/execution.ts';

/** Seconds that each limit must leave for a broken process to be started again. */
const WORTH_SECONDS = 0.5;

export interface Verifier {
  /** Never rejects. */
  readonly ended: Promise<Reported>;
  stop(): void;
}

/** How the verifying process ended, and what it had reported. */
interface Reported {
  readonly ended: Ended;
  readonly reports: ProcessReports;
}

/**
 * Runs the verifying process directly, without its usual supervisor: one process less to start. A
 * process that breaks down before it answers is started again once, within the remaining limits; the
 * usage of both is counted. `documents`: the process goes on after its answer, and writes documents.
 */
export function startVerifier(
  { documents, ...command }: Pick<Command, 'program' | 'args' | 'env' | 'cores'> & { readonly documents: boolean },
  limits: Limits,
  cgroups: CgroupParent | null,
): Verifier {
  const started = sharedClock();
  let running: Execution | null = null;
  let stopped = false;
  const attempt = async (within: Limits, broken: NodeJS.Signals | null): Promise<Reported> => {
    const reports = new ProcessReports();
    const again = broken === null ? {} : { [BROKE_DOWN]: broken };
    const onMessage = (message: unknown): void => {
      const before = reports.answering;
      reports.take(message);
      if (reports.answering && !before) execution.send(GO_AHEAD);
      if (documents && reports.answered !== null) execution.answered(reports.answered);
      if (reports.settled !== null) execution.settle(reports.settled);
      if (limits.memoryBytes === null && reports.limits !== null)
        execution.limitMemory(reports.limits.bytes * MEMORY_TOLERANCE);
    };
    const env = { ...command.env, ...again, [SUPERVISED]: String(started) };
    const execution = execute({ ...command, env, onMessage }, within, cgroups);
    running = execution;
    const ended = await execution.ended;
    reports.cleanUp();
    return { ended, reports };
  };
  const attempts = async (): Promise<Reported> => {
    const first = await attempt(limits, null);
    const { signal, reason } = first.ended;
    const { limits: understood, answering } = first.reports;
    const left = less(limits, first.ended);
    const worth =
      (left.cpuSeconds ?? WORTH_SECONDS) >= WORTH_SECONDS && (left.wallSeconds ?? WORTH_SECONDS) >= WORTH_SECONDS;
    if (stopped || !isBreakdown(signal) || reason !== null || understood === null || answering || !worth) return first;
    const second = await attempt(left, signal);
    return { ended: both(first.ended, second.ended), reports: second.reports };
  };
  return {
    ended: attempts(),
    stop: () => {
      stopped = true;
      running?.stop();
    },
  };
}

function less(limits: Limits, { cpuSeconds, wallSeconds }: Ended): Limits {
  return {
    ...limits,
    cpuSeconds: limits.cpuSeconds === null ? null : limits.cpuSeconds - cpuSeconds,
    wallSeconds: limits.wallSeconds === null ? null : limits.wallSeconds - wallSeconds,
  };
}

function both(first: Ended, second: Ended): Ended {
  return {
    ...second,
    cpuSeconds: first.cpuSeconds + second.cpuSeconds,
    wallSeconds: first.wallSeconds + second.wallSeconds,
    peakBytes: Math.max(first.peakBytes, second.peakBytes),
    stderr: first.stderr + second.stderr,
  };
}
