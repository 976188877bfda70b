import type { ByteOrder } from '../../base/byte-order.ts';
import type { SourceLocation } from '../../base/source.ts';
import { failure } from '../parse/failures.ts';
import { type Columns, columnInSource } from '../source/columns.ts';
import type { Standard } from '../source/standard.ts';
import { type DirectiveState, newDirectiveState, readDirective } from './directives.ts';
import { hashStep, type Name, type NameTable } from './names.ts';
import type { TokenKind } from './tokens.ts';
import { scanPunctuator } from './tokens.ts';

/** One token; the scanner reuses two of these objects. */
interface Token {
  kind: TokenKind;
  /** The name of an identifier or keyword; else null. */
  name: Name | null;
  start: number;
  end: number;
  file: string;
  line: number;
  /** Line in the text itself, which line marks do not change. */
  physicalLine: number;
  column: number;
  /** The token's place, made at its first use; null before. */
  at: SourceLocation | null;
  /** The annotations in comments before the token. */
  notes: readonly Annotation[];
}

/** A comment that begins with an at sign, as those of ACSL do. */
export interface Annotation {
  /** The text behind the at sign. */
  readonly text: string;
  readonly at: SourceLocation;
}

/** A place in the text to which the scanner can go back. */
export interface ScannerMark {
  readonly start: number;
  readonly column: number;
  readonly physicalLine: number;
  readonly notes: readonly Annotation[];
  readonly directives: Omit<Readonly<DirectiveState>, 'byteOrder'>;
}

const IDENTIFIER = 1;
const DIGIT = 2;
/** Class of each ASCII character. */
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const text = String.fromCharCode(code);
  if (/[A-Za-z_$]/.test(text)) classes[code] = IDENTIFIER;
  else if (/[0-9]/.test(text)) classes[code] = DIGIT;
}

const NONE: readonly Annotation[] = [];

function newToken(): Token {
  return {
    kind: 'end',
    name: null,
    start: 0,
    end: 0,
    file: '',
    line: 1,
    physicalLine: 1,
    column: 1,
    at: null,
    notes: NONE,
  };
}

/**
 * The tokens of one preprocessed file, made on demand, with one token of look-ahead. The scanner
 * consumes line marks, `#pragma` and comments on the way. {@link Scanner.pack} holds the state of
 * `#pragma pack`. Errors are located diagnostics (C11xx).
 */
export class Scanner {
  /** The file, with line splices moved to the end of their logical line. */
  readonly text: string;
  readonly #names: NameTable;
  readonly #directives: DirectiveState;
  #token = newToken();
  #ahead = newToken();
  #hasAhead = false;
  /** State of the directives before the scan of the token ahead. */
  readonly #beforeAhead: Pick<DirectiveState, 'system' | 'pack' | 'packStack'> = {
    system: false,
    pack: null,
    packStack: null,
  };
  #position = 0;
  /** Physical line of `position`, and the offset of its start. */
  #line = 1;
  #lineStart = 0;
  #fresh = true;
  /** The annotations that the scan passed. */
  #notes: readonly Annotation[] = NONE;

  /** `standard`: C23 has single quotes between digits. `columns`: those of places; null: those of the text. */
  constructor(
    text: string,
    file: string,
    names: NameTable,
    private readonly standard: Standard,
    private readonly columns: Columns | null,
    byteOrder: ByteOrder,
  ) {
    this.text = withoutSplices(text);
    this.#names = names;
    this.#directives = newDirectiveState(file, byteOrder);
    if (this.text.charCodeAt(0) === 0xfeff) this.#position = 1;
    this.#scan(this.#token);
  }

  get kind(): TokenKind {
    return this.#token.kind;
  }

  /** Name of the current token, which is an identifier or keyword. */
  get name(): Name {
    return this.#token.name!;
  }

  /** The place where the current token starts. */
  get at(): SourceLocation {
    const token = this.#token;
    const { file, line } = token;
    token.at ??= { file, line, column: this.#columnInSource(token.physicalLine, token.column) };
    return token.at;
  }

  /** The annotations in comments before the current token. */
  get notes(): readonly Annotation[] {
    return this.#token.notes;
  }

  get spelling(): string {
    return this.text.slice(this.#token.start, this.#token.end);
  }

  get start(): number {
    return this.#token.start;
  }

  get end(): number {
    return this.#token.end;
  }

  /** `#pragma pack` in force at the current token, in bytes; null for the natural layout. */
  get pack(): number | null {
    return this.#directives.pack;
  }

  /** Whether the text around the current token is from a header of the system. */
  get system(): boolean {
    return this.#directives.system;
  }

  /** Makes the next token current. */
  advance(): void {
    const old = this.#token;
    if (this.#hasAhead) {
      this.#token = this.#ahead;
      this.#ahead = old;
      this.#hasAhead = false;
    } else this.#scan(old);
  }

  /** Marks the start of the current token, for {@link rewind}. */
  mark(): ScannerMark {
    const { start, file, line, column, physicalLine, notes } = this.#token;
    // The scanner applies directives again after rewinding if they stand between the current token and the
    // token ahead.
    const { system, pack, packStack } = this.#hasAhead ? this.#beforeAhead : this.#directives;
    return {
      start,
      column,
      physicalLine,
      notes,
      directives: { file, system, delta: line - physicalLine, pack, packStack },
    };
  }

  /** Goes back to `mark`. The token that was current there is current again. */
  rewind(mark: ScannerMark): void {
    Object.assign(this.#directives, mark.directives);
    this.#hasAhead = false;
    this.#fresh = false;
    this.#position = mark.start;
    this.#line = mark.physicalLine;
    this.#lineStart = mark.start - mark.column + 1;
    this.#scan(this.#token);
    this.#token.notes = mark.notes;
  }

  /** Returns the kind of the token after the current one. */
  peek(): TokenKind {
    return this.#peekToken().kind;
  }

  /** Returns the name of the token after the current one if it is an identifier or keyword; else null. */
  peekName(): Name | null {
    return this.#peekToken().name;
  }

  #peekToken(): Token {
    if (!this.#hasAhead) {
      this.#beforeAhead.system = this.#directives.system;
      this.#beforeAhead.pack = this.#directives.pack;
      this.#beforeAhead.packStack = this.#directives.packStack;
      this.#scan(this.#ahead);
      this.#hasAhead = true;
    }
    return this.#ahead;
  }

  #here(position: number): SourceLocation {
    return {
      file: this.#directives.file,
      line: this.#line + this.#directives.delta,
      column: this.#columnInSource(this.#line, position - this.#lineStart + 1),
    };
  }

  #columnInSource(physicalLine: number, column: number): number {
    return this.columns === null ? column : columnInSource(this.columns, physicalLine, column);
  }

  #scan(token: Token): void {
    this.#notes = NONE;
    this.#skipBlanks();
    token.notes = this.#notes;
    const text = this.text;
    const start = this.#position;
    token.start = start;
    token.file = this.#directives.file;
    token.line = this.#line + this.#directives.delta;
    token.physicalLine = this.#line;
    token.column = start - this.#lineStart + 1;
    token.at = null;
    token.name = null;
    if (start >= text.length) {
      token.kind = 'end';
      token.end = start;
      return;
    }
    const code = text.charCodeAt(start);
    const kind = code < 128 ? classes[code] : 0;
    if (kind === IDENTIFIER) this.#scanIdentifier(token, start);
    else if (kind === DIGIT || (code === 46 && classes[text.charCodeAt(start + 1)] === DIGIT))
      this.#scanNumber(token, start);
    else if (code === 34 || code === 39) this.#scanQuoted(token, start, start);
    else {
      const length = scanPunctuator(text, start, token);
      if (length > 0) this.#position = start + length;
      else this.#scanUnusual(token, start, code);
    }
    token.end = this.#position;
  }

  #scanIdentifier(token: Token, start: number): void {
    const text = this.text;
    let end = start;
    let hash = 0;
    let code = text.charCodeAt(end);
    for (;;) {
      while (code < 128 && classes[code] !== 0) {
        hash = hashStep(hash, code);
        code = text.charCodeAt(++end);
      }
      const more = this.#unusualLength(end, code);
      if (more === 0) break;
      for (const last = end + more; end < last; end++) hash = hashStep(hash, text.charCodeAt(end));
      code = text.charCodeAt(end);
    }
    if ((code === 34 || code === 39) && end - start <= 2 && /^(L|u8|u|U)$/.test(text.slice(start, end))) {
      this.#scanQuoted(token, start, end);
      return;
    }
    this.#position = end;
    const name = this.#names.intern(text, start, end, hash);
    token.name = name;
    token.kind = name.kind;
    if (name.text === '_Pragma') this.#scanPragmaOperator(token);
  }

  /** Returns the length of a universal character name or a non-ASCII letter at `position`, or 0. */
  #unusualLength(position: number, code: number): number {
    if (code === 92) {
      const match = /^\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/.exec(this.text.slice(position, position + 10));
      return match ? match[0].length : 0;
    }
    if (!(code >= 128)) return 0;
    const letter = String.fromCodePoint(this.text.codePointAt(position)!);
    return /^\p{XID_Continue}$/u.test(letter) ? letter.length : 0;
  }

  #scanUnusual(token: Token, start: number, code: number): void {
    if (this.#unusualLength(start, code) > 0) {
      this.#scanIdentifier(token, start);
      return;
    }
    const hexadecimal = code.toString(16).toUpperCase().padStart(4, '0');
    // A byte that is not UTF-8 became one of these.
    const isByte = code >= 0xdc80 && code <= 0xdcff;
    const shown =
      code > 32 && code < 127
        ? `'${String.fromCharCode(code)}'`
        : isByte
          ? `(byte 0x${hexadecimal.slice(2)}, which is not UTF-8)`
          : `U+${hexadecimal}`;
    throw failure('C1121', [shown], this.#here(start));
  }

  /** Scans a preprocessing number (C11 6.4.8). */
  #scanNumber(token: Token, start: number): void {
    const text = this.text;
    let end = start + 1;
    for (;;) {
      const code = text.charCodeAt(end);
      if ((code < 128 && classes[code] !== 0) || code === 46) end++;
      else if (code === 39 && this.standard === 'c23' && classes[text.charCodeAt(end + 1)] > 0) end += 2;
      else if ((code === 43 || code === 45) && /[eEpP]/.test(text[end - 1])) end++;
      else break;
    }
    token.kind = 'number';
    this.#position = end;
  }

  #scanQuoted(token: Token, start: number, open: number): void {
    const text = this.text;
    const quote = text.charCodeAt(open);
    let end = open + 1;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code === quote) break;
      if (code === 92) end++;
      else if (code === 10 || end >= text.length) {
        throw failure('C1122', [quote === 34 ? '"' : "'"], this.#here(start));
      }
      end++;
    }
    token.kind = quote === 34 ? 'string' : 'character';
    this.#position = end + 1;
  }

  /** Applies `_Pragma("...")`, which is not a token. */
  #scanPragmaOperator(token: Token): void {
    const match = /^\s*\(\s*L?"((?:[^"\\\n]|\\.)*)"\s*\)/.exec(this.text.slice(this.#position, this.#position + 4096));
    if (!match) throw failure('C1123', [], this.#here(this.#position));
    this.#applyDirective(`#pragma ${match[1].replace(/\\(["\\])/g, '$1')}`, this.#position);
    this.#position += match[0].length;
    this.#scan(token);
  }

  #applyDirective(directive: string, position: number): void {
    const problem = readDirective(this.#directives, directive, this.#line);
    if (problem === null) return;
    const isPragma = problem.startsWith('pragma ');
    throw failure(isPragma ? 'C1336' : 'C1124', [isPragma ? `#${problem}` : problem], this.#here(position));
  }

  /** Moves over white space, comments and directives. */
  #skipBlanks(): void {
    const text = this.text;
    let position = this.#position;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code === 32 || code === 9) position++;
      else if (code === 10) {
        position++;
        this.#line++;
        this.#lineStart = position;
        this.#fresh = true;
      } else if (code === 13 || code === 11 || code === 12) position++;
      else if (code === 47) {
        const next = text.charCodeAt(position + 1);
        if (next === 47) {
          const end = text.indexOf('\n', position);
          this.#note(position, end < 0 ? text.length : end);
          position = end < 0 ? text.length : end;
        } else if (next === 42) position = this.#skipComment(position);
        else break;
      } else if (this.#fresh && (code === 35 || (code === 37 && text.charCodeAt(position + 1) === 58))) {
        const newline = text.indexOf('\n', position);
        const end = newline < 0 ? text.length : newline;
        this.#applyDirective(text.slice(position, end), position);
        position = end;
      } else break;
    }
    this.#fresh = false;
    this.#position = position;
  }

  /** Keeps a comment that begins with an at sign, without its ends. */
  #note(start: number, end: number): void {
    if (this.text.charCodeAt(start + 2) !== 64) return;
    this.#notes = [...this.#notes, { text: this.text.slice(start + 3, end), at: this.#here(start + 3) }];
  }

  /** Returns the position after the block comment at `start`. */
  #skipComment(start: number): number {
    const end = this.text.indexOf('*/', start + 2);
    if (end < 0) throw failure('C1125', [], this.#here(start));
    this.#note(start, end);
    for (let i = this.text.indexOf('\n', start); i >= 0 && i < end; i = this.text.indexOf('\n', i + 1)) {
      this.#line++;
      this.#lineStart = i + 1;
      this.#fresh = true;
    }
    return end + 2;
  }
}

/**
 * Joins lines at backslash-newline. The removed newlines come after the logical line, so that later
 * lines keep their numbers.
 */
function withoutSplices(text: string): string {
  if (!/\\\r?\n/.test(text)) return text;
  let taken = 0;
  return text.replace(/\\\r?\n|\n/g, (match) => {
    if (match !== '\n') {
      taken++;
      return '';
    }
    const newlines = '\n'.repeat(taken + 1);
    taken = 0;
    return newlines;
  });
}
