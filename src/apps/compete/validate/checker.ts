import type { Checker } from '../run/coordinator.ts';
import type { RunnerSetup } from '../run/settings.ts';
import type { Verified } from '../run/verify-task.ts';
import { verdictOf } from '../status.ts';
import type { Check } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import { checkByCommand } from './by-command.ts';
import { checkNatively } from './native.ts';
import { checkWitness } from './own.ts';
import { type CheckKind, Steps } from './step.ts';

/** Checks answers after their tasks, as the settings of the run ask for; null if they ask for no check. */
export function checkerOf(setup: RunnerSetup): Checker | null {
  const { validate, validator, nativeReplay } = setup.settings;
  const kinds: readonly (readonly [Check['by'], CheckKind])[] = [
    ...(validate ? [['witness', checkWitness] as const] : []),
    ...(validator === null ? [] : [['validator', checkByCommand(validator)] as const]),
    ...(nativeReplay ? [['native-replay', checkNatively] as const] : []),
  ];
  if (kinds.length === 0) return null;
  return (task, verified) => {
    const steps = new Steps(setup.cgroups);
    return { ended: checkAll(kinds, task, verified, setup, steps), stop: () => steps.stop() };
  };
}

async function checkAll(
  kinds: readonly (readonly [Check['by'], CheckKind])[],
  task: CompetitionTask,
  verified: Verified,
  setup: RunnerSetup,
  steps: Steps,
): Promise<Verified['result']> {
  if (verdictOf(verified.result.status) === null) return verified.result;
  const checks: Check[] = [];
  for (const [by, kind] of kinds) {
    const started = performance.now();
    const opinion = await kind(task, verified, setup, steps);
    if (opinion !== null) checks.push({ by, ...opinion, seconds: Math.round(performance.now() - started) / 1000 });
  }
  return { ...verified.result, checks };
}
