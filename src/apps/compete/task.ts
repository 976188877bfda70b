import type { DataModel } from '../../c/types/types.ts';

/** One program and one property: the unit that one run of `lemmata verify` decides. Plain data. */
export interface CompetitionTask {
  /**
   * Unique within a competition run and the same in the next one: `set/task.yml#property`, preceded by
   * `@rundefinition` if there are run definitions.
   */
  readonly id: string;
  /**
   * Name for people: the last parts of the definition's path, at least two, that distinguish it from the
   * others.
   */
  readonly name: string;
  /** Absolute paths. The task definition, or the program itself if it has none. */
  readonly definition: string;
  readonly files: readonly string[];
  /** Further files that the program needs, such as headers. */
  readonly required: readonly string[];
  /** Null: the default property is verified, without an expected verdict. */
  readonly property: TaskProperty | null;
  readonly dataModel: DataModel | null;
  /** Sets in which its score counts. */
  readonly sets: readonly string[];
  /** Name of the run definition, if the benchmark definition has several. */
  readonly runDefinition: string | null;
  /** Options for `lemmata verify` for this task alone. */
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
  /** The violated part of a property with several parts. */
  readonly subproperty: string | null;
}

/** An expected verdict in BenchExec's form: `true`, `false`, `false(valid-deref)`. */
export function expectedText({ holds, subproperty }: ExpectedVerdict): string {
  return subproperty === null ? String(holds) : `${holds}(${subproperty})`;
}
