/**
 * Number of cells for a system with that many blocks. Each block has two obligations; further ones concern the start
 * and runs. One more cell is for the work that concerns all runs.
 */
const obligationsOf = (blocks: number): number => 2 * blocks + 5;

/** What those who check one certificate at the same time have in common; for {@link SharedCheck} in each of their threads. */
export function cellsForCheck(blocks: number): SharedArrayBuffer {
  return new SharedArrayBuffer(obligationsOf(blocks) * Int32Array.BYTES_PER_ELEMENT);
}

/** The two who check: one goes through the obligations forward and one backward, so that they meet where one of them is stuck. */
export type Direction = 'forward' | 'backward';

/** What cells say of an obligation. */
const OPEN = 0;
const SHOWN = 1;
/** Work that is to be done once was done, and shows nothing. */
const IN_VAIN = 2;
/** Who does such work. */
const IN_HAND = { forward: 3, backward: 4 } as const satisfies Record<Direction, number>;

/** Milliseconds. */
const LONGEST_WAIT = 50;

/** To be called once a thread that checks is gone, whatever it was at: work that it had in hand is open to the other one, who may be waiting for it. */
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

  /** Those of `count` obligations (by number) that nobody has shown yet, in the order in which this one tries them. */
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
   * For work on an obligation that nobody has to do as well while, or after, another does it: has it done by whoever comes first, while the others wait, and says
   * whether it is shown then. Who throws, or is gone ({@link releaseCells}), leaves the work to who waits or comes next. `watch` is called now and then by those
   * who wait, and what it throws passes through.
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
