import { type CheckKind, limitText, witnessFile } from './step.ts';

/**
 * Factor on a task's limits for the check of its witness.
 * A proof that was found just in time is made once more, with the witness in it.
 */
const LIMITS_FACTOR = 2;

/** Checks the witness by `lemmata validate`. */
export const checkWitness: CheckKind = async (task, verified, setup, steps) => {
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
