import { formula, gcc, type LibraryRow, run } from './row.ts';

/** Functions that make, move and end blocks of the heap. */
export const HEAP = {
  aligned_alloc: { type: 'void *(size_t, size_t)', formula, run, gcc, allocates: true, errno: 'exact' },
  alloca: { type: 'void *(size_t)', formula, run, gcc, errno: 'kept' },
  calloc: { type: 'void *(size_t, size_t)', formula, run, gcc, allocates: true, errno: 'exact' },
  cfree: { type: 'void(void *)', formula, run, does: 'frees', errno: 'kept', nullable: [0] },
  free: { type: 'void(void *)', formula, run, gcc, does: 'frees', errno: 'kept', nullable: [0] },
  freezero: { type: 'void(void *, size_t)', model: 'system.c', run, errno: 'kept', nullable: [0] },
  kfree: { type: 'void(const void *)', treatment: 'interpreter', does: 'frees', errno: 'kept', nullable: [0] },
  kmalloc: { type: 'void *(unsigned long, unsigned int)', formula, allocates: true },
  kzalloc: { type: 'void *(unsigned long, unsigned int)', formula, allocates: true },
  malloc: { type: 'void *(size_t)', formula, run, gcc, allocates: true, errno: 'exact' },
  malloc_usable_size: { type: 'unsigned long(void *)', run },
  memalign: { type: 'void *(unsigned long, unsigned long)', formula, run, allocates: true, errno: 'exact' },
  posix_memalign: { type: 'int(void **, size_t, size_t)', model: 'general.c', run, gcc, allocates: true },
  pvalloc: { type: 'void *(unsigned long)', treatment: 'unsupported', allocates: true },
  realloc: { type: 'void *(void *, size_t)', formula, run, gcc, allocates: true, errno: 'exact', nullable: [0] },
  reallocf: { type: 'void *(void *, size_t)', model: 'system.c', run, allocates: true, nullable: [0] },
  recallocarray: {
    type: 'void *(void *, size_t, size_t, size_t)',
    model: 'system.c',
    run,
    allocates: true,
    nullable: [0],
  },
  reallocarray: {
    type: 'void *(void *, unsigned long, unsigned long)',
    model: 'general.c',
    run,
    allocates: true,
    errno: 'exact',
    nullable: [0],
  },
  valloc: { type: 'void *(unsigned long)', formula, run, allocates: true, errno: 'exact' },
  xmalloc: { type: 'void *(unsigned long)', formula, allocates: true },
} as const satisfies Readonly<Record<string, LibraryRow>>;

/** Source and target do not overlap (C11 7.24.1.2, 7.24.2.1p2). */
const APART = [{ kind: 'apart', to: 0, from: 1, bytes: 2 }] as const;

/** Pointers to as many bytes as a later argument says. */
const ONE = [[0, 2]] as const;
const BOTH = [
  [0, 2],
  [1, 2],
] as const;

/** Facts of functions that fill and copy. */
const COPIES = { formula, run, gcc, fortified: [3], does: 'writes', errno: 'kept' } as const;

/** A function that fills memory even where nothing reads it later. */
const SET = {
  type: 'void *(void *, int, unsigned long)',
  model: 'numbers.c:memset',
  formula,
  run,
  does: 'writes',
  errno: 'kept',
  counted: ONE,
} as const;

/**
 * Functions of string.h and strings.h on blocks of memory. Formulas fill, copy and compare up to 256 bytes;
 * models do the rest. CPU seconds with and without the formula of memcmp: 0.4 and 0.5 (memcmp-symbolic-true);
 * memchr: 0.5 and 0.7 (string-search-true).
 */
export const MEMORY = {
  __mempcpy: { type: 'void *(void *, const void *, unsigned long)', formula, run, requires: APART, counted: BOTH },
  bcmp: { type: 'int(const void *, const void *, size_t)', formula, run, gcc, does: 'computes', counted: BOTH },
  bcopy: {
    type: 'void(const void *, void *, size_t)',
    formula,
    run,
    gcc,
    does: 'writes',
    errno: 'kept',
    counted: BOTH,
  },
  bzero: {
    type: 'void(void *, size_t)',
    model: 'memory.c',
    formula,
    run,
    gcc,
    does: 'writes',
    errno: 'kept',
    counted: [[0, 1]],
  },
  explicit_bzero: {
    type: 'void(void *, unsigned long)',
    model: 'memory.c:bzero',
    formula,
    run,
    does: 'writes',
    errno: 'kept',
    counted: [[0, 1]],
  },
  explicit_memset: SET,
  memccpy: {
    type: 'void *(void *, const void *, int, unsigned long)',
    model: 'strings.c',
    run,
    errno: 'kept',
    requires: [{ kind: 'apart', to: 0, from: 1, bytes: 3, atMost: true }],
    counted: [
      [0, 3],
      [1, 3],
    ],
  },
  memchr: {
    type: 'void *(const void *, int, size_t)',
    model: 'strings.c',
    formula,
    run,
    gcc,
    does: 'writes',
    errno: 'kept',
    counted: ONE,
  },
  memcmp: {
    type: 'int(const void *, const void *, size_t)',
    model: 'numbers.c',
    formula,
    run,
    gcc,
    does: 'computes',
    counted: BOTH,
  },
  memcpy: {
    type: 'void *(void *, const void *, size_t)',
    model: 'memory.c',
    ...COPIES,
    requires: APART,
    counted: BOTH,
  },
  memmem: {
    type: 'void *(const void *, unsigned long, const void *, unsigned long)',
    model: 'strings.c',
    run,
    errno: 'kept',
    counted: [
      [0, 1],
      [2, 3],
    ],
  },
  memmove: { type: 'void *(void *, const void *, size_t)', model: 'memory.c', ...COPIES, counted: BOTH },
  mempcpy: {
    type: 'void *(void *, const void *, size_t)',
    model: 'memory.c',
    ...COPIES,
    requires: APART,
    counted: BOTH,
  },
  memrchr: { type: 'void *(const void *, int, unsigned long)', model: 'strings.c', run, errno: 'kept', counted: ONE },
  memset: { type: 'void *(void *, int, size_t)', model: 'numbers.c', ...COPIES, counted: ONE },
  memset_explicit: SET,
  rawmemchr: { type: 'void *(const void *, int)', formula, run, does: 'writes', errno: 'kept' },
  timingsafe_bcmp: {
    type: 'int(const void *, const void *, size_t)',
    model: 'strings.c',
    run,
    errno: 'kept',
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
  timingsafe_memcmp: {
    type: 'int(const void *, const void *, size_t)',
    model: 'strings.c',
    run,
    errno: 'kept',
    counted: [
      [0, 2],
      [1, 2],
    ],
  },
} as const satisfies Readonly<Record<string, LibraryRow>>;
