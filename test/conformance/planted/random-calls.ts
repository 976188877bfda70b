import { type LibraryEntry, libraryTable } from '../../../src/c/builtins/library/table.ts';
import type { Random } from '../fuzz/random.ts';
import type { Snippet } from './snippets.ts';

/** Calls of library functions with random arguments, many of which are undefined. */

/**
 * Functions that have no place in a random program: they change files and processes, wait, print past the
 * buffer of the driver, or do not exist in glibc.
 */
const ELSEWHERE = new RegExp(
  `^(${[
    'system|popen|pclose|remove|rename|unlink|rmdir|mkdir|chdir|chmod|f?truncate|(sym)?link|f?open(64)?|close|dup2?|fdopen',
    'set(uid|gid|sid|rlimit|locale|env)|unsetenv|umask|wait(pid)?|select|recv(from)?|send|socket|listen|shutdown|pipe|fcntl|f?sync',
    'sleep|usleep|nanosleep|syslog|write|dprintf|perror|v?warnx?|fflush.*|fclose|clock.*|tmpfile|sig.*|pthread_.*|fe.*',
    'kfree|k[mz]alloc|[xpv]v?alloc|printk|memset_explicit|timingsafe_.*|strl(cat|cpy)|strnstr|strtonum|arc4random.*|__ctype.*',
  ].join('|')})$`,
);

/** Texts and blocks that are read, and places that are written; the first ones fit most calls. */
const READ = ['s', 't', '"xy"', 's + 2', 's + 7', 's + 8', 'u', 'u + 3', 'z', 'h', 'h + 4', 'f', '(char *)0'];
const WRITTEN = ['s', 't', 's + 1', 's + 4', 's + 7', 's + 8', 'u', 'u + 3', 'h', 'h + 4', 'f', '(char *)0'];
const WIDE = ['w', 'w', 'w + 1', 'w + 3', 'w + 4', 'f', '(int *)0'];
const BLOCKS = ['h', 'h', '(void *)0', 'h + 1', 'f', 's', '(void *)"xy"', '(void *)8'];
const SIZES = ['1', '2', '0', '4', '5', '8', '9', '-1', '1ul << 63', '2147483647u'];
const NUMBERS = ['65', '0', '1', '10', '-1', '255', '256', '-129', '2147483647', '-2147483647 - 1'];
const PRINTED = [
  ...['"%d", 5', '"%s", t', '"%5c", 65', '"%%"', '"%.3s", u', '"%s", u', '"%s", s + 8', '"%s", f', '"%s", (char *)0'],
  ...['"abcdefghij"', '"%s%s", s, t', '"%*d", 9, 5', '"%.*s", 4, u', '"%.*s", -1, u', '(char *)0', '"%lld", 1ll << 50'],
];
const SCANNED = ['"%d", &n', '"%3s", t', '"%s", u', '"%c", f', '"%d", (int *)0', '"%4c", s + 6', '"%*d"'];

const SETTING = `typedef unsigned long size_t;
typedef long intmax_t;
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout;
extern void *malloc(size_t);
extern void free(void *);
struct div { int quot, rem; };
struct ldiv { long quot, rem; };
struct lldiv { long long quot, rem; };
struct imaxdiv { long quot, rem; };
static int order(const void *p, const void *q) { return *(const char *)p - *(const char *)q; }
`;

interface Callee {
  readonly name: string;
  readonly entry: LibraryEntry;
  readonly result: string;
  readonly types: readonly string[];
}

/** The functions that are called, in the order of the table. */
const CALLEES: readonly Callee[] = [...libraryTable()].flatMap(([name, entry]) => {
  const text = entry.prototype?.text ?? '';
  const [, result, list] = /^(.*?)\b\w+\((.*)\)$/.exec(text) ?? [];
  const isMeant = ['formula', 'model', 'interpreter', 'input'].includes(entry.treatment);
  const isOther =
    /va_list|double|float|_Float|\bstruct\)/.test(text) || (text.includes('...') && !/(printf|scanf)$/.test(name));
  if (entry.row === null || list === undefined || !isMeant || isOther || ELSEWHERE.test(name)) return [];
  const types = list === 'void' ? [] : list.split(',').map((type) => type.trim());
  return [{ name, entry, result: result.trim(), types }];
});

/** A call of a library function, which sanitisers judge. */
export function randomCall(random: Random): Snippet {
  const callee = random.pick(CALLEES);
  const { name, entry, types } = callee;
  const before: string[] = [];
  const args = types.map((type, at) => {
    const value = argumentOf(callee, type, at, random);
    // A value in a variable is not folded.
    const isPlain = !random.chance(40) || type === '...' || /format|function/.test(type) || type.includes('**');
    if (isPlain || type.includes('FILE') || isFormat(callee, at)) return value;
    const kind = type.includes('*') ? 'void *' : `${type} `;
    before.push(`${kind}a${at} = ${type.includes('*') ? `(void *)(${value})` : value};`);
    return `a${at}`;
  });
  const call = `${name}(${args.filter((arg) => arg !== '').join(', ')})`;
  const prototype = entry.prototype!.text.replaceAll('function *', 'int (*)(const void *, const void *)');
  const places = ['s', 't', 'u', 'w'].flatMap((array) => [0, 1, 2, 3].map((i) => `${array}[${i}]`));
  return {
    name: `call-${name}`,
    // Values of the environment are any values.
    items: isExact(entry) ? [108, 109] : [],
    treatment: 'sanitised',
    isContested: false,
    known: null,
    value: 0,
    text: `${SETTING}extern ${prototype};
int planted(int bad) {
  char s[8] = "abcdefg", t[8] = "xyz", z[1] = "", *h = malloc(4), *f = malloc(4), *q = s;
  unsigned char u[4] = { 1, 2, 3, 4 };
  int w[4] = { 97, 98, 99 }, n = 0;
  void *v = 0;
  if (h == 0 || f == 0) return 0;
  h[0] = h[1] = h[2] = h[3] = 7;
  free(f);
  unsigned found = 0;
  if (bad) { ${before.join(' ')} ${noted(callee, call)} }
  return found + ${places.map((place, i) => `${2 * i + 1} * ${place}`).join(' + ')};
}
`,
  };
}

/** Whether Lemmata knows the result of a defined call. */
function isExact({ treatment, row }: LibraryEntry): boolean {
  return treatment !== 'input' && !/^(input|system)\.c|^made$/.test(row?.model ?? '');
}

/** The call, and what its result adds to the snippet's where it is the same in all libraries. */
function noted({ name, entry, result }: Callee, call: string): string {
  if (result === 'void' || result.startsWith('struct') || entry.row?.allocates === true) return `${call};`;
  if (result.includes('*')) return `found = ${call} != 0;`;
  if (/cmp|coll/.test(name)) return `{ int r = ${call}; found = (r > 0) - (r < 0); }`;
  return /^is/.test(name) ? `found = ${call} != 0;` : `found = ${call};`;
}

/** Whether the argument is the format of one of the functions that print and scan. */
function isFormat({ types }: Callee, at: number): boolean {
  return types[at + 1] === '...';
}

function argumentOf(callee: Callee, type: string, at: number, random: Random): string {
  const { name, entry } = callee;
  const row = entry.row!;
  /** Mostly one of the first three. */
  const pick = (from: readonly string[]): string => random.pick(random.chance(55) ? from.slice(0, 3) : from);
  if (type === '...') return '';
  if (isFormat(callee, at)) return pick(name.endsWith('printf') ? PRINTED : SCANNED);
  if (type === 'FILE *' || row.requires?.some((one) => one.kind === 'open' && one.at === at) === true)
    return random.chance(85) ? (/get|read|scan|eof/.test(name) ? 'stdin' : 'stdout') : '(void *)0';
  if (type === 'function *') return random.chance(85) ? 'order' : '0';
  if (type.includes('**')) return random.chance(80) ? (type.startsWith('void') ? '&v' : '(void *)&q') : '0';
  if (!type.includes('*')) return pick(/size_t|unsigned long/.test(type) ? SIZES : NUMBERS);
  if (row.does === 'frees' || name.startsWith('realloc')) return pick(BLOCKS);
  if (/^(wcs|wcp|wmem|mbs)/.test(name)) return pick(WIDE);
  return pick(type.startsWith('const') ? READ : WRITTEN);
}
