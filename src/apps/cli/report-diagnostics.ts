import { type Diagnostic, formatDiagnostic } from '../../c/diagnostics.ts';

/** Writes diagnostics to stderr: errors, and warnings if wanted. */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  { warnings }: { readonly warnings: boolean },
): void {
  for (const diagnostic of diagnostics) {
    if (warnings || diagnostic.severity === 'error') process.stderr.write(`${formatDiagnostic(diagnostic)}\n`);
  }
}
