import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Announce } from './files.ts';

/** Age in ms from which a folder without its process counts as abandoned. */
const ABANDONED_MILLISECONDS = 86_400_000;

const folders = new Set<TemporaryFolder>();

/**
 * A new folder in the system's folder for temporary files. It is gone after `remove`, and at the end of the
 * process at the latest, unless a signal without a handler ends it. Its name tells the purpose and the
 * process. The constructor throws the errors of `mkdtempSync`. `announce` gets the path when
 * the folder exists, and again when it does not.
 */
export class TemporaryFolder {
  readonly path: string;

  constructor(
    purpose: string,
    private readonly announce: Announce = () => {},
  ) {
    this.path = mkdtempSync(join(tmpdir(), `lemmata-${purpose}-${process.pid}-`));
    if (folders.size === 0) process.on('exit', removeAll);
    folders.add(this);
    announce(this.path, true);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    this.announce(this.path, false);
    folders.delete(this);
    if (folders.size === 0) process.off('exit', removeAll);
  }
}

function removeAll(): void {
  for (const folder of folders) folder.remove();
}

/**
 * Removes folders of this purpose whose processes were killed. Processes elsewhere may share the folder for
 * temporary files, so that what changed within a day stays.
 */
export function removeAbandoned(purpose: string): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = processOf(name, purpose);
    if (pid === null || isAlive(pid)) continue;
    const path = join(tmpdir(), name);
    try {
      if (Date.now() - statSync(path).mtimeMs > ABANDONED_MILLISECONDS) rmSync(path, { recursive: true, force: true });
    } catch {
      // It is another user's, or another process removes it as well.
    }
  }
}

/** Whether the path is that of a folder for this purpose, of any process. */
export function isTemporary(path: string, purpose: string): boolean {
  return dirname(path) === tmpdir() && processOf(basename(path), purpose) !== null;
}

/** The process that made the folder of this name; null for names of other files or purposes. */
function processOf(name: string, purpose: string): number | null {
  const start = `lemmata-${purpose}-`;
  const [, pid] = name.startsWith(start) ? (/^(\d+)-[^-]+$/.exec(name.slice(start.length)) ?? []) : [];
  return pid === undefined ? null : Number(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
