import { sharedClock } from '../../base/clock.ts';
import { onSignals } from '../../base/signals.ts';
import { GO_AHEAD, STOP, SUPERVISED, type SupervisionMessage } from '../../race/threads/supervision.ts';
import { forgetStandardInput } from './standard-input.ts';

/** Milliseconds since the command began, its supervisor included. */
export function age(): number {
  const begun = Number(process.env[SUPERVISED]);
  return begun > 0 ? Math.max(performance.now(), sharedClock() - begun) : performance.now();
}

/**
 * Resolves when this process may write its answer. If the supervisor is about to answer in its place,
 * it ends this process during the wait.
 */
export async function mayAnswer(): Promise<void> {
  if (process.env[SUPERVISED] === undefined || !notifySupervisor({ kind: 'answering' })) return;
  process.channel?.ref();
  await new Promise<void>((resolve) => {
    const hear = (message: unknown): void => {
      if (message !== GO_AHEAD) return;
      process.off('message', hear);
      resolve();
    };
    process.on('message', hear);
  });
  process.channel?.unref();
}

/**
 * Calls `stop` when the supervisor asks for the results so far; without one, when the user does by a signal. The
 * returned function ends listening, and returns that signal.
 */
export function onStop(stop: () => void): () => NodeJS.Signals | null {
  let signal: NodeJS.Signals | null = null;
  if (process.env[SUPERVISED] === undefined) {
    const end = onSignals(['SIGINT', 'SIGTERM'], (name) => {
      signal ??= name;
      stop();
    });
    return () => {
      end();
      return signal;
    };
  }
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
  process.channel?.unref();
  return () => null;
}

/** Sends a message to the supervisor; false if the process has none. */
export function notifySupervisor(message: SupervisionMessage): boolean {
  if (process.env[SUPERVISED] === undefined || process.send === undefined || !process.connected) return false;
  process.send(message);
  return true;
}

/** Tells the supervisor about a temporary file or folder, which it removes if this process cannot. */
export function announceTemporary(path: string, exists: boolean): void {
  notifySupervisor({ kind: 'temporary', path, exists });
}

/**
 * Ends this process, and the preprocessors it started, when its supervisor is gone; it may be gone
 * before this is called. A command that another process started with a channel ends when that closes.
 */
export function endWithSupervisor(): void {
  if (process.env[SUPERVISED] === undefined && process.channel === undefined) return;
  const end = (): void => {
    if (process.env[SUPERVISED] === undefined) process.exit(137);
    // A killed process does not call these handlers, which remove temporary files.
    process.emit('exit', 137);
    forgetStandardInput();
    // Kills the whole process group: 0 means the caller's own, whichever process leads it.
    process.kill(0, 'SIGKILL');
  };
  process.on('disconnect', end);
  if (!process.connected) end();
  process.channel?.unref();
}
