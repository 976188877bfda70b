import type { DiagnosticArgument, DiagnosticCode } from '../diagnostics.ts';
import type { Standard } from '../source/standard.ts';
import { CHAR, CHAR16, CHAR32, INT, UCHAR, wcharType } from '../types/type-basics.ts';
import type { DataModel, IntegerType } from '../types/types.ts';
import type { ReportLiteral } from './literals.ts';

/**
 * Character constants and string literals (C11 6.4.4.4, 6.4.5). The execution character set is UTF-8,
 * like that of the source. A source byte that is not UTF-8 arrives as a lone surrogate between U+DC80
 * and U+DCFF (see source-text.ts). It becomes that byte again.
 */

/** The type and value of a character constant. */
export interface CharacterLiteral {
  readonly type: IntegerType;
  readonly value: bigint;
}

/**
 * Reads a character constant. Plain constants have type int; char16_t, char32_t and wchar_t are the
 * integer types behind those names. Null after an error.
 */
export function parseCharacter(text: string, model: DataModel, report: ReportLiteral): CharacterLiteral | null {
  const encoding = encodingOf(text, "'", model);
  const units: number[] = [];
  let failed = false;
  decode(text, encoding, units, (code, args, offset) => {
    if (code === 'C1111' || code === 'C1109' || code === 'C1113') failed = true;
    report(code, args, offset);
  });
  if (failed) return null;
  if (units.length === 0) {
    report('C1108', [], 0);
    return null;
  }
  if (encoding.prefix === '') return { type: INT, value: plainCharacter(units, report) };
  if (units.length > 1) report('C1903', [], 0);
  // GCC takes the last of several characters.
  const unit = BigInt(units[units.length - 1]);
  const value = encoding.prefix === 'L' ? BigInt.asIntN(32, unit) : unit;
  return { type: encoding.prefix === 'u8' ? UCHAR : encoding.element, value };
}

/**
 * Returns the value of a plain constant. A single char is sign-extended; several are combined from the
 * first on, of which the last four count.
 */
function plainCharacter(units: readonly number[], report: ReportLiteral): bigint {
  if (units.length === 1) return BigInt((units[0] << 24) >> 24);
  report(units.length > 4 ? 'C1903' : 'C1902', [], 0);
  let value = 0;
  for (const unit of units) value = (value << 8) | unit;
  return BigInt(value);
}

/** The element type and content of a string literal. */
export interface StringLiteral {
  readonly element: IntegerType;
  /** Unsigned code units of the element type, including the terminating zero. */
  readonly units: number[];
}

/** Like {@link ReportLiteral}, with the index of the piece. */
export type ReportPiece = (
  code: DiagnosticCode,
  args: readonly DiagnosticArgument[],
  offset: number,
  piece: number,
) => void;

/**
 * Joins adjacent literals (including quotes and prefixes). Pieces without a prefix take that of the
 * others. Null after an error.
 */
export function parseString(
  pieces: readonly string[],
  model: DataModel,
  report: ReportPiece,
  standard: Standard = 'c17',
): StringLiteral | null {
  let encoding = encodingOf(pieces[0], '"', model);
  for (let index = 1; index < pieces.length; index++) {
    const other = encodingOf(pieces[index], '"', model);
    if (other.prefix === '' || other.prefix === encoding.prefix) continue;
    if (encoding.prefix !== '') {
      report('C1112', [], 0, index);
      return null;
    }
    encoding = other;
  }
  const units: number[] = [];
  let failed = false;
  pieces.forEach((piece, index) => {
    decode(piece, encoding, units, (code, args, offset) => {
      if (code === 'C1111' || code === 'C1109' || code === 'C1113') failed = true;
      report(code, args, offset, index);
    });
  });
  if (failed) return null;
  units.push(0);
  // C23 has the type of UTF-8 for them.
  const element = encoding.prefix === 'u8' && standard === 'c23' ? UCHAR : encoding.element;
  return { element, units };
}

interface Encoding {
  readonly prefix: '' | 'L' | 'u' | 'U' | 'u8';
  readonly element: IntegerType;
  /** Bits of a code unit. */
  readonly width: 8 | 16 | 32;
}

function encodingOf(text: string, quote: string, model: DataModel): Encoding {
  switch (text.slice(0, text.indexOf(quote))) {
    case 'L':
      return { prefix: 'L', element: wcharType(model), width: 32 };
    case 'u':
      return { prefix: 'u', element: CHAR16, width: 16 };
    case 'U':
      return { prefix: 'U', element: CHAR32, width: 32 };
    case 'u8':
      return { prefix: 'u8', element: CHAR, width: 8 };
    default:
      return { prefix: '', element: CHAR, width: 8 };
  }
}

/** Appends the code units of one literal. */
function decode(text: string, encoding: Encoding, units: number[], report: ReportLiteral): void {
  const end = text.length - 1;
  const first = text.charCodeAt(end) === 0x22 ? text.indexOf('"') : text.indexOf("'");
  for (let index = first + 1; index < end; ) {
    const unit = text.charCodeAt(index);
    if (unit === 0x5c) index = decodeEscape(text, index, encoding, units, report);
    else if (unit < 0x80) {
      units.push(unit);
      index++;
    } else if (unit >= 0xdc80 && unit <= 0xdcff) {
      if (encoding.width === 8) units.push(unit - 0xdc00);
      else report('C1113', [], index);
      index++;
    } else {
      const point = text.codePointAt(index)!;
      pushPoint(point, encoding, units);
      index += point > 0xffff ? 2 : 1;
    }
  }
}

function pushPoint(point: number, encoding: Encoding, units: number[]): void {
  if (encoding.width === 32) units.push(point);
  else if (encoding.width === 16) {
    if (point > 0xffff) units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
    else units.push(point);
  } else if (point < 0x80) units.push(point);
  else if (point < 0x800) units.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
  else if (point < 0x10000) units.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
  else
    units.push(
      0xf0 | (point >> 18),
      0x80 | ((point >> 12) & 0x3f),
      0x80 | ((point >> 6) & 0x3f),
      0x80 | (point & 0x3f),
    );
}

/** Escapes of one letter after the backslash; `e` and `E` are GNU extensions. */
const SIMPLE_ESCAPES: ReadonlyMap<string, number> = new Map([
  ["'", 39],
  ['"', 34],
  ['?', 63],
  ['\\', 92],
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['e', 27],
  ['E', 27],
]);

/** Reads the escape sequence at `start` (a backslash) and returns the index behind it. */
function decodeEscape(text: string, start: number, encoding: Encoding, units: number[], report: ReportLiteral): number {
  const letter = String.fromCodePoint(text.codePointAt(start + 1)!);
  const simple = SIMPLE_ESCAPES.get(letter);
  if (simple !== undefined) {
    units.push(simple);
    return start + 2;
  }
  if (letter >= '0' && letter <= '7') {
    let end = start + 1;
    let value = 0;
    for (; end < start + 4 && text[end] >= '0' && text[end] <= '7'; end++) value = 8 * value + Number(text[end]);
    if (encoding.width === 8 && value > 0xff) report('C1907', [], start);
    units.push(encoding.width === 8 ? value & 0xff : value);
    return end;
  }
  if (letter === 'x') return decodeHex(text, start, encoding, units, report);
  if (letter === 'u' || letter === 'U') {
    const digits = /^[0-9a-fA-F]*/.exec(text.slice(start + 2, start + (letter === 'u' ? 6 : 10)))![0];
    const point = Number.parseInt(digits, 16);
    if (digits.length !== (letter === 'u' ? 4 : 8) || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
      report('C1111', [letter + digits], start);
    } else {
      pushPoint(point, encoding, units);
    }
    return start + 2 + digits.length;
  }
  report('C1901', [letter], start);
  pushPoint(text.codePointAt(start + 1)!, encoding, units);
  return start + 1 + letter.length;
}

/**
 * Reads `\x` with all digits that follow. Digits that do not fit are cut off, as GCC does with a
 * warning.
 */
function decodeHex(text: string, start: number, encoding: Encoding, units: number[], report: ReportLiteral): number {
  let end = start + 2;
  let value = 0;
  let large = false;
  for (; end < text.length - 1; end++) {
    const digit = Number.parseInt(text[end], 16);
    if (Number.isNaN(digit)) break;
    value = value * 16 + digit;
    if (value >= 2 ** encoding.width) {
      large = true;
      value %= 2 ** encoding.width;
    }
  }
  if (end === start + 2) report('C1109', ['x'], start);
  else if (large) report('C1909', [], start);
  units.push(value);
  return end;
}
