import { formula, gcc, type LibraryRow, run } from './row.ts';

/** Facts of functions that compare and measure. */
const COMPARES = { run, gcc, does: 'computes' } as const;

/** Facts of functions that return a place in an argument. */
const PLACES = { run, gcc, does: 'writes', errno: 'kept' } as const;

/** Copies of strings whose places do not overlap (C11 7.24.2, 7.24.3): of a whole one, of a part, behind another one. */
const STRING = [{ kind: 'string-apart', to: 0, from: 1 }] as const;
const PADDED = [{ kind: 'string-apart', to: 0, from: 1, limit: 2 }] as const;
const APPENDED = [{ kind: 'string-apart', to: 0, from: 1, behind: true }] as const;
const APPENDED_PART = [{ kind: 'string-apart', to: 0, from: 1, behind: true, limit: 2 }] as const;
const CUT = [{ kind: 'string-apart', to: 0, from: 1, limit: 2, cut: true }] as const;
const APPENDED_CUT = [{ kind: 'string-apart', to: 0, from: 1, behind: true, limit: 2, cut: true }] as const;

/**
 * Functions of string.h and libgen.h on strings. Where accesses are checked, only models tell what is read.
 * A formula beside a model earns its place by CPU seconds on programs of the tests, with and without it.
 * Comparisons take 0.4 and 2.7 on string-compare-true. Copies take 1.4 and 3.0 on string-copy-false.
 * Spans take 0.5 and 1.3 within strtok on model-strtok-false. On string-search-false, strstr takes 1.5
 * and 3.0, strrchr 1.5 and 2.8. Tasks of busybox and of aws-c-common cost the same.
 */
export const STRINGS = {
  __strtok_r: { type: 'char *(char *, const char *, char **)', model: 'tokens.c:strtok_r', run },
  __xpg_basename: { type: 'char *(char *)', model: 'strings.c', run, errno: 'kept' },
  basename: { type: 'char *(const char *)', model: 'strings.c', run, errno: 'kept' },
  index: { type: 'char *(const char *, int)', model: 'strings.c:strchr', formula, ...PLACES },
  rindex: { type: 'char *(const char *, int)', model: 'strings.c:strrchr', formula, ...PLACES },
  stpcpy: {
    type: 'char *(char *, const char *)',
    model: 'strings.c',
    formula,
    ...PLACES,
    fortified: [2],
    requires: STRING,
  },
  stpncpy: { type: 'char *(char *, const char *, size_t)', formula, ...PLACES, fortified: [3], requires: PADDED },
  strcasecmp: { type: 'int(const char *, const char *)', model: 'strings.c', formula, ...COMPARES },
  strcasestr: { type: 'char *(const char *, const char *)', model: 'strings.c', run, errno: 'kept' },
  strcat: {
    type: 'char *(char *, const char *)',
    model: 'strings.c',
    formula,
    ...PLACES,
    fortified: [2],
    requires: APPENDED,
  },
  strchr: { type: 'char *(const char *, int)', model: 'strings.c', formula, ...PLACES },
  strchrnul: { type: 'char *(const char *, int)', model: 'strings.c', formula, run, does: 'writes', errno: 'kept' },
  strcmp: { type: 'int(const char *, const char *)', model: 'strings.c', formula, ...COMPARES },
  strcoll: { type: 'int(const char *, const char *)', formula, run, does: 'computes' },
  strcpy: {
    type: 'char *(char *, const char *)',
    model: 'strings.c',
    formula,
    ...PLACES,
    fortified: [2],
    requires: STRING,
  },
  strcspn: { type: 'size_t(const char *, const char *)', model: 'strings.c', formula, ...COMPARES },
  strdup: { type: 'char *(const char *)', model: 'strings.c', run, gcc, allocates: true, errno: 'exact' },
  strerror: { type: 'char *(int)', model: 'strings.c', run },
  strftime: {
    type: 'size_t(char *, size_t, const char *, const void *)',
    treatment: 'interpreter',
    model: 'strings.c',
    run,
    gcc,
  },
  strlcat: {
    type: 'size_t(char *, const char *, size_t)',
    model: 'strings.c',
    run,
    errno: 'kept',
    requires: APPENDED_CUT,
    counted: [[0, 2]],
  },
  strlcpy: {
    type: 'size_t(char *, const char *, size_t)',
    model: 'strings.c',
    run,
    errno: 'kept',
    requires: CUT,
    counted: [[0, 2]],
  },
  strlen: { type: 'size_t(const char *)', model: 'strings.c', formula, ...COMPARES },
  strncasecmp: {
    type: 'int(const char *, const char *, size_t)',
    model: 'strings.c',
    formula,
    ...COMPARES,
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  strncat: {
    type: 'char *(char *, const char *, size_t)',
    model: 'strings.c',
    formula,
    ...PLACES,
    fortified: [3],
    requires: APPENDED_PART,
    counted: [[1, 2]],
  },
  strncmp: {
    type: 'int(const char *, const char *, size_t)',
    model: 'strings.c',
    formula,
    ...COMPARES,
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  strncpy: {
    type: 'char *(char *, const char *, size_t)',
    model: 'strings.c',
    formula,
    ...PLACES,
    fortified: [3],
    requires: PADDED,
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  strndup: {
    type: 'char *(const char *, size_t)',
    model: 'strings.c',
    run,
    gcc,
    allocates: true,
    errno: 'exact',
    counted: [[0, 1]],
  },
  strnlen: { type: 'size_t(const char *, size_t)', model: 'strings.c', formula, ...COMPARES, counted: [[0, 1]] },
  strnstr: {
    type: 'char *(const char *, const char *, size_t)',
    model: 'strings.c',
    run,
    errno: 'kept',
    counted: [[0, 2]],
  },
  strpbrk: { type: 'char *(const char *, const char *)', model: 'strings.c', formula, ...PLACES },
  strrchr: { type: 'char *(const char *, int)', model: 'strings.c', formula, ...PLACES },
  strsep: { type: 'char *(char **, const char *)', model: 'strings.c', run, errno: 'kept' },
  strsignal: { type: 'char *(int)', treatment: 'approximate', model: 'strings.c' },
  strspn: { type: 'size_t(const char *, const char *)', model: 'strings.c', formula, ...COMPARES },
  strstr: { type: 'char *(const char *, const char *)', model: 'strings.c', formula, ...PLACES },
  strtok: {
    type: 'char *(char *, const char *)',
    model: 'tokens.c:strtok_r',
    run,
    errno: 'kept',
    nullable: [0],
    requires: [{ kind: 'begun', at: 0 }],
  },
  strtok_r: { type: 'char *(char *, const char *, char **)', model: 'tokens.c', run, errno: 'kept' },
  strxfrm: { type: 'unsigned long(char *, const char *, unsigned long)', run, requires: CUT },
} as const satisfies Readonly<Record<string, LibraryRow>>;
