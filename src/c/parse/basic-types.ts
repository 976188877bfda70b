import type { SourceLocation } from '../../base/source.ts';
import type { TokenKind } from '../lex/tokens.ts';
import { complexOf, DOUBLE, floatType, INT, integerType, LONG_DOUBLE, VOID } from '../types/type-basics.ts';
import type { CType, FloatName, IntegerName } from '../types/types.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';

/** The multiset of basic type specifiers of one declaration (C11 6.7.2). */
export interface BasicWords {
  count: number;
  /** Number of `long`s, 0 to 2. */
  long: number;
  short: boolean;
  signed: boolean;
  unsigned: boolean;
  complex: boolean;
  /** The word that is not a modifier. */
  base: 'void' | 'char' | 'int' | 'float' | 'double' | '_Bool' | '__int128' | FloatName | null;
  bad: boolean;
}

/** Returns an empty multiset of type specifiers. */
export function noWords(): BasicWords {
  return { count: 0, long: 0, short: false, signed: false, unsigned: false, complex: false, base: null, bad: false };
}

/**
 * Adds the current token if it is a basic type specifier; the caller then advances. Returns false for
 * other tokens.
 */
export function addBasicWord(c: Context, words: BasicWords, kind: TokenKind): boolean {
  switch (kind) {
    case 'long':
      if (++words.long > 2) words.bad = true;
      break;
    case 'short':
      words.bad ||= words.short;
      words.short = true;
      break;
    case 'signed':
      words.signed = true;
      break;
    case 'unsigned':
      words.unsigned = true;
      break;
    case '_Complex':
      words.complex = true;
      break;
    case 'void':
    case 'char':
    case 'int':
    case 'float':
    case 'double':
    case '_Bool':
    case '__int128':
      words.bad ||= words.base !== null;
      words.base = kind;
      break;
    case '_FloatName':
      words.bad ||= words.base !== null;
      words.base = floatName(c.scanner.spelling);
      break;
    default:
      return false;
  }
  words.count++;
  return true;
}

function floatName(spelling: string): FloatName {
  if (spelling === '__float128') return '_Float128';
  if (spelling === '__float80') return '_Float64x';
  return spelling as FloatName;
}

/** Returns the type that the words form. Throws C1301 if they form none. */
export function basicType(words: BasicWords, at: SourceLocation): CType {
  const { base, long, short, signed, unsigned, complex } = words;
  const sign = signed || unsigned;
  const wrong = (): Error => failure('C1301', [], at);
  if (words.bad || (signed && unsigned) || (short && long > 0)) throw wrong();
  if (base === null && complex && !sign && !short && long === 0) return complexOf(DOUBLE);
  let type: CType;
  switch (base) {
    case 'void':
      if (words.count > 1) throw wrong();
      return VOID;
    case '_Bool':
      if (sign || short || long > 0) throw wrong();
      type = integerType('bool');
      break;
    case 'char':
      if (short || long > 0) throw wrong();
      type = integerType(unsigned ? 'uchar' : signed ? 'schar' : 'char');
      break;
    case '__int128':
      if (short || long > 0) throw wrong();
      type = integerType(unsigned ? 'uint128' : 'int128');
      break;
    case null:
    case 'int':
      type = integerOf(short ? 'short' : long === 2 ? 'llong' : long === 1 ? 'long' : 'int', unsigned);
      break;
    case 'double':
      if (sign || short || long > 1) throw wrong();
      type = long === 1 ? LONG_DOUBLE : DOUBLE;
      break;
    default:
      if (sign || short || long > 0) throw wrong();
      type = floatType(base);
  }
  if (!complex) return type;
  if (type.kind !== 'integer' && type.kind !== 'float') throw wrong();
  return complexOf(type);
}

function integerOf(name: IntegerName, unsigned: boolean): CType {
  if (!unsigned) return name === 'int' ? INT : integerType(name);
  return integerType(`u${name}` as IntegerName);
}
