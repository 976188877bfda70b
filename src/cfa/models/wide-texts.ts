/** Models in C of functions of wchar.h, by name; `wchar_t` is `int`. */
export const WIDE_TEXTS: Readonly<Record<string, string>> = {
  wcslen: 'size_t wcslen(int *s) { size_t n = 0; while (s[n] != 0) n++; return n; }',
  wcsnlen: 'size_t wcsnlen(int *s, size_t most) { size_t n = 0; while (n < most && s[n] != 0) n++; return n; }',
  wcscpy: 'int *wcscpy(int *to, int *from) { size_t i = 0; while ((to[i] = from[i]) != 0) i++; return to; }',
  wcscmp: `int wcscmp(int *a, int *b) {
  for (size_t i = 0;; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
}`,
  wcsncmp: `int wcsncmp(int *a, int *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
  return 0;
}`,
  wcschr: `int *wcschr(int *s, int c) {
  for (;; s++) {
    if (*s == c) return s;
    if (*s == 0) return 0;
  }
}`,
  wmemcpy: 'int *wmemcpy(int *to, int *from, size_t n) { for (size_t i = 0; i < n; i++) to[i] = from[i]; return to; }',
  wmemset: 'int *wmemset(int *to, int c, size_t n) { for (size_t i = 0; i < n; i++) to[i] = c; return to; }',
  wmemcmp: `int wmemcmp(int *a, int *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}`,
  wmemchr: `int *wmemchr(int *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return s + i;
  return 0;
}`,
  wcscat:
    'int *wcscat(int *to, int *from) { size_t n = 0, i = 0; while (to[n] != 0) n++; while ((to[n + i] = from[i]) != 0) i++; return to; }',
  wcsncat: `int *wcsncat(int *to, int *from, size_t most) {
  size_t n = 0, i = 0;
  while (to[n] != 0) n++;
  for (; i < most && from[i] != 0; i++) to[n + i] = from[i];
  to[n + i] = 0;
  return to;
}`,
  wcsncpy: `int *wcsncpy(int *to, int *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}`,
  wcscoll: `int wcscoll(int *a, int *b) {
  for (size_t i = 0;; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
}`,
  wcsrchr: `int *wcsrchr(int *s, int c) {
  int *last = 0;
  for (;; s++) {
    if (*s == c) last = s;
    if (*s == 0) return last;
  }
}`,
  wcsspn: `size_t wcsspn(int *s, int *set) {
  for (size_t n = 0;; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (set[i] == 0 || s[n] == 0) return n;
  }
}`,
  wcscspn: `size_t wcscspn(int *s, int *set) {
  for (size_t n = 0;; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (set[i] != 0 || s[n] == 0) return n;
  }
}`,
  wcspbrk: `int *wcspbrk(int *s, int *set) {
  for (; *s != 0; s++)
    for (size_t i = 0; set[i] != 0; i++)
      if (set[i] == *s) return s;
  return 0;
}`,
  wcsstr: `int *wcsstr(int *s, int *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i]) i++;
    if (part[i] == 0) return s;
    if (*s == 0) return 0;
  }
}`,
  wmemmove: `int *wmemmove(int *to, int *from, size_t n) {
  if (to < from) for (size_t i = 0; i < n; i++) to[i] = from[i];
  else for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
  return to;
}`,
  mbsinit: 'int mbsinit(int *state) { return state == 0 || *state == 0; }',
};
