import type { Diagnostic } from './event-parts.ts';

/** A message of the compiler at a place of a file that is being edited. */
export interface EditorMark {
  /** Line and column from 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** Returns the messages that lie in a file. */
export function marksOf(diagnostics: readonly Diagnostic[], file: string): readonly EditorMark[] {
  return diagnostics.flatMap(({ at, severity, message }) =>
    at !== null && at.file === file ? [{ line: at.line, column: at.column, severity, text: message }] : [],
  );
}

/** Returns the errors, each in a line for the list beside the button. */
export function errorLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap(({ at, severity, message }) =>
    severity === 'error' ? [at === null ? message : `${at.file}:${at.line}: ${message}`] : [],
  );
}
