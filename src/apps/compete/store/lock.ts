import { closeSync, existsSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { LemmataError } from '../../../base/errors.ts';
import { notWritten, readOrEmpty } from '../../../base/files.ts';

/**
 * Locks a folder for this process by a file that names it; the returned function unlocks it. A lock
 * whose process has ended (it was killed) does not count. Throws LemmataError `E-USAGE` while another
 * process holds the lock.
 */
export function lockFolder(file: string, folder: string): () => void {
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  for (;;) {
    if (create(file, mine)) return () => release(file, mine);
    const owner = readOrEmpty(file);
    const [pid, started] = owner.trim().split(' ');
    if (owner !== '' && startOf(Number(pid)) === started) {
      throw new LemmataError('E-USAGE', `${folder} is being written by another run (process ${pid})`);
    }
    // If several processes find the same dead lock, one of them removes it.
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
    } catch (error) {
      if (!existsSync(file)) continue;
      throw notWritten(file, error);
    }
    // Another process may have removed it and made its own in the meantime.
    if (readOrEmpty(aside) === owner) unlinkSync(aside);
    else renameSync(aside, file);
  }
}

function create(file: string, text: string): boolean {
  try {
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, text);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw notWritten(file, error);
  }
}

function release(file: string, mine: string): void {
  if (readOrEmpty(file) === mine) unlinkSync(file);
}

/**
 * The start of a process, in ticks since the machine started: distinguishes it from an earlier one of
 * the same number. Empty if the process does not run.
 */
function startOf(pid: number): string {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
