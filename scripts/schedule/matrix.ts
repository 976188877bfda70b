import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { SystemFacts } from '../../src/race/facts.ts';
import type { EngineName } from '../../src/race/schedule/engine-names.ts';

/** One engine with its options: `bmc`, or `bmc:z3` for `bmc` with Z3 as its solver. */
export type EngineChoice = EngineName | 'bmc:z3';

/** A task of the matrix. Times are seconds of CPU. */
export interface TaskRecord {
  readonly kind: 'task';
  readonly task: string;
  /** Tasks of one family never count on both sides of a cross-validation. */
  readonly family: string;
  readonly expected: boolean | null;
  /** Null: the task could not be compiled. */
  readonly facts: SystemFacts | null;
  /** Seconds of the process. */
  readonly compile: number;
  /** Seconds of the process, if the quick stage decided the task; else null. */
  readonly quick: number | null;
}

/** One engine alone on one task. Times are seconds of CPU. */
export interface RunRecord {
  readonly kind: 'run';
  readonly task: string;
  readonly engine: EngineChoice;
  /** Certified verdict; null: no verdict. */
  readonly verdict: boolean | null;
  /** The reason for a missing verdict; `limit`: the engine was stopped at its limit. */
  readonly end: string;
  /** Seconds of the engine's thread, from its start with a loaded solver to its claim or its end. */
  readonly seconds: number;
  /** Seconds of the process, from the claim to the end of its certification; null: no claim. */
  readonly certificate: number | null;
  readonly limit: number;
}

/** A task was begun: one that ends the process must not be tried for ever. */
interface BegunRecord {
  readonly kind: 'begun';
  readonly task: string;
  readonly engine: EngineChoice | null;
}

export type MatrixRecord = TaskRecord | RunRecord | BegunRecord;

/** The content of a journal; the last one of several records about the same counts. */
export interface Matrix {
  readonly tasks: ReadonlyMap<string, TaskRecord>;
  /** Records by task, then by engine. */
  readonly runs: ReadonlyMap<string, ReadonlyMap<EngineChoice, RunRecord>>;
  /** Number of times that a task, or an engine on it, was begun and did not end, by {@link begunKey}. */
  readonly unfinished: ReadonlyMap<string, number>;
}

export function begunKey(task: string, engine: EngineChoice | null): string {
  return `${task} ${engine ?? ''}`;
}

/** The matrix of records, in the order of their writing. */
export function matrixOf(records: Iterable<MatrixRecord>): Matrix {
  const tasks = new Map<string, TaskRecord>();
  const runs = new Map<string, Map<EngineChoice, RunRecord>>();
  const unfinished = new Map<string, number>();
  for (const record of records) {
    switch (record.kind) {
      case 'begun': {
        const key = begunKey(record.task, record.engine);
        unfinished.set(key, (unfinished.get(key) ?? 0) + 1);
        break;
      }
      case 'task':
        tasks.set(record.task, record);
        unfinished.delete(begunKey(record.task, null));
        break;
      case 'run': {
        const ofTask = runs.get(record.task) ?? new Map<EngineChoice, RunRecord>();
        runs.set(record.task, ofTask.set(record.engine, record));
        unfinished.delete(begunKey(record.task, record.engine));
      }
    }
  }
  return { tasks, runs, unfinished };
}

/**
 * Reads a journal of JSON lines; without the file the matrix is empty. Half a line at its end is cut
 * off. Throws SyntaxError for another file.
 */
export function readMatrix(file: string): Matrix {
  if (!existsSync(file)) return matrixOf([]);
  const text = readFileSync(file, 'utf8');
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, whole)));
  const lines = text.slice(0, whole).split('\n');
  return matrixOf(lines.filter((line) => line !== '').map((line): MatrixRecord => JSON.parse(line)));
}

export function appendRecord(file: string, record: MatrixRecord): void {
  appendFileSync(file, `${JSON.stringify(record)}\n`);
}
