/**
 * Questions about the heap that a program with checks of leaks asks where it ends. Each is an intrinsic
 * without arguments, whose result is 1 for yes and 0 for no. Encoder and interpreter answer by their own
 * records of the heap.
 */
export const BLOCKS = {
  /** Whether a block of the heap is live. */
  live: 'live_blocks',
} as const;
