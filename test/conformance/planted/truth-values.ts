import type { Random } from '../fuzz/random.ts';
import type { Snippet } from './snippets.ts';

/** Bytes that are neither 0 nor 1, written into truth values: where these lie, how they are written, and how they are read. */

interface Place {
  readonly declaration: string;
  /** The truth value. */
  readonly value: string;
  /** The address of the block that is overwritten, and its size. */
  readonly block: readonly [address: string, size: string];
}

const place = (declaration: string, value: string, address: string, size: string): Place => ({
  ...{ declaration, value },
  block: [address, size],
});

const PLACES: readonly Place[] = [
  place('_Bool b = 0;', 'b', '&b', 'sizeof b'),
  place('static _Bool b;', 'b', '&b', '1'),
  place('_Bool a[4] = { 0 };', 'a[1]', 'a', 'sizeof a'),
  place('_Bool a[2][3] = { { 0 } };', 'a[1][2]', 'a', 'sizeof a'),
  place('struct message m = { 0, 0 };', 'm.flag', '&m', 'sizeof m'),
  place('struct message m = { 0, 0 };', 'm.flag', '&m.flag', '1'),
  place('struct flags f = { 0 };', 'f.f[2]', '&f', 'sizeof f'),
  place('static struct flags f;', 'f.f[1]', 'f.f', 'sizeof f.f'),
  place('struct nest n = { 0 };', 'n.m[1].flag', '&n.m[1]', 'sizeof n.m[1]'),
  place('static struct nest n;', 'n.m[0].flag', '&n', 'sizeof n'),
  place('struct message m = { 0, 0 }, *p = &m;', 'p->flag', 'p', 'sizeof *p'),
  place('struct message m = { 0, 0 }; _Bool *p = &m.flag;', '*p', '&m', 'sizeof m'),
  place('struct message *p = calloc(1, sizeof *p); if (p == 0) return 1;', 'p->flag', 'p', 'sizeof *p'),
  place('_Bool *p = calloc(4, 1); if (p == 0) return 1;', 'p[3]', 'p', '4'),
  place('int k = 3; _Bool a[k]; for (int i = 0; i < k; i++) a[i] = 0;', 'a[2]', 'a', '3'),
  place('_Bool *p = (_Bool[2]) { 0, 0 };', 'p[1]', 'p', '2'),
  place('union either e = { .b = 0 };', 'e.b', '&e', 'sizeof e'),
  place('_Bool b = 0; struct holder h = { &b, 0 };', '*h.p', 'h.p', '1'),
];

/** ADDRESS and SIZE: the block; VALUE: the truth value. */
const WRITES: readonly string[] = [
  'memcpy(ADDRESS, twos, SIZE);',
  'memmove(ADDRESS, twos, SIZE);',
  'memset(ADDRESS, 2, SIZE);',
  '__builtin_memcpy(&VALUE, twos, 1);',
  'for (unsigned long i = 0; i < SIZE; i++) ((unsigned char *)(ADDRESS))[i] = 2;',
  'put(ADDRESS, SIZE);',
  'operations.put(ADDRESS, SIZE);',
  'put_arguments(SIZE, ADDRESS);',
  '*(unsigned char *)&VALUE = 2;',
  '*(signed char *)(void *)&VALUE = 5;',
  '{ unsigned char other[16]; memset(other, 2, 16); swap(ADDRESS, other, SIZE); }',
  'undeclared(&VALUE);',
  'put_one((unsigned char *)&VALUE);',
  '{ unsigned long word = (unsigned long)&VALUE; *(char *)word = 2; }',
  '((struct raw *)(void *)&VALUE)->b[0] = 2;',
  '((union either *)(void *)&VALUE)->c = 2;',
  '{ struct holder h; h.p = &VALUE; memcpy(&h.q, &h.p, sizeof h.p); *h.q = 2; }',
  '__atomic_store_n((unsigned char *)&VALUE, 2, 5);',
  '{ void *v[1] = { &VALUE }; *(unsigned char *)v[0] = 2; }',
  '{ unsigned char *q = (unsigned char *)memset(&VALUE, 0, 1); *q = 3; }',
  '{ unsigned char t = 2; char *d = (char *)&VALUE, *s = (char *)&t; *d++ = *s++; }',
  '{ unsigned char *q = (void *)&VALUE; *q |= 6; }',
  'sscanf("2", "%hhd", (signed char *)&VALUE);',
];

const READS: readonly string[] = [
  '{ int n = VALUE; return n <= 1; }',
  'return VALUE == 0 || VALUE == 1;',
  '{ int n = !VALUE + VALUE; return n == 1; }',
  '{ static const int t[2] = { 7, 7 }; return t[VALUE] == 7; }',
  'return by_value(VALUE) <= 1;',
  'return behind(&VALUE) <= 1;',
  'return copied(&VALUE) <= 1;',
  '{ int n = VALUE + VALUE; return n == 0 || n == 2; }',
  '{ _Bool c = VALUE; int n = c; return n <= 1; }',
  'switch (VALUE) { case 0: return 1; case 1: return 1; } return 0;',
  '{ int n = (VALUE && 1) + (VALUE & 1); return n == 0 || n == 2; }',
  'return (1 << VALUE) <= 2;',
  '{ int n = 0; if (VALUE) n = 1; return n == VALUE; }',
  '{ _Bool c = VALUE ^ 1; return c + VALUE == 1; }',
  'return -VALUE >= -1;',
  '{ struct { unsigned f : 1; } s; s.f = VALUE; return s.f == VALUE; }',
  '{ volatile _Bool *r = &VALUE; return *r <= 1; }',
];

const SETTING = `typedef unsigned long size_t;
extern void *memcpy(void *, const void *, size_t), *memset(void *, int, size_t), *memmove(void *, const void *, size_t);
extern void *calloc(size_t, size_t);
extern int sscanf(const char *, const char *, ...);
struct message { unsigned char kind; _Bool flag; };
struct flags { char k; _Bool f[3]; char e; };
struct nest { int a; struct message m[2]; };
union either { unsigned char c; _Bool b; };
struct holder { _Bool *p; unsigned char *q; };
struct raw { unsigned char b[2]; };
static unsigned char twos[16] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 };
static void put(void *p, size_t n) { unsigned char *q = p; for (size_t i = 0; i < n; i++) q[i] = 2; }
static void put_one(unsigned char *p) { *p = 2; }
static void put_arguments(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  put(__builtin_va_arg(list, void *), n);
  __builtin_va_end(list);
}
static void (*const undeclared)() = (void (*)())put_one;
static struct { void (*put)(void *, size_t); } operations = { put };
static void swap(void *p, void *q, size_t n) {
  char *x = p, *y = q;
  for (size_t i = 0; i < n; i++) { char t = x[i]; x[i] = y[i]; y[i] = t; }
}
static int behind(_Bool *p) { return *p; }
static int by_value(_Bool b) { return b; }
static _Bool copied(_Bool *p) { return *p; }
`;

/** A truth value with a byte that is none. */
export function randomTruthValue(random: Random): Snippet {
  const {
    declaration,
    value,
    block: [address, size],
  } = random.pick(PLACES);
  const filled = (text: string): string =>
    text.replaceAll('VALUE', value).replaceAll('ADDRESS', address).replaceAll('SIZE', size);
  return {
    name: 'truth-value',
    ...{ items: [12], treatment: 'representation', isContested: false, known: null, value: 0 },
    text: `${SETTING}int planted(int bad) {
  ${declaration}
  if (bad) { ${filled(random.pick(WRITES))} }
  ${filled(random.pick(READS))}
}
`,
  };
}
