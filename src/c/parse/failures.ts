import type { SourceLocation } from '../../base/source.ts';
import {
  type DiagnosticArgument,
  type DiagnosticCode,
  type DiagnosticNote,
  diagnostic,
  FrontEndError,
} from '../diagnostics.ts';

/**
 * Limit of the nesting of parentheses, blocks, declarators and operator chains in a program. Later
 * stages recurse over its syntax.
 */
export const MAX_DEPTH = 20_000;

/** Makes an error that ends the parse of the program; index.ts adds the excerpt. */
export function failure(
  code: DiagnosticCode,
  args: readonly DiagnosticArgument[],
  at: SourceLocation | null,
  notes: readonly DiagnosticNote[] = [],
): FrontEndError {
  return new FrontEndError([diagnostic(code, args, at, { notes })]);
}
