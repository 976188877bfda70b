import type { CheckKind } from './kinds.ts';

/**
 * Contested cases: the rules of SV-COMP leave open whether the program is at fault there. They count
 * against a proof, and not for an alarm, unless the user decides them.
 */

/** How the contested cases of a kind are read: as faults, or as none. */
export type ContestedReading = 'strict' | 'lenient';
/** Readings by kind; contested cases of other kinds stay open. */
export type ContestedReadings = Readonly<Partial<Record<CheckKind, ContestedReading>>>;

/** An access to a bit-field where the object ends within the field's unit. */
export const PART_OF_UNIT = 'access to a bit-field in an object with a part of its unit';

const MARK = ' (contested)';

/** Name of the construct that stands for a contested case. */
export function contestedConstruct(what: string): string {
  return `${what}${MARK}`;
}

/** The contested case that a construct stands for; null for other constructs. */
export function contestedIn(construct: string): string | null {
  return construct.endsWith(MARK) ? construct.slice(0, -MARK.length) : null;
}
