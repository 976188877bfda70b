import type { SourceLocation } from './source.ts';

/**
 * Every way in which Lemmata itself can fail, with its exit code (see README, "Exit codes"). Messages
 * about the user's C program are diagnostics (`c/diagnostics.ts`) and reach the user under `E-INPUT`.
 */
export const ERRORS = {
  'E-USAGE': { exitCode: 1, what: 'the command line or the options are wrong' },
  'E-INPUT': { exitCode: 2, what: 'the program, property or model cannot be read' },
  'E-PREPROCESS': { exitCode: 2, what: 'the C preprocessor is missing or failed' },
  'E-SOLVER': { exitCode: 6, what: 'the SMT solver trapped' },
  'E-LIMIT': { exitCode: 6, what: 'a limit on memory or on the number of terms was reached' },
  'E-INTERNAL': { exitCode: 6, what: 'a bug in Lemmata' },
  'E-INTERRUPTED': { exitCode: 130, what: 'interrupted by a signal' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** The one error class. Across threads it is recognised by `name` and `code`. */
export class LemmataError extends Error {
  override readonly name = 'LemmataError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly at: SourceLocation | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Marks a branch that a closed union makes impossible; reaching it is a bug. */
export function unreachable(value: never): never {
  throw new LemmataError('E-INTERNAL', `unexpected value: ${JSON.stringify(value)}`);
}

/** Returns the message of any thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
