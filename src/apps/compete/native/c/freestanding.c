// Functions that programs of verification tasks call, for i386 without libraries.
#include "harness.h"

typedef unsigned long size_t;
typedef unsigned long long u64;
typedef long long s64;

QUIET void lemmata_exit(int status) {
  for (;;) __asm__ volatile("int $0x80" : : "a"(1), "b"(status));
}

extern int main();
__asm__(".globl _start\n_start:\n and $-16, %esp\n sub $8, %esp\n push $0\n push $0\n call main\n push %eax\n call lemmata_exit\n");

QUIET void exit(int status) { lemmata_exit(status & 127); }

QUIET void _exit(int status) { lemmata_exit(status & 127); }

QUIET void abort(void) { lemmata_exit(134); }

QUIET void __assert_fail() { lemmata_exit(134); }

QUIET void *memset(void *p, int c, size_t n) {
  char *d = p;
  while (n--) *d++ = c;
  return p;
}

QUIET void *memcpy(void *p, const void *q, size_t n) {
  char *d = p;
  const char *s = q;
  while (n--) *d++ = *s++;
  return p;
}

QUIET void *memmove(void *p, const void *q, size_t n) {
  char *d = p;
  const char *s = q;
  if (d < s) while (n--) *d++ = *s++;
  else while (n--) d[n] = s[n];
  return p;
}

QUIET int memcmp(const void *p, const void *q, size_t n) {
  const unsigned char *a = p, *b = q;
  for (; n--; a++, b++) if (*a != *b) return *a - *b;
  return 0;
}

QUIET size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

QUIET int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

QUIET int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) if (!*a || *a != *b) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}

QUIET char *strcpy(char *p, const char *s) {
  char *d = p;
  while ((*d++ = *s++));
  return p;
}

static char heap[1 << 28] __attribute__((aligned(16)));
static size_t used;

// The size of a block stands in 16 bytes before it.
QUIET void *malloc(size_t n) {
  size_t at = used;
  n = (n + 31) & ~15ul;
  if (n > sizeof heap - used) return 0;
  used += n;
  *(size_t *)(heap + at) = n - 16;
  return heap + at + 16;
}

QUIET void *calloc(size_t n, size_t m) { return malloc(n * m); }

QUIET void *realloc(void *p, size_t n) {
  void *q = malloc(n);
  size_t m;
  if (p && q) {
    m = *(size_t *)((char *)p - 16);
    memcpy(q, p, m < n ? m : n);
  }
  return q;
}

QUIET void free(void *p) { }

QUIET int getchar(void) {
  unsigned char c;
  int n;
  __asm__ volatile("int $0x80" : "=a"(n) : "a"(3), "b"(0), "c"(&c), "d"(1) : "memory");
  return n == 1 ? c : -1;
}

QUIET int printf() { return 0; }

QUIET int fprintf() { return 0; }

QUIET int puts() { return 0; }

QUIET int putchar() { return 0; }

// Division of 64-bit numbers, which the compiler calls.
QUIET u64 __udivmoddi4(u64 a, u64 b, u64 *r) {
  u64 q = 0, x = 0;
  int i;
  for (i = 63; i >= 0; i--) {
    int high = x >> 63;
    x = x << 1 | (a >> i & 1);
    if (high || x >= b) {
      x -= b;
      q |= 1ull << i;
    }
  }
  if (r) *r = x;
  return q;
}

QUIET u64 __udivdi3(u64 a, u64 b) { return __udivmoddi4(a, b, 0); }

QUIET u64 __umoddi3(u64 a, u64 b) {
  u64 r;
  __udivmoddi4(a, b, &r);
  return r;
}

QUIET s64 __divdi3(s64 a, s64 b) {
  u64 q = __udivdi3(a < 0 ? -(u64)a : a, b < 0 ? -(u64)b : b);
  return (a < 0) != (b < 0) ? -q : q;
}

QUIET s64 __moddi3(s64 a, s64 b) {
  u64 r = __umoddi3(a < 0 ? -(u64)a : a, b < 0 ? -(u64)b : b);
  return a < 0 ? -r : r;
}
