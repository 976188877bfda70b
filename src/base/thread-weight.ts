import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Of the processor that threads of neighbouring nice levels get where they want the same one (the kernel's scheduler). */
const LEVEL_RATIO = 1.25;
const LOWEST_LEVEL = 19;

/**
 * Gives the calling thread so much of what other threads of this process get where they want the same processor: 1 is as much. It cannot be taken back.
 * Does nothing where threads have no priorities of their own, or may not change them.
 */
export function weighThread(weight: number): void {
  if (weight >= 1) return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    const level = getPriority(thread) + Math.round(Math.log(1 / weight) / Math.log(LEVEL_RATIO));
    setPriority(thread, Math.min(LOWEST_LEVEL, level));
  } catch {
    // No Linux, or a sandbox that does not allow it.
  }
}
