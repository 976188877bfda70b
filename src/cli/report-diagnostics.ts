import { formatLocation } from '../base/source.ts';
import type { Diagnostic } from '../c/diagnostics.ts';

/** After so many errors the rest is only counted. */
const MOST_ERRORS = 20;

/** A diagnostic as a compiler writes it: place, severity, message, the line with a caret, notes. */
export function diagnosticText({ severity, message, at, code, excerpt, notes }: Diagnostic): string {
  const head = `${at === null ? 'lemmata' : formatLocation(at)}: ${severity}: ${message} [${code}]`;
  const more = notes.map((note) => `${note.at === null ? 'lemmata' : formatLocation(note.at)}: note: ${note.message}`);
  return [head, ...(excerpt === null ? [] : [excerpt]), ...more].join('\n');
}

/** Writes diagnostics to stderr. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], { warnings }: { readonly warnings: boolean }): void {
  const shown = diagnostics.filter(({ severity }) => warnings || severity === 'error');
  for (const diagnostic of shown.slice(0, MOST_ERRORS)) process.stderr.write(`${diagnosticText(diagnostic)}\n`);
  if (shown.length > MOST_ERRORS) process.stderr.write(`lemmata: ${shown.length - MOST_ERRORS} more messages\n`);
}
