import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import { replaceWhole, writeOrThrow } from '../../base/files.ts';
import { announceTemporary } from './supervision.ts';

/**
 * Throws LemmataError `E-INPUT` if {@link replaceFile} could not write there: better before an hour of
 * work than after it.
 */
export function checkWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot write ${file}: no such folder, or no permission`, null, { cause: error });
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new LemmataError('E-INPUT', `cannot write ${file}: it is a directory`);
}

/**
 * Writes a file so that it is there whole or not at all. A device, pipe or other special file is
 * written directly. Throws LemmataError `E-INPUT` if it cannot be written.
 */
export function replaceFile(file: string, text: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) writeOrThrow(file, text);
  else replaceWhole(file, text, announceTemporary);
}
