import { createHash } from 'node:crypto';
import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { LemmataError, messageOf } from './errors.ts';

/** The text of a file of the system, such as those below `/proc`; '' if it is missing or unreadable. */
export function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Whether the text could be written. */
export function tryWrite(file: string, text: string): boolean {
  try {
    writeFileSync(file, text);
    return true;
  } catch {
    return false;
  }
}

/** The hash of a content, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Throws LemmataError `E-INPUT` if it cannot be written. */
export function writeOrThrow(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw notWritten(file, error);
  }
}

/** Hears which temporary files and folders exist, so that another process can remove what is left of them. */
export type Announce = (path: string, exists: boolean) => void;

/**
 * Replaces a file atomically, so that a whole file exists at any time. `announce` gets the name of the
 * temporary file before it exists, and again once it does not. Throws LemmataError `E-INPUT` if it
 * cannot be written, and then leaves the old file unchanged.
 */
export function replaceWhole(file: string, text: string, announce: Announce = () => {}): void {
  const temporary = `${file}.${process.pid}.tmp`;
  announce(temporary, true);
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    throw notWritten(file, error);
  } finally {
    announce(temporary, false);
  }
}

/** Why a file was not written, as LemmataError `E-INPUT`. */
export function notWritten(file: string, error: unknown): LemmataError {
  const why = messageOf(error);
  return new LemmataError('E-INPUT', `cannot write ${file}: ${why}`, null, { cause: error });
}

/** Removes a file if it exists. */
export function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was never created, or was renamed.
  }
}

/** The reason in a few words why a file could not be read. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES') return 'no permission';
  return messageOf(error);
}

/** The name of a C file for people: that of the mark in its first line, `# 1 "name"`, or else its own. */
export function shownName(file: string): string {
  try {
    return /^# 1 "([^"\n]+)"\n/.exec(readFileSync(file, 'latin1'))?.[1] ?? file;
  } catch {
    return file;
  }
}
