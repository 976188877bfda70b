/** A place in a source file as the user knows it (after `#line` marks). */
export interface SourceLocation {
  /** File name as the compiler's line marks give it. */
  readonly file: string;
  /** 1-based line. */
  readonly line: number;
  /** 1-based column, in UTF-16 code units. */
  readonly column: number;
}

/** `file:line:column`, the form in which every message names a place. */
export function formatLocation(at: SourceLocation): string {
  return `${at.file}:${at.line}:${at.column}`;
}
