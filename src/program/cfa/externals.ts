/** External functions: functions that the program declares and calls without a body. */

/**
 * Readings of an external function: what a call may do.
 *
 * - `pure`: the call returns any value of its type. It changes nothing and calls no function of the
 *   program.
 * - `havoc`: the call may change all memory that it can reach. It starts from its arguments, from
 *   globals of external linkage, and from addresses given to external functions before. It may call
 *   functions of the program whose address it can reach, any number of times.
 * - `agree`: proofs hold under `havoc`, and alarms are runs under `pure`.
 * - `stop`: the call has no meaning here.
 */
export const EXTERNAL_READINGS = ['agree', 'pure', 'havoc', 'stop'] as const;
export type ExternalReading = (typeof EXTERNAL_READINGS)[number];

/** Readings of the external functions of a program. Plain data. */
export interface Externals {
  /** Reading of all external functions that `functions` does not name. */
  readonly reading: ExternalReading;
  /** Readings of single functions, by name. */
  readonly functions: Readonly<Record<string, ExternalReading>>;
}

export const DEFAULT_EXTERNALS: Externals = { reading: 'agree', functions: {} };
/** SV-COMP's reading, which its properties imply. */
export const PURE_EXTERNALS: Externals = { reading: 'pure', functions: {} };

/** An external function of a program with its reading. */
export interface ExternalFunction {
  readonly name: string;
  readonly reading: ExternalReading;
  /** Its declaration leads to a `_Bool`, in which it is taken to leave 0 or 1. */
  readonly truths?: true;
}

/** Whether a call under the reading may change memory. */
export function mayChange(reading: ExternalReading): boolean {
  return reading === 'agree' || reading === 'havoc';
}

const WHAT = 'effects of external function ';

/** Names the construct for a call of an external function that the reading leaves open. */
export function externalConstruct(name: string): string {
  return `${WHAT}${name}`;
}

/** Returns the external function that a construct names; null for other constructs. */
export function externalIn(construct: string): string | null {
  if (!construct.startsWith(WHAT)) return null;
  return /^\w+/.exec(construct.slice(WHAT.length))?.[0] ?? null;
}
