import type { ArgumentBounds } from '../../program/cfa/automaton.ts';

/** Most arguments of a program's command line for which runs are searched. */
const MOST_ARGUMENTS = 200;
/** Most bytes of all of them. */
export const MOST_ARGUMENT_BYTES = 20_000;

/**
 * Reads bounds such as `4x16`: number of arguments and bytes of each. Returns null for other texts and
 * larger bounds.
 */
export function readArgumentBounds(text: string): ArgumentBounds | null {
  const [, count, bytes] = /^(\d{1,3})x(\d{1,4})$/.exec(text) ?? [];
  const bounds = { count: Number(count), bytes: Number(bytes) };
  return count !== undefined && areArgumentBounds(bounds) ? bounds : null;
}

/** Whether runs can be searched within the bounds. */
export function areArgumentBounds({ count, bytes }: ArgumentBounds): boolean {
  return count <= MOST_ARGUMENTS && count * bytes <= MOST_ARGUMENT_BYTES;
}
