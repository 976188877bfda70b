import { closeSync, existsSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';
import { notWritten, readOrEmpty } from '../../base/files.ts';

/**
 * Takes a folder for this process alone, by a file that names it; the function gives it back. A lock whose process has ended (it was killed) does not
 * count. Throws LemmataError `E-USAGE` while another process has it.
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
    // Of several who find the same dead lock, one takes it away.
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
    } catch (error) {
      if (!existsSync(file)) continue;
      throw notWritten(file, error);
    }
    // Another may have taken it away and made its own in the meantime.
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

/** When a process started, in ticks since the machine did: tells it from an earlier one of the same number. '' if there is none. */
function startOf(pid: number): string {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
