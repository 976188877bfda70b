/** A kind of undefined behaviour that a run met, as data. */
export interface WeaknessDescription {
  /** Number in the Common Weakness Enumeration. */
  readonly cwe: number;
  /** The end of the run as a clause. */
  readonly happens: string;
}

/**
 * The weaknesses that runs tell apart. Checks of accesses and releases have several; the interpreter
 * knows which one a run met.
 */
export const WEAKNESSES = {
  'null-pointer': { cwe: 476, happens: 'An access through a null pointer happens' },
  'freed-block': { cwe: 416, happens: 'An access to a block that was released happens' },
  'ended-object': { cwe: 825, happens: 'An access to an object whose lifetime has ended happens' },
  'read-outside': { cwe: 125, happens: 'A read outside of an object happens' },
  'write-outside': { cwe: 787, happens: 'A write outside of an object happens' },
  'negative-length': { cwe: 195, happens: 'A library function gets a negative length' },
  'uninitialised-pointer': { cwe: 824, happens: 'An access through an uninitialised pointer happens' },
  'uninitialised-content': { cwe: 457, happens: 'An access through content that is not initialised happens' },
  'invalid-address': { cwe: 119, happens: 'An access outside of a live object happens' },
  'double-free': { cwe: 415, happens: 'A block is released twice' },
  'free-inside-block': { cwe: 761, happens: 'A release of a pointer into a block happens' },
  'free-of-no-block': { cwe: 590, happens: 'A release of what is no block of the heap happens' },
  'no-value': { cwe: 457, happens: 'A use of a variable without a value happens' },
  'division-by-zero': { cwe: 369, happens: 'A division by zero happens' },
  'division-overflow': { cwe: 190, happens: 'An overflow of a division happens' },
  'wrong-shift': { cwe: 1335, happens: 'A shift by a wrong count happens' },
} as const satisfies Readonly<Record<string, WeaknessDescription>>;

export type Weakness = keyof typeof WEAKNESSES;

/** Undefined behaviour that ended a run. Plain data. */
export interface RunFault {
  /** The behaviour in words, such as `write to freed memory`. */
  readonly what: string;
  /** Null: it is none of the known ones. */
  readonly weakness: Weakness | null;
}
