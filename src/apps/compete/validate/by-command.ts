import { verdictOf } from '../status.ts';
import { type CheckKind, limitText, witnessFile } from './step.ts';

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
