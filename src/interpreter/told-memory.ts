import type { Wide } from '../base/wide.ts';
import { Memory } from './memory.ts';
import type { Driver } from './options.ts';

/** The memory of a run with a driver, which hears of the accesses that functions of the library make. */
export class ToldMemory extends Memory {
  #telling = false;

  constructor(
    private readonly driver: Driver,
    ...memory: ConstructorParameters<typeof Memory>
  ) {
    super(...memory);
  }

  /** Tells the driver about the accesses of a library function. */
  tell<T>(call: () => T): T {
    this.#telling = true;
    try {
      return call();
    } finally {
      this.#telling = false;
    }
  }

  override readable(address: Wide, size: number): number {
    const start = super.readable(address, size);
    if (this.#telling) this.driver.access(start, size, false, false);
    return start;
  }

  override writable(address: Wide, size: number): number {
    const start = super.writable(address, size);
    if (this.#telling) this.driver.access(start, size, true, false);
    return start;
  }

  override copy(to: Wide, from: Wide, size: number, initialises?: boolean): void {
    super.copy(to, from, size, initialises);
    if (!this.#telling || size === 0) return;
    this.driver.access(Number(from), size, false, false);
    this.driver.access(Number(to), size, true, false);
  }
}
