/** Most events of one series that are kept. */
export const MOST_SAMPLES = 128;

/** A point of a series: the number of its event and its time in ms. */
interface Sample {
  readonly number: number;
  readonly time: number;
}

/**
 * The kept events of one series, such as the bounds of one engine. A picture of the race needs them
 * spread over its time: beyond `MOST_SAMPLES`, the one whose neighbours are closest in time goes.
 * The first and the last one stay.
 */
export class Samples {
  readonly #kept: Sample[] = [];

  /** Adds an event, later than all before. Returns the number of the event that goes; null: none. */
  add(number: number, time: number): number | null {
    this.#kept.push({ number, time });
    if (this.#kept.length <= MOST_SAMPLES) return null;
    let least = 1;
    for (let index = 2; index < this.#kept.length - 1; index++)
      if (this.#gapWithout(index) < this.#gapWithout(least)) least = index;
    const [gone] = this.#kept.splice(least, 1);
    return gone.number;
  }

  /** Time between the neighbours of a point, in ms. */
  #gapWithout(index: number): number {
    return this.#kept[index + 1].time - this.#kept[index - 1].time;
  }
}
