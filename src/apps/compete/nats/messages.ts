import { listOf, orNull, record } from '../../../base/json-schema.ts';
import type { TaskResult } from '../store/record.ts';
import { JOB_VERSION, type Job } from './job.ts';
import { MOST_MACHINES } from './places.ts';
import { reader } from './schema.ts';

/**
 * A worker's report on a task: the measured part of the result. The run supplies all other parts
 * itself.
 */
export interface Report {
  readonly version: typeof JOB_VERSION;
  readonly hash: string;
  /** The machine. */
  readonly host: string;
  /** The folder in which the worker had the files of the job; log and witness name it. */
  readonly root: string;
  readonly measured: Measured;
  /** Digests of content in the object store; null: no such file. */
  readonly log: string | null;
  readonly witness: string | null;
}

export type Measured = Pick<
  TaskResult,
  | 'status'
  | 'cpuSeconds'
  | 'wallSeconds'
  | 'memoryBytes'
  | 'exitCode'
  | 'signal'
  | 'terminationReason'
  | 'engine'
  | 'stage'
  | 'reason'
  | 'safeUpTo'
  | 'checks'
  | 'started'
>;

const text = { type: 'string', maxLength: 10_000 };
const textOrNull = { type: ['string', 'null'], maxLength: 10_000 };
const amount = { type: 'number', minimum: 0 };
const amountOrNull = { type: ['number', 'null'], minimum: 0 };
const flag = { type: 'boolean' };
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const digestOrNull = { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' };
/** Relative paths that never lead upwards. */
const path = {
  type: 'string',
  maxLength: 4096,
  pattern: '^(?!\\.\\.?(/|$))[^/\\\\\\0]+(/(?!\\.\\.?(/|$))[^/\\\\\\0]+)*$',
};

const MEASURED = record({
  // BenchExec's statuses, as `statusOf` gives them.
  status: {
    type: 'string',
    maxLength: 200,
    pattern:
      '^(true|unknown|false\\([a-z-]+\\)|ABORTED|SEGMENTATION FAULT|KILLED( BY SIGNAL \\d+)?|(TIMEOUT|OUT OF MEMORY)( \\(.+\\))?|ERROR \\(.+\\))$',
  },
  cpuSeconds: amount,
  wallSeconds: amount,
  memoryBytes: amount,
  exitCode: { type: ['integer', 'null'] },
  signal: textOrNull,
  terminationReason: { enum: ['cputime', 'walltime', 'memory', 'stopped', null] },
  engine: textOrNull,
  stage: textOrNull,
  reason: textOrNull,
  safeUpTo: amountOrNull,
  checks: listOf(
    record({
      by: { enum: ['certifier', 'witness', 'validator', 'native-replay'] },
      outcome: { enum: ['confirmed', 'refuted', 'open'] },
      detail: text,
      seconds: amount,
    }),
  ),
  started: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' },
});

const REPORT = record({
  version: { const: JOB_VERSION },
  hash: digest,
  host: text,
  root: text,
  measured: MEASURED,
  log: digestOrNull,
  witness: digestOrNull,
});

const JOB = record({
  version: { const: JOB_VERSION },
  hash: digest,
  task: record({
    id: text,
    name: text,
    definition: text,
    files: { ...listOf(path), minItems: 1 },
    required: listOf(path),
    property: orNull(
      record({ name: text, file: path, expected: orNull(record({ holds: flag, subproperty: textOrNull })) }),
    ),
    dataModel: { enum: ['ILP32', 'LP64', null] },
    sets: listOf(text),
    runDefinition: textOrNull,
    options: listOf(text),
  }),
  settings: record({
    wallSeconds: amountOrNull,
    cpuSeconds: amountOrNull,
    memoryBytes: amountOrNull,
    cores: amountOrNull,
    options: listOf(text),
    validate: flag,
    // A command is only run on the machine where the run was begun.
    validator: { type: 'null' },
    nativeReplay: flag,
  }),
  witnesses: flag,
  machines: { type: 'integer', minimum: 1, maximum: MOST_MACHINES },
  exchanges: flag,
  files: listOf(record({ path, digest })),
});

/** Null if the bytes are not a job of this version. */
export const parseJob: (bytes: Uint8Array) => Job | null = reader(JOB);

/** Null if the bytes are not a report of this version. */
export const parseReport: (bytes: Uint8Array) => Report | null = reader(REPORT);

/** The measured part of a result. */
export function measuredOf(result: TaskResult): Measured {
  const { status, cpuSeconds, wallSeconds, memoryBytes, exitCode, signal, terminationReason } = result;
  const { engine, stage, reason, safeUpTo, checks, started } = result;
  return {
    ...{ status, cpuSeconds, wallSeconds, memoryBytes, exitCode, signal, terminationReason },
    ...{ engine, stage, reason, safeUpTo, checks, started },
  };
}
