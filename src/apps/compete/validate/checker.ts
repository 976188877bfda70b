import { replayNatively } from '../native/replay.ts';
import { scheduleOf, TOO_LONG } from '../native/schedule.ts';
import type { Checker } from '../run/coordinator.ts';
import type { RunnerSetup } from '../run/settings.ts';
import type { Verified } from '../run/verify-task.ts';
import { verdictOf } from '../status.ts';
import type { Check } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import { type CheckKind, limitText, Steps, witnessFile } from './step.ts';

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
  const checks: Check[] = [...verified.result.checks];
  for (const [by, kind] of kinds) {
    const started = performance.now();
    const opinion = await kind(task, verified, setup, steps);
    if (opinion !== null) checks.push({ by, ...opinion, seconds: Math.round(performance.now() - started) / 1000 });
  }
  return { ...verified.result, checks };
}

/**
 * Checks the witness by a validator of the user's: words for the shell.
 * `{witness}`, `{property}`, `{files}` and `{model}` (`ILP32`, `LP64`; as a number of bits `{bits}`)
 * stand for the task's values. The result is the last verdict in its output, as SV-COMP's tools write
 * it: `Verification result: TRUE`.
 */
export function checkByCommand(words: string): CheckKind {
  return async (task, verified, setup, steps) => {
    const witness = witnessFile(verified, setup);
    if (witness === null) return { outcome: 'open', detail: 'no witness was written' };
    const model = task.dataModel ?? 'LP64';
    const values: Readonly<Record<string, string>> = {
      witness: quoted(witness),
      property: quoted(task.property?.file ?? ''),
      files: task.files.map(quoted).join(' '),
      model,
      bits: model === 'ILP32' ? '32' : '64',
    };
    const script = words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
    const ended = await steps.run({ program: '/bin/sh', args: ['-c', script], outputBytes: 2 ** 22 }, setup.settings);
    const verdict = [...`${ended.stdout}\n${ended.stderr}`.matchAll(/\b(TRUE|FALSE|UNKNOWN)\b/g)].at(-1)?.[1];
    const limit = limitText(ended);
    if (limit !== null || verdict === undefined || verdict === 'UNKNOWN') {
      return {
        outcome: 'open',
        detail: limit ?? (verdict === undefined ? `no verdict, exit code ${ended.exitCode}` : 'UNKNOWN'),
      };
    }
    const agrees = (verdict === 'TRUE') === verdictOf(verified.result.status);
    return { outcome: agrees ? 'confirmed' : 'refuted', detail: verdict };
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Runs the compiled program of a FALSE answer on the inputs of the violating run. */
export const checkNatively: CheckKind = async (task, { answer }, _setup, steps) => {
  if (answer?.verdict !== 'FALSE' || answer.inputs === null || answer.errorFunction === null) return null;
  const { errorFunction, error, externals, environment, inputs, allInputs } = answer;
  const request = {
    files: task.files,
    preprocessing: { model: task.dataModel ?? 'LP64' },
    errorFunction,
    at: error,
    assertions: [],
    inputs: allInputs ? inputs : null,
    externals,
    arguments: answer.arguments,
    environment,
    schedule: answer.steps === null ? TOO_LONG : scheduleOf(answer.steps),
    takesOrder: answer.takesOrder,
  };
  return replayNatively(request, steps);
};

/**
 * Factor on a task's limits for the check of its witness.
 * A proof that was found just in time is made once more, with the witness in it.
 */
const LIMITS_FACTOR = 2;

/** Checks the witness by `lemmata validate`. */
const checkWitness: CheckKind = async (task, verified, setup, steps) => {
  const witness = witnessFile(verified, setup);
  if (task.files.some((file) => /\.btor2?$/.test(file))) return null;
  if (witness === null) return { outcome: 'refuted', detail: 'no witness was written' };
  const [wallSeconds, cpuSeconds] = [setup.settings.wallSeconds, setup.settings.cpuSeconds].map((seconds) =>
    seconds === null ? null : seconds * LIMITS_FACTOR,
  );
  const [program, ...words] = setup.tool;
  const args = [
    ...words,
    'validate',
    '--witness',
    witness,
    ...(task.property === null ? ['--externals', 'pure'] : ['--property', task.property.file]),
    ...(task.dataModel === null ? [] : ['--data-model', task.dataModel]),
    ...(wallSeconds === null ? [] : ['--timeout', String(wallSeconds)]),
    ...task.files,
  ];
  const ended = await steps.run(
    { program, args },
    { ...setup.settings, cpuSeconds, wallSeconds: wallSeconds === null ? null : wallSeconds + 1 },
  );
  const said = /^Witness: (confirmed|refuted|open) \((.*)\)$/m.exec(ended.stdout);
  const outcome = (['confirmed', 'refuted', 'open'] as const).find((one) => one === said?.[1]);
  if (outcome !== undefined) return { outcome, detail: said?.[2] ?? '' };
  // Exit code 2 reports a file that is not a witness of these files.
  const message = ended.stderr.trim().split('\n')[0] ?? '';
  return { outcome: ended.exitCode === 2 ? 'refuted' : 'open', detail: limitText(ended) ?? message.slice(0, 300) };
};
