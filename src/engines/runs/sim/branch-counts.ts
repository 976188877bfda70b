import type { Wide } from '../../../base/wide.ts';
import type { BranchObserver, ComparedValues } from '../../../interpreter/index.ts';

/** Number of counters, a power of two. Few programs have more pairs of branches that follow each other. */
const COUNTERS = 1 << 16;
/** Largest count that is told from all others. Larger ones of one order of magnitude are the same. */
const EXACT = 16;
/** Number of different orders: the powers of two up to 128 follow the exact counts. */
const ORDERS = EXACT + 4;
/** Most different comparisons that are kept of one run. */
const MOST_PAIRS = 256;

/**
 * Counts how often a run takes each pair of branches that follow each other, and knows which counts
 * earlier runs had (Zalewski: Technical details of american fuzzy lop, 2014). Large counts of one order of
 * magnitude are the same.
 */
export class BranchCounts implements BranchObserver {
  compares = false;
  readonly #counts = new Uint8Array(COUNTERS);
  /** Counters of the last run that are not zero. */
  readonly #taken: number[] = [];
  /** 1 for each counter that was not zero in some run. */
  readonly #known = new Uint8Array(COUNTERS);
  /** Number of runs with each count of each counter. */
  readonly #runs = new Uint32Array(COUNTERS * ORDERS);
  #last = 0;
  #pairs = new Map<string, ComparedValues>();

  /** Begins another run. */
  begin(compares: boolean): void {
    for (const index of this.#taken) this.#counts[index] = 0;
    this.#taken.length = 0;
    this.#last = 0;
    this.compares = compares;
    this.#pairs = new Map();
  }

  took(branch: number): void {
    const index = (branch ^ this.#last) & (COUNTERS - 1);
    this.#last = branch >>> 1;
    const count = this.#counts[index];
    if (count === 0) this.#taken.push(index);
    if (count < 255) this.#counts[index] = count + 1;
  }

  compared(left: unknown, right: unknown): void {
    if (!isNumber(left) || !isNumber(right) || left === right || this.#pairs.size >= MOST_PAIRS) return;
    const key = `${left} ${right}`;
    if (!this.#pairs.has(key)) this.#pairs.set(key, { left, right });
  }

  /** The comparisons of the last run, if it told them. */
  get pairs(): readonly ComparedValues[] {
    return [...this.#pairs.values()];
  }

  /** Adds the last run to the known ones. Returns a count that is new; null: all counts are known. */
  learn(): number | null {
    let found: number | null = null;
    for (const index of this.#taken) {
      const order = orderOf(this.#counts[index]);
      const count = ORDERS * index + order;
      this.#runs[count]++;
      if (this.#runs[count] > 1) continue;
      // A pair that no run took before is worth more than another count.
      if (found === null || !this.#known[index]) found = count;
      this.#known[index] = 1;
    }
    return found;
  }

  /** Number of runs that had a count. */
  runsOf(count: number): number {
    return this.#runs[count];
  }
}

function isNumber(value: unknown): value is Wide {
  return typeof value === 'bigint' || (typeof value === 'number' && !Number.isNaN(value));
}

/** Returns the number of a count's order of magnitude, from 0. */
function orderOf(count: number): number {
  if (count <= EXACT) return count - 1;
  return count < 32 ? EXACT : 27 - Math.clz32(count) + EXACT;
}
