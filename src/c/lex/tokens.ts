/** Punctuators in their ordinary spelling, to which digraphs are mapped. */
type Punctuator =
  | '['
  | ']'
  | '('
  | ')'
  | '{'
  | '}'
  | '.'
  | '->'
  | '++'
  | '--'
  | '&'
  | '*'
  | '+'
  | '-'
  | '~'
  | '!'
  | '/'
  | '%'
  | '<<'
  | '>>'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '^'
  | '|'
  | '&&'
  | '||'
  | '?'
  | ':'
  | ';'
  | '...'
  | '='
  | '*='
  | '/='
  | '%='
  | '+='
  | '-='
  | '<<='
  | '>>='
  | '&='
  | '^='
  | '|='
  | ',';

/** Keywords by their main spelling, to which GNU's alternates (`__const__`, `__inline` ...) are mapped. */
export type Keyword =
  | 'auto'
  | 'break'
  | 'case'
  | 'char'
  | 'const'
  | 'continue'
  | 'default'
  | 'do'
  | 'double'
  | 'else'
  | 'enum'
  | 'extern'
  | 'float'
  | 'for'
  | 'goto'
  | 'if'
  | 'inline'
  | 'int'
  | 'long'
  | 'register'
  | 'restrict'
  | 'return'
  | 'short'
  | 'signed'
  | 'sizeof'
  | 'static'
  | 'struct'
  | 'switch'
  | 'typedef'
  | 'union'
  | 'unsigned'
  | 'void'
  | 'volatile'
  | 'while'
  | '_Alignas'
  | '_Alignof'
  | '_Atomic'
  | '_Bool'
  | '_Complex'
  | '_Generic'
  | '_Noreturn'
  | '_Static_assert'
  | '_Thread_local'
  | '__int128'
  | '_FloatName'
  | 'typeof'
  | 'typeof_unqual'
  | 'constexpr'
  | 'true'
  | 'false'
  | 'nullptr'
  | '__auto_type'
  | '__attribute__'
  | '__extension__'
  | '__label__'
  | '__real__'
  | '__imag__'
  | '__func__'
  | '__alignof'
  | 'asm'
  | '__builtin_va_arg'
  | '__builtin_offsetof'
  | '__builtin_choose_expr'
  | '__builtin_types_compatible_p'
  | '__builtin_has_attribute';

export type TokenKind = 'end' | 'identifier' | 'number' | 'character' | 'string' | Keyword | Punctuator;

/**
 * Keywords by spelling. `_FloatName` stands for all extra floating types, which their spelling
 * distinguishes.
 */
export const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>(
  (
    [
      'auto break case char const continue default do double else enum extern float for goto if inline int long register return short',
      'signed sizeof static struct switch typedef union unsigned void volatile while restrict',
      '_Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local __int128 typeof __auto_type',
      '__attribute__ __extension__ __label__ __real__ __imag__ __func__ __alignof asm __builtin_va_arg __builtin_offsetof',
      '__builtin_choose_expr __builtin_types_compatible_p __builtin_has_attribute',
    ]
      .join(' ')
      .split(' ') as Keyword[]
  )
    .map((word): [string, Keyword] => [word, word])
    .concat([
      ['__const', 'const'],
      ['__const__', 'const'],
      ['__volatile', 'volatile'],
      ['__volatile__', 'volatile'],
      ['__restrict', 'restrict'],
      ['__restrict__', 'restrict'],
      ['__signed', 'signed'],
      ['__signed__', 'signed'],
      ['__inline', 'inline'],
      ['__inline__', 'inline'],
      ['__typeof', 'typeof'],
      ['__typeof__', 'typeof'],
      ['__alignof__', '__alignof'],
      ['__attribute', '__attribute__'],
      ['__asm', 'asm'],
      ['__asm__', 'asm'],
      ['__thread', '_Thread_local'],
      ['__complex', '_Complex'],
      ['__complex__', '_Complex'],
      ['__real', '__real__'],
      ['__imag', '__imag__'],
      ['__FUNCTION__', '__func__'],
      ['__PRETTY_FUNCTION__', '__func__'],
      ['_Float16', '_FloatName'],
      ['_Float32', '_FloatName'],
      ['_Float64', '_FloatName'],
      ['_Float128', '_FloatName'],
      ['_Float32x', '_FloatName'],
      ['_Float64x', '_FloatName'],
      ['__float128', '_FloatName'],
      ['__float80', '_FloatName'],
      ['_Decimal32', '_FloatName'],
      ['_Decimal64', '_FloatName'],
      ['_Decimal128', '_FloatName'],
    ]),
);

/** Keywords of a file in C23, which has shorter spellings of some. */
export const keywordsOfC23: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...keywords,
  ['alignas', '_Alignas'],
  ['alignof', '_Alignof'],
  ['bool', '_Bool'],
  ['constexpr', 'constexpr'],
  ['false', 'false'],
  ['nullptr', 'nullptr'],
  ['static_assert', '_Static_assert'],
  ['thread_local', '_Thread_local'],
  ['true', 'true'],
  ['typeof_unqual', 'typeof_unqual'],
]);

/** Returns the binding strength of binary operators (C11 6.5.5 to 6.5.14); 0 for every other token. */
export function precedence(kind: TokenKind): number {
  switch (kind) {
    case ';':
    case ')':
    case ',':
    case '=':
    case ']':
      return 0;
    case '*':
    case '/':
    case '%':
      return 10;
    case '+':
    case '-':
      return 9;
    case '<<':
    case '>>':
      return 8;
    case '<':
    case '>':
    case '<=':
    case '>=':
      return 7;
    case '==':
    case '!=':
      return 6;
    case '&':
      return 5;
    case '^':
      return 4;
    case '|':
      return 3;
    case '&&':
      return 2;
    case '||':
      return 1;
    default:
      return 0;
  }
}

/** Punctuators by first character, longest first, including digraphs (C11 6.4.6). */
const byFirst: (readonly (readonly [spelling: string, kind: Punctuator])[] | undefined)[] = [];
const single: (Punctuator | undefined)[] = [];

const spellings =
  '[ ] ( ) { } . -> ++ -- & * + - ~ ! / % << >> < > <= >= == != ^ | && || ? : ; ... = *= /= %= += -= <<= >>= &= ^= |= ,'.split(
    ' ',
  );
const all: [string, Punctuator][] = [
  ...spellings.map((spelling): [string, Punctuator] => [spelling, spelling as Punctuator]),
  ['<:', '['],
  [':>', ']'],
  ['<%', '{'],
  ['%>', '}'],
];
for (const [spelling] of all) {
  const first = spelling.charCodeAt(0);
  const list = all.filter(([other]) => other.charCodeAt(0) === first).sort((a, b) => b[0].length - a[0].length);
  if (list.length === 1 && spelling.length === 1) single[first] = spelling as Punctuator;
  else byFirst[first] = list;
}

/** Sets the kind of the punctuator at `start` and returns its length, or 0 when there is none. */
export function scanPunctuator(text: string, start: number, token: { kind: TokenKind }): number {
  const first = text.charCodeAt(start);
  const only = single[first];
  if (only !== undefined) {
    token.kind = only;
    return 1;
  }
  const list = byFirst[first];
  if (list === undefined) return 0;
  for (let i = 0; i < list.length; i++) {
    const [spelling, kind] = list[i];
    const length = spelling.length;
    if (length > 1 && text.charCodeAt(start + 1) !== spelling.charCodeAt(1)) continue;
    if (length > 2 && text.charCodeAt(start + 2) !== spelling.charCodeAt(2)) continue;
    token.kind = kind;
    return length;
  }
  return 0;
}
