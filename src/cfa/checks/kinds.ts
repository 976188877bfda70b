/** The kinds of faults that checks in a program watch for, besides calls of error functions. */
export const CHECK_KINDS = ['overflow', 'division', 'shift', 'deref', 'free', 'memtrack', 'memcleanup'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/**
 * The kinds that no branch of the program checks. Encoder and interpreter judge each access, each call
 * of `free` and each lost block themselves, if the program watches for it (`Program.watched`).
 */
export const MEMORY_KINDS = ['deref', 'free', 'memtrack'] as const satisfies readonly CheckKind[];
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Whether the kind is about memory. */
export function isMemoryKind(kind: CheckKind): kind is MemoryKind {
  return MEMORY_KINDS.some((one) => one === kind);
}

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
  deref: { fault: 'an access outside of a live object', cwe: 119, property: 'valid-deref' },
  free: { fault: 'a release of what is not the start of a live block', cwe: 590, property: 'valid-free' },
  memtrack: { fault: 'a block to which no pointer is left', cwe: 401, property: 'valid-memtrack' },
  memcleanup: { fault: 'an end of the program with a live block', cwe: 772, property: 'valid-memcleanup' },
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
