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
  mbsinit: 'int mbsinit(int *state) { return state == 0 || *state == 0; }',
};
