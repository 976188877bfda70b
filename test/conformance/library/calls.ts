import { builtinTable, knownPrototype } from '../../../src/c/builtins/builtin-table.ts';
import type { Treatment } from '../../../src/c/builtins/library/row.ts';
import { libraryEntry, libraryTable } from '../../../src/c/builtins/library/table.ts';
import type { Random } from '../fuzz/random.ts';
import { SPECIAL_CALLS } from './special-calls.ts';

/** Random calls of library functions and builtins with a meaning, made from their prototypes. */

/**
 * Functions that no single call checks: they belong to files, threads, the system, or memory that
 * the allocator chose.
 */
const ELSEWHERE = new RegExp(
  `^(${[
    '_IO_|f(open|close|flush|get|put|seek|tell|read|write|printf|scanf|ileno|eof|error|env)|(get|put|unget)(c|char|env|s|pid)|(v|w|d|vd|vf|vw)?(printf|scanf|printk)',
    'raise|pthread_|sig(add|del|empty|fill)|set(buf|vbuf|linebuf|locale)|clearerr|rewind|remove|rename|unlink|tmpfile|perror|v?warn|error|syslog|sync|tzset|isatty|sched_|u?sleep|nanosleep',
    '(read|clearerr|get(s|line|delim)|(fgetc|getc|getchar|fgets|fread|feof|ferror)_unlocked)$|s?rand|random|__ctype|__errno|__cxa|strerror|fe(get|set|test|clear|raise|hold|update|enable|disable)|secure_getenv',
    '(x|k|kz|v)m?alloc|kzalloc|k?free|cfree|aligned_alloc|memalign|posix_memalign|malloc_usable|realloc|reallocarray|alloca|calloc|malloc|v?asprintf|printk',
    'vs?n?(printf|scanf)',
  ].join('|')})`,
);

export interface Callee {
  readonly name: string;
  readonly treatment: Treatment;
}

/** Lists the functions and builtins whose calls the generator writes. */
export function callees(): Callee[] {
  const listed = [...libraryTable(), ...builtinTable()].map(([name, { treatment }]) => ({ name, treatment }));
  return listed.filter(
    ({ name, treatment }) => meant(treatment) && (SPECIAL_CALLS.has(name) || prototypeOf(name) !== null),
  );
}

/** Lists functions with a meaning that no call checks although one could. */
export function unchecked(): string[] {
  const checked = new Set(callees().map(({ name }) => name));
  return [...libraryTable()].flatMap(([name, { treatment, prototype }]) =>
    meant(treatment) && prototype !== null && !checked.has(name) && !ELSEWHERE.test(name) ? [name] : [],
  );
}

/**
 * Tells whether proofs may take the function's result for any value although it has a formula: the
 * library's rounding is not known.
 */
export function isApproximated(name: string): boolean {
  return /float|double/.test(libraryEntry(name)?.prototype?.text ?? 'float');
}

function meant(treatment: Treatment): boolean {
  return ['translated', 'formula', 'model', 'interpreter'].includes(treatment);
}

/** Returns the prototype of a function that the generator can call by its prototype alone; null for others. */
function prototypeOf(name: string): string | null {
  const text = libraryEntry(name)?.prototype?.text ?? knownPrototype(name)?.text ?? null;
  if (text === null || ELSEWHERE.test(name) || /\.\.\.|struct|function|FILE/.test(text)) return null;
  return text.replaceAll('size_t', 'unsigned long').replaceAll(/u?int(16|32|64|max)_t/g, (word) => FIXED_TYPES[word]);
}

const FIXED_TYPES: Readonly<Record<string, string>> = {
  uint16_t: 'unsigned short',
  uint32_t: 'unsigned int',
  uint64_t: 'unsigned long',
  intmax_t: 'long',
};

/** Names of the inputs that a program reads before the calls. */
export const INPUTS = ['x0', 'x1', 'x2', 'x3'];

const DECLARATIONS = `
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int printf(const char *, ...);
void reach_error(void) {}
static unsigned long sum = 7;
static void note(unsigned long value) { sum = sum * 31 + value; printf("%lx\\n", value); }
static void notes(const char *p) { for (int i = 0; i < 12; i++) note((unsigned char)p[i]); }
static int compare(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
struct div { int quot, rem; };
struct ldiv { long quot, rem; };
struct lldiv { long long quot, rem; };
struct imaxdiv { long quot, rem; };
static int scaled(const void *p, const void *q, void *by) { return compare(p, q) * *(int *)by; }
static void wides(const int *p) { for (int i = 0; i < 8; i++) note(p[i]); }
`;

/**
 * Writes a program of some calls of the function, which prints what they give and compares a
 * checksum with its last input.
 */
export function programOf({ name }: Callee, random: Random, count = 4): string {
  const prototype = prototypeOf(name);
  const special = SPECIAL_CALLS.get(name);
  const calls = Array.from({ length: count }, () =>
    special !== undefined ? special(random) : callOf(name, prototype!, random),
  );
  const declared =
    name.startsWith('__') && knownPrototype(name) !== null
      ? ''
      : prototype === null || builtinTable().has(name)
        ? ''
        : `${prototype};`;
  const inputs = [...INPUTS, 'x'].map((input) => `  unsigned long ${input} = __VERIFIER_nondet_ulong();`).join('\n');
  return `${DECLARATIONS}${declared}\nint main(void) {\n${inputs}\n${calls.map((call) => `  { ${call} }`).join('\n')}
  printf("sum %lu\\n", sum);\n  if (sum == x) reach_error();\n  return 0;\n}\n`;
}

const CHARACTERS = ['0', "'a'", "'b'", "'B'", "' '", '255', "'7'", '128', "'z'"];
const TEXTS = [
  '',
  'a',
  'ab',
  'abcab',
  'B',
  'ba',
  ' -12',
  '0x1fz',
  '077',
  'bab',
  '\\xff',
  '99',
  '1e2',
  'inf',
  '-0.5',
  'nan',
];
const FLOATS =
  '0.0 -0.0 1.0 -1.0 0.5 -2.5 3.75 1e-310 1e-40 1e30 -1e300 1e18 0x1p62 0x1.8p+1 (1.0/0.0) (-1.0/0.0) (0.0/0.0) 2147483648.0'.split(
    ' ',
  );
export const INTEGERS =
  '0 1 2 3 7 31 32 63 127 128 255 256 65535 0x7fffffff 0x80000000 0xffffffff 0x100000000 -1 -2 0x7fffffffffffffff 0x8000000000000000 0x0123456789abcdef'.split(
    ' ',
  );

function callOf(name: string, prototype: string, random: Random): string {
  const [, result, list] = /^(.*?)\b\w+\((.*)\)$/.exec(prototype)!;
  const types = list === 'void' ? [] : list.split(',').map((word) => word.trim());
  const wide = /^(wcs|wcp|wmem|mbsinit)/.test(name);
  const pointers = types.some((type) => type.includes('*'));
  const lines: string[] = [];
  const after: string[] = [];
  const args = types.map((type, i) => {
    const buffer = `b${i}`;
    switch (type) {
      case 'char **':
        lines.push(`char *${buffer} = 0;`);
        if (types[0] === 'const char *') after.push(`note(${buffer} - b0);`);
        return `&${buffer}`;
      case 'int *':
      case 'double *':
      case 'float *':
      case 'long double *':
      case '_Float128 *':
      case '_Float64x *':
      case '_Float32x *':
      case '_Float64 *':
      case '_Float32 *': {
        const target = type.slice(0, -2);
        lines.push(`${target} ${buffer} = 0;`);
        after.push(target === 'int' ? `note(${buffer});` : noteFloat(target, buffer));
        return `&${buffer}`;
      }
      default:
        break;
    }
    if (type.includes('*')) {
      const characters = random.pick(TEXTS);
      lines.push(wide ? `int ${buffer}[12] = { ${wides(random)} };` : `char ${buffer}[12] = "${characters}";`);
      if (!type.startsWith('const')) after.push(wide ? `wides(${buffer});` : `notes(${buffer});`);
      return buffer;
    }
    if (/float|double|_Float/.test(type))
      return `(${type})${type.startsWith('_Complex') ? complexValue(random) : floatValue(type, random)}`;
    if (/^(isw|tow)/.test(name)) return random.pick([...CHARACTERS, '200', '1000', '-1']);
    if (pointers && type === 'unsigned long') return random.pick(['0', '1', '2', '3', '4', 'x0 % 5', 'x1 % 4']);
    if (/^strto/.test(name)) return random.pick(['0', '10', '16', '8', '2', '36']);
    if (pointers) return name === 'rawmemchr' ? '0' : random.pick(CHARACTERS);
    if (/^(is|to)[a-z]*$/.test(name)) return random.pick([...CHARACTERS, '-1', 'x0 % 256']);
    if (/(clz|ctz)/.test(name)) return `(${type})(${integerValue(random)}) | (${type})1 << ${random.below(16)}`;
    if (/^(scalb|ldexp|jn|yn)/.test(name.replace('__builtin_', '')))
      return random.pick(['0', '1', '-3', '60', '-1100', '2000']);
    if (/abs/.test(name)) return `(${type})(${integerValue(random)}) / 2`;
    return `(${type})(${integerValue(random)})`;
  });
  const call = `${name}(${args.join(', ')})`;
  return [...lines, noteResult(name, result.trim(), call, wide), ...after].join(' ');
}

function noteResult(name: string, type: string, call: string, wide: boolean): string {
  if (type === 'void') return `${call};`;
  if (type.includes('*'))
    return `{ const ${wide ? 'int' : 'char'} *r = (const void *)${call}; note(r == 0 ? 77 : r - b0); }`;
  if (type.startsWith('_Complex')) {
    const part = type.slice('_Complex '.length);
    return `{ ${type} r = ${call}; ${noteFloat(part, '__real__ r')} ${noteFloat(part, '__imag__ r')} }`;
  }
  if (/float|double|_Float/.test(type)) return noteFloat(type, call);
  if (/^(__)?is/.test(name)) return `{ int r = ${call}; printf("%x\\n", r); note(r != 0); }`;
  if (/cmp|coll/.test(name)) return `{ int r = ${call}; note((r > 0) - (r < 0)); }`;
  return `note(${call});`;
}

/** Notes the bits of a value, but for those of a NaN. */
function noteFloat(type: string, value: string): string {
  const wide = /long double|_Float64x|_Float128/.test(type);
  const half = type === '_Float16';
  const bits = wide ? 'double' : type;
  const word = half ? 'unsigned short' : /float|_Float32$/.test(bits) ? 'unsigned' : 'unsigned long';
  // Two parts of a wide value say more of it than a double does.
  const rest = wide
    ? ` union { double f; unsigned long i; } w = { (double)(v - u.f) }; note(v - v != 0 ? 1 : w.i);`
    : '';
  return `{ ${type} v = ${value}; union { ${bits} f; ${word} i; } u = { (${bits})v }; note(v != v ? 5 : u.i);${rest} }`;
}

function integerValue(random: Random): string {
  return random.chance(40) ? random.pick(INPUTS) : random.pick(INTEGERS);
}

function floatValue(type: string, random: Random): string {
  // Half precision knows no such values.
  const values = type === '_Float16' ? FLOATS.filter((value) => !/e|p62|\d{6}/.test(value)) : FLOATS;
  return random.pick(values);
}

function complexValue(random: Random): string {
  return `__builtin_complex(${random.pick(FLOATS)}, ${random.pick(FLOATS)})`;
}

function wides(random: Random): string {
  return (
    Array.from({ length: random.below(6) }, () => random.pick(["'a'", "'b'", "'c'", '0x10ffff'])).join(', ') || '0'
  );
}
