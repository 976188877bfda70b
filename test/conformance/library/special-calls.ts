import { builtinTable } from '../../../src/c/builtins/builtin-table.ts';
import type { Random } from '../fuzz/random.ts';

/** Calls of functions whose prototype does not say what a call looks like. */

type Call = (random: Random) => string;

const NUMBERS = [
  'x0',
  'x1',
  '(int)x2',
  '(short)x3',
  '-1',
  '0',
  '0x7fffffff',
  '0x7fffffffffffffffL',
  '255u',
  '~0ul',
  '(signed char)-128',
];
const TYPES = ['int', 'unsigned', 'long', 'unsigned char', 'short', 'unsigned long', 'signed char'];
const REALS = [
  '0.0',
  '-0.0',
  '1.5f',
  '-2.5L',
  '1e-310',
  '1e-40f',
  '(1.0/0.0)',
  '(-1.0/0.0)',
  '(0.0/0.0)',
  '(double)x0',
  '(float)(long)x1',
];

const note = (text: string): Call => {
  return (random) => fill(text, random);
};

/**
 * Replaces `$N` by a number, `$T` by a type, `$D` by a real number, `$C` by a small count, `$P` by a path,
 * `$W` by a format: each by a choice of its own.
 */
function fill(text: string, random: Random): string {
  return text
    .replaceAll('$N', () => random.pick(NUMBERS))
    .replaceAll('$T', () => random.pick(TYPES))
    .replaceAll('$D', () => random.pick(REALS))
    .replaceAll('$C', () => String(random.below(5)))
    .replaceAll('$P', () => random.pick(['/', '//', 'a/', 'a/b', '/usr//', 'ab', '/a/b//']))
    .replaceAll('$W', () =>
      random.pick(['"%d"', '"<%5d>"', '"%-4d|"', '"%x"', '"%+d"', '"%05d"', '"%u"', '"%o"', '"%c"']),
    );
}

/** Calls of builtins that take values of any type, by the name's form. */
function builtinCalls(): [string, Call][] {
  return [...builtinTable()].flatMap(([name, { builtin }]): [string, Call][] => {
    if (builtin?.kind !== 'special') return [];
    const call = groupCall(name, builtin.group);
    return call === null ? [] : [[name, note(call)]];
  });
}

function groupCall(name: string, group: string): string | null {
  const size = /_(1|2|4|8)$/.exec(name)?.[1];
  const type = size === undefined ? '$T' : { 1: 'signed char', 2: 'short', 4: 'int', 8: 'long' }[size]!;
  switch (group) {
    case 'overflow': {
      if (name.endsWith('_p')) return `note(${name}($N, $N, ($T)0));`;
      const typed = /_([su])(?:add|sub|mul)(l*)_/.exec(name);
      const result =
        typed === null
          ? '$T'
          : `${typed[1] === 'u' ? 'unsigned ' : ''}${{ '': 'int', l: 'long', ll: 'long long' }[typed[2]]}`;
      return `${result} r; note(${name}($N, $N, &r)); note(r);`;
    }
    case 'float-class':
      if (/isgreater|isless|isunordered/.test(name)) return `note(${name}($D, $D));`;
      // GCC 12 does not have it.
      if (name === '__builtin_iseqsig') return null;
      return name === '__builtin_fpclassify' ? `note(${name}(2, 3, 5, 7, 11, $D));` : `note(${name}($D) != 0);`;
    case 'float-constant':
      if (/(q|f128|f64x|l|f16)$/.test(name) && !/nan/.test(name)) return `note(${name}() > 1e30);`;
      return `note(${name}(${/nan/.test(name) ? '""' : ''}) == 1);`;
    case 'atomic':
    case 'sync':
      if (/_16$|fence|synchronize/.test(name)) return null;
      return `${type} v = $N, w = $N; ${atomicCall(name)} note(v); note(w);`;
    default:
      return null;
  }
}

function atomicCall(name: string): string {
  if (/bool_compare|val_compare/.test(name)) return `note(${name}(&v, w, $N));`;
  if (/lock_release/.test(name)) return `${name}(&v);`;
  if (name.startsWith('__sync_')) return `note(${name}(&v, $N));`;
  if (/(clear|test_and_set)$/.test(name))
    return name.endsWith('set')
      ? `_Bool c = $C % 2; note(${name}(&c, 5)); note(c);`
      : `unsigned char c = 1; ${name}(&c, 5); note(c);`;
  if (/always_lock_free/.test(name)) return `note(${name}(sizeof v, 0));`;
  if (/is_lock_free/.test(name)) return `note(${name}(sizeof v, &v));`;
  if (/compare_exchange(_n|_\d)$/.test(name)) return `note(${name}(&v, &w, $N, 0, 5, 5));`;
  if (/compare_exchange$/.test(name)) return `__typeof__(v) d = $N; note(${name}(&v, &w, &d, 0, 5, 5));`;
  if (/load(_n|_\d)$/.test(name)) return `note(${name}(&v, 5));`;
  if (/store(_n|_\d)$/.test(name)) return `${name}(&v, $N, 5);`;
  if (/exchange(_n|_\d)$/.test(name)) return `note(${name}(&v, $N, 5));`;
  if (/(load|store)$/.test(name)) return `${name}(&v, &w, 5);`;
  if (/exchange$/.test(name)) return `__typeof__(v) d; ${name}(&v, &w, &d, 5); note(d);`;
  return `note(${name}(&v, $N, 5));`;
}

const QUOTIENTS = [
  ['div', 'int'],
  ['ldiv', 'long'],
  ['lldiv', 'long long'],
  ['imaxdiv', 'long'],
].map(([name, type]): [string, Call] => [
  name,
  note(
    `extern struct ${name} ${name}(${type}, ${type}); struct ${name} r = ${name}((${type})$N / 2, (${type})$N | 1); note(r.quot); note(r.rem);`,
  ),
]);

export const SPECIAL_CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  [
    'qsort_r',
    note(
      'extern void qsort_r(void *, unsigned long, unsigned long, int (*)(const void *, const void *, void *), void *); int v[4] = { 4, $C, 2, $C }; qsort_r(v, $C, 4, scaled, &(int){ $C - 2 }); for (int i = 0; i < 4; i++) note(v[i]);',
    ),
  ],
  [
    'timegm',
    note(
      'extern long timegm(void *); struct { int of[9]; long offset; const char *zone; } t = { { $C, $C, $C, 1 + $C, $C, 70 + $C } }; note(timegm(&t)); for (int i = 0; i < 8; i++) note(t.of[i]);',
    ),
  ],
  [
    'gmtime',
    note(
      'extern void *gmtime(const void *); long t = 100000000 * (long)$N % 100000000000; struct { int of[9]; } *r = gmtime(&t); for (int i = 0; i < 9; i++) note(r->of[i]);',
    ),
  ],
  [
    'gmtime_r',
    note(
      'extern void *gmtime_r(const void *, void *); long t = 86400 * $C * 250 + $C; struct { int of[9]; long offset; const char *zone; } r; note(gmtime_r(&t, &r) == &r); for (int i = 0; i < 9; i++) note(r.of[i]);',
    ),
  ],
  [
    'strftime',
    note(
      'extern unsigned long strftime(char *, unsigned long, const char *, const void *); struct { int of[9]; long offset; const char *zone; } t = { { $C, $C, $C, 1 + $C, $C, 70 + $C, $C, $C } }; char b[40] = ""; note(strftime(b, 40, "%Y-%m-%d %H:%M:%S %a %j", &t)); notes(b);',
    ),
  ],
  [
    'getopt',
    note(
      'extern int getopt(int, char *const *, const char *); extern int optind; char *v[] = { "p", "-a", "-b", "x", "y", 0 }; for (int i = 0; i < 4; i++) note(getopt(5, v, "+ab:")); note(optind);',
    ),
  ],
  [
    'getopt_long',
    note(
      'extern int getopt_long(int, char *const *, const char *, const void *, void *); extern int optind; struct { const char *name; int has; int *flag; int value; } o[] = { { "all", 0, 0, $C }, { 0, 0, 0, 0 } }; char *v[] = { "p", "--all", "-b", "x", 0 }; for (int i = 0; i < 3; i++) note(getopt_long(4, v, "+b:", o, 0)); note(optind);',
    ),
  ],
  ...builtinCalls(),
  ...QUOTIENTS,
  [
    'qsort',
    note(
      'extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); int v[4] = { 4, $C, 2, $C }; qsort(v, $C, 4, compare); for (int i = 0; i < 4; i++) note(v[i]);',
    ),
  ],
  [
    'bsearch',
    note(
      'extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *)); int v[4] = { 0, 1, 3, 4 }, k = $C; int *r = bsearch(&k, v, $C, 4, compare); note(r == 0 ? 77 : r - v);',
    ),
  ],
  [
    'sprintf',
    note('extern int sprintf(char *, const char *, ...); char b[40] = ""; note(sprintf(b, $W, (int)$N)); notes(b);'),
  ],
  [
    'snprintf',
    note(
      'extern int snprintf(char *, unsigned long, const char *, ...); char b[40] = ""; note(snprintf(b, $C, $W, (int)$N)); notes(b);',
    ),
  ],
  [
    'sscanf',
    note(
      'extern int sscanf(const char *, const char *, ...); int a = 1, b = 2; note(sscanf("12 -x7", $W, &a, &b)); note(a); note(b);',
    ),
  ],
  [
    'strtok',
    note(
      'extern char *strtok(char *, const char *); char b[12] = "ab,c;d"; char *r = strtok(b + $C, ",;"); note(r == 0 ? 77 : r - b); r = strtok(0, "c"); note(r == 0 ? 77 : r - b); notes(b);',
    ),
  ],
  ...['strtok_r', '__strtok_r'].map((name): [string, Call] => [
    name,
    note(
      `extern char *${name}(char *, const char *, char **); char b[12] = "ab,c;d", *s; char *r = ${name}(b + $C, ",;", &s); note(r == 0 ? 77 : r - b); note(s - b); notes(b);`,
    ),
  ]),
  [
    'basename',
    note(
      'extern char *basename(const char *); char b[12] = "$P"; b[$C] = (char)x0; char *r = basename(b); note(r - b); notes(b);',
    ),
  ],
  [
    '__xpg_basename',
    note(
      'extern char *__xpg_basename(char *); char b[12] = "/$P"; b[1 + $C] = (char)x0; char *r = __xpg_basename(b); note(r - b); notes(b);',
    ),
  ],
  [
    'strsep',
    note(
      'extern char *strsep(char **, const char *); char b[12] = "ab,c;d", *p = b + $C; char *r = strsep(&p, ",;"); note(r - b); note(p == 0 ? 77 : p - b); notes(b);',
    ),
  ],
  ['strdup', note('extern char *strdup(const char *); char b[12] = "abc"; char *r = strdup(b + $C % 3); note(r[0]);')],
  [
    'strndup',
    note(
      'extern char *strndup(const char *, unsigned long); char b[12] = "abc"; char *r = strndup(b, $C); note(r[0]);',
    ),
  ],
]);
