import type { DataModel } from '../types/types.ts';

/** One program and one property: what one run of `lemmata verify` decides. Plain data. */
export interface CompetitionTask {
  /** Unique within a competition run and the same in the next one: `set/task.yml#property`, before it `@rundefinition` where there are such. */
  readonly id: string;
  /** For people: as many last parts of the definition's path as tell it from the others, two at least. */
  readonly name: string;
  /** Absolute paths. The task definition, or the program itself where there is none. */
  readonly definition: string;
  readonly files: readonly string[];
  /** What the program needs beside them, such as headers. */
  readonly required: readonly string[];
  /** Null where the default property is verified, with nothing expected. */
  readonly property: TaskProperty | null;
  readonly dataModel: DataModel | null;
  /** In which sets its score counts. */
  readonly sets: readonly string[];
  /** Of a benchmark definition with several run definitions. */
  readonly runDefinition: string | null;
  /** Options for `lemmata verify` that this task alone gets. */
  readonly options: readonly string[];
}

export interface TaskProperty {
  /** The property file's name without its ending: `unreach-call`. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  readonly expected: ExpectedVerdict | null;
}

export interface ExpectedVerdict {
  readonly holds: boolean;
  /** Of several properties in one: the one that is violated. */
  readonly subproperty: string | null;
}

/** As BenchExec writes it: `true`, `false`, `false(valid-deref)`. */
export function expectedText({ holds, subproperty }: ExpectedVerdict): string {
  return subproperty === null ? String(holds) : `${holds}(${subproperty})`;
}
