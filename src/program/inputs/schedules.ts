import { NEXT_THREAD } from '../cfa/beyond.ts';
import { RandomNumbers } from './random.ts';
import type { InputSource } from './source.ts';

/**
 * Schedules of runs with several threads. An error may need a thread that stands still while others run
 * far. A schedule that chooses anew at each step hardly ever leaves it there. Most schedules here
 * therefore delay few threads for a while (Emmi, Qadeer, Rakamaric, POPL 2011).
 */

/** A thread runs for this many choices on average before another one is chosen. Each run takes one of these. */
const STAYS = [1, 2, 4, 4, 16, 64];
/** Most delays of a run. */
const MOST_DELAYS = 3;
/** Limit of the choice at which a delay begins, as a power of two. */
const LATEST_DELAY = 14;
/** Limit of the choices that a delay lasts, as a power of two. */
const LONGEST_DELAY = 18;
/** Runs of so many seeds in a row follow schedules, and as many choose at each decision by itself, in turn. */
const IN_A_ROW = 8;

/**
 * Returns a source whose decisions between threads follow a schedule; all other inputs are the given
 * source's. `ways`: the thread of each way that the scheduler chooses from, in order (`Program.ways`).
 */
export function scheduled(source: InputSource, seed: number, ways: readonly number[]): InputSource {
  if (ways.length < 2 || Math.floor(seed / IN_A_ROW) % 2 === 0) return source;
  const schedule = new Schedule(new RandomNumbers(seed), ways);
  return {
    scalar: (request) => (request.name === NEXT_THREAD ? schedule.decide() : source.scalar(request)),
    content: (request, bytes, layout) => source.content(request, bytes, layout),
    pointer: (request, names) => source.pointer(request, names),
  };
}

/** The choices of one run. The scheduler halves the ways at each decision, as it was built (src/program/threads/scheduler.ts). */
class Schedule {
  readonly #stay: number;
  /** The first way of each thread and the one behind its last; a pool of threads has one for each place. */
  readonly #threads: readonly (readonly [first: number, end: number])[];
  /** The choices at which delays begin, in increasing order. */
  readonly #delays: number[];
  /** Ways that are delayed, with the choice at which the delay ends. */
  readonly #delayed = new Map<number, number>();
  #choices = 0;
  #thread = 0;
  #way = 0;
  #low = 0;
  #high: number;

  constructor(
    private readonly random: RandomNumbers,
    private readonly ways: readonly number[],
  ) {
    this.#high = ways.length;
    const firsts = ways.flatMap((thread, way) => (way === 0 || thread !== ways[way - 1] ? [way] : []));
    this.#threads = firsts.map((first, i) => [first, firsts[i + 1] ?? ways.length]);
    this.#stay = STAYS[random.below(STAYS.length)];
    const delays = random.below(MOST_DELAYS + 1);
    this.#delays = Array.from({ length: delays }, () => this.#power(LATEST_DELAY)).sort((a, b) => a - b);
  }

  /** The next decision: 1 for the upper half. */
  decide(): 0 | 1 {
    const count = this.ways.length;
    if (this.#low === 0 && this.#high === count) this.#choose();
    const middle = (this.#low + this.#high) >> 1;
    const isUpper = this.#way >= middle;
    if (isUpper) this.#low = middle;
    else this.#high = middle;
    if (this.#high - this.#low === 1) {
      this.#low = 0;
      this.#high = count;
    }
    return isUpper ? 1 : 0;
  }

  /** Chooses a thread, or stays with the last one, and then one of its ways. */
  #choose(): void {
    const { random } = this;
    this.#choices++;
    while (this.#delays.length > 0 && this.#delays[0] <= this.#choices) {
      this.#delays.shift();
      this.#delayed.set(this.#way, this.#choices + this.#power(LONGEST_DELAY));
    }
    const [last, behind] = this.#threads[this.#thread];
    const isAside = behind - last === 1 && this.#isDelayed(last);
    if (isAside || random.below(this.#stay) === 0) this.#thread = random.below(this.#threads.length);
    const [first, end] = this.#threads[this.#thread];
    this.#way = first + random.below(end - first);
    // The next way that is not delayed, if there is one.
    for (let tried = 1; tried < this.ways.length && this.#isDelayed(this.#way); tried++)
      this.#way = (this.#way + 1) % this.ways.length;
  }

  #isDelayed(way: number): boolean {
    const until = this.#delayed.get(way);
    if (until === undefined) return false;
    if (until > this.#choices) return true;
    this.#delayed.delete(way);
    return false;
  }

  /** A number from 1 up to a power of two, with equal probability for each order of magnitude. */
  #power(limit: number): number {
    return Math.ceil(2 ** (this.random.fraction() * limit));
  }
}
