// Functions of string.h and strings.h that go byte by byte.
#include "prelude.h"

void *memchr(byte *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == (byte)c) return s + i;
  return 0;
}

// All bytes have to be there, also those before the match.
void *memrchr(byte *s, int c, size_t n) {
  byte first;
  if (n > 0) first = s[0];
  (void)first;
  while (n-- > 0)
    if (s[n] == (byte)c) return s + n;
  return 0;
}

// All bytes of both blocks have to be there, unless their sizes decide.
void *memmem(byte *s, size_t n, byte *wanted, size_t size) {
  byte last;
  if (size == 0) return s;
  if (n >= size) last = s[0], last = s[n - 1], last = wanted[size - 1];
  (void)last;
  for (; n >= size; s++, n--) {
    size_t j = 0;
    while (j < size && s[j] == wanted[j]) j++;
    if (j == size) return s;
  }
  return 0;
}

int timingsafe_bcmp(byte *a, byte *b, size_t n) {
  int differs = 0;
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) differs = 1;
  return differs;
}

int timingsafe_memcmp(byte *a, byte *b, size_t n) {
  int result = 0;
  for (size_t i = n; i > 0; i--)
    if (a[i - 1] != b[i - 1]) result = a[i - 1] < b[i - 1] ? -1 : 1;
  return result;
}

void *memccpy(byte *to, byte *from, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if ((to[i] = from[i]) == (byte)c) return to + i + 1;
  return 0;
}

size_t strlen(char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t strnlen(char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  return n;
}

int strcmp(byte *a, byte *b) {
  for (size_t i = 0; ; i++) {
    byte x = a[i], y = b[i];
    if (x != y) return distance(x, y);
    if (x == 0) return 0;
  }
  return 0;
}

int strncmp(byte *a, byte *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    byte x = a[i], y = b[i];
    if (x != y) return distance(x, y);
    if (x == 0) return 0;
  }
  return 0;
}

int strcasecmp(byte *a, byte *b) {
  for (size_t i = 0; ; i++) {
    byte x = lower(a[i]), y = lower(b[i]);
    if (x != y) return distance(x, y);
    if (x == 0) return 0;
  }
  return 0;
}

int strncasecmp(byte *a, byte *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    byte x = lower(a[i]), y = lower(b[i]);
    if (x != y) return distance(x, y);
    if (x == 0) return 0;
  }
  return 0;
}

char *strchr(char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return s;
    if (*s == 0) return 0;
  }
}

char *strchrnul(char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return s;
    if (*s == 0) return s;
  }
}

char *strrchr(char *s, int c) {
  char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (*s == 0) return last;
  }
}

// A set is read to its end, whatever decides.
size_t strspn(char *s, char *set) {
  for (size_t n = 0;; n++) {
    char here = s[n];
    int found = 0;
    for (size_t j = 0; set[j] != 0; j++)
      if (set[j] == here) found = 1;
    if (!found) return n;
  }
}

size_t strcspn(char *s, char *set) {
  for (size_t n = 0;; n++) {
    int found = 0;
    for (size_t j = 0; set[j] != 0; j++)
      if (set[j] == s[n]) found = 1;
    if (found || s[n] == 0) return n;
  }
}

char *strpbrk(char *s, char *set) {
  for (;; s++) {
    int found = 0;
    for (size_t j = 0; set[j] != 0; j++)
      if (set[j] == *s) found = 1;
    if (found) return s;
    if (*s == 0) return 0;
  }
}

// The wanted text is read to its end, whatever decides.
size_t strlen(char *);
char *strstr(char *s, char *wanted) {
  strlen(wanted);
  for (;; s++) {
    size_t j = 0;
    while (s[j] == wanted[j] && wanted[j] != 0) j++;
    if (wanted[j] == 0) return s;
    if (s[j] == 0) return 0;
  }
}

char *strnstr(char *s, char *wanted, size_t n) {
  for (;; s++, n--) {
    size_t j = 0;
    while (wanted[j] != 0 && j < n && s[j] == wanted[j]) j++;
    if (wanted[j] == 0) return s;
    if (j == n || s[j] == 0) return 0;
  }
}

size_t strlen(char *);
char *strcasestr(byte *s, byte *wanted) {
  strlen((char *)wanted);
  for (;; s++) {
    size_t j = 0;
    while (lower(s[j]) == lower(wanted[j]) && wanted[j] != 0) j++;
    if (wanted[j] == 0) return (char *)s;
    if (s[j] == 0) return 0;
  }
}

char *strcpy(char *to, char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) i++;
  return to;
}

char *stpcpy(char *to, char *from) {
  while ((*to = *from) != 0) to++, from++;
  return to;
}

char *strncpy(char *to, char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

size_t strlcpy(char *to, char *from, size_t n) {
  size_t i = 0;
  for (; from[i] != 0; i++)
    if (i + 1 < n) to[i] = from[i];
  if (n != 0) to[i < n ? i : n - 1] = 0;
  return i;
}

// Without an end of the target within its `n` bytes, nothing is written.
size_t strlcat(char *to, char *from, size_t n) {
  size_t i = 0, j = 0;
  while (i < n && to[i] != 0) i++;
  for (; from[j] != 0; j++)
    if (i + j + 1 < n) to[i + j] = from[j];
  if (i < n) to[i + j < n ? i + j : n - 1] = 0;
  return i + j;
}

char *strcat(char *to, char *from) {
  size_t i = 0, j = 0;
  while (to[i] != 0) i++;
  while ((to[i] = from[j]) != 0) i++, j++;
  return to;
}

char *strncat(char *to, char *from, size_t n) {
  size_t i = 0, j = 0;
  while (to[i] != 0) i++;
  for (; j < n && from[j] != 0; j++) to[i + j] = from[j];
  to[i + j] = 0;
  return to;
}

char *strdup(char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

char *strndup(char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

size_t strcspn(char *, char *);
byte *strsep(byte **from, byte *set) {
  byte *start = *from;
  if (start == 0) return 0;
  byte *end = start + strcspn((char *)start, (char *)set);
  *from = *end == 0 ? 0 : end + 1;
  if (*end != 0) *end = 0;
  return start;
}

// The function of GNU, which is declared in <string.h>.
char *basename(char *path) {
  char *start = path;
  for (; *path != 0; path++)
    if (*path == '/') start = path + 1;
  return start;
}

// The function of POSIX, under the name that <libgen.h> gives it. Without a path the result is a text of
// the library's, which has no model.
char *__xpg_basename(char *path) {
  size_t end = 0;
  if (path == 0 || *path == 0) __broken();
  while (path[end] != 0) end++;
  size_t last = end;
  while (last > 1 && path[last - 1] == '/') last--;
  if (last == 1 && path[0] == '/') return path + end - 1;
  if (last < end) path[last] = 0;
  while (last > 0 && path[last - 1] != '/') last--;
  return path + last;
}

// Texts of the library have any content up to an end. A program may only read them (C11 7.24.6.2p3).
char __constant_of_strerror[128];
char *strerror(int number) {
  __mix(&__constant_of_strerror);
  __constant_of_strerror[127] = 0;
  return __constant_of_strerror;
}

char __constant_of_strsignal[128];
char *strsignal(int number) {
  __mix(&__constant_of_strsignal);
  __constant_of_strsignal[127] = 0;
  return __constant_of_strsignal;
}

// C gives 26 characters, and glibc more for years of more than four digits. Times of no
// year have no text.
char __text_of_time[128];
char *ctime(ssize_t *time) {
  ssize_t seconds = *time;
  (void)seconds;
  if (__any()) return 0;
  __mix(&__text_of_time);
  __text_of_time[127] = 0;
  return __text_of_time;
}

// All of `struct tm` that C names is read, of which a format uses a part.
size_t strftime(char *to, size_t most, char *format, byte *time) {
  byte last = time[35];
  (void)last;
  while (*format != 0) format++;
  size_t length = (unsigned)__any();
  for (size_t i = 0; i < most; i++) to[i] = __any();
  if (length >= most) return 0;
  to[length] = 0;
  return length;
}
