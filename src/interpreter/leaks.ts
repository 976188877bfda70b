import { unsupported } from './outcome.ts';
import type { Runtime } from './runtime.ts';

/** Whether some block of the heap is live where the program ends. @throws {Halt} if the end is not near */
export function isSomeBlockLive({ heap, exitHandlers, approximate }: Runtime): boolean {
  if (exitHandlers.length > 0) return unsupported('a check of leaks before handlers of atexit');
  if (heap.liveBlocks > 0) return true;
  // The rules of SV-COMP leave open whether malloc(0) makes a block.
  if (heap.emptyBlocks > 0) approximate.add('a live block of no bytes (contested)');
  return false;
}
