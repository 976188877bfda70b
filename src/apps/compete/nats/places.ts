/** Most workers that race on one task. */
export const MOST_MACHINES = 16;

/** Names under which a task is on the queue: one for each worker that races on it. */
export function placesOf(key: string, machines: number): readonly string[] {
  return machines === 1 ? [key] : Array.from({ length: machines }, (_, machine) => `${key}_${machine}`);
}

/** The task of a place, and the number of the worker; null: the task has one worker only. */
export function placeOf(name: string): { readonly key: string; readonly machine: number | null } {
  const [key, machine] = name.split('_');
  return { key, machine: machine === undefined ? null : Number(machine) };
}
