import { closeSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';

/**
 * Takes a folder for this process alone, by a file that names it; the function gives it back. A lock whose process has ended (it was killed) does not
 * count. Throws LemmataError `E-USAGE` while another process has it.
 */
export function lockFolder(file: string, folder: string): () => void {
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  for (;;) {
    if (create(file, mine)) return () => release(file, mine);
    const owner = read(file);
    const [pid, started] = owner.trim().split(' ');
    if (owner !== '' && startOf(Number(pid)) === started) {
      throw new LemmataError('E-USAGE', `${folder} is being written by another run (process ${pid})`);
    }
    // Of several who find the same dead lock, one takes it away.
    const aside = `${file}.${process.pid}`;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    // Another may have taken it away and made its own in the meantime.
    if (read(aside) === owner) unlinkSync(aside);
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
    throw new LemmataError('E-INPUT', `cannot write ${file}: ${error instanceof Error ? error.message : error}`, null, {
      cause: error,
    });
  }
}

function release(file: string, mine: string): void {
  if (read(file) === mine) unlinkSync(file);
}

/** When a process started, in ticks since the machine did: tells it from an earlier one of the same number. '' if there is none. */
function startOf(pid: number): string {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
