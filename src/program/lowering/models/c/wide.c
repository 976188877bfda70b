// Functions of wchar.h; `wchar_t` is `int`.
#include "prelude.h"

size_t wcslen(int *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t wcsnlen(int *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  return n;
}

int *wcscpy(int *to, int *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) i++;
  return to;
}

int *wcpcpy(int *to, int *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) i++;
  return to + i;
}

int wcscmp(int *a, int *b) {
  for (size_t i = 0;; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
}

int wcsncmp(int *a, int *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
  return 0;
}

int *wcschr(int *s, int c) {
  for (;; s++) {
    if (*s == c) return s;
    if (*s == 0) return 0;
  }
}

int *wcschrnul(int *s, int c) {
  while (*s != c && *s != 0) s++;
  return s;
}

int *wmempcpy(int *to, int *from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = from[i];
  return to + n;
}

int *wmemcpy(int *to, int *from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = from[i];
  return to;
}

int *wmemset(int *to, int c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}

int wmemcmp(int *a, int *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

int *wmemchr(int *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return s + i;
  return 0;
}

int *wcscat(int *to, int *from) {
  size_t n = 0, i = 0;
  while (to[n] != 0) n++;
  while ((to[n + i] = from[i]) != 0) i++;
  return to;
}

int *wcsncat(int *to, int *from, size_t most) {
  size_t n = 0, i = 0;
  while (to[n] != 0) n++;
  for (; i < most && from[i] != 0; i++) to[n + i] = from[i];
  to[n + i] = 0;
  return to;
}

int *wcpncpy(int *to, int *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  for (size_t j = i; j < n; j++) to[j] = 0;
  return to + i;
}

int *wcsncpy(int *to, int *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

int *wcsrchr(int *s, int c) {
  int *last = 0;
  for (;; s++) {
    if (*s == c) last = s;
    if (*s == 0) return last;
  }
}

size_t wcsspn(int *s, int *set) {
  for (size_t n = 0;; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (s[n] == 0 || set[i] == 0) return n;
  }
}

size_t wcscspn(int *s, int *set) {
  for (size_t n = 0;; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (set[i] != 0 || s[n] == 0) return n;
  }
}

int *wcspbrk(int *s, int *set) {
  for (; *s != 0; s++)
    for (size_t i = 0; set[i] != 0; i++)
      if (set[i] == *s) return s;
  return 0;
}

int *wcsstr(int *s, int *part) {
  for (;; s++) {
    size_t i = 0;
    while (s[i] == part[i] && part[i] != 0) i++;
    if (part[i] == 0) return s;
    if (*s == 0) return 0;
  }
}

int *wmemmove(int *to, int *from, size_t n) {
  if (to < from) for (size_t i = 0; i < n; i++) to[i] = from[i];
  else for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
  return to;
}

int mbsinit(int *state) {
  return state == 0 || *state == 0;
}
