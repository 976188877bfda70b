import { fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { messageOf } from '../../base/errors.ts';

/** Time in ms that a command has to end after its channel closed. */
const GRACE_MILLISECONDS = 2_000;

/** A command of Lemmata that runs in a process of its own. */
export interface Order {
  /** Words of the command line. */
  readonly words: readonly string[];
  /** Text on its standard input; null: none. */
  readonly input: string | null;
  /** Wall-clock time in ms after which it is ended, whatever it does. */
  readonly milliseconds: number;
  /** Most characters of each of its outputs that are kept. */
  readonly characters: number;
}

/** The end of a command, and its outputs. */
export interface Left {
  /** Its exit code; null: a signal or the time limit ended it. */
  readonly code: number | null;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** An output up to the most characters that are kept. */
interface Output {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Runs a command to its end. The command ends, too, when the signal aborts, and when this process is gone:
 * either closes its channel. `script`: the entry of the command line. Rejects with the signal's reason.
 */
export async function runCommand(script: string, order: Order, signal: AbortSignal): Promise<Left> {
  const { words, input, milliseconds, characters } = order;
  const child = fork(script, [...words], {
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NO_COLOR: '1' },
    detached: true,
  });
  const stdout = collect(child.stdout, characters);
  const stderr = collect(child.stderr, characters);
  // A command that does not read its input is gone already.
  child.stdin?.on('error', () => {}).end(input);
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (child.connected) child.disconnect();
    killing ??= setTimeout(() => child.kill('SIGKILL'), GRACE_MILLISECONDS);
  };
  const limit = setTimeout(end, milliseconds);
  signal.addEventListener('abort', end, { once: true });
  try {
    const exit = new Promise<number | null>((resolve, reject) => {
      child.on('error', (error) => reject(new Error(`cannot start a command: ${messageOf(error)}`)));
      child.on('exit', resolve);
    });
    // Node tells of no `close` behind a channel that this side closed. Its outputs end with the last of its processes.
    const all = Promise.all([exit, ended(child.stdout), ended(child.stderr)]);
    void exit.catch(() => {}).then(() => killGroup(child.pid));
    const [code] = await all;
    signal.throwIfAborted();
    return { code: killing === undefined ? code : null, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(limit);
    clearTimeout(killing);
    signal.removeEventListener('abort', end);
  }
}

/** Ends the processes that a command has started and left. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // There are none.
  }
}

async function ended(stream: Readable | null): Promise<void> {
  if (stream !== null) await finished(stream).catch(() => {});
}

/** Reads a stream; the function returns its first characters. */
function collect(stream: Readable | null, most: number): () => Output {
  let text = '';
  let isCut = false;
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    isCut ||= text.length + chunk.length > most;
    if (text.length < most) text += chunk.slice(0, most - text.length);
  });
  return () => ({ text, isCut });
}
