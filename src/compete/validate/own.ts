import { type CheckKind, limitText, witnessFile } from './step.ts';

/** Checks the witness by `lemmata validate`, under the limits of the task. */
export const checkWitness: CheckKind = async (task, verified, setup, steps) => {
  const witness = witnessFile(verified, setup);
  if (task.files.some((file) => /\.btor2?$/.test(file))) return null;
  if (witness === null) return { outcome: 'refuted', detail: 'no witness was written' };
  const { settings } = setup;
  const [program, ...words] = setup.tool;
  const args = [
    ...words,
    'validate',
    '--witness',
    witness,
    ...(task.property === null ? [] : ['--property', task.property.file]),
    ...(task.dataModel === null ? [] : ['--data-model', task.dataModel]),
    ...(settings.wallSeconds === null ? [] : ['--timeout', String(settings.wallSeconds)]),
    ...task.files,
  ];
  const ended = await steps.run(
    { program, args },
    { ...settings, wallSeconds: settings.wallSeconds === null ? null : settings.wallSeconds + 1 },
  );
  const said = /^Witness: (confirmed|refuted|open) \((.*)\)$/m.exec(ended.stdout);
  const outcome = (['confirmed', 'refuted', 'open'] as const).find((one) => one === said?.[1]);
  if (outcome !== undefined) return { outcome, detail: said?.[2] ?? '' };
  // What is no witness of these files is told with exit code 2.
  const message = ended.stderr.trim().split('\n')[0] ?? '';
  return { outcome: ended.exitCode === 2 ? 'refuted' : 'open', detail: limitText(ended) ?? message.slice(0, 300) };
};
