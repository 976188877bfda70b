import type { SourceLocation } from '../../base/source.ts';
import type { Clock } from './clock.ts';

/** An access of a thread to bytes of memory. */
export interface ThreadAccess {
  readonly thread: number;
  readonly write: boolean;
  readonly atomic: boolean;
  readonly at: SourceLocation;
  /** The thread's own count when it makes the access. */
  readonly count: number;
}

/** Two accesses of one memory location, of which neither comes before the other. */
export interface Race {
  readonly first: ThreadAccess;
  readonly second: ThreadAccess;
}

/**
 * The last accesses to each byte, by thread and kind. An earlier access of the same kind comes before
 * each of them, so that it races with nothing that the last one is ordered with.
 */
export class History {
  readonly #bytes = new Map<number, Map<number, ThreadAccess>>();

  /**
   * Notes an access at a moment, and returns its races with earlier ones, without which it is ordered
   * with all (C11 5.1.2.4).
   */
  note(address: number, size: number, access: ThreadAccess, moment: Clock): readonly Race[] {
    const races = new Map<number, Race>();
    for (let byte = address; byte < address + size; byte++) {
      let last = this.#bytes.get(byte);
      if (last === undefined) this.#bytes.set(byte, (last = new Map()));
      for (const first of last.values()) {
        const conflict = first.thread !== access.thread && (first.write || access.write);
        if (!conflict || (first.atomic && access.atomic) || first.count <= moment.of(first.thread)) continue;
        races.set(first.thread, { first, second: access });
      }
      last.set(4 * access.thread + (access.write ? 2 : 0) + (access.atomic ? 1 : 0), access);
    }
    return [...races.values()];
  }
}
