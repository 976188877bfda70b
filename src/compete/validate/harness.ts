import { inputFunction, readDefinition } from '../../portfolio/native-read.ts';
import { isCheck } from '../../portfolio/property.ts';
import type { ViolationInput } from '../run/answer.ts';

/** Function that returns the characters of the standard input. */
const CHARACTERS = 'getchar';

/** Computes the standard input of a violating run: its characters up to the first end of input. */
export function standardInputOf(inputs: readonly ViolationInput[]): Uint8Array {
  const bytes: number[] = [];
  for (const { kind, name, constant, count } of inputs) {
    if (kind !== 'unknown-function' || name !== CHARACTERS) continue;
    const code = Number(constant);
    if (!(code >= 0)) break;
    for (let i = 0; i < count; i++) bytes.push(code);
  }
  return Uint8Array.from(bytes);
}

/** How a natively replayed run ended, by its exit status. */
export const REACHED = 42;
export const LEFT_PATH = 43;
export const ASSUMPTION_FAILED = 44;

/**
 * C code that is linked to a program and gives it the inputs of a violating run. Each function without
 * a body returns the run's values in their order. Functions of `externals` that give no values do
 * nothing. Blocks from malloc, where the program is linked with {@link WRAPPED}, have the run's
 * content, or zeros. A call of the error function ends the process with {@link REACHED}. The
 * compiler's `-finstrument-functions` reports the call, whether the function has a body or not. Null
 * if a value has no constant in C.
 */
export function harnessText(
  inputs: readonly ViolationInput[],
  errorFunction: string,
  externals: readonly string[] = [],
): string | null {
  // The library reads the characters from the standard input.
  const taken = inputs.filter(({ kind, name }) => kind === 'nondet' || (kind === 'unknown-function' && name !== CHARACTERS));
  const functions = new Map<string, { readonly type: string; readonly series: string[] }>();
  let first = 0;
  for (const { name, type, constant, count } of taken) {
    if (constant === null) return null;
    const known = functions.get(name) ?? { type, series: [] };
    functions.set(name, known);
    known.series.push(`{${first}, ${first + count}, ${/^[A-Za-z_]\w*$/.test(constant) ? '0' : `(${constant})`}}`);
    first += count;
  }
  const blocks = inputs.flatMap(({ block }) => (block === null ? [] : [block]));
  const definitions = [...functions].map(([name, { type, series }]) => functionText(inputFunction(name), type, series));
  for (const name of externals) {
    if (!functions.has(name) && name !== errorFunction) definitions.push(`__attribute__((weak)) ${QUIET} void ${name}() { }`);
  }
  return `#define NULL ((void *)0)
${QUIET} void lemmata_exit(int) __attribute__((noreturn));
static unsigned long lemmata_next;
__attribute__((weak)) ${QUIET} void ${errorText(errorFunction)}
${QUIET} void __cyg_profile_func_enter(void *function, void *site) { if (function == (void *)&${errorFunction}) lemmata_exit(${REACHED}); }
${QUIET} void __cyg_profile_func_exit(void *function, void *site) { }
${QUIET} void __VERIFIER_assume(int condition) { if (!condition) lemmata_exit(${ASSUMPTION_FAILED}); }
${definitions.join('\n')}
${readDefinition([...functions.keys()], QUIET)}
${blockText(blocks)}`;
}

function errorText(name: string): string {
  const end = `lemmata_exit(${REACHED});`;
  return isCheck(name) ? `${name}(int condition, ...) { if (!condition) ${end} }` : `${name}() { ${end} }`;
}

/**
 * Each series holds equal values: the inputs from one number up to another, counting all calls that
 * give inputs, in order.
 */
function functionText(name: string, type: string, series: readonly string[]): string {
  return `${QUIET} ${type} ${name}() {
  static const struct { unsigned long first, end; __typeof__(${type}) value; } run[] = {${series.join(', ')}};
  static unsigned long at;
  while (at < ${series.length} && run[at].end <= lemmata_next) at++;
  if (at == ${series.length} || lemmata_next < run[at].first) lemmata_exit(${LEFT_PATH});
  lemmata_next++;
  return run[at].value;
}`;
}

/** Options for the linker, which redirect calls of malloc to the harness. */
export const WRAPPED = ['-Wl,--wrap=malloc'];

/**
 * `malloc` as the program sees it: its blocks have the content of the run, as far as that is known.
 * Bytes beyond {@link MOST_CLEARED} are as the system gives them.
 */
function blockText(blocks: readonly NonNullable<ViolationInput['block']>[]): string {
  const cases = blocks.map(({ call, bytes }) => {
    const text = bytes.replace(/../g, '\\x$&');
    return `case ${call}: lemmata_put(block, size, "${text}", ${bytes.length / 2}); break;`;
  });
  return `${QUIET} extern void *__real_malloc(__SIZE_TYPE__);
static ${QUIET} void lemmata_put(unsigned char *block, __SIZE_TYPE__ size, const char *bytes, __SIZE_TYPE__ count) { __SIZE_TYPE__ i; for (i = 0; i < size && i < ${MOST_CLEARED}; i++) block[i] = i < count ? bytes[i] : 0; }
${QUIET} void *__wrap_malloc(__SIZE_TYPE__ size) {
  static unsigned long calls; void *block = __real_malloc(size);
  if (block == NULL || size == 0) return block;
  switch (calls++) { ${cases.join(' ')} default: lemmata_put(block, size, "", 0); }
  return block;
}
`;
}

/**
 * Most bytes of a block that are cleared: a large block must not take memory that the program never
 * touches.
 */
const MOST_CLEARED = 2 ** 20;
const QUIET = '__attribute__((no_instrument_function))';

/** Code for programs with a C library. */
export const HOSTED = `extern void _exit(int);
${QUIET} void lemmata_exit(int status) { _exit(status); for (;;); }
`;

/** Returns the runtime without the given error function, since the harness defines that function itself. */
export function freestanding(errorFunction: string): string {
  const defined = (line: string): string | undefined => line.slice(QUIET.length).split('(')[0].split(/[ *]/).at(-1);
  return FREESTANDING.split('\n')
    .filter((line) => !line.startsWith(QUIET) || defined(line) !== errorFunction)
    .join('\n');
}

/** Functions that programs of verification tasks call, for i386 without libraries. */
const FREESTANDING = `typedef unsigned long size_t; typedef unsigned long long u64; typedef long long s64;
${QUIET} void lemmata_exit(int status) { for (;;) __asm__ volatile("int $0x80" : : "a"(1), "b"(status)); }
extern int main();
__asm__(".globl _start\\n_start:\\n and $-16, %esp\\n sub $8, %esp\\n push $0\\n push $0\\n call main\\n push %eax\\n call lemmata_exit\\n");
${QUIET} void exit(int status) { lemmata_exit(status & 127); }
${QUIET} void _exit(int status) { lemmata_exit(status & 127); }
${QUIET} void abort(void) { lemmata_exit(134); }
${QUIET} void __assert_fail() { lemmata_exit(134); }
${QUIET} void *memset(void *p, int c, size_t n) { char *d = p; while (n--) *d++ = c; return p; }
${QUIET} void *memcpy(void *p, const void *q, size_t n) { char *d = p; const char *s = q; while (n--) *d++ = *s++; return p; }
${QUIET} void *memmove(void *p, const void *q, size_t n) { char *d = p; const char *s = q; if (d < s) while (n--) *d++ = *s++; else while (n--) d[n] = s[n]; return p; }
${QUIET} int memcmp(const void *p, const void *q, size_t n) { const unsigned char *a = p, *b = q; for (; n--; a++, b++) if (*a != *b) return *a - *b; return 0; }
${QUIET} size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
${QUIET} int strcmp(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return (unsigned char)*a - (unsigned char)*b; }
${QUIET} int strncmp(const char *a, const char *b, size_t n) { for (; n; n--, a++, b++) if (!*a || *a != *b) return (unsigned char)*a - (unsigned char)*b; return 0; }
${QUIET} char *strcpy(char *p, const char *s) { char *d = p; while ((*d++ = *s++)); return p; }
static char heap[1 << 28] __attribute__((aligned(16))); static size_t used;
${QUIET} void *malloc(size_t n) { size_t at = used; n = (n + 31) & ~15ul; if (n > sizeof heap - used) return 0; used += n; *(size_t *)(heap + at) = n - 16; return heap + at + 16; }
${QUIET} void *calloc(size_t n, size_t m) { return malloc(n * m); }
${QUIET} void *realloc(void *p, size_t n) { void *q = malloc(n); size_t m; if (p && q) { m = *(size_t *)((char *)p - 16); memcpy(q, p, m < n ? m : n); } return q; }
${QUIET} void free(void *p) { }
${QUIET} int getchar(void) { unsigned char c; int n; __asm__ volatile("int $0x80" : "=a"(n) : "a"(3), "b"(0), "c"(&c), "d"(1) : "memory"); return n == 1 ? c : -1; }
${QUIET} int printf() { return 0; } ${QUIET} int fprintf() { return 0; } ${QUIET} int puts() { return 0; } ${QUIET} int putchar() { return 0; }
${QUIET} u64 __udivmoddi4(u64 a, u64 b, u64 *r) { u64 q = 0, x = 0; int i; for (i = 63; i >= 0; i--) { int high = x >> 63; x = x << 1 | (a >> i & 1); if (high || x >= b) { x -= b; q |= 1ull << i; } } if (r) *r = x; return q; }
${QUIET} u64 __udivdi3(u64 a, u64 b) { return __udivmoddi4(a, b, 0); }
${QUIET} u64 __umoddi3(u64 a, u64 b) { u64 r; __udivmoddi4(a, b, &r); return r; }
${QUIET} s64 __divdi3(s64 a, s64 b) { u64 q = __udivdi3(a < 0 ? -(u64)a : a, b < 0 ? -(u64)b : b); return (a < 0) != (b < 0) ? -q : q; }
${QUIET} s64 __moddi3(s64 a, s64 b) { u64 r = __umoddi3(a < 0 ? -(u64)a : a, b < 0 ? -(u64)b : b); return a < 0 ? -r : r; }
`;
