import { constants } from 'node:os';
import type { Ended } from '../process/execution.ts';

/** The part of the output of `lemmata verify --json` that results keep. */
export interface Answer {
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN';
  /** Property that the run violates; null for other verdicts. */
  readonly violated: string | null;
  readonly engine: string | null;
  readonly stage: string | null;
  readonly reason: { readonly kind: string; readonly text: string } | null;
  readonly safeUpTo: number | null;
}

/**
 * Returns the status under BenchExec's names. These are `true`, `false(unreach-call)`,
 * `false(assertion)`, `unknown`, `TIMEOUT`, `OUT OF MEMORY`, `ERROR (…)` and others.
 */
export function statusOf(ended: Ended, answer: Answer | null): string {
  const said = answer === null ? null : statusOfAnswer(answer);
  const limit = limitStatus(ended.reason);
  // A verdict together with the violation of a limit does not count, but the status names it.
  if (limit !== null) return said === 'true' || said?.startsWith('false') ? `${limit} (${said})` : limit;
  return said ?? brokenStatus(ended);
}

function statusOfAnswer({ verdict, violated, reason }: Answer): string {
  switch (verdict) {
    case 'TRUE':
      return 'true';
    case 'FALSE':
      return `false(${violated ?? 'unreach-call'})`;
    case 'UNKNOWN':
      if (reason?.kind === 'time-limit') return 'TIMEOUT';
      if (reason?.kind === 'memory-limit') return 'OUT OF MEMORY';
      return reason?.kind === 'crashed' ? 'ERROR (crashed)' : 'unknown';
  }
}

function limitStatus(reason: Ended['reason']): string | null {
  switch (reason) {
    case 'cputime':
    case 'walltime':
      return 'TIMEOUT';
    case 'memory':
      return 'OUT OF MEMORY';
    case 'stopped':
      return 'KILLED';
    case null:
      return null;
  }
}

/** The status of a run that gave no answer. */
function brokenStatus({ exitCode, signal, failed }: Ended): string {
  if (failed !== null) return 'ERROR (cannot start)';
  if (signal === 'SIGABRT') return 'ABORTED';
  if (signal === 'SIGSEGV') return 'SEGMENTATION FAULT';
  if (signal === 'SIGTERM') return 'KILLED';
  if (signal !== null) return `KILLED BY SIGNAL ${constants.signals[signal]}`;
  return exitCode === 0 ? 'ERROR (no answer)' : `ERROR (${exitCode})`;
}
