import { accessSync, constants, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LemmataError } from '../base/errors.ts';
import { tellSupervisor } from './supervision.ts';

/** Throws LemmataError `E-INPUT` if {@link replaceFile} could not write there: better before an hour of work than after. */
export function checkWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot write ${file}: no such folder, or no permission`, null, { cause: error });
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new LemmataError('E-INPUT', `cannot write ${file}: it is a directory`);
}

/** Writes a file so that it is there whole or not at all. Throws LemmataError `E-INPUT` if it cannot be written. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  tellSupervisor({ kind: 'temporary', file: temporary });
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    const why = error instanceof Error ? error.message : String(error);
    throw new LemmataError('E-INPUT', `cannot write ${file}: ${why}`, null, { cause: error });
  } finally {
    tellSupervisor({ kind: 'temporary', file: null });
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was never created.
  }
}
