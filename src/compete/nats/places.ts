/** Most workers that race on one task. */
export const MOST_MACHINES = 16;

/** Names under which a task is on the queue: one for each worker that races on it. */
export function placesOf(key: string, machines: number): readonly string[] {
  return machines === 1 ? [key] : Array.from({ length: machines }, (_, seat) => `${key}_${seat}`);
}

/** The task of a place, and the seat of the worker; null: the task has one worker only. */
export function placeOf(name: string): { readonly key: string; readonly seat: number | null } {
  const [key, seat] = name.split('_');
  return { key, seat: seat === undefined ? null : Number(seat) };
}
