import { type ErrorCode, LemmataError } from '../base/errors.ts';
import { formatLocation, type SourceLocation } from '../base/source.ts';
import { type DiagnosticCode, MESSAGES } from './messages.ts';

export type { DiagnosticCode } from './messages.ts';

/** A message about the user's program. */
export interface Diagnostic {
  /** Stable code of the table in messages.ts, `C1001` and so on. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly at: SourceLocation | null;
  readonly notes: readonly DiagnosticNote[];
  /** The source line with a caret line below it; null if the text is not available. */
  readonly excerpt: string | null;
}

/** An additional line below a diagnostic. */
export interface DiagnosticNote {
  readonly message: string;
  readonly at: SourceLocation | null;
}

/** The value of a placeholder in a message. */
export type DiagnosticArgument = string | number | bigint;

/** Limit of the characters of an argument in a message. */
const MAX_ARGUMENT = 200;
/** Columns of an excerpt. */
const EXCERPT_WIDTH = 110;

/**
 * Makes the diagnostic of that code. Arguments (made printable, cut at 200 characters) replace `{0}`,
 * `{1}` ... in its message.
 */
export function diagnostic(
  code: DiagnosticCode,
  args: readonly DiagnosticArgument[],
  at: SourceLocation | null,
  options: { readonly excerpt?: string | null; readonly notes?: readonly DiagnosticNote[] } = {},
): Diagnostic {
  const [severity, template] = MESSAGES[code];
  const message = template.replace(/\{(\d)\}/g, (_, index: string) => {
    const text = String(args[Number(index)] ?? '');
    return printable(text.length > MAX_ARGUMENT ? `${text.slice(0, MAX_ARGUMENT)}...` : text);
  });
  return { code, severity, message, at, notes: options.notes ?? [], excerpt: options.excerpt ?? null };
}

/**
 * Codes of messages about text that may well be C, or an extension of GCC's, but is missing or has no
 * meaning here.
 */
const LACKING: ReadonlySet<string> = new Set<DiagnosticCode>(['C1011', 'C1115', 'C1336']);

/** Whether the message reports a lack of Lemmata, not an error of the program. */
export function isLackOfSupport({ code }: Diagnostic): boolean {
  return LACKING.has(code);
}

/** Returns the name of the construct that a message reports as not supported. */
export function lackingConstruct({ message }: Diagnostic): string {
  return message.replace(/ is not supported$/, '');
}

/**
 * The program cannot be used as it is: at least one of the `diagnostics` is an error. Own properties
 * of an error do not survive a message to another thread. Send `diagnostics`, which is plain data, and
 * make a new error from it there.
 */
export class FrontEndError extends LemmataError {
  constructor(
    readonly diagnostics: readonly Diagnostic[],
    code: ErrorCode = 'E-INPUT',
  ) {
    const first = diagnostics.find((each) => each.severity === 'error') ?? diagnostics[0];
    super(code, first === undefined ? 'the program cannot be read' : first.message, first?.at ?? null);
  }
}

/**
 * Formats `file:line:column: error[C1203]: message`, and below it the excerpt and the notes. There is
 * no newline at the end.
 */
export function formatDiagnostic(each: Diagnostic): string {
  const place = each.at === null ? '' : `${printable(formatLocation(each.at))}: `;
  const lines = [`${place}${each.severity}[${each.code}]: ${each.message}`];
  if (each.excerpt !== null) lines.push(each.excerpt);
  for (const note of each.notes) {
    lines.push(`${note.at === null ? '' : `${printable(formatLocation(note.at))}: `}note: ${printable(note.message)}`);
  }
  return lines.join('\n');
}

/**
 * Replaces control, format and lone surrogate characters, so that no part of a program text can steer
 * a terminal.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\t' || character === '\n' ? ' ' : '?',
  );
}

/**
 * Returns the line of `text` around `offset` (UTF-16 index) with a caret below the character there.
 * Long lines are cut around the caret, after at most about {@link EXCERPT_WIDTH} characters on either
 * side.
 */
export function excerptOf(text: string, offset: number): string {
  const at = Math.min(Math.max(offset, 0), text.length);
  let start = at;
  const lowest = Math.max(0, at - EXCERPT_WIDTH);
  while (start > lowest && !isLineEnd(text.charCodeAt(start - 1))) start--;
  let end = at;
  const highest = Math.min(text.length, at + EXCERPT_WIDTH);
  while (end < highest && !isLineEnd(text.charCodeAt(end))) end++;
  const cutLeft = start > 0 && !isLineEnd(text.charCodeAt(start - 1));
  const cutRight = end < text.length && !isLineEnd(text.charCodeAt(end));
  // Half a surrogate pair at a cut would be printed as garbage.
  if (cutLeft && isTrailSurrogate(text.charCodeAt(start))) start++;
  if (cutRight && isTrailSurrogate(text.charCodeAt(end))) end--;
  const before = (cutLeft ? '... ' : '') + printable(text.slice(start, at));
  const line = before + printable(text.slice(at, end)) + (cutRight ? ' ...' : '');
  return `  ${line}\n  ${' '.repeat([...before].length)}^`;
}

function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13;
}

function isTrailSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
