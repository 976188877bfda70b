import type { SourceLocation } from '../base/source.ts';

/** A message about the user's program. */
export interface Diagnostic {
  /** Stable code of the table below, `C1001` and so on. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly at: SourceLocation | null;
  readonly notes: readonly { readonly message: string; readonly at: SourceLocation | null }[];
  /** The source line with a caret line below it, or null where the text is not at hand. */
  readonly excerpt: string | null;
}
