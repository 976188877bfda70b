import type { BitSystem } from '../../methods/frames/bit-system.ts';
import { hashRow } from './rows.ts';

/**
 * The novelty of a state:
 * - 1: a variable has a value that it never had at the location;
 * - 2: only a pair of values of two variables is unseen;
 * - 3: neither.
 */
export type Novelty = 1 | 2 | 3;

/** Sizes of the tables of values and of pairs, in bits. */
const VALUES = 2 ** 24;
const PAIRS = 2 ** 27;
/** About the largest number of pairs of one state that are hashed. */
const MOST_PAIRS = 1024;

/**
 * The novelty of states (Lipovetzky, Geffner: Width and Serialization of Classical Planning, ECAI
 * 2012). Values and pairs of values are stored as hashes. A collision makes a state seem less novel
 * than it is.
 */
export class NoveltyTable {
  readonly #values = new Int32Array(VALUES / 32);
  readonly #pairs = new Int32Array(PAIRS / 32);
  readonly #variables: readonly { readonly first: number; readonly width: number }[];
  /** Hashes of the values of the current state and of the one before it. */
  readonly #now: Int32Array;
  readonly #before: Int32Array;
  readonly #scratch: Int32Array;

  constructor({ bits }: BitSystem) {
    const widths = new Map<number, { first: number; width: number }>();
    bits.forEach(({ variable }, i) => {
      const known = widths.get(variable);
      if (known === undefined) widths.set(variable, { first: i, width: 1 });
      else known.width += 1;
    });
    this.#variables = [...widths.values()];
    this.#now = new Int32Array(this.#variables.length);
    this.#before = new Int32Array(this.#variables.length);
    this.#scratch = new Int32Array(Math.ceil(Math.max(1, ...this.#variables.map(({ width }) => width)) / 32));
  }

  /** Sets the predecessor of the states that are judged next. */
  from(state: Int32Array): void {
    this.#hash(state, this.#before);
  }

  /** Enters a state after a step from the last `from`; only values that the step changed count. */
  judge(state: Int32Array, location: number): Novelty {
    this.#hash(state, this.#now);
    const now = this.#now;
    const place = Math.imul(location + 1, 0xc2b2ae35);
    let novelty: Novelty = 3;
    let pairs = 0;
    for (let i = 0; i < now.length; i++) {
      const own = now[i] ^ place;
      if (now[i] === this.#before[i]) continue;
      if (enter(this.#values, mix(own))) novelty = 1;
      if (pairs >= MOST_PAIRS) continue;
      pairs += now.length;
      for (let j = 0; j < now.length; j++) {
        if (j === i) continue;
        const pair = i < j ? Math.imul(own, 0x9e3779b1) ^ now[j] : Math.imul(now[j] ^ place, 0x9e3779b1) ^ now[i];
        if (enter(this.#pairs, mix(pair)) && novelty === 3) novelty = 2;
      }
    }
    return novelty;
  }

  #hash(state: Int32Array, into: Int32Array): void {
    const words = this.#scratch;
    this.#variables.forEach(({ first, width }, v) => {
      let used = 0;
      for (let done = 0; done < width; done += 32, used += 1) {
        const at = first + done;
        const low = state[at >> 5] >>> (at & 31);
        const high = (at & 31) === 0 ? 0 : state[(at >> 5) + 1] << (32 - (at & 31));
        const rest = width - done;
        words[used] = (low | high) & (rest >= 32 ? -1 : 2 ** rest - 1);
      }
      into[v] = mix(hashRow(words, 0, used) ^ Math.imul(v + 1, 0x85ebca6b));
    });
  }
}

/** Sets the bit of a hash; true if it was not set. */
function enter(table: Int32Array, hash: number): boolean {
  const bit = (hash >>> 0) % (table.length * 32);
  const mask = 1 << (bit & 31);
  if ((table[bit >> 5] & mask) !== 0) return false;
  table[bit >> 5] |= mask;
  return true;
}

function mix(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return h ^ (h >>> 16);
}
