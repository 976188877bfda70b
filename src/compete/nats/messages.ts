import { Ajv } from 'ajv';
import type { TaskResult } from '../store/record.ts';
import { JOB_VERSION, type Job } from './job.ts';

/** What a worker says of a task: the part of the result that it measured. Everything else the run knows better itself. */
export interface Report {
  readonly version: typeof JOB_VERSION;
  readonly hash: string;
  /** The machine. */
  readonly host: string;
  /** The folder in which the worker had the files of the job: it stands in log and witness. */
  readonly root: string;
  readonly measured: Measured;
  /** Digests of what lies in the object store; null: none. */
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
/** Relative, and never upwards. */
const path = { type: 'string', maxLength: 4096, pattern: '^(?!\\.\\.?(/|$))[^/\\\\\\0]+(/(?!\\.\\.?(/|$))[^/\\\\\\0]+)*$' };
const listOf = (items: object) => ({ type: 'array', items });

/** An object with these fields and no others. */
function record(properties: Readonly<Record<string, object>>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
const orNull = (schema: object) => ({ anyOf: [{ type: 'null' }, schema] });

const MEASURED = record({
  // BenchExec's names, as `statusOf` gives them.
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
      by: { enum: ['witness', 'validator', 'native-replay'] },
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
    property: orNull(record({ name: text, file: path, expected: orNull(record({ holds: flag, subproperty: textOrNull })) })),
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
    // A command: of the machine where the run was begun alone.
    validator: { type: 'null' },
    nativeReplay: flag,
  }),
  witnesses: flag,
  files: listOf(record({ path, digest })),
});

const ajv = new Ajv({ allowUnionTypes: true });
const isJob = ajv.compile<Job>(JOB);
const isReport = ajv.compile<Report>(REPORT);

/** Null for what is no job of this version. */
export function parseJob(bytes: Uint8Array): Job | null {
  const value = parse(bytes);
  return isJob(value) ? value : null;
}

/** Null for what is no report of this version. */
export function parseReport(bytes: Uint8Array): Report | null {
  const value = parse(bytes);
  return isReport(value) ? value : null;
}

/** The measured part of a result. */
export function measuredOf(result: TaskResult): Measured {
  const { status, cpuSeconds, wallSeconds, memoryBytes, exitCode, signal, terminationReason } = result;
  const { engine, stage, reason, safeUpTo, checks, started } = result;
  return {
    ...{ status, cpuSeconds, wallSeconds, memoryBytes, exitCode, signal, terminationReason },
    ...{ engine, stage, reason, safeUpTo, checks, started },
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
