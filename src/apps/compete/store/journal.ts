import { closeSync, fstatSync, fsync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { LemmataError, messageOf } from '../../../base/errors.ts';
import { notWritten } from '../../../base/files.ts';
import { RECORD_VERSION, type RunHeader, type TaskResult } from './record.ts';

/** The content of a journal. The last one of several results of a task counts. */
export interface Journal {
  readonly header: RunHeader | null;
  readonly results: ReadonlyMap<string, TaskResult>;
  /** Bytes up to the end of the last whole line: the rest was being written when the run was killed. */
  readonly wholeBytes: number;
}

/**
 * Reads `results.jsonl`; without the file the journal is empty. Throws LemmataError `E-INPUT`, with
 * the line, for a whole line that is not a record.
 */
export function readJournal(file: string): Journal {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { header: null, results: new Map(), wholeBytes: 0 };
    throw new LemmataError('E-INPUT', `cannot read ${file}: ${messageOf(error)}`, null, {
      cause: error,
    });
  }
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  let header: RunHeader | null = null;
  const results = new Map<string, TaskResult>();
  for (const [index, line] of bytes.subarray(0, wholeBytes).toString('utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const record = parseRecord(line, file, index + 1);
    if (record.kind === 'run') header = record;
    else results.set(record.task, record);
  }
  return { header, results, wholeBytes };
}

/**
 * Reads a run that is stored as one JSON object, with its header in `run`. Throws LemmataError
 * `E-INPUT`.
 */
export function readKept(file: string): Pick<Journal, 'header' | 'results'> {
  let kept: unknown = null;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The check below reports it.
  }
  if (typeof kept === 'object' && kept !== null && 'run' in kept && 'results' in kept && Array.isArray(kept.results)) {
    const records: readonly unknown[] = [kept.run, ...kept.results];
    const known = records.filter(isRecord);
    const header = known.find((record) => record.kind === 'run') ?? null;
    const results = known.flatMap((record) => (record.kind === 'result' ? [[record.task, record] as const] : []));
    if (known.length === records.length && header !== null) return { header, results: new Map(results) };
  }
  throw new LemmataError('E-INPUT', 'this is not a stored run', { file, line: 1, column: 1 });
}

function parseRecord(line: string, file: string, number: number): RunHeader | TaskResult {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    record = null;
  }
  if (isRecord(record)) return record;
  throw new LemmataError('E-INPUT', 'this line is not a result of lemmata compete', { file, line: number, column: 1 });
}

/** Only {@link JournalWriter} writes lines, whole or not at all: kind and version identify a record. */
function isRecord(value: unknown): value is RunHeader | TaskResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === RECORD_VERSION &&
    'kind' in value &&
    (value.kind === 'run' || (value.kind === 'result' && 'task' in value && typeof value.task === 'string'))
  );
}

/**
 * Appends records to a journal. When `append` returns, the record outlives this process, whatever ends
 * it, and is whole or absent.
 * A background flush makes it survive a power failure, so that no task waits for a disk.
 */
export class JournalWriter {
  readonly #descriptor: number;
  #length: number;
  readonly #flusher: Flusher;

  /** Cuts off the bytes after `wholeBytes`. Throws LemmataError `E-INPUT` if the file cannot be written. */
  constructor(
    private readonly file: string,
    wholeBytes: number,
  ) {
    try {
      this.#descriptor = openSync(file, 'a', 0o644);
      if (fstatSync(this.#descriptor).size > wholeBytes) ftruncateSync(this.#descriptor, wholeBytes);
      this.#flusher = new Flusher(file);
    } catch (error) {
      throw notWritten(this.file, error);
    }
    this.#length = wholeBytes;
  }

  /**
   * Throws LemmataError `E-INPUT` if the record cannot be written (the disk is full), and then leaves
   * the journal as before. Also throws if an earlier record did not reach the disk.
   */
  append(record: RunHeader | TaskResult): void {
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
    try {
      this.#flusher.check();
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    } catch (error) {
      this.#takeBack();
      throw notWritten(this.file, error);
    }
    this.#length += bytes.length;
    this.#flusher.flush();
  }

  /** Throws LemmataError `E-INPUT` if appended records did not reach the disk. */
  close(): void {
    try {
      this.#flusher.close();
    } catch (error) {
      throw notWritten(this.file, error);
    } finally {
      closeSync(this.#descriptor);
    }
  }

  #takeBack(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch {
      // The half line that is left is ignored by the next reader.
    }
  }
}

/** Flushes a file's content to the disk, by a descriptor of its own, one flush after the other. */
class Flusher {
  readonly #descriptor: number;
  #state: 'idle' | 'flushing' | 'more' | 'closed' = 'idle';
  #problem: Error | null = null;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r');
  }

  /** Throws the error of an earlier flush. */
  check(): void {
    if (this.#problem !== null) throw this.#problem;
  }

  flush(): void {
    if (this.#state !== 'idle') {
      this.#state = 'more';
      return;
    }
    this.#state = 'flushing';
    fsync(this.#descriptor, (error) => {
      this.#problem ??= error;
      const before = this.#state;
      this.#state = 'idle';
      if (before === 'closed') closeSync(this.#descriptor);
      else if (before === 'more') this.flush();
    });
  }

  /** Returns when everything is on the disk; throws if that fails. */
  close(): void {
    const busy = this.#state !== 'idle';
    try {
      if (busy) fsyncSync(this.#descriptor);
    } finally {
      this.#state = 'closed';
      if (!busy) closeSync(this.#descriptor);
    }
    this.check();
  }
}
