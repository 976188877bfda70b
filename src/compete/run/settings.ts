import type { CgroupParent } from '../process/cgroup.ts';
import type { RunSettings } from '../store/record.ts';

/** How the tasks of a run are executed on this machine. */
export interface RunnerSetup {
  readonly settings: RunSettings;
  /** The words that start `lemmata`: the interpreter, its options, the script. */
  readonly tool: readonly string[];
  readonly toolVersion: string;
  /** For `results.jsonl` and all that belongs to it. */
  readonly folder: string;
  /** Write witnesses even where they are not checked. */
  readonly witnesses: boolean;
  readonly cgroups: CgroupParent | null;
  /** The place of this machine among those that race on the same task at the same time, and how their verifiers find each other. */
  readonly companions: Companions | null;
}

export interface Companions {
  /** From 0, of `machines`. */
  readonly seat: number;
  readonly machines: number;
  /** For the verifier, beside its own. */
  readonly environment: Readonly<Record<string, string>>;
}
