import type { DataModel } from '../../types/types.ts';
import { WIDE_TEXTS } from './wide-texts.ts';

/**
 * Library functions in C, for calls that the encoder has no formula for. `element` is the type that
 * the arguments point to. A model has the parameters of the function. If it works in pieces, `unit`,
 * the size of an element, comes after them. Functions with two underscores in front:
 *
 * | name | meaning |
 * |---|---|
 * | `__zero(p)` | all bytes of `*p` are zero |
 * | `__any()` | some int: C does not say which |
 * | `__mix(p)` | the bytes of `*p` are any, pointers among them lead where they led or nowhere |
 * | `__broken()` | has no meaning |
 */
export interface ModelText {
  readonly text: string;
  /**
   * The arguments that point to elements: `copied` as they are, `numbers` only if these are integers;
   * null: bytes.
   */
  readonly elements: 'copied' | 'numbers' | null;
  /** Position of the argument that gives the number of bytes, which the call splits into elements. */
  readonly size?: number;
  /** Position of the argument that gives the size of one element. */
  readonly unit?: number;
  /** Declarations of library functions that the model calls. */
  readonly prototypes?: string;
  /** Whether the model takes the address of the position that `strtok` keeps, as its last argument. */
  readonly state?: true;
  /** Whether only the first arguments of the call matter. */
  readonly leading?: true;
}

/**
 * The number of bytes behind the last whole element. If the elements' size is not a power of two,
 * there are such bytes only by wrap-around.
 */
const REST = 'size_t rest = bytes % unit;';

/** Writes the bytes behind the last whole element one by one, or leaves open which of them are written. */
function last(value: string, whole: string): string {
  return `if ((unit & (unit - 1)) == 0) for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = ${value};
  else if (rest != 0) {
    if (__any()) ${whole};
    __mix(to + count);
  }`;
}

function copied(name: string, parameters: string, result: string): ModelText {
  const text = `void *${name}(${parameters}, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  ${REST}
  for (size_t i = 0; i < count; i++) to[i] = from[i];
  ${last('((byte *)from)[bytes - rest]', 'to[count] = from[count]')}
  return ${result};
}`;
  return { text, elements: 'copied', size: 2 };
}

const MEMMOVE: ModelText = {
  text: `void *memmove(element *to, element *from, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  ${REST}
  if (to <= from) {
    for (size_t i = 0; i < count; i++) to[i] = from[i];
    ${last('((byte *)from)[bytes - rest]', 'to[count] = from[count]')}
  } else {
    if ((unit & (unit - 1)) == 0) for (size_t i = 0; i < rest; i++) ((byte *)to)[bytes - 1 - i] = ((byte *)from)[bytes - 1 - i];
    else if (rest != 0) {
      if (__any()) to[count] = from[count];
      __mix(to + count);
    }
    for (size_t i = count; i > 0; i--) to[i - 1] = from[i - 1];
  }
  return to;
}`,
  elements: 'copied',
  size: 2,
};

function cleared(name: string, parameters: string, result: string, size: number): ModelText {
  const text = `${result} ${name}(element *to${parameters}, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  ${REST}
  for (size_t i = 0; i < count; i++) __zero(to + i);
  ${last('0', '__zero(to + count)')}
  ${result === 'void' ? '' : 'return to;'}
}`;
  return { text, elements: 'copied', size };
}

const MEMSET: ModelText = {
  text: `void *memset(element *to, int value, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  ${REST}
  element filled = (element)~(element)0 / 255 * (byte)value;
  for (size_t i = 0; i < count; i++) to[i] = filled;
  for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = value;
  return to;
}`,
  elements: 'numbers',
  size: 2,
};

const MEMCMP: ModelText = {
  text: `int memcmp(element *a, element *b, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  ${REST}
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) {
      element x = a[i], y = b[i];
      while ((byte)x == (byte)y) x = x >> 4 >> 4, y = y >> 4 >> 4;
      return distance((byte)x, (byte)y);
    }
  for (; rest != 0; rest--) {
    byte x = ((byte *)a)[bytes - rest], y = ((byte *)b)[bytes - rest];
    if (x != y) return distance(x, y);
  }
  return 0;
}`,
  elements: 'numbers',
  size: 2,
};

function bytewise(text: string): ModelText {
  return { text, elements: null };
}

function compared(name: string, limit: boolean, fold: boolean): ModelText {
  const seen = (p: string): string => (fold ? `lower(${p}[i])` : `${p}[i]`);
  return bytewise(`int ${name}(byte *a, byte *b${limit ? ', size_t n' : ''}) {
  for (size_t i = 0; ${limit ? 'i < n' : ''}; i++) {
    byte x = ${seen('a')}, y = ${seen('b')};
    if (x != y) return distance(x, y);
    if (x == 0) return 0;
  }
  return 0;
}`);
}

function found(name: string, from: string, end: 'null' | 'end'): ModelText {
  return bytewise(`char *${name}(char *s, int c) {
  ${from}
  for (;; s++) {
    if (*s == (char)c) return s;
    if (*s == 0) return ${end === 'null' ? '0' : 's'};
  }
}`);
}

function foundLast(name: string): ModelText {
  return bytewise(`char *${name}(char *s, int c) {
  char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (*s == 0) return last;
  }
}`);
}

function spanned(name: string, inside: string): ModelText {
  return bytewise(`size_t ${name}(char *s, char *set) {
  size_t n = 0;
  for (; s[n] != 0; n++) {
    size_t j = 0;
    while (set[j] != 0 && set[j] != s[n]) j++;
    if (${inside}) break;
  }
  return n;
}`);
}

/** Finds the next piece between separators. `saved` keeps the position at which to continue. */
function token(name: string): ModelText {
  const text = `byte *${name}(byte *s, byte *set, byte **saved) {
  if (s == 0) s = *saved;
  if (s == 0) return 0;
  s += strspn(s, set);
  byte *start = s;
  s += strcspn(s, set);
  *saved = s;
  if (s == start) return 0;
  if (*s != 0) {
    *s = 0;
    *saved = s + 1;
  }
  return start;
}`;
  return {
    text,
    elements: null,
    prototypes: 'size_t strspn(const byte *, const byte *);\nsize_t strcspn(const byte *, const byte *);',
  };
}

/** Reads numbers in the form of strtol. `type` is the value's type; `most` and `least` are its limits. */
function number(name: string, type: string, most: string, least: string): ModelText {
  const unsigned = type.startsWith('unsigned');
  return bytewise(`${type} ${name}(char *s, char **end, int base) {
  char *start = s;
  if (base < 0 || base == 1 || base > 36) __broken();
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) { s += 2; base = 16; }
  else if (base == 0) base = *s == '0' ? 8 : 10;
  ${type} value = 0;
  int any = 0, over = 0;
  for (; digit(*s) < base; s++) {
    int d = digit(*s);
    any = 1;
    ${
      unsigned
        ? `if (value > (${most} - d) / base) over = 1; else value = value * base + d;`
        : `if (negative ? value < (${least} + d) / base : value > (${most} - d) / base) over = 1;
    else value = negative ? value * base - d : value * base + d;`
    }
  }
  if (end != 0) *end = any ? s : start;
  if (over) return ${unsigned ? most : `negative ? ${least} : ${most}`};
  return ${unsigned ? 'negative ? -value : value' : 'value'};
}`);
}

function decimal(name: string, type: string): ModelText {
  return bytewise(`${type} ${name}(char *s) {
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  ${type} value = 0;
  for (; *s >= '0' && *s <= '9'; s++) value = negative ? value * 10 - (*s - '0') : value * 10 + (*s - '0');
  return value;
}`);
}

/** Equal elements may get any order. */
const QSORT: ModelText = {
  text: `void qsort(element *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t i = 1; i < count; i++) {
    element x = base[i];
    size_t j = i;
    for (; j > 0; j--) {
      int order = compare(base + (j - 1), &x);
      if (order < 0 || (order == 0 && __any())) break;
      base[j] = base[j - 1];
    }
    base[j] = x;
  }
}`,
  elements: 'copied',
  unit: 2,
};

const BSEARCH: ModelText = bytewise(`void *bsearch(const void *key, const void *base, size_t count, size_t size,
    int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0) return (void *)at;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}`);

/** Models `error` of error.h: the call returns if the status is 0. */
function reporting(name: string): ModelText {
  const text = `void ${name}(int status) { if (status != 0) exit(status); }`;
  return { text, elements: null, prototypes: 'void exit(int);', leading: true };
}

export const MODEL_TEXTS: ReadonlyMap<string, ModelText> = new Map<string, ModelText>([
  ['memcpy', copied('memcpy', 'element *to, element *from', 'to')],
  ['mempcpy', copied('mempcpy', 'element *to, element *from', '(byte *)to + bytes')],
  ['memmove', MEMMOVE],
  ['memset', MEMSET],
  ['memset of zeros', cleared('memset', ', int value', 'void *', 2)],
  ['bzero', cleared('bzero', '', 'void', 1)],
  ['memcmp', MEMCMP],
  [
    'memchr',
    bytewise(`void *memchr(byte *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == (byte)c) return s + i;
  return 0;
}`),
  ],
  ['strlen', bytewise('size_t strlen(char *s) {\n  size_t n = 0;\n  while (s[n] != 0) n++;\n  return n;\n}')],
  [
    'strnlen',
    bytewise('size_t strnlen(char *s, size_t most) {\n  size_t n = 0;\n  while (n < most && s[n] != 0) n++;\n  return n;\n}'),
  ],
  ['strcmp', compared('strcmp', false, false)],
  ['strncmp', compared('strncmp', true, false)],
  ['strcasecmp', compared('strcasecmp', false, true)],
  ['strncasecmp', compared('strncasecmp', true, true)],
  ['strchr', found('strchr', '', 'null')],
  ['index', found('index', '', 'null')],
  ['strchrnul', found('strchrnul', '', 'end')],
  ['strrchr', foundLast('strrchr')],
  ['rindex', foundLast('rindex')],
  ['strspn', spanned('strspn', 'set[j] == 0')],
  ['strcspn', spanned('strcspn', 'set[j] != 0')],
  [
    'strpbrk',
    bytewise(`char *strpbrk(char *s, char *set) {
  for (; *s != 0; s++)
    for (size_t j = 0; set[j] != 0; j++)
      if (set[j] == *s) return s;
  return 0;
}`),
  ],
  [
    'strstr',
    bytewise(`char *strstr(char *s, char *wanted) {
  for (;; s++) {
    size_t j = 0;
    while (wanted[j] != 0 && s[j] == wanted[j]) j++;
    if (wanted[j] == 0) return s;
    if (s[j] == 0) return 0;
  }
}`),
  ],
  [
    'strcpy',
    bytewise('char *strcpy(char *to, char *from) {\n  size_t i = 0;\n  while ((to[i] = from[i]) != 0) i++;\n  return to;\n}'),
  ],
  ['stpcpy', bytewise('char *stpcpy(char *to, char *from) {\n  while ((*to = *from) != 0) to++, from++;\n  return to;\n}')],
  [
    'strncpy',
    bytewise(`char *strncpy(char *to, char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}`),
  ],
  [
    'strcat',
    bytewise(`char *strcat(char *to, char *from) {
  size_t i = 0, j = 0;
  while (to[i] != 0) i++;
  while ((to[i] = from[j]) != 0) i++, j++;
  return to;
}`),
  ],
  [
    'strncat',
    bytewise(`char *strncat(char *to, char *from, size_t n) {
  size_t i = 0, j = 0;
  while (to[i] != 0) i++;
  for (; j < n && from[j] != 0; j++) to[i + j] = from[j];
  to[i + j] = 0;
  return to;
}`),
  ],
  [
    'strdup',
    bytewise(`char *strdup(char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}`),
  ],
  [
    'posix_memalign',
    {
      ...bytewise(`int posix_memalign(void **to, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return 22;
  void *block = memalign(alignment, size);
  if (block == 0) return 12;
  *to = block;
  return 0;
}`),
      prototypes: 'void *memalign(size_t, size_t);',
    },
  ],
  [
    'strndup',
    bytewise(`char *strndup(char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}`),
  ],
  ['atoi', decimal('atoi', 'int')],
  ['atol', decimal('atol', 'long')],
  ['atoll', decimal('atoll', 'long long')],
  ['strtol', number('strtol', 'long', '__LONG_MAX__', '(-__LONG_MAX__ - 1)')],
  ['strtoll', number('strtoll', 'long long', '9223372036854775807LL', '(-9223372036854775807LL - 1)')],
  ['strtoul', number('strtoul', 'unsigned long', '(__LONG_MAX__ * 2UL + 1)', '0')],
  ['strtoull', number('strtoull', 'unsigned long long', '18446744073709551615ULL', '0')],
  ['strtok', { ...token('strtok'), state: true }],
  ['strtok_r', token('strtok_r')],
  ['__strtok_r', token('__strtok_r')],
  [
    'strsep',
    bytewise(`byte *strsep(byte **from, byte *set) {
  byte *start = *from;
  if (start == 0) return 0;
  for (byte *s = start; *s != 0; s++)
    for (size_t j = 0; set[j] != 0; j++)
      if (set[j] == *s) {
        *s = 0;
        *from = s + 1;
        return start;
      }
  *from = 0;
  return start;
}`),
  ],
  ['error', reporting('error')],
  ['error_at_line', reporting('error_at_line')],
  ...Object.entries(WIDE_TEXTS).map(([name, text]): [string, ModelText] => [name, bytewise(text)]),
  ['qsort', QSORT],
  ['bsearch', BSEARCH],
]);

/**
 * Returns a model as a program of its own. `element`: an integer type; otherwise a structure that is
 * replaced later.
 */
export function modelSource({ text, prototypes = '' }: ModelText, model: DataModel, element: string | null): string {
  const wide = model === 'LP64';
  const source = `typedef ${wide ? 'unsigned long' : 'unsigned int'} size_t;
typedef ${wide ? 'long' : 'int'} ssize_t;
typedef unsigned char byte;
${element === null ? 'typedef struct __element { byte content; } element;' : `typedef ${element} element;`}
void *malloc(size_t);
${prototypes}
void __zero(void *);
int __any(void);
void __mix(void *);
void __broken(void);
static int distance(byte x, byte y) {
  int any = __any();
  if (any <= 0) any = 1;
  return x < y ? -any : any;
}
static byte lower(byte c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static int digit(byte c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}
${text}
`;
  return source.replaceAll('__LONG_MAX__', wide ? '9223372036854775807L' : '2147483647L');
}
