/** Cells are enough for so many obligations of a system with that many blocks: two for each block, and those about the start and about runs. */
const obligationsOf = (blocks: number): number => 2 * blocks + 4;

/** What those who check one certificate at the same time have in common; for {@link SharedCheck} in each of their threads. */
export function cellsForCheck(blocks: number): SharedArrayBuffer {
  return new SharedArrayBuffer(obligationsOf(blocks) * Int32Array.BYTES_PER_ELEMENT);
}

/** What cells say of an obligation. */
const OPEN = 0;
const SHOWN = 1;
const IN_HAND = 2;

/** Milliseconds. */
const LONGEST_WAIT = 50;

/**
 * Which obligations of a certificate are shown, known to all who check it: who is stuck with one is spared those that others show. One goes forward and one
 * backward, so that they meet where one of them is stuck.
 */
export class SharedCheck {
  readonly #cells: Int32Array;

  constructor(
    cells: SharedArrayBuffer,
    private readonly direction: 'forward' | 'backward',
  ) {
    this.#cells = new Int32Array(cells);
  }

  /** Those of `count` obligations (by number) that nobody has shown yet, in the order in which this one tries them. */
  open(count: number): readonly number[] {
    const all = Array.from({ length: count }, (_, i) => (this.direction === 'forward' ? i : count - 1 - i));
    return all.filter((i) => !this.isShown(i));
  }

  isShown(obligation: number): boolean {
    return Atomics.load(this.#cells, obligation) === SHOWN;
  }

  markShown(obligation: number): void {
    Atomics.store(this.#cells, obligation, SHOWN);
    Atomics.notify(this.#cells, obligation);
  }

  /**
   * For work on an obligation that nobody else should do as well: has it done by whoever comes first, while the others wait, and says whether it is shown
   * then. `watch` is called now and then by those who wait, and what it throws passes through.
   */
  once(obligation: number, work: () => boolean, watch: () => void): boolean {
    const before = Atomics.compareExchange(this.#cells, obligation, OPEN, IN_HAND);
    if (before === OPEN) {
      let isShown = false;
      try {
        isShown = work();
        return isShown;
      } finally {
        Atomics.store(this.#cells, obligation, isShown ? SHOWN : OPEN);
        Atomics.notify(this.#cells, obligation);
      }
    }
    while (Atomics.wait(this.#cells, obligation, IN_HAND, LONGEST_WAIT) === 'timed-out') watch();
    return this.isShown(obligation);
  }
}
