import type { ErrorCode } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';

// The messages between threads. Plain data; classes and functions do not cross.

/** An error as it crosses threads. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: SourceLocation | null;
}

/** The result of a call, which may fail with a message. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: PlainError };
