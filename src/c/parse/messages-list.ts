import type { SourceLocation } from '../../base/source.ts';
import {
  type Diagnostic,
  type DiagnosticArgument,
  type DiagnosticCode,
  type DiagnosticNote,
  diagnostic,
  FrontEndError,
} from '../diagnostics.ts';
import { MESSAGES } from '../messages.ts';

const MAX_ERRORS = 20;
const MAX_WARNINGS = 200;

function isSyntax({ code }: Diagnostic): boolean {
  return code.startsWith('C12');
}

/** Errors and warnings of one compilation, bounded in number. */
export class MessageList {
  readonly errors: Diagnostic[] = [];
  readonly warnings: Diagnostic[] = [];
  #hasSyntaxError = false;

  /** Adds an error. Once there are 20, all are thrown. */
  error(
    code: DiagnosticCode,
    args: readonly DiagnosticArgument[],
    at: SourceLocation | null,
    notes: readonly DiagnosticNote[] = [],
  ): void {
    // Behind a syntax error names may be missing because their declarations were skipped.
    if (this.#hasSyntaxError) return;
    this.errors.push(diagnostic(code, args, at, { notes }));
    if (this.errors.length >= MAX_ERRORS) throw new FrontEndError(this.errors);
  }

  /**
   * Keeps the syntax error that ended the reading of a piece. Errors of other kinds count no longer after
   * it. Returns false if the error is of another kind and the first one, or if there are too many.
   */
  keepSyntaxError(error: unknown): boolean {
    if (!(error instanceof FrontEndError) || this.errors.length >= MAX_ERRORS) return false;
    const [first] = error.diagnostics.filter((each) => each.severity === 'error' && !this.errors.includes(each));
    if (first === undefined || !isSyntax(first)) return this.#hasSyntaxError;
    this.#hasSyntaxError = true;
    this.errors.push(first);
    return this.errors.length < MAX_ERRORS;
  }

  /** Adds an error or a warning, as the code says. */
  either(code: DiagnosticCode, args: readonly DiagnosticArgument[], at: SourceLocation | null): void {
    if (MESSAGES[code][0] === 'error') this.error(code, args, at);
    else this.warn(code, args, at);
  }

  /** Returns all errors so far, to throw where the parse cannot continue. */
  asError(): FrontEndError {
    return new FrontEndError(this.errors);
  }

  /** Adds a warning. Warnings beyond the first 200 are dropped. */
  warn(code: DiagnosticCode, args: readonly DiagnosticArgument[], at: SourceLocation | null): void {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push(diagnostic(code, args, at));
  }
}
