/** How a function that allocates memory takes its arguments. */
export interface Allocator {
  /** Positions of the arguments whose product is the size in bytes. */
  readonly size: readonly number[];
  readonly zeroed: boolean;
  /** Position of the alignment, in bytes. */
  readonly alignment?: number;
}

export const MALLOC: Allocator = { size: [0], zeroed: false };
const CALLOC: Allocator = { size: [0, 1], zeroed: true };
const REALLOC: Allocator = { size: [1], zeroed: false };
const ALIGNED: Allocator = { ...REALLOC, alignment: 0 };

/** Functions that return a new block of memory, and how they take its size. */
export const ALLOCATORS: ReadonlyMap<string, Allocator> = new Map([
  ['malloc', MALLOC],
  ['__builtin_malloc', MALLOC],
  ['xmalloc', MALLOC],
  ['valloc', MALLOC],
  ['kmalloc', MALLOC],
  ['alloca', MALLOC],
  ['__builtin_alloca', MALLOC],
  ['kzalloc', { size: [0], zeroed: true }],
  ['calloc', CALLOC],
  ['__builtin_calloc', CALLOC],
  ['aligned_alloc', ALIGNED],
  ['memalign', ALIGNED],
  ['realloc', REALLOC],
  ['__builtin_realloc', REALLOC],
]);
