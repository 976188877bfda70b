import { workClock } from '../../base/clock.ts';
import { bitsOf, checkersIn, type Discharged } from './evidence.ts';

/**
 * Number of cells for a system with that many blocks. Each block has two obligations; further ones
 * concern the start and runs. One more cell is for the work that concerns all runs.
 */
const obligationsOf = (blocks: number): number => 2 * blocks + 5;

/** Words of an obligation: its state, the checkers that showed it (0: not yet), and their time in µs. */
const WORDS = 3;

/**
 * Makes the shared memory of all checkers of one certificate; for {@link SharedCheck} in each of their
 * threads.
 */
export function cellsForCheck(blocks: number): SharedArrayBuffer {
  return new SharedArrayBuffer(WORDS * obligationsOf(blocks) * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * The two checkers: one takes the obligations forward and one backward, so that they meet where one of
 * them is stuck.
 */
export type Direction = 'forward' | 'backward';

/** The states of an obligation in its cell. */
const OPEN = 0;
const SHOWN = 1;
/** The work was done once, and proved nothing. */
const IN_VAIN = 2;
/** States of such work while a thread does it. */
const IN_HAND = { forward: 3, backward: 4 } as const satisfies Record<Direction, number>;

/** Longest wait in milliseconds. */
const LONGEST_WAIT = 50;

/** Releases the work that an ended thread had in hand. The other thread may be waiting for it. */
export function releaseCells(cells: SharedArrayBuffer, gone: Direction): void {
  const view = new Int32Array(cells);
  for (let obligation = 0; obligation < view.length / WORDS; obligation++) leave(view, obligation, IN_HAND[gone], OPEN);
}

/** Number of obligations that are proved. */
export function shownIn(cells: SharedArrayBuffer): number {
  const view = new Int32Array(cells);
  return view.subarray(0, view.length / WORDS).filter((state) => state === SHOWN).length;
}

/** Replaces `before` by `after`, if the cell holds it, and wakes the waiting thread. */
function leave(cells: Int32Array, obligation: number, before: number, after: number): void {
  Atomics.compareExchange(cells, obligation, before, after);
  Atomics.notify(cells, obligation);
}

/** Microseconds of a cell, which holds at most about half an hour. */
function microseconds(milliseconds: number): number {
  return Math.min(2 ** 31 - 1, Math.round(1000 * milliseconds));
}

/**
 * The proved obligations of a certificate, shared by its checkers: a checker that is stuck with one is
 * spared those that the other proves.
 */
export class SharedCheck {
  /** The states of all obligations, then who showed each, then their times. */
  readonly #cells: Int32Array;
  readonly #count: number;

  constructor(
    cells: SharedArrayBuffer,
    private readonly direction: Direction,
  ) {
    this.#cells = new Int32Array(cells);
    this.#count = this.#cells.length / WORDS;
  }

  /**
   * Returns the unproved obligations among `count` (by number), in the order in which this thread tries
   * them.
   */
  open(count: number): readonly number[] {
    const all = Array.from({ length: count }, (_, i) => (this.direction === 'forward' ? i : count - 1 - i));
    return all.filter((i) => !this.isShown(i));
  }

  /**
   * Number of the cell for work that concerns all runs; the cell is for {@link once} and belongs to no
   * obligation.
   */
  get whole(): number {
    return this.#count - 1;
  }

  isShown(obligation: number): boolean {
    return Atomics.load(this.#cells, obligation) === SHOWN;
  }

  /** The account of an obligation is that of the thread that showed it first. */
  markShown(obligation: number, { by, milliseconds }: Discharged): void {
    this.#enter(obligation, bitsOf(by), milliseconds);
    Atomics.store(this.#cells, obligation, SHOWN);
    Atomics.notify(this.#cells, obligation);
  }

  #enter(obligation: number, by: number, milliseconds: number): void {
    const isFirst = Atomics.compareExchange(this.#cells, this.#count + obligation, 0, by) === 0;
    if (isFirst) Atomics.store(this.#cells, 2 * this.#count + obligation, microseconds(milliseconds));
  }

  /** The account of a shown obligation. */
  shown(obligation: number): Discharged {
    const by = checkersIn(Atomics.load(this.#cells, this.#count + obligation));
    return { by, milliseconds: Atomics.load(this.#cells, 2 * this.#count + obligation) / 1000 };
  }

  /**
   * Runs `work` on an obligation in one thread while the other waits. Returns whether the obligation is
   * proved then, by runs that `work` followed. It need not be repeated while, or after, another thread
   * does it. A thread that throws, or is gone ({@link releaseCells}), leaves the work to the one that
   * waits or comes next. The waiting thread calls `watch` regularly, and passes on its errors.
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
    const begun = workClock();
    try {
      const isShown = work();
      if (isShown) this.#enter(obligation, bitsOf(new Set(['runs'])), workClock() - begun);
      after = isShown ? SHOWN : IN_VAIN;
      return isShown;
    } finally {
      leave(this.#cells, obligation, mine, after);
    }
  }
}
