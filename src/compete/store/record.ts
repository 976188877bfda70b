import type { Category } from '../status.ts';
import { type CompetitionTask, expectedText } from '../task.ts';

/** Raised when a field changes its meaning or goes. */
export const RECORD_VERSION = 1;

/** The first line of `results.jsonl`: what all results have in common. */
export interface RunHeader {
  readonly version: typeof RECORD_VERSION;
  readonly kind: 'run';
  /** Of the run, for tables; the folder's name unless given. */
  readonly name: string;
  readonly tool: string;
  readonly toolVersion: string;
  /** Of the tool's repository, where it is run from one; `+` behind it: with changes. */
  readonly commit: string | null;
  /** ISO 8601. */
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

/** What results depend on: a run is resumed only with the same. */
export interface RunSettings {
  /** Seconds and bytes for each task; null: none. */
  readonly wallSeconds: number | null;
  readonly cpuSeconds: number | null;
  readonly memoryBytes: number | null;
  readonly cores: number | null;
  /** For `lemmata verify`. */
  readonly options: readonly string[];
  readonly validate: boolean;
  readonly validator: string | null;
  readonly nativeReplay: boolean;
}

/** One line of `results.jsonl`: what became of one task. */
export interface TaskResult {
  readonly version: typeof RECORD_VERSION;
  readonly kind: 'result';
  /** {@link CompetitionTask.id}. */
  readonly task: string;
  readonly name: string;
  /** Of the definition, the files and everything else that the result depends on. */
  readonly hash: string;
  readonly definition: string;
  readonly files: readonly string[];
  readonly runDefinition: string | null;
  readonly sets: readonly string[];
  readonly property: string | null;
  readonly propertyFile: string | null;
  /** As BenchExec writes it; null: none. */
  readonly expected: string | null;
  /** In BenchExec's words. */
  readonly status: string;
  readonly category: Category;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly memoryBytes: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Which limit ended it. */
  readonly terminationReason: string | null;
  readonly engine: string | null;
  readonly stage: string | null;
  /** Why there is no verdict. */
  readonly reason: string | null;
  readonly safeUpTo: number | null;
  /** Relative to the results' folder; null: none was written. */
  readonly witness: string | null;
  readonly log: string | null;
  readonly checks: readonly Check[];
  /** ISO 8601, by the machine's clock; durations are measured by one that does not jump. */
  readonly started: string;
}

/** What a check of an answer after its task found. */
export interface Check {
  readonly by: 'witness' | 'validator' | 'native-replay';
  /** `confirmed`: the answer holds; `refuted`: something is wrong; `open`: the check says neither. */
  readonly outcome: 'confirmed' | 'refuted' | 'open';
  /** In words: why. */
  readonly detail: string;
  readonly seconds: number;
}

/** The part of a result that its task says. */
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
