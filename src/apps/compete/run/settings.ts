import type { CgroupParent } from '../process/cgroup.ts';
import type { RunSettings } from '../store/record.ts';

/** How the tasks of a run are executed on this machine. */
export interface RunnerSetup {
  readonly settings: RunSettings;
  /** The words that start `lemmata`: the interpreter, its options, the script. */
  readonly tool: readonly string[];
  readonly toolVersion: string;
  /** Folder of `results.jsonl` and all related files. */
  readonly folder: string;
  /** Write witnesses even where they are not checked. */
  readonly witnesses: boolean;
  /** Write a certificate of each answer. Absent: no. */
  readonly certificates?: boolean;
  readonly cgroups: CgroupParent | null;
  /**
   * The place of this machine among those that race on the same task, and how their verifiers find each
   * other.
   */
  readonly companions: Companions | null;
}

interface Companions {
  /** Number of this machine, from 0 to `machines` - 1. */
  readonly machine: number;
  readonly machines: number;
  /** Environment for the verifier, added to its own. */
  readonly environment: Readonly<Record<string, string>>;
}
