import type { Wide } from '../base/wide.ts';
import type { Weakness } from '../program/cfa/checks/weaknesses.ts';
import type { InputRequest } from '../program/cfa/inputs.ts';
import { FREED, type Memory } from './memory.ts';
import { memoryFault } from './outcome.ts';

/**
 * Freed bytes that are held back before their addresses are used again, so that late accesses are
 * detected.
 */
const QUARANTINE = 4 << 20;

/** Bytes that a block takes. */
function roomOf(size: number): number {
  return Math.ceil(Math.max(size, 1) / 16) * 16;
}

/**
 * malloc and free. Blocks lie at multiples of 16 (or more). Freed ones are reused by size class after
 * a quarantine.
 */
export class Heap {
  /**
   * Sizes in bytes of live blocks by address; -1 - size of freed ones. Runs may have millions, so there
   * is no object for each.
   */
  readonly #blocks = new Map<number, number>();
  #quarantine: number[] = [];
  #quarantined = 0;
  readonly #free = new Map<number, number[]>();
  /** Addresses of live blocks that the machine made for itself. */
  readonly #hidden = new Set<number>();
  #live = 0;
  #empty = 0;
  /** Receiver of the address of each block of the program; null: none. */
  onAllocated: ((address: number) => void) | null = null;
  /** Number of allocations and releases of the run so far. */
  changes = 0;

  constructor(
    private readonly memory: Memory,
    /** Whether addresses of freed blocks are never used again, and blocks lie far from each other. */
    private readonly keepsFreed = false,
  ) {}

  /** Removes all blocks, for another run. */
  reset(): void {
    this.#blocks.clear();
    this.#free.clear();
    this.#hidden.clear();
    this.#live = 0;
    this.#empty = 0;
    this.#quarantine = [];
    this.#quarantined = 0;
    this.changes = 0;
  }

  /** Number of the program's live blocks that have bytes. */
  get liveBlocks(): number {
    return this.#live;
  }

  /** Number of the program's live blocks without bytes. */
  get emptyBlocks(): number {
    return this.#empty;
  }

  /** Live blocks by address; `hidden`: those of the machine itself. */
  *blocks(): Iterable<{ readonly address: number; readonly size: number; readonly hidden: boolean }> {
    for (const [address, size] of this.#blocks)
      if (size >= 0) yield { address, size, hidden: this.#hidden.has(address) };
  }

  /** Allocates for the machine itself. No check counts the block. */
  allocateHidden(size: number): number {
    const address = this.#take(size, 16);
    this.#hidden.add(address);
    return address;
  }

  /** Returns the address of a fresh accessible block of `size` zero bytes. @throws {Halt} memory limit */
  allocate(size: number, alignment = 16): number {
    const address = this.#take(size, alignment);
    this.#count(size, 1);
    this.onAllocated?.(address);
    return address;
  }

  #count(size: number, change: 1 | -1): void {
    if (size === 0) this.#empty += change;
    else this.#live += change;
  }

  #take(size: number, alignment: number): number {
    this.changes++;
    const room = roomOf(size);
    const reusable = alignment <= 16 ? this.#free.get(room)?.pop() : undefined;
    const address = reusable ?? this.#reserve(room, alignment);
    if (reusable !== undefined) this.memory.bytes.fill(0, address, address + room);
    this.#blocks.set(address, size);
    this.memory.open(address, size);
    return address;
  }

  #reserve(room: number, alignment: number): number {
    return this.keepsFreed ? this.memory.reserveFar(room, alignment) : this.memory.reserve(room, alignment);
  }

  /**
   * Ends the block's lifetime; null is allowed. @throws {Halt} undefined behaviour: double free, or not
   * a heap address
   */
  release(address: Wide): void {
    if (address === 0) return;
    const size = typeof address === 'number' ? this.#blocks.get(address) : undefined;
    if (typeof address !== 'number' || size === undefined)
      memoryFault('free', 'free of an address that malloc did not return', this.weaknessOfRelease(address));
    if (size < 0) memoryFault('free', 'double free', 'double-free');
    if (!this.#hidden.delete(address)) this.#count(size, -1);
    this.changes++;
    this.#blocks.set(address, -1 - size);
    this.memory.close(address, roomOf(size), FREED);
    this.#quarantine.push(address);
    this.#quarantined += roomOf(size);
    if (this.#quarantined > QUARANTINE && !this.keepsFreed) this.#drain();
  }

  /** The weakness of a release of what is not the start of a live block. */
  weaknessOfRelease(address: Wide): Weakness {
    if (typeof address !== 'number') return 'free-of-no-block';
    if ((this.#blocks.get(address) ?? 0) < 0) return 'double-free';
    for (const [start, size] of this.#blocks)
      if (size >= 0 && address > start && address <= start + size) return 'free-inside-block';
    return 'free-of-no-block';
  }

  #drain(): void {
    let index = 0;
    for (; index < this.#quarantine.length && this.#quarantined > QUARANTINE / 2; index++) {
      const address = this.#quarantine[index];
      const room = roomOf(-1 - (this.#blocks.get(address) ?? -1));
      this.#quarantined -= room;
      const list = this.#free.get(room);
      if (list === undefined) this.#free.set(room, [address]);
      else list.push(address);
    }
    this.#quarantine.splice(0, index);
  }

  /** Returns the requested size in bytes; null if no live block starts there. */
  sizeOf(address: Wide): number | null {
    const size = typeof address === 'number' ? this.#blocks.get(address) : undefined;
    return size === undefined || size < 0 ? null : size;
  }
}

/** Makes the request for the content of a fresh heap block. */
export function heapRequest(size: number, site: string, name: string, at: InputRequest['at']): InputRequest {
  const element = { kind: 'integer', name: 'uchar' } as const;
  return { kind: 'uninitialised', site, type: { kind: 'array', element, length: BigInt(size) }, name, at };
}
