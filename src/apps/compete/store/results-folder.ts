import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LemmataError } from '../../../base/errors.ts';
import { notWritten, readOrEmpty } from '../../../base/files.ts';
import { LOGS, WITNESSES } from '../run/verify-task.ts';
import { type Journal, JournalWriter, readJournal, readKept } from './journal.ts';
import type { RunHeader, RunSettings, TaskResult } from './record.ts';

const RESULTS = 'results.jsonl';
const LOCK = 'lock';

/** The folder of a run that this process writes to. */
export interface OpenedFolder {
  readonly header: RunHeader;
  /** Results of earlier, interrupted runs in this folder, by task. */
  readonly earlier: ReadonlyMap<string, TaskResult>;
  readonly writer: JournalWriter;
  close(): void;
}

/**
 * Opens a folder for a run: an empty one, or one in which a run with the same settings continues.
 * `fresh`: discard its content. Throws LemmataError `E-USAGE` if the settings differ or another
 * process writes there, `E-INPUT` if it cannot be written.
 */
export function openFolder(folder: string, header: RunHeader, fresh: boolean): OpenedFolder {
  try {
    for (const part of ['', LOGS, WITNESSES]) makeFolder(join(folder, part));
  } catch (error) {
    throw notWritten(folder, error);
  }
  const unlock = lockFolder(join(folder, LOCK), folder);
  try {
    const file = join(folder, RESULTS);
    if (fresh) rmSync(file, { force: true });
    const journal = readJournal(file);
    checkSame(journal, header, folder);
    const writer = new JournalWriter(file, journal.wholeBytes);
    if (journal.header === null) writer.append(header);
    const close = (): void => {
      try {
        writer.close();
      } finally {
        unlock();
      }
    };
    return { header: journal.header ?? header, earlier: journal.results, writer, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Makes a folder and its parents. One by one: Node's `recursive` never returns for some places below
 * /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it since.
    if (!existsSync(folder)) throw error;
  }
}

function checkSame({ header: before, results }: Journal, now: RunHeader, folder: string): void {
  if (before === null && results.size > 0)
    throw new LemmataError('E-INPUT', `${join(folder, RESULTS)} does not name its run`);
  if (before === null) return;
  const differing = differences(before.settings, now.settings);
  if (before.toolVersion !== now.toolVersion || before.commit !== now.commit) {
    differing.push(`lemmata ${versionText(before)}, now ${versionText(now)}`);
  }
  if (differing.length === 0) return;
  throw new LemmataError(
    'E-USAGE',
    `${folder} holds another run (${differing.join('; ')}); give another folder by --output, or --fresh to start over`,
  );
}

function versionText({ toolVersion, commit }: RunHeader): string {
  return commit === null ? toolVersion : `${toolVersion} at ${commit.slice(0, 9)}${commit.endsWith('+') ? '+' : ''}`;
}

function differences(before: RunSettings, now: RunSettings): string[] {
  const old: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(now).flatMap(([name, value]) =>
    JSON.stringify(old[name]) === JSON.stringify(value) ? [] : [`${name} ${text(old[name])}, now ${text(value)}`],
  );
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(' ');
  return value === null || value === undefined ? 'none' : String(value);
}

/**
 * Reads the results in a folder, in a `results.jsonl` itself, or in one JSON object that holds a run
 * (`run`, `results`). Throws LemmataError `E-INPUT` if it finds no results.
 */
export function readResults(path: string): { readonly header: RunHeader; readonly results: readonly TaskResult[] } {
  const file = existsSync(join(path, RESULTS)) ? join(path, RESULTS) : path;
  if (!existsSync(file)) throw new LemmataError('E-INPUT', `there are no results in ${path}`);
  const { header, results } = file.endsWith('.json') ? readKept(file) : readJournal(file);
  if (header === null) throw new LemmataError('E-INPUT', `${file} holds no results of lemmata compete`);
  return { header, results: [...results.values()] };
}

/**
 * Locks a folder for this process by a file that names it; the returned function unlocks it. A lock
 * whose process has ended (it was killed) does not count. Throws LemmataError `E-USAGE` while another
 * process holds the lock.
 */
function lockFolder(file: string, folder: string): () => void {
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
