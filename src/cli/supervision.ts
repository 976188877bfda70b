import { sharedClock } from '../base/clock.ts';

/**
 * What the verifying process tells its supervisor, so that the supervisor can answer in its place. A worker that runs out of memory can
 * abort the whole process (V8 ends it with SIGABRT), and so can the system's out-of-memory killer: the verdict line must come anyway.
 */
export type SupervisionMessage =
  /** Sent once the command line is understood. Limits are null when there are none; bytes of resident memory. */
  | { readonly kind: 'limits'; readonly json: boolean; readonly milliseconds: number | null; readonly bytes: number }
  | { readonly kind: 'bound'; readonly bound: number }
  /** A file that must not stay behind if the process ends before it is renamed; null: it was renamed. */
  | { readonly kind: 'temporary'; readonly file: string | null }
  /** Everything is written; the process may be ended. */
  | { readonly kind: 'settled'; readonly exitCode: number };

/** In the environment of the supervised process: when its supervisor began ({@link sharedClock}). */
export const SUPERVISED = 'LEMMATA_SUPERVISED';

/** Milliseconds since the command began, its supervisor included. */
export function age(): number {
  const begun = Number(process.env[SUPERVISED]);
  return begun > 0 ? Math.max(performance.now(), sharedClock() - begun) : performance.now();
}

/** Tells the supervisor; false if there is none. */
export function tellSupervisor(message: SupervisionMessage): boolean {
  if (process.send === undefined || !process.connected) return false;
  process.send(message);
  return true;
}

/** Ends this process, and the preprocessors it started, when its supervisor is gone; it may be gone before this is called. */
export function endWithSupervisor(): void {
  if (process.env[SUPERVISED] === undefined) return;
  const end = (): void => {
    process.kill(-process.pid, 'SIGKILL');
  };
  process.on('disconnect', end);
  if (!process.connected) end();
  process.channel?.unref();
}
