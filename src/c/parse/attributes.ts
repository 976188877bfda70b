import type { SourceLocation } from '../../base/source.ts';
import type { ArgumentSize } from '../ast.ts';
import { constantInteger } from '../semantics/constants.ts';
import { integerType, isInteger, isPointer } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { CType, FloatName, IntegerName, IntegerType, VectorType } from '../types/types.ts';
import { accept, type Context, expect, sees, unexpected } from './context.ts';
import { failure } from './failures.ts';
import { type Attributes, NO_ATTRIBUTES } from './specifiers.ts';

/** Attributes while they are read. */
type AttributesRead = { -readonly [name in keyof Attributes]: Attributes[name] };

/** Whether a list of attributes follows: GNU's, or that of C23. */
export function seesAttributes(c: Context): boolean {
  return sees(c, '__attribute__') || (sees(c, '[') && c.scanner.peek() === '[');
}

/** Reads any number of `__attribute__((...))` and `[[...]]` and adds their content to `before`. */
export function parseAttributes(c: Context, before: Attributes = NO_ATTRIBUTES): Attributes {
  if (!seesAttributes(c)) return before;
  const into: AttributesRead = { ...before };
  while (seesAttributes(c)) {
    const [open, close] = accept(c, '__attribute__') ? (['(', ')'] as const) : (['[', ']'] as const);
    expect(c, open);
    expect(c, open);
    do {
      if (!sees(c, ',') && !sees(c, close)) parseAttribute(c, into, open === '(');
    } while (accept(c, ','));
    expect(c, close);
    expect(c, close);
  }
  return into;
}

/** Attributes of C23 without a prefix that mean what GCC's of the same name do. GCC ignores its others there. */
const STANDARD: ReadonlySet<string> = new Set(['noreturn', '_Noreturn', 'deprecated', 'fallthrough']);

/** Reads an attribute. `isGnu`: the list is GNU's; in those of C23 the names of GCC have the prefix `gnu::`. */
function parseAttribute(c: Context, into: AttributesRead, isGnu: boolean): void {
  const { scanner } = c;
  if (!/^[A-Za-z_]/.test(scanner.spelling)) throw unexpected(c, 'an attribute name');
  const at = scanner.at;
  let name = plainSpelling(c);
  scanner.advance();
  let isMeant = isGnu || STANDARD.has(name);
  if (!isGnu && accept(c, ':')) {
    expect(c, ':');
    isMeant = name === 'gnu';
    name = plainSpelling(c);
    scanner.advance();
  }
  const hasArguments = sees(c, '(');
  if (!isMeant) {
    if (hasArguments) skipParentheses(c);
    return;
  }
  switch (name) {
    case 'aligned':
    case 'vector_size': {
      // The attribute without argument means the largest alignment of any type.
      let bytes = 16;
      if (hasArguments) bytes = bytesArgument(c, name);
      if (name === 'aligned') into.align = Math.max(into.align ?? 1, bytes);
      else into.vectorSize = bytes;
      return;
    }
    case 'mode':
      into.mode = wordArgument(c);
      return;
    case 'alias':
      into.alias = stringArgument(c);
      return;
    case 'packed':
      into.packed = true;
      break;
    case 'noreturn':
    case '_Noreturn':
      into.noreturn = true;
      break;
    case 'pure':
    case 'const':
      into.pure = true;
      break;
    case 'transparent_union':
      into.transparentUnion = true;
      break;
    case 'weak':
      into.weak = true;
      break;
    case 'nonnull': {
      const named = hasArguments ? positionsArgument(c) : 'all';
      into.nonnull = named === 'all' || into.nonnull === 'all' ? 'all' : [...into.nonnull, ...named];
      return;
    }
    case 'access': {
      if (!hasArguments) return;
      const size = accessArguments(c);
      if (size !== null) into.sizes = [...into.sizes, size];
      return;
    }
    case 'counted_by':
      if (hasArguments) into.countedBy = nameArgument(c);
      return;
    case 'gnu_inline':
      into.gnuInline = true;
      break;
    case 'cleanup':
      expect(c, '(');
      if (!sees(c, 'identifier')) throw unexpected(c, 'a function');
      into.cleanup = { name: scanner.name, at };
      scanner.advance();
      expect(c, ')');
      return;
    case 'constructor':
    case 'destructor':
      into.startup = [...into.startup, { name, priority: hasArguments ? priorityArgument(c) : null, at }];
      return;
    case 'ifunc':
    case 'weakref':
    case 'ms_struct':
    case 'scalar_storage_order':
      // These attributes change the meaning or the layout; the ignored ones do not.
      throw failure('C1336', [`the ${name} attribute`], at);
    default:
      break;
  }
  if (hasArguments) skipParentheses(c);
}

/** The current word without the underscores around it. */
function plainSpelling({ scanner }: Context): string {
  return scanner.spelling.replace(/^__(.*)__$/, '$1');
}

function bytesArgument(c: Context, name: string): number {
  expect(c, '(');
  const at = c.scanner.at;
  const value = constantInteger(c, c.grammar.assignment(c));
  expect(c, ')');
  if (value <= 0n || value > 1n << 28n || (value & (value - 1n)) !== 0n) {
    if (!(name === 'aligned' && value === 0n)) throw failure('C1330', [value], at);
    return 1;
  }
  return Number(value);
}

/** Reads the number in parentheses; `()` has no priority. */
function priorityArgument(c: Context): bigint | null {
  expect(c, '(');
  if (accept(c, ')')) return null;
  const value = constantInteger(c, c.grammar.assignment(c));
  expect(c, ')');
  return value;
}

/** Reads positions of parameters in parentheses; `()` means all. */
function positionsArgument(c: Context): readonly number[] | 'all' {
  expect(c, '(');
  if (accept(c, ')')) return 'all';
  const positions: number[] = [];
  do positions.push(Number(constantInteger(c, c.grammar.assignment(c))));
  while (accept(c, ','));
  expect(c, ')');
  return positions;
}

/** Reads `(mode, pointer, size)`; null without the position of a size. */
function accessArguments(c: Context): ArgumentSize | null {
  expect(c, '(');
  c.scanner.advance();
  const positions: number[] = [];
  while (accept(c, ',')) positions.push(Number(constantInteger(c, c.grammar.assignment(c))));
  expect(c, ')');
  const [pointer, position] = positions;
  return position === undefined ? null : { pointer, count: { kind: 'argument', position }, null: 'empty' };
}

/** Reads a name in parentheses; null for any other content. */
function nameArgument(c: Context): string | null {
  expect(c, '(');
  const name = sees(c, 'identifier') && c.scanner.peek() === ')' ? c.scanner.name.text : null;
  skipParentheses(c, 1);
  return name;
}

/** Reads string literals in parentheses and joins their text. */
function stringArgument(c: Context): string {
  expect(c, '(');
  if (!sees(c, 'string')) throw unexpected(c, 'a string');
  let text = '';
  while (sees(c, 'string')) {
    text += c.scanner.spelling.replace(/^[^"]*"|"$/g, '');
    c.scanner.advance();
  }
  expect(c, ')');
  return text;
}

function wordArgument(c: Context): string {
  expect(c, '(');
  const word = plainSpelling(c);
  c.scanner.advance();
  expect(c, ')');
  return word;
}

/** Skips `( ... )` with any content. `opened`: the number of parentheses before the current token. */
export function skipParentheses(c: Context, opened = 0): void {
  let depth = opened;
  do {
    if (sees(c, '(')) depth++;
    else if (sees(c, ')')) depth--;
    else if (sees(c, 'end')) throw unexpected(c, "')'");
    c.scanner.advance();
  } while (depth > 0);
}

const INTEGER_MODES: Readonly<Record<string, readonly [IntegerName, IntegerName]>> = {
  QI: ['schar', 'uchar'],
  byte: ['schar', 'uchar'],
  HI: ['short', 'ushort'],
  SI: ['int', 'uint'],
  TI: ['int128', 'uint128'],
};
const FLOAT_MODES: Readonly<Record<string, FloatName>> = {
  HF: '_Float16',
  SF: 'float',
  DF: 'double',
  XF: 'long double',
  TF: '_Float128',
};

/** Returns the type that `mode` and `vector_size` make of `type`. */
export function attributedType(c: Context, type: CType, attributes: Attributes, at: SourceLocation): CType {
  let result = type;
  if (attributes.mode !== null) result = modeType(c, result, attributes.mode, at);
  if (attributes.vectorSize !== null) result = vectorType(c, result, attributes.vectorSize, at);
  return result;
}

function modeType(c: Context, type: CType, mode: string, at: SourceLocation): CType {
  const { qualifiers } = type;
  if (isInteger(type)) {
    const unsigned = !c.layout.isSigned(type) ? 1 : 0;
    let pair = INTEGER_MODES[mode];
    if (mode === 'DI') pair = c.model === 'LP64' ? ['long', 'ulong'] : ['llong', 'ullong'];
    if (mode === 'word' || mode === 'pointer' || mode === 'unwind_word')
      pair = c.model === 'LP64' ? ['long', 'ulong'] : ['int', 'uint'];
    if (pair) return { kind: 'integer', name: pair[unsigned], qualifiers };
  }
  const name = FLOAT_MODES[mode];
  if (type.kind === 'float' && name) return { kind: 'float', name, qualifiers };
  const complex = FLOAT_MODES[mode.replace(/C$/, 'F')];
  if (type.kind === 'complex' && complex)
    return { kind: 'complex', base: { kind: 'float', name: complex }, qualifiers };
  if (isPointer(type) && (mode === 'pointer' || mode === 'word')) return type;
  throw failure('C1331', [mode, formatType(type)], at);
}

function vectorType(c: Context, type: CType, bytes: number, at: SourceLocation): CType {
  // The attribute applies to the type inside a pointer, array or function.
  if (type.kind === 'pointer') return { ...type, target: vectorType(c, type.target, bytes, at) };
  if (type.kind === 'array') return { ...type, element: vectorType(c, type.element, bytes, at) };
  if (type.kind === 'function') return { ...type, result: vectorType(c, type.result, bytes, at) };
  const element: IntegerType | VectorType['element'] | null =
    type.kind === 'integer'
      ? integerType(type.name)
      : type.kind === 'float'
        ? { kind: 'float', name: type.name }
        : null;
  const size = element === null ? 0 : Number(c.layout.sizeOf(element));
  if (element === null || size === 0 || bytes % size !== 0) throw failure('C1332', [formatType(type)], at);
  return { kind: 'vector', element, count: bytes / size, qualifiers: type.qualifiers };
}
