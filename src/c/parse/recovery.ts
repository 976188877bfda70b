import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement } from '../ast.ts';
import { type Diagnostic, FrontEndError, isLackOfSupport, lackingConstruct } from '../diagnostics.ts';
import type { ScannerMark } from '../lex/scanner.ts';
import { LLONG } from '../types/type-basics.ts';
import { type Context, sees, unexpected } from './context.ts';

/**
 * Recovery from code that needs a construct which Lemmata lacks. Such code becomes an `unsupported`
 * statement, which counts only where it can be reached. The parser skips the smallest piece whose end
 * it can find without reading it. Pieces are initialisers, conditions, statements, and bodies of
 * functions.
 */

/** State of the parser before a piece of a function's body. */
interface Checkpoint {
  readonly fn: Context['function'];
  readonly mark: ScannerMark;
  readonly scopes: number;
  readonly depth: number;
  readonly height: number;
  readonly lengths: Statement[];
  readonly lengthCount: number;
  readonly inPrototype: boolean;
  readonly errors: number;
  readonly locals: number;
  readonly labels: number;
  readonly localLabels: number;
  readonly switches: number;
  readonly loops: number;
  readonly valueScope: number;
}

/** Tokens that end a skipped piece, outside of brackets that the piece opens. */
export type End = ';' | ',' | ')' | '}';

type Unsupported = Statement & { kind: 'unsupported' };

/**
 * Reads a piece of a function's body by `parse`. If the piece needs a construct that Lemmata lacks,
 * skips it and returns the result of `instead`. The piece extends to one of `ends`, or is a whole
 * block (`'block'`). @throws FrontEndError for other errors, and if `instead` returns null
 */
export function recovering<T>(
  c: Context,
  parse: () => T,
  ends: readonly End[] | 'block',
  instead: (s: Unsupported) => T | null,
): T {
  const before = checkpoint(c);
  try {
    return parse();
  } catch (error) {
    const lack = lackOf(c, error, before);
    if (lack === null || !restore(c, before, ends === 'block')) throw error;
    c.program.messages.errors.length = before.errors;
    if (ends === 'block') skipBlock(c);
    else skipTo(c, ends);
    const replaced = instead({ kind: 'unsupported', at: lack.at ?? c.scanner.at, construct: lackingConstruct(lack) });
    if (replaced === null) throw new FrontEndError([lack]);
    return replaced;
  }
}

/**
 * Reads a declaration or statement by `parse`. After a syntax error in it, skips to its end, so that
 * errors in later ones are found too. Throws other errors, and errors at the end of the input.
 */
export function resuming(c: Context, parse: () => void): void {
  const before = c.function === null ? null : checkpoint(c);
  const mark = c.scanner.mark();
  const [scopes, depth, height, { lengths, inPrototype }] = [c.scopes.depth, c.depth, c.height, c];
  try {
    parse();
  } catch (error) {
    const { at } = c.scanner;
    if (c.scanner.kind === 'end' || !c.program.messages.keepSyntaxError(error)) throw error;
    if (before !== null) {
      if (!restore(c, before, false)) throw error;
    } else {
      c.function = null;
      while (c.scopes.depth > scopes) c.scopes.leave();
      Object.assign(c, { depth, height, lengths, inPrototype });
      c.scanner.rewind(mark);
    }
    skipItem(c, at);
  }
}

/**
 * Moves behind the semicolon or block that ends a piece with a syntax error at `error`. The end of the
 * block around it ends the piece too.
 */
function skipItem(c: Context, error: SourceLocation): void {
  let depth = 0;
  let passed = false;
  for (;;) {
    const { at, kind } = c.scanner;
    passed ||= at.line === error.line && at.column === error.column && at.file === error.file;
    if (kind === 'end') throw c.program.messages.asError();
    if (kind === '{') depth++;
    if (kind === '}') {
      if (depth === 0 && c.function !== null) return;
      depth = Math.max(0, depth - 1);
    }
    c.scanner.advance();
    if (passed && depth === 0 && (kind === ';' || (kind === '}' && !sees(c, ';')))) return;
  }
}

/** Makes a value that comes after an unsupported statement. Its type holds every case label's value. */
export function afterUnsupported(s: Statement): Expression {
  const { at } = s;
  return {
    kind: 'statement-expression',
    type: LLONG,
    at,
    body: { kind: 'block', at, body: [s], end: at },
    result: { kind: 'integer', type: LLONG, at, value: 0n },
  };
}

function checkpoint(c: Context): Checkpoint {
  const fn = c.function;
  return {
    fn,
    mark: c.scanner.mark(),
    scopes: c.scopes.depth,
    depth: c.depth,
    height: c.height,
    lengths: c.lengths,
    lengthCount: c.lengths.length,
    inPrototype: c.inPrototype,
    errors: c.program.messages.errors.length,
    locals: fn?.locals.length ?? 0,
    labels: fn?.definedLabels ?? 0,
    localLabels: fn?.localLabels.length ?? 0,
    switches: fn?.switches.length ?? 0,
    loops: fn?.loops ?? 0,
    valueScope: fn?.valueScope ?? 0,
  };
}

/**
 * Returns the first error since the checkpoint, if all errors since then report a lack of support;
 * else null.
 */
function lackOf(c: Context, error: unknown, before: Checkpoint): Diagnostic | null {
  if (!(error instanceof FrontEndError)) return null;
  const noted = c.program.messages.errors.slice(before.errors);
  const all = [
    ...noted,
    ...error.diagnostics.filter((each) => each.severity === 'error' && !c.program.messages.errors.includes(each)),
  ];
  const first = all[0];
  if (first === undefined || !all.every(isLackOfSupport)) return null;
  return first;
}

/**
 * Goes back to the checkpoint. Returns false, with nothing changed, if a label was defined since then,
 * to which other code may jump. `whole`: the piece is the function's body, outside of which no label
 * is used.
 */
function restore(c: Context, before: Checkpoint, whole: boolean): boolean {
  const { fn } = before;
  if (fn === null) return false;
  if (whole) fn.labels.clear();
  else if (fn.definedLabels !== before.labels) return false;
  while (c.scopes.depth > before.scopes) c.scopes.leave();
  c.function = fn;
  c.scanner.rewind(before.mark);
  c.depth = before.depth;
  c.height = before.height;
  c.lengths = before.lengths;
  c.lengths.length = before.lengthCount;
  c.inPrototype = before.inPrototype;
  fn.locals.length = before.locals;
  fn.localLabels.length = before.localLabels;
  fn.switches.length = before.switches;
  fn.loops = before.loops;
  fn.valueScope = before.valueScope;
  return true;
}

/** Moves to the first of `ends` outside of all brackets. */
function skipTo(c: Context, ends: readonly End[]): void {
  let depth = 0;
  for (;;) {
    const { kind } = c.scanner;
    if (depth === 0 && (ends as readonly string[]).includes(kind)) return;
    if (kind === '(' || kind === '[' || kind === '{') depth++;
    else if (kind === ')' || kind === ']' || kind === '}') depth--;
    else if (kind === 'end') throw unexpected(c, "';'");
    c.scanner.advance();
  }
}

/** Moves to the token after the block that starts at the current token. */
function skipBlock(c: Context): SourceLocation {
  let depth = 0;
  for (;;) {
    const { at } = c.scanner;
    if (sees(c, '{')) depth++;
    else if (sees(c, '}')) depth--;
    else if (sees(c, 'end')) throw unexpected(c, "'}'");
    c.scanner.advance();
    if (depth === 0) return at;
  }
}
