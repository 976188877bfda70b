import { formula, gcc, type LibraryRow, run } from './row.ts';

/** Facts of functions on one character. */
const KNOWN = { formula, run, gcc, errno: 'kept' } as const;

/** Facts of functions of ctype.h, whose argument is EOF or an unsigned char (C11 7.4p1). glibc has tables from -128 on. */
const OF_CHARACTER = {
  ...KNOWN,
  requires: [{ kind: 'range', at: 0, least: -1, most: 255, known: [-128, 255] }],
} as const;

/** The same of functions for which glibc defines all arguments. */
const CONVERTED = { ...KNOWN, requires: [{ kind: 'range', at: 0, least: -1, most: 255, known: 'all' }] } as const;

/** Copies of wide strings whose places do not overlap (C11 7.29.4.2, 7.29.4.3). */
const COPIED = [{ kind: 'string-apart', to: 0, from: 1, unit: 'wide' }] as const;
const PADDED = [{ kind: 'string-apart', to: 0, from: 1, limit: 2, unit: 'wide' }] as const;
const APPENDED = [{ kind: 'string-apart', to: 0, from: 1, behind: true, unit: 'wide' }] as const;
const APPENDED_PART = [{ kind: 'string-apart', to: 0, from: 1, behind: true, limit: 2, unit: 'wide' }] as const;

/** A copy of a wide string that is filled up to its length. */
const PADDED_WIDE = {
  type: 'void *(void *, const void *, unsigned long)',
  model: 'wide.c',
  run,
  errno: 'kept',
  requires: PADDED,
  counted: [
    [0, 2],
    [1, 2],
  ],
} as const;

/** Functions of ctype.h, wctype.h and wchar.h. */
export const CHARACTERS = {
  __ctype_b_loc: { type: 'const void **(void)', treatment: 'translated', errno: 'kept' },
  __ctype_tolower_loc: { type: 'const void **(void)', treatment: 'translated', errno: 'kept' },
  __ctype_toupper_loc: { type: 'const void **(void)', treatment: 'translated', errno: 'kept' },
  btowc: { type: 'unsigned int(int)', run },
  isalnum: { type: 'int(int)', ...OF_CHARACTER },
  isalpha: { type: 'int(int)', ...OF_CHARACTER },
  isascii: { type: 'int(int)', ...KNOWN },
  isblank: { type: 'int(int)', ...OF_CHARACTER },
  iscntrl: { type: 'int(int)', ...OF_CHARACTER },
  isdigit: { type: 'int(int)', ...OF_CHARACTER },
  isgraph: { type: 'int(int)', ...OF_CHARACTER },
  islower: { type: 'int(int)', ...OF_CHARACTER },
  isprint: { type: 'int(int)', ...OF_CHARACTER },
  ispunct: { type: 'int(int)', ...OF_CHARACTER },
  isspace: { type: 'int(int)', ...OF_CHARACTER },
  isupper: { type: 'int(int)', ...OF_CHARACTER },
  iswalnum: { type: 'int(unsigned int)', ...KNOWN },
  iswalpha: { type: 'int(unsigned int)', ...KNOWN },
  iswblank: { type: 'int(unsigned int)', ...KNOWN },
  iswcntrl: { type: 'int(unsigned int)', ...KNOWN },
  iswdigit: { type: 'int(unsigned int)', ...KNOWN },
  iswgraph: { type: 'int(unsigned int)', ...KNOWN },
  iswlower: { type: 'int(unsigned int)', ...KNOWN },
  iswprint: { type: 'int(unsigned int)', ...KNOWN },
  iswpunct: { type: 'int(unsigned int)', ...KNOWN },
  iswspace: { type: 'int(unsigned int)', ...KNOWN },
  iswupper: { type: 'int(unsigned int)', ...KNOWN },
  iswxdigit: { type: 'int(unsigned int)', ...KNOWN },
  isxdigit: { type: 'int(int)', ...OF_CHARACTER },
  mblen: { type: 'int(const char *, unsigned long)', treatment: 'approximate', nullable: [0] },
  mbsinit: { type: 'int(const void *)', model: 'wide.c', run, nullable: [0] },
  mbtowc: { type: 'int(void *, const char *, unsigned long)', treatment: 'approximate', nullable: [0, 1] },
  toascii: { type: 'int(int)', ...KNOWN },
  tolower: { type: 'int(int)', ...CONVERTED },
  toupper: { type: 'int(int)', ...CONVERTED },
  towlower: { type: 'unsigned int(unsigned int)', ...KNOWN },
  towupper: { type: 'unsigned int(unsigned int)', ...KNOWN },
  wcpcpy: { type: 'void *(void *, const void *)', model: 'wide.c', run, errno: 'kept', requires: COPIED },
  wcpncpy: PADDED_WIDE,
  wcscat: { type: 'void *(void *, const void *)', model: 'wide.c', run, errno: 'kept', requires: APPENDED },
  wcschr: { type: 'void *(const void *, int)', model: 'wide.c', run, errno: 'kept' },
  wcschrnul: { type: 'void *(const void *, int)', model: 'wide.c', run, errno: 'kept' },
  wcscmp: { type: 'int(const void *, const void *)', model: 'wide.c', run, errno: 'kept' },
  wcscoll: { type: 'int(const void *, const void *)', model: 'wide.c:wcscmp', run },
  wcscpy: { type: 'void *(void *, const void *)', model: 'wide.c', run, errno: 'kept', requires: COPIED },
  wcscspn: { type: 'unsigned long(const void *, const void *)', model: 'wide.c', run, errno: 'kept' },
  wcsdup: { type: 'void *(const void *)', treatment: 'approximate', allocates: true },
  wcslen: { type: 'unsigned long(const void *)', model: 'wide.c', run, errno: 'kept' },
  wcsncat: {
    type: 'void *(void *, const void *, unsigned long)',
    model: 'wide.c',
    run,
    errno: 'kept',
    requires: APPENDED_PART,
    counted: [[1, 2]],
  },
  wcsncmp: {
    type: 'int(const void *, const void *, unsigned long)',
    model: 'wide.c',
    run,
    errno: 'kept',
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  wcsncpy: PADDED_WIDE,
  wcsnlen: {
    type: 'unsigned long(const void *, unsigned long)',
    model: 'wide.c',
    run,
    errno: 'kept',
    counted: [[0, 1]],
  },
  wcspbrk: { type: 'void *(const void *, const void *)', model: 'wide.c', run, errno: 'kept' },
  wcsrchr: { type: 'void *(const void *, int)', model: 'wide.c', run, errno: 'kept' },
  wcsspn: { type: 'unsigned long(const void *, const void *)', model: 'wide.c', run, errno: 'kept' },
  wcsstr: { type: 'void *(const void *, const void *)', model: 'wide.c', run, errno: 'kept' },
  wcstod: { type: 'double(const void *, void **)', treatment: 'approximate', nullable: [1] },
  wcstok: { type: 'void *(void *, const void *, void **)', treatment: 'approximate', nullable: [0] },
  wcstol: { type: 'long(const void *, void **, int)', treatment: 'approximate', nullable: [1] },
  wcstoll: { type: 'long long(const void *, void **, int)', treatment: 'approximate', nullable: [1] },
  wcstoul: { type: 'unsigned long(const void *, void **, int)', treatment: 'approximate', nullable: [1] },
  wcstoull: { type: 'unsigned long long(const void *, void **, int)', treatment: 'approximate', nullable: [1] },
  wctob: { type: 'int(unsigned int)', run },
  wctomb: { type: 'int(char *, int)', treatment: 'approximate', nullable: [0] },
  wmemchr: { type: 'void *(const void *, int, unsigned long)', model: 'wide.c', run, errno: 'kept', counted: [[0, 2]] },
  wmemcmp: {
    type: 'int(const void *, const void *, unsigned long)',
    model: 'wide.c',
    run,
    errno: 'kept',
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  wmemcpy: {
    type: 'void *(void *, const void *, unsigned long)',
    model: 'wide.c',
    run,
    errno: 'kept',
    requires: [{ kind: 'apart', to: 0, from: 1, bytes: 2, unit: 'wide' }],
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  wmemmove: {
    type: 'void *(void *, const void *, unsigned long)',
    model: 'wide.c',
    run,
    errno: 'kept',
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  wmempcpy: {
    type: 'void *(void *, const void *, unsigned long)',
    model: 'wide.c',
    run,
    errno: 'kept',
    requires: [{ kind: 'apart', to: 0, from: 1, bytes: 2, unit: 'wide' }],
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  wmemset: { type: 'void *(void *, int, unsigned long)', model: 'wide.c', run, errno: 'kept', counted: [[0, 2]] },
} as const satisfies Readonly<Record<string, LibraryRow>>;
