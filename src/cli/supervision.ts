import { setTimeout } from 'node:timers/promises';
import { sharedClock } from '../base/clock.ts';
import { GRACE_MILLISECONDS, LATEST_ANSWER_MILLISECONDS, SUPERVISED, type SupervisionMessage } from '../portfolio/supervision.ts';

/** Milliseconds since the command began, its supervisor included. */
export function age(): number {
  const begun = Number(process.env[SUPERVISED]);
  return begun > 0 ? Math.max(performance.now(), sharedClock() - begun) : performance.now();
}

/** Returns at once if there is time to answer within the limit in ms; later than that the supervisor does it, and ends this process while it waits here. */
export async function waitIfTooLate(limit: number | null): Promise<void> {
  if (limit === null || process.env[SUPERVISED] === undefined || age() <= limit + LATEST_ANSWER_MILLISECONDS) return;
  await setTimeout(10 * GRACE_MILLISECONDS);
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
    // All of its process group: 0 means one's own, whoever leads it.
    process.kill(0, 'SIGKILL');
  };
  process.on('disconnect', end);
  if (!process.connected) end();
  process.channel?.unref();
}
