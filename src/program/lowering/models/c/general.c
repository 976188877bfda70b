// Functions of stdlib.h and error.h.
#include "prelude.h"

typedef struct __element { byte content; } element;

void *memalign(size_t, size_t);
int posix_memalign(void **to, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return 22;
  void *block = memalign(alignment, size);
  if (block == 0) return 12;
  *to = block;
  return 0;
}

void *realloc(void *, size_t);
void *reallocarray(void *block, size_t count, size_t size) {
  if (size != 0 && count > (size_t)-1 / size) return 0;
  return realloc(block, count * size);
}

// The call returns if the status is 0.
void exit(int);
void error(int status) { if (status != 0) exit(status); }

// A signal that the program has no handler for ends the run, or has no effect.
void _exit(int);
int raise(int signal) {
  if (__any()) _exit(signal);
  return __any();
}

// Any order of equal elements is possible. A comparison that contradicts itself has no meaning (C11 7.22.5p4):
// each two elements are compared both ways. One that changes elements has none: it gets a constant one each time.
void qsort(element *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t i = 1; i < count; i++) {
    const element x = base[i];
    size_t place = i;
    int found = 0;
    for (size_t j = i; j > 0; j--) {
      int order = compare(base + (j - 1), &x), back = compare(&x, base + (j - 1));
      if (order < 0 ? back <= 0 : order > 0 ? back >= 0 || found : back != 0) __broken();
      if (!found && (order < 0 || (order == 0 && __any()))) found = 1;
      if (found) continue;
      place = j - 1;
      base[j] = base[place];
    }
    base[place] = x;
  }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
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
}

// Only times whose year is no int have no fields. The zone decides about fields and about local times, which are
// any values here.
element __broken_down;
element *localtime(ssize_t *time) {
  if (!has_year(*time) && __any()) return 0;
  __mix(&__broken_down);
  calendar((int *)&__broken_down);
  return &__broken_down;
}

element *localtime_r(ssize_t *time, element *to) {
  if (!has_year(*time) && __any()) return 0;
  __mix(to);
  calendar((int *)to);
  return to;
}

ssize_t mktime(element *time) {
  ssize_t seconds;
  __mix(&seconds);
  int last = ((int *)time)[8];
  (void)last;
  if (__any()) return -1;
  __mix(time);
  calendar((int *)time);
  return seconds;
}
