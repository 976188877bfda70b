import { allocates, effectOf } from '../../../c/builtins/library/table.ts';

/**
 * Questions about the heap that a program with checks of leaks asks. Each is an intrinsic whose result
 * is 1 for yes and 0 for no. Encoder and interpreter answer by their own records of the heap. The
 * arguments are the pointers of the activation, which stay live so.
 */
export const BLOCKS = {
  /** Whether a block of the heap is live. */
  live: 'live_blocks',
  /** Whether the pointers to a live block are lost, where `main` returns. Its variables no longer count. */
  lostBehindMain: 'lost_blocks_behind_main',
  /** Whether the pointers to a live block are lost, where the activations stay. */
  lost: 'lost_blocks',
  /** The same in a loop that may not end. The interpreter answers no. */
  lostInLoop: 'lost_blocks_in_loop',
  /** The same, but runs may also pass the loop unasked: what they do behind a leak counts. */
  perhapsLostInLoop: 'perhaps_lost_blocks_in_loop',
} as const;

/** Whether a function of the library may make, move or end a block of the heap. */
export function changesBlocks(name: string): boolean {
  return makesBlocks(name) || effectOf(name.replace(/^__builtin_/, '')) === 'frees';
}

/** Whether a function of the library may make a block of the heap. */
export function makesBlocks(name: string): boolean {
  return allocates(name.replace(/^__builtin_/, ''));
}
