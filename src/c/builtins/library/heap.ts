import { formula, gcc, type LibraryRow, run } from './row.ts';

/** Functions that make, move and end blocks of the heap. */
export const HEAP = {
  aligned_alloc: { type: 'void *(size_t, size_t)', formula, run, gcc, allocates: true, errno: 'exact' },
  alloca: { type: 'void *(size_t)', formula, run, gcc, errno: 'kept' },
  calloc: { type: 'void *(size_t, size_t)', formula, run, gcc, allocates: true, errno: 'exact' },
  cfree: { type: 'void(void *)', formula, run, does: 'frees', errno: 'kept' },
  free: { type: 'void(void *)', formula, run, gcc, does: 'frees', errno: 'kept' },
  kfree: { type: 'void(const void *)', treatment: 'interpreter', does: 'frees', errno: 'kept' },
  kmalloc: { type: 'void *(unsigned long, unsigned int)', formula, allocates: true },
  kzalloc: { type: 'void *(unsigned long, unsigned int)', formula, allocates: true },
  malloc: { type: 'void *(size_t)', formula, run, gcc, allocates: true, errno: 'exact' },
  malloc_usable_size: { type: 'unsigned long(void *)', run },
  memalign: { type: 'void *(unsigned long, unsigned long)', formula, run, allocates: true, errno: 'exact' },
  posix_memalign: { type: 'int(void **, size_t, size_t)', model: 'general.c', run, gcc, allocates: true },
  pvalloc: { type: 'void *(unsigned long)', treatment: 'unsupported', allocates: true },
  realloc: { type: 'void *(void *, size_t)', formula, run, gcc, allocates: true, errno: 'exact', nullable: [0] },
  reallocarray: { type: 'void *(void *, unsigned long, unsigned long)', run, allocates: true, errno: 'exact' },
  valloc: { type: 'void *(unsigned long)', formula, run, allocates: true, errno: 'exact' },
  xmalloc: { type: 'void *(unsigned long)', formula, allocates: true },
} as const satisfies Readonly<Record<string, LibraryRow>>;
