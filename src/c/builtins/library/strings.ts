import { formula, gcc, type LibraryRow, run } from './row.ts';

/** Facts of functions that compare and measure. */
const COMPARES = { formula, run, gcc, does: 'computes' } as const;

/** Facts of functions that return a place in an argument. */
const PLACES = { formula, run, gcc, does: 'writes', errno: 'kept' } as const;

/** Functions of string.h and libgen.h on strings. */
export const STRINGS = {
  __strtok_r: { type: 'char *(char *, const char *, char **)', model: 'tokens.c:strtok_r', run },
  __xpg_basename: { type: 'char *(char *)', model: 'strings.c', run, errno: 'kept' },
  basename: { type: 'char *(const char *)', model: 'strings.c', run, errno: 'kept' },
  index: { type: 'char *(const char *, int)', model: 'strings.c:strchr', ...PLACES },
  rindex: { type: 'char *(const char *, int)', model: 'strings.c:strrchr', ...PLACES },
  stpcpy: { type: 'char *(char *, const char *)', model: 'strings.c', ...PLACES, fortified: [2] },
  stpncpy: { type: 'char *(char *, const char *, size_t)', ...PLACES, fortified: [3] },
  strcasecmp: { type: 'int(const char *, const char *)', model: 'strings.c', ...COMPARES },
  strcasestr: { type: 'char *(const char *, const char *)', model: 'strings.c', run, errno: 'kept' },
  strcat: { type: 'char *(char *, const char *)', model: 'strings.c', ...PLACES, fortified: [2] },
  strchr: { type: 'char *(const char *, int)', model: 'strings.c', ...PLACES },
  strchrnul: { type: 'char *(const char *, int)', model: 'strings.c', formula, run, does: 'writes', errno: 'kept' },
  strcmp: { type: 'int(const char *, const char *)', model: 'strings.c', ...COMPARES },
  strcoll: { type: 'int(const char *, const char *)', formula, run, does: 'computes' },
  strcpy: { type: 'char *(char *, const char *)', model: 'strings.c', ...PLACES, fortified: [2] },
  strcspn: { type: 'size_t(const char *, const char *)', model: 'strings.c', ...COMPARES },
  strdup: { type: 'char *(const char *)', model: 'strings.c', run, gcc, allocates: true, errno: 'exact' },
  strerror: { type: 'char *(int)', run },
  strftime: { type: 'size_t(char *, size_t, const char *, const void *)', treatment: 'approximate', gcc },
  strlen: { type: 'size_t(const char *)', model: 'strings.c', ...COMPARES },
  strncasecmp: { type: 'int(const char *, const char *, size_t)', model: 'strings.c', ...COMPARES },
  strncat: { type: 'char *(char *, const char *, size_t)', model: 'strings.c', ...PLACES, fortified: [3] },
  strncmp: { type: 'int(const char *, const char *, size_t)', model: 'strings.c', ...COMPARES },
  strncpy: { type: 'char *(char *, const char *, size_t)', model: 'strings.c', ...PLACES, fortified: [3] },
  strndup: { type: 'char *(const char *, size_t)', model: 'strings.c', run, gcc, allocates: true, errno: 'exact' },
  strnlen: { type: 'size_t(const char *, size_t)', model: 'strings.c', ...COMPARES },
  strpbrk: { type: 'char *(const char *, const char *)', model: 'strings.c', ...PLACES },
  strrchr: { type: 'char *(const char *, int)', model: 'strings.c', ...PLACES },
  strsep: { type: 'char *(char **, const char *)', model: 'strings.c', run, errno: 'kept' },
  strspn: { type: 'size_t(const char *, const char *)', model: 'strings.c', ...COMPARES },
  strstr: { type: 'char *(const char *, const char *)', model: 'strings.c', ...PLACES },
  strtok: { type: 'char *(char *, const char *)', model: 'tokens.c:strtok_r', run, errno: 'kept', nullable: [0] },
  strtok_r: { type: 'char *(char *, const char *, char **)', model: 'tokens.c', run, errno: 'kept' },
  strxfrm: { type: 'unsigned long(char *, const char *, unsigned long)', run },
} as const satisfies Readonly<Record<string, LibraryRow>>;
