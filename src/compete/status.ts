import { constants } from 'node:os';
import type { Ended } from './process/execution.ts';
import { type CompetitionTask, type ExpectedVerdict, expectedText } from './task.ts';

/** How a status relates to what was expected, in BenchExec's words. */
export type Category = 'correct' | 'wrong' | 'unknown' | 'error' | 'missing';

/** What a run of `lemmata verify --json` said, as far as results keep it. */
export interface Answer {
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN';
  readonly engine: string | null;
  readonly stage: string | null;
  readonly reason: { readonly kind: string; readonly text: string } | null;
  readonly safeUpTo: number | null;
}

/** The status under BenchExec's names: `true`, `false(unreach-call)`, `unknown`, `TIMEOUT`, `OUT OF MEMORY`, `ERROR (…)` and others. */
export function statusOf(ended: Ended, answer: Answer | null): string {
  const said = answer === null ? null : statusOfAnswer(answer);
  const limit = limitStatus(ended.reason);
  // A verdict that came together with the violation of a limit does not count, but is worth knowing.
  if (limit !== null) return said === 'true' || said?.startsWith('false') ? `${limit} (${said})` : limit;
  return said ?? brokenStatus(ended);
}

function statusOfAnswer({ verdict, reason }: Answer): string {
  switch (verdict) {
    case 'TRUE':
      return 'true';
    case 'FALSE':
      return 'false(unreach-call)';
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

/** Of a run that gave no answer. */
function brokenStatus({ exitCode, signal, failed }: Ended): string {
  if (failed !== null) return 'ERROR (cannot start)';
  if (signal === 'SIGABRT') return 'ABORTED';
  if (signal === 'SIGSEGV') return 'SEGMENTATION FAULT';
  if (signal === 'SIGTERM') return 'KILLED';
  if (signal !== null) return `KILLED BY SIGNAL ${constants.signals[signal]}`;
  return exitCode === 0 ? 'ERROR (no answer)' : `ERROR (${exitCode})`;
}

/** As BenchExec's result.py relates results and expectations. */
export function categoryOf(status: string, { property }: Pick<CompetitionTask, 'property'>): Category {
  const decided = verdictOf(status);
  if (decided === null) return status === 'unknown' ? 'unknown' : 'error';
  const expected = property?.expected ?? null;
  if (expected === null) return 'missing';
  if (!answersTo(status, expected)) return 'unknown';
  return decided === expected.holds ? 'correct' : 'wrong';
}

/** Whether the status says that the property holds; null where it is no verdict. */
export function verdictOf(status: string): boolean | null {
  if (status === 'true') return true;
  return /^false(\(.*\))?$/.test(status) ? false : null;
}

/** A violation of another part of the property than the one in question says nothing of it. */
function answersTo(status: string, expected: ExpectedVerdict): boolean {
  return (
    status === 'true' ||
    expected.subproperty === null ||
    status === `false(${expected.subproperty})` ||
    expectedText(expected) === status
  );
}

const SCORES: Readonly<Record<'correct' | 'wrong', readonly [proof: number, alarm: number]>> = {
  correct: [2, 1],
  wrong: [-32, -16],
};

/** SV-COMP's score of a result. */
export function scoreOf(status: string, category: Category): number {
  if (category !== 'correct' && category !== 'wrong') return 0;
  const [proof, alarm] = SCORES[category];
  return verdictOf(status) === true ? proof : alarm;
}

/** The most a task can give; 0 where nothing is expected. */
export function bestScore(expected: ExpectedVerdict | null): number {
  return expected === null ? 0 : SCORES.correct[expected.holds ? 0 : 1];
}
