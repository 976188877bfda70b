import type { Expr, Operation, Place } from './automaton.ts';

/**
 * Intrinsics about `errno`, which is a hidden variable of the program (lowering/models/errno.ts). Their
 * result is that variable. No program can name them.
 */

/** Name of the hidden variable. */
export const ERRNO_VARIABLE = '$errno';

export const ERRNO = {
  /** Stands before a read of `errno`. It changes nothing. */
  read: 'errno-read',
  /** Stands behind a write to `errno`. It changes nothing. */
  written: 'errno-written',
} as const;

const AFTER = 'errno after ';

/**
 * Makes the operation behind a call of a library function: `errno` stays, or becomes a positive number.
 * `kept`: the program may read it through a pointer that it keeps, where no {@link ERRNO.read} stands.
 * The result of the call may then be in `errno`, and so any number.
 */
export function errnoAfter(name: string, old: Expr, kept: Expr, variable: Place): Operation {
  return { kind: 'intrinsic', name: AFTER + name, arguments: [old, kept], places: [], result: variable };
}

/** Returns the name of the library function that an operation of {@link errnoAfter} stands behind; else null. */
export function functionBefore(name: string): string | null {
  return name.startsWith(AFTER) ? name.slice(AFTER.length) : null;
}

/** Whether an intrinsic of the name is about `errno`. */
export function isAboutErrno(name: string): boolean {
  return name === ERRNO.read || name === ERRNO.written || name.startsWith(AFTER);
}
