import type { Category } from '../status.ts';
import { type CompetitionTask, expectedText } from '../task.ts';

/** Raised when a field changes its meaning or is removed. */
export const RECORD_VERSION = 1;

/** The first line of `results.jsonl`: the common data of all results. */
export interface RunHeader {
  readonly version: typeof RECORD_VERSION;
  readonly kind: 'run';
  /** Name of the run for tables; by default the folder's name. */
  readonly name: string;
  readonly tool: string;
  readonly toolVersion: string;
  /** Commit of the tool's repository, if it runs from one; `+` after it: with changes. */
  readonly commit: string | null;
  /** Start in ISO 8601. */
  readonly started: string;
  readonly settings: RunSettings;
  readonly machine: {
    readonly host: string;
    readonly os: string;
    readonly cpu: string;
    readonly cores: number;
    readonly memoryBytes: number;
  };
}

/** Settings that results depend on: a run is resumed only with equal settings. */
export interface RunSettings {
  /** Limits of each task in seconds and bytes; null: no limit. */
  readonly wallSeconds: number | null;
  readonly cpuSeconds: number | null;
  readonly memoryBytes: number | null;
  readonly cores: number | null;
  /** Options for `lemmata verify`. */
  readonly options: readonly string[];
  readonly validate: boolean;
  readonly validator: string | null;
  readonly nativeReplay: boolean;
}

/** One line of `results.jsonl`: the outcome of one task. */
export interface TaskResult {
  readonly version: typeof RECORD_VERSION;
  readonly kind: 'result';
  /** {@link CompetitionTask.id}. */
  readonly task: string;
  readonly name: string;
  /** Hash of the definition, the files and everything else that the result depends on. */
  readonly hash: string;
  readonly definition: string;
  readonly files: readonly string[];
  readonly runDefinition: string | null;
  readonly sets: readonly string[];
  readonly property: string | null;
  readonly propertyFile: string | null;
  /** Expected verdict in BenchExec's form; null: none. */
  readonly expected: string | null;
  /** Status in BenchExec's words. */
  readonly status: string;
  readonly category: Category;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly memoryBytes: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The limit that ended the task. */
  readonly terminationReason: string | null;
  readonly engine: string | null;
  readonly stage: string | null;
  /** The reason for a missing verdict. */
  readonly reason: string | null;
  readonly safeUpTo: number | null;
  /** Path relative to the results' folder; null: no witness was written. */
  readonly witness: string | null;
  /** Folder relative to the results' folder; absent: no certificate was written. */
  readonly certificate?: string;
  readonly log: string | null;
  readonly checks: readonly Check[];
  /** Start in ISO 8601, by the machine's clock; durations are measured by a monotonic clock. */
  readonly started: string;
}

/** The result of a check of an answer. */
export interface Check {
  /** `certifier`: the verifier itself has refused a claim of an engine, or a lemma: an internal error. */
  readonly by: 'certifier' | 'witness' | 'validator' | 'native-replay';
  /**
   * `confirmed`: the answer holds; `refuted`: something is wrong with it; `open`: the check decides
   * neither.
   */
  readonly outcome: 'confirmed' | 'refuted' | 'open';
  /** The reason in words. */
  readonly detail: string;
  readonly seconds: number;
}

/** The part of a result that is known from its task. */
export function resultOfTask(task: CompetitionTask, hash: string) {
  const { id, name, definition, files, runDefinition, sets, property } = task;
  return {
    version: RECORD_VERSION,
    kind: 'result',
    task: id,
    name,
    hash,
    definition,
    files,
    runDefinition,
    sets,
    property: property?.name ?? null,
    propertyFile: property?.file ?? null,
    expected: property === null || property.expected === null ? null : expectedText(property.expected),
  } as const;
}
