import { formula, gcc, type LibraryRow, run } from './row.ts';

/** Facts of functions that fill and copy. */
const COPIES = { formula, run, gcc, fortified: [3], does: 'writes', errno: 'kept' } as const;

/**
 * Functions of string.h and strings.h on blocks of memory. Formulas fill, copy and compare up to 256 bytes;
 * models do the rest. CPU seconds with and without the formula of memcmp: 0.4 and 0.5 (memcmp-symbolic-true);
 * memchr: 0.5 and 0.7 (string-search-true).
 */
export const MEMORY = {
  __mempcpy: { type: 'void *(void *, const void *, unsigned long)', formula, run },
  bcmp: { type: 'int(const void *, const void *, size_t)', formula, run, gcc, does: 'computes' },
  bcopy: { type: 'void(const void *, void *, size_t)', formula, run, gcc, does: 'writes', errno: 'kept' },
  bzero: { type: 'void(void *, size_t)', model: 'memory.c', formula, run, gcc, does: 'writes', errno: 'kept' },
  explicit_bzero: { type: 'void(void *, unsigned long)', formula, run, does: 'writes', errno: 'kept' },
  memccpy: { type: 'void *(void *, const void *, int, unsigned long)', model: 'strings.c', run, errno: 'kept' },
  memchr: {
    type: 'void *(const void *, int, size_t)',
    model: 'strings.c',
    formula,
    run,
    gcc,
    does: 'writes',
    errno: 'kept',
  },
  memcmp: { type: 'int(const void *, const void *, size_t)', model: 'numbers.c', formula, run, gcc, does: 'computes' },
  memcpy: { type: 'void *(void *, const void *, size_t)', model: 'memory.c', ...COPIES },
  memmem: {
    type: 'void *(const void *, unsigned long, const void *, unsigned long)',
    model: 'strings.c',
    run,
    errno: 'kept',
  },
  memmove: { type: 'void *(void *, const void *, size_t)', model: 'memory.c', ...COPIES },
  mempcpy: { type: 'void *(void *, const void *, size_t)', model: 'memory.c', ...COPIES },
  memrchr: { type: 'void *(const void *, int, unsigned long)', model: 'strings.c', run, errno: 'kept' },
  memset: { type: 'void *(void *, int, size_t)', model: 'numbers.c', ...COPIES },
  rawmemchr: { type: 'void *(const void *, int)', formula, run, does: 'writes', errno: 'kept' },
} as const satisfies Readonly<Record<string, LibraryRow>>;
