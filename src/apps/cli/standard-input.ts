import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LemmataError, messageOf } from '../../base/errors.ts';
import { exitCodeOf, onSignals } from '../../base/signals.ts';
import { isTemporary, TemporaryFolder } from '../../base/temporary-folder.ts';

/** Environment variable by which a supervisor names the file with its standard input. */
const KEPT = 'LEMMATA_STANDARD_INPUT';
/** The purpose of the folder of that file. */
const PURPOSE = 'stdin';
/** The word that stands for the standard input among the files. */
export const DASH = '-';

/**
 * Keeps the standard input in a file if the words name it and no parent process has kept it. Tells child processes about it. The file
 * is removed when this process ends. Throws LemmataError `E-INPUT`.
 */
export function keepStandardInput(args: readonly string[]): void {
  if (args.includes(DASH)) process.env[KEPT] ??= stored();
}

/** Returns the file with the standard input, whose messages name `<stdin>`. Throws LemmataError `E-INPUT`. */
export function standardInput(): string {
  return (process.env[KEPT] ??= stored());
}

/** Removes the folder with the file of a supervisor that is gone. A file elsewhere is the user's own. */
export function forgetStandardInput(): void {
  const file = process.env[KEPT];
  if (file === undefined || !isTemporary(dirname(file), PURPOSE)) return;
  rmSync(dirname(file), { recursive: true, force: true });
}

function stored(): string {
  let text: string;
  try {
    text = readFileSync(0, 'latin1');
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read the standard input: ${messageOf(error)}`, null, { cause: error });
  }
  if (text.trim() === '') throw new LemmataError('E-INPUT', 'the standard input is empty');
  // A signal without a handler would end the process with the file left.
  onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (name) => {
    if (process.listenerCount(name) === 1) process.exit(exitCodeOf(name));
  });
  const path = join(new TemporaryFolder(PURPOSE).path, 'stdin.c');
  writeFileSync(path, `# 1 "<stdin>"\n${text}`, 'latin1');
  return path;
}
