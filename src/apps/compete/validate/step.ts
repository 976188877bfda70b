import { join } from 'node:path';
import type { CgroupParent } from '../process/cgroup.ts';
import { type Command, type Ended, type Execution, execute, type Limits } from '../process/execution.ts';
import type { RunnerSetup } from '../run/settings.ts';
import type { Verified } from '../run/verify-task.ts';
import type { Check } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';

/** The result of a check, before its cost is known. */
export type Opinion = Pick<Check, 'outcome' | 'detail'>;

/** Runs the commands of a check one after the other; can be stopped between them and in each. */
export class Steps {
  #current: Execution | null = null;
  #stopped = false;

  constructor(private readonly cgroups: CgroupParent | null) {}

  /** Runs a command to its end; after {@link stop} it ends at once. */
  async run(command: Command, limits: Limits): Promise<Ended> {
    const execution = execute(command, limits, this.cgroups);
    this.#current = execution;
    if (this.#stopped) execution.stop();
    const ended = await execution.ended;
    this.#current = null;
    return ended;
  }

  stop(): void {
    this.#stopped = true;
    this.#current?.stop();
  }
}

/** Why an ended command gives no result; null if no limit ended it. */
export function limitText({ reason, failed }: Ended): string | null {
  if (failed !== null) return `cannot start: ${failed}`;
  if (reason === 'cputime' || reason === 'walltime') return 'time limit';
  return reason === 'memory' ? 'memory limit' : reason;
}

/** One way of checking an answer; null if it does not apply. */
export type CheckKind = (
  task: CompetitionTask,
  verified: Verified,
  setup: RunnerSetup,
  steps: Steps,
) => Promise<Opinion | null>;

/** The absolute path of a result's witness; null: no witness was written. */
export function witnessFile({ result }: Verified, { folder }: RunnerSetup): string | null {
  return result.witness === null ? null : join(folder, result.witness);
}
