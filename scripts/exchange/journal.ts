import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { ExchangeCounts } from './counts.ts';

/** One way to run a task. */
export interface Setting {
  readonly exchange: boolean;
  readonly threads: number;
}

/** One run of a task. Times are seconds of CPU of the whole process. */
export interface RunRecord extends Setting {
  readonly task: string;
  readonly expected: boolean | null;
  readonly limit: number;
  /** Null: unknown. */
  readonly verdict: boolean | null;
  /** The engine that decided it, and the stage; null: none, or the process ended early. */
  readonly engine: string | null;
  readonly stage: string | null;
  readonly seconds: number;
  /** Null: the process ended early. */
  readonly counts: ExchangeCounts | null;
}

/**
 * Reads a journal of JSON lines, the last record for each task and setting; [] without the file. Half
 * a line at its end is cut off.
 */
export function readRuns(file: string): readonly RunRecord[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, whole)));
  const lines = text.slice(0, whole).split('\n');
  const runs = lines.filter((line) => line !== '').map((line): RunRecord => JSON.parse(line));
  return [...new Map(runs.map((run) => [keyOf(run.task, run), run])).values()];
}

export function appendRun(file: string, run: RunRecord): void {
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/** Whether a run also answers for one with this limit: it had as much time, or needed less. */
export function answers(run: RunRecord, limit: number): boolean {
  return run.limit >= limit || run.verdict !== null;
}

export function keyOf(task: string, { exchange, threads }: Setting): string {
  return `${task} ${threads} ${exchange}`;
}
