import { ENDED, type Memory } from './memory.ts';
import { Halt } from './outcome.ts';

/** A position of the stack, to return to. */
export interface StackMark {
  readonly chunk: number;
  readonly top: number;
}

interface Chunk {
  readonly start: number;
  readonly end: number;
}

const CHUNK = 1 << 16;
const RED_ZONE = 16;

/** The memory of automatic objects: chunks that are filled one after the other and kept for later calls. */
export class Stack {
  #chunks: Chunk[] = [];
  #current = -1;
  #top = 0;
  #reserved = 0;

  constructor(
    private readonly memory: Memory,
    private readonly limit: number,
  ) {}

  /** Releases everything, for another run. */
  reset(): void {
    this.#chunks = [];
    this.#current = -1;
    this.#top = 0;
    this.#reserved = 0;
  }

  /** The bytes in use, as ranges of addresses. */
  get used(): readonly { readonly from: number; readonly to: number }[] {
    const used = this.#chunks.slice(0, this.#current + 1);
    return used.map(({ start, end }, index) => ({ from: start, to: index === this.#current ? this.#top : end }));
  }

  mark(): StackMark {
    return { chunk: this.#current, top: this.#top };
  }

  /**
   * Returns the address of `size` fresh bytes at a multiple of 16 (or of a larger `alignment`), not
   * accessible yet. @throws {Halt} stack or memory limit
   */
  push(size: number, alignment = 16): number {
    const step = Math.max(16, alignment);
    let address = Math.ceil(this.#top / step) * step;
    if (this.#current < 0 || address + size + RED_ZONE > this.#chunks[this.#current].end) {
      this.#advance(size + RED_ZONE + step);
      address = Math.ceil(this.#top / step) * step;
    }
    this.#top = address + Math.ceil(size / 8) * 8 + RED_ZONE;
    return address;
  }

  #advance(size: number): void {
    const next = this.#current + 1;
    const known = this.#chunks[next];
    if (known === undefined || known.end - known.start < size) {
      // Chunks that are too small are released; the requested sizes rarely grow.
      const room = Math.max(CHUNK, Math.ceil(size / 16) * 16);
      this.#reserved += room;
      if (this.#reserved > this.limit) throw new Halt({ kind: 'limit', which: 'stack' });
      const start = this.memory.reserve(room, 16);
      this.#chunks[next] = { start, end: start + room };
    }
    this.#current = next;
    this.#top = this.#chunks[next].start;
  }

  /** Ends the lifetimes of everything pushed since the mark. */
  release(mark: StackMark): void {
    if (mark.chunk === this.#current) {
      if (this.#top > mark.top) this.memory.close(mark.top, this.#top - mark.top, ENDED);
    } else {
      for (let index = Math.max(mark.chunk, 0); index <= this.#current; index++) {
        const from = index === mark.chunk ? mark.top : this.#chunks[index].start;
        const to = index === this.#current ? this.#top : this.#chunks[index].end;
        this.memory.close(from, to - from, ENDED);
      }
      this.#current = mark.chunk;
    }
    this.#top = mark.top;
  }
}
