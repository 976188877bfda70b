import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { CompetitionTask } from '../../src/apps/compete/task.ts';
import type { VerifyEventBody } from '../../src/race/events.ts';
import { countExchange } from './counts.ts';
import type { RunRecord, Setting } from './journal.ts';

const PROGRAM = 'scripts/exchange/one-run.mjs';
const MEMORY_MEGABYTES = 3000;
const SEED = 0;
/** A process whose wall time exceeds its limit of CPU time by this factor hangs. */
const MOST_WALL_FACTOR = 30;

type End = {
  readonly kind: 'end';
  readonly verdict: 'safe' | 'unsafe' | 'unknown';
  readonly stage: string | null;
  readonly engine: string | null;
  readonly seconds: number;
};

/** Runs a task in a process of its own for at most `limit` seconds of its CPU time. */
export async function runTask(task: CompetitionTask, setting: Setting, limit: number): Promise<RunRecord> {
  const expected = task.property?.expected?.holds ?? null;
  const { events, end } = await listen(task, setting, limit);
  const common = { task: task.id, ...setting, expected, limit };
  if (end === null) return { ...common, verdict: null, engine: null, stage: null, seconds: limit, counts: null };
  const { verdict, engine, stage, seconds } = end;
  const holds = verdict === 'unknown' ? null : verdict === 'safe';
  const counts = countExchange(events, holds === true && stage === 'race' ? engine : null);
  return { ...common, verdict: holds, engine, stage, seconds, counts };
}

interface Heard {
  readonly events: readonly VerifyEventBody[];
  /** Null: the process ended before it reported. */
  readonly end: End | null;
}

async function listen(
  { files, property, dataModel }: CompetitionTask,
  { exchange, threads }: Setting,
  seconds: number,
): Promise<Heard> {
  const program = { files, propertyFile: property?.file, dataModel: dataModel ?? undefined };
  const options = { ...program, exchange, threads, memory: MEMORY_MEGABYTES, seed: SEED };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ seconds, options })], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000 * seconds * MOST_WALL_FACTOR);
  const events: VerifyEventBody[] = [];
  let end: End | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const heard: VerifyEventBody | End = JSON.parse(line);
    if (heard.kind === 'end') end = heard;
    else events.push(heard);
  }
  clearTimeout(timer);
  return { events, end };
}
