import type { Slice } from './slices.ts';

/** The slice of each engine in the first round after the list, ms. */
const FIRST_ROUND = 500;
/** Factor between the slices of two rounds. */
const GROWTH = 1.5;

/**
 * The slices of a race, one after the other. The slices of the list come first, then rounds in which
 * every engine has one; they grow from round to round. An engine that is stuck yields every second of
 * its slices in the rounds.
 */
export class SliceOrder {
  readonly #engines: readonly string[];
  #listed = 0;
  #round = FIRST_ROUND;
  /** Index of the next engine in its round. */
  #place = 0;
  /** Engines that yielded their last slice. */
  readonly #yielded = new Set<string>();
  /** Slices that come before all others. */
  #ahead: readonly Slice[] = [];

  constructor(private readonly list: readonly Slice[]) {
    this.#engines = [...new Set(list.map(({ engine }) => engine))];
  }

  /**
   * Returns the next slice of an engine that still takes part; there must be one. `isStuck`: whether the
   * engine's bound is what it was when its last slice began.
   */
  next(takesPart: (engine: string) => boolean, isStuck: (engine: string) => boolean): Slice {
    for (;;) {
      const isListed = this.#listed < this.list.length;
      const slice = this.#advance();
      if (takesPart(slice.engine) && (isListed || !this.#yields(slice.engine, isStuck))) return slice;
    }
  }

  /** These slices come before all others; those that came so before and are left do not come any more. */
  goesAhead(slices: readonly Slice[]): void {
    this.#ahead = slices;
  }

  /** The first slice that goes ahead of an engine that still takes part; null if there is none. */
  ahead(takesPart: (engine: string) => boolean): Slice | null {
    const place = this.#ahead.findIndex(({ engine }) => takesPart(engine));
    const slice = this.#ahead[place] ?? null;
    this.#ahead = slice === null ? [] : this.#ahead.slice(place + 1);
    return slice;
  }

  /** The engines in the order of their next slices. */
  upcoming(engines: readonly string[]): readonly string[] {
    const round = [...this.#engines.slice(this.#place), ...this.#engines.slice(0, this.#place)];
    const coming = [...this.list.slice(this.#listed).map(({ engine }) => engine), ...round];
    return [...new Set(coming)].filter((engine) => engines.includes(engine));
  }

  #yields(engine: string, isStuck: (engine: string) => boolean): boolean {
    if (this.#yielded.delete(engine) || !isStuck(engine)) return false;
    this.#yielded.add(engine);
    return true;
  }

  #advance(): Slice {
    if (this.#listed < this.list.length) {
      this.#listed += 1;
      return this.list[this.#listed - 1];
    }
    const slice = { engine: this.#engines[this.#place], milliseconds: Math.round(this.#round) };
    this.#place += 1;
    if (this.#place === this.#engines.length) {
      this.#place = 0;
      this.#round *= GROWTH;
    }
    return slice;
  }
}
