import { constantInteger } from '../semantics/constants.ts';
import { ownWidth } from '../semantics/wide-bitfields.ts';
import { INT, isVariablyModified, unqualified, withQualifiers } from '../types/type-basics.ts';
import { type CType, Qualifier } from '../types/types.ts';
import { attributedType, parseAttributes, seesAttributes } from './attributes.ts';
import { addBasicWord, type BasicWords, basicType, noWords } from './basic-types.ts';
import { type Context, deepen, expect, sees, unexpected } from './context.ts';
import { failure } from './failures.ts';
import { checkOwnType } from './nested.ts';
import { parseEnum } from './parse-enums.ts';
import { parseRecord } from './parse-records.ts';
import { type Attributes, NO_ATTRIBUTES, type Specifiers, startsType } from './specifiers.ts';

/**
 * Reads declaration specifiers. `onlyType` leaves out storage classes (type names, members). `before`
 * are attributes that were already read.
 */
export function parseSpecifiers(c: Context, onlyType = false, before: Attributes = NO_ATTRIBUTES): Specifiers {
  const { scanner } = c;
  const result: Specifiers = {
    type: INT,
    storage: 'none',
    inline: false,
    threadLocal: false,
    autoType: false,
    constant: false,
    implicitInt: false,
    tag: false,
    alignas: null,
    attributes: before,
    at: scanner.at,
  };
  const words = noWords();
  let qualifiers = 0;
  // In C23 it may stand beside another storage class, and means it where there is a type.
  let isAuto = false;
  let type: CType | null = null;
  const only = (next: CType): void => {
    if (type !== null || words.count > 0) throw failure('C1301', [], scanner.at);
    type = next;
  };
  for (;;) {
    const kind = scanner.kind;
    if (seesAttributes(c)) {
      result.attributes = parseAttributes(c, result.attributes);
      continue;
    }
    switch (kind) {
      case 'typedef':
      case 'extern':
      case 'static':
      case 'auto':
      case 'register':
        if (onlyType) throw unexpected(c, 'a type');
        if (kind === 'auto' && c.standard === 'c23') {
          isAuto = true;
          scanner.advance();
          break;
        }
        if (result.storage !== 'none') throw failure('C1302', [], scanner.at);
        result.storage = kind;
        scanner.advance();
        break;
      case '_Thread_local':
        result.threadLocal = true;
        scanner.advance();
        break;
      case 'constexpr':
        if (onlyType) throw unexpected(c, 'a type');
        result.constant = true;
        scanner.advance();
        break;
      case 'inline':
        result.inline = true;
        scanner.advance();
        break;
      case '_Noreturn':
        result.attributes = { ...result.attributes, noreturn: true };
        scanner.advance();
        break;
      case 'const':
      case 'volatile':
      case 'restrict':
        qualifiers |= Qualifier[kind];
        scanner.advance();
        break;
      case '_Atomic':
        scanner.advance();
        if (sees(c, '(')) {
          scanner.advance();
          only(unqualified(c.grammar.typeName(c)));
          expect(c, ')');
        }
        qualifiers |= Qualifier.atomic;
        break;
      case '_Alignas':
        result.alignas = Math.max(result.alignas ?? 0, parseAlignas(c)) || null;
        break;
      case 'struct':
      case 'union':
        deepen(c);
        only(parseRecord(c, kind));
        c.depth--;
        result.tag = true;
        break;
      case 'enum':
        only(parseEnum(c));
        result.tag = true;
        break;
      case 'typeof':
        deepen(c);
        only(parseTypeof(c));
        c.depth--;
        break;
      case 'typeof_unqual':
        deepen(c);
        only(withoutQualifiers(parseTypeof(c)));
        c.depth--;
        break;
      case '__auto_type':
        only(INT);
        result.autoType = true;
        scanner.advance();
        break;
      case 'identifier': {
        const binding = scanner.name.ordinary;
        if (scanner.name.text === '_BitInt') throw failure('C1336', ['_BitInt'], scanner.at);
        if (type !== null || words.count > 0 || binding === null || binding.kind !== 'typedef') {
          return finish(c, result, type, words, qualifiers, isAuto);
        }
        checkOwnType(c, binding.type, binding.depth, scanner.at);
        type = binding.type;
        scanner.advance();
        break;
      }
      default:
        if (!addBasicWord(c, words, kind)) return finish(c, result, type, words, qualifiers, isAuto);
        if (type !== null) throw failure('C1301', [], scanner.at);
        scanner.advance();
    }
  }
}

function finish(
  c: Context,
  result: Specifiers,
  type: CType | null,
  words: BasicWords,
  qualifiers: number,
  isAuto: boolean,
): Specifiers {
  let base = type;
  if (base === null) {
    if (words.count > 0) base = basicType(words, result.at);
    else {
      base = INT;
      if (isAuto) result.autoType = true;
      else result.implicitInt = true;
    }
  }
  if (isAuto && !result.autoType && result.storage === 'none') result.storage = 'auto';
  base = attributedType(c, base, result.attributes, result.at);
  // These attributes are used up: the declarators do not see them again.
  if (result.attributes !== NO_ATTRIBUTES) result.attributes = { ...result.attributes, mode: null, vectorSize: null };
  result.type = withQualifiers(base, qualifiers);
  return result;
}

/** Reads `_Alignas` in bytes; 0 for `_Alignas(0)`, which has no effect. */
function parseAlignas(c: Context): number {
  c.scanner.advance();
  expect(c, '(');
  const at = c.scanner.at;
  let bytes: bigint;
  if (startsType(c)) bytes = BigInt(c.layout.minAlignOf(c.grammar.typeName(c)));
  else bytes = constantInteger(c, c.grammar.conditional(c));
  expect(c, ')');
  if (bytes < 0n || bytes > 1n << 28n || (bytes & (bytes - 1n)) !== 0n) throw failure('C1330', [bytes], at);
  return Number(bytes);
}

/**
 * Reads the expression of `typeof`. It is evaluated if it sets lengths that its type depends on. GCC's
 * type of a value made from a bit-field has no counterpart here.
 */
function typeOfExpression(c: Context): CType {
  const before = c.function?.locals.length;
  const e = c.grammar.expression(c);
  // A length is a hidden local variable.
  if (!c.inPrototype && c.function?.locals.length !== before && isVariablyModified(e.type))
    c.lengths.push({ kind: 'expression', at: e.at, expression: e });
  if (ownWidth(c, e) !== null) throw failure('C1336', ["'typeof' a bit-field"], e.at);
  return e.type;
}

function parseTypeof(c: Context): CType {
  c.scanner.advance();
  expect(c, '(');
  const type = startsType(c) ? c.grammar.typeName(c) : typeOfExpression(c);
  expect(c, ')');
  return type;
}

/** Returns the type without qualifiers; elements of an array have them in its place. */
function withoutQualifiers(type: CType): CType {
  return type.kind === 'array' ? { ...type, element: withoutQualifiers(type.element) } : unqualified(type);
}
