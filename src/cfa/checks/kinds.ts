/** The kinds of faults that checks in a program watch for, besides calls of error functions. */
export const CHECK_KINDS = ['overflow', 'division', 'shift'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** A kind of check, as data. */
export interface CheckDescription {
  /** The fault in a few words, with its article. */
  readonly fault: string;
  /** Number of the weakness in the Common Weakness Enumeration. */
  readonly cwe: number;
  /** The name of SV-COMP's property; null if there is none. */
  readonly property: string | null;
}

export const CHECKS: Readonly<Record<CheckKind, CheckDescription>> = {
  overflow: { fault: 'a signed overflow', cwe: 190, property: 'no-overflow' },
  division: { fault: 'a division by zero', cwe: 369, property: null },
  shift: { fault: 'a shift by a count that is negative or too large', cwe: 1335, property: null },
};

/** Prefix of hidden functions; no function of a program has it. */
const PREFIX = 'check:';

/**
 * Name of the hidden function without a body that a program calls where a check fails. A property about
 * checks names such functions as its error functions.
 */
export function checkFunction(kind: CheckKind): string {
  return `${PREFIX}${kind}`;
}

/** The kind of check that calls the function where it fails; null for other functions. */
export function checkOf(functionName: string): CheckKind | null {
  return CHECK_KINDS.find((kind) => checkFunction(kind) === functionName) ?? null;
}
