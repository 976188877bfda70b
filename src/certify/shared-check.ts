/**
 * Number of cells for a system with that many blocks. Each block has two obligations; further ones concern the start
 * and runs. One more cell is for the work that concerns all runs.
 */
const obligationsOf = (blocks: number): number => 2 * blocks + 5;

/**
 * Makes the common memory of all that check one certificate at the same time; for {@link SharedCheck} in each of their threads.
 */
export function cellsForCheck(blocks: number): SharedArrayBuffer {
  return new SharedArrayBuffer(obligationsOf(blocks) * Int32Array.BYTES_PER_ELEMENT);
}

/** The two who check: one goes through the obligations forward and one backward, so that they meet where one of them is stuck. */
export type Direction = 'forward' | 'backward';

/** The states of an obligation in its cell. */
const OPEN = 0;
const SHOWN = 1;
/** Work that is to be done once was done, and shows nothing. */
const IN_VAIN = 2;
/** The states of such work while somebody does it. */
const IN_HAND = { forward: 3, backward: 4 } as const satisfies Record<Direction, number>;

/** Milliseconds. */
const LONGEST_WAIT = 50;

/** Releases the work that a thread had in hand, once it is gone, whatever it was at. The other thread may be waiting for it. */
export function releaseCells(cells: SharedArrayBuffer, gone: Direction): void {
  const view = new Int32Array(cells);
  for (let obligation = 0; obligation < view.length; obligation += 1) leave(view, obligation, IN_HAND[gone], OPEN);
}

/** Puts `after` in the place of `before`, if that is there, and wakes who waits for it. */
function leave(cells: Int32Array, obligation: number, before: number, after: number): void {
  Atomics.compareExchange(cells, obligation, before, after);
  Atomics.notify(cells, obligation);
}

/** Which obligations of a certificate are shown, known to all who check it: who is stuck with one is spared those that others show. */
export class SharedCheck {
  readonly #cells: Int32Array;

  constructor(
    cells: SharedArrayBuffer,
    private readonly direction: Direction,
  ) {
    this.#cells = new Int32Array(cells);
  }

  /**
   * Returns the obligations among `count` ones (by number) that nobody has shown yet, in the order in which this thread tries
   * them.
   */
  open(count: number): readonly number[] {
    const all = Array.from({ length: count }, (_, i) => (this.direction === 'forward' ? i : count - 1 - i));
    return all.filter((i) => !this.isShown(i));
  }

  /** Number of the cell for work that concerns all runs; the cell is for {@link once} and belongs to no obligation. */
  get whole(): number {
    return this.#cells.length - 1;
  }

  isShown(obligation: number): boolean {
    return Atomics.load(this.#cells, obligation) === SHOWN;
  }

  markShown(obligation: number): void {
    Atomics.store(this.#cells, obligation, SHOWN);
    Atomics.notify(this.#cells, obligation);
  }

  /**
   * Has work on an obligation done once, by whoever comes first, while the others wait. Returns whether the obligation is shown
   * then. It is for work that nobody has to do again while, or after, another does it. A thread that throws, or is gone ({@link
   * releaseCells}), leaves the work to the one that waits or comes next. `watch` is called now and then by those who wait, and
   * what it throws passes through.
   */
  once(obligation: number, work: () => boolean, watch: () => void): boolean {
    const mine = IN_HAND[this.direction];
    for (;;) {
      const before = Atomics.compareExchange(this.#cells, obligation, OPEN, mine);
      if (before === OPEN) break;
      if (before === SHOWN || before === IN_VAIN) return before === SHOWN;
      if (Atomics.wait(this.#cells, obligation, before, LONGEST_WAIT) === 'timed-out') watch();
    }
    let after: number = OPEN;
    try {
      const isShown = work();
      after = isShown ? SHOWN : IN_VAIN;
      return isShown;
    } finally {
      leave(this.#cells, obligation, mine, after);
    }
  }
}
