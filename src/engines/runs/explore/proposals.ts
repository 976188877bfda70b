import type { Term } from '../../../logic/terms/builder.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Constants } from './constants.ts';
import { type GateStep, type InputWord, writeBits } from './step.ts';

/** Most rows that are kept for a location. */
const MOST_KNOWN = 96;
/** Tries after which a row is judged. */
const PROBATION = 24;
/**
 * Rows whose rate of new states is MUCH_WORSE times lower than that of the best row are tried at
 * random, in one of RARELY cases.
 */
const MUCH_WORSE = 32;
const RARELY = 32;
/** Most known rows for one state at once. */
const MOST_AT_ONCE = 24;
/** Most bits of all inputs together for which all values are tried. */
const ALL_VALUES = 5;
/** Most combinations of interesting values of the inputs for which all are known from the start. */
const ALL_INTERESTING = MOST_KNOWN;
/**
 * Largest number of constants of a width that are interesting for inputs that are compared with
 * constants themselves.
 */
const MOST_GENERAL = 64;

/** A row of inputs that was useful, or is expected to be. */
export interface KnownRow {
  readonly row: Int32Array;
  tries: number;
  /** Number of new states it led to. */
  news: number;
}

/**
 * Chooses inputs to try at a location: those that led to new states before, and fresh ones made of
 * interesting values.
 */
export class Proposals {
  /** True if the known rows are all rows. */
  readonly complete: boolean;
  /** Number of fresh rows for one state at its first visit. */
  readonly freshRows: number;
  readonly #inputs: readonly InputWord[];
  readonly #words: number;
  readonly #random: (n: number) => number;
  readonly #interesting: readonly (readonly bigint[])[];
  readonly #known: KnownRow[] = [];

  constructor(
    { terms, inputs }: TransitionSystem,
    step: GateStep,
    constants: Constants,
    random: (n: number) => number,
  ) {
    this.#inputs = step.inputs;
    this.#words = step.inputWords;
    this.#random = random;
    const bits = step.inputs.reduce((sum, { width }) => sum + width, 0);
    this.complete = bits <= ALL_VALUES;
    this.freshRows = this.complete ? 0 : step.inputs.length === 1 ? 1 : 8;
    this.#interesting = step.inputs.map(({ index, width }) => {
      const { term } = inputs[index];
      return terms.sort(term).kind === 'bv' ? interestingValues(width, term, constants) : all(width);
    });
    const combinations = this.#interesting.reduce((product, values) => product * values.length, 1);
    if (this.complete) this.#combine(step.inputs.map(({ width }) => all(width)));
    else if (combinations <= ALL_INTERESTING) this.#combine(this.#interesting);
    else this.#known.push({ row: this.#row(() => 0n), tries: 0, news: 0 });
  }

  /** Known rows for a state's first visit, the most useful ones first. */
  plan(): readonly KnownRow[] {
    if (this.complete) return this.#known;
    const sorted = [...this.#known].sort((a, b) => rate(b) - rate(a));
    const least = rate(sorted[0]) / MUCH_WORSE;
    return sorted
      .filter((row) => row.tries < PROBATION || rate(row) >= least || this.#random(RARELY) === 0)
      .slice(0, MOST_AT_ONCE);
  }

  /** Known rows for a state with `visits` visits before. */
  again(visits: number): readonly KnownRow[] {
    const from = ((visits - 1) * MOST_AT_ONCE) / 2;
    const count = Math.min(MOST_AT_ONCE / 2, this.#known.length);
    return Array.from({ length: count }, (_, i) => this.#known[(from + i) % this.#known.length]);
  }

  /** A fresh row: a known one with one input changed, or one of interesting values. */
  fresh(): Int32Array {
    if (this.#inputs.length > 1 && this.#random(2) === 0)
      return this.near(this.#known[this.#random(this.#known.length)].row);
    return this.#row((i) => this.#value(i));
  }

  /** A copy of a row with one input changed. */
  near(row: Int32Array): Int32Array {
    const changed = this.#random(this.#inputs.length);
    const other = row.slice();
    this.#write(other, changed, this.#value(changed));
    return other;
  }

  /** Takes in a fresh row that led to a new state. */
  learn(row: Int32Array): void {
    if (this.complete || this.#known.some((other) => other.row.every((word, i) => word === row[i]))) return;
    const entry = { row, tries: 1, news: 1 };
    if (this.#known.length < MOST_KNOWN) this.#known.push(entry);
    else {
      let worst = 0;
      for (let i = 1; i < this.#known.length; i++) if (rate(this.#known[i]) < rate(this.#known[worst])) worst = i;
      if (this.#known[worst].tries >= PROBATION) this.#known[worst] = entry;
    }
  }

  /** Counts a try of a known row. */
  tried(known: KnownRow, news: boolean): void {
    known.tries += 1;
    if (news) known.news += 1;
  }

  /** An interesting value, or now and then a random one, small or of any size. */
  #value(input: number): bigint {
    const values = this.#interesting[input];
    const { width } = this.#inputs[input];
    const kind = this.#random(8);
    if (kind < 6) return values[this.#random(values.length)];
    if (kind === 6) return BigInt.asUintN(width, BigInt(this.#random(64)));
    let value = 0n;
    for (let done = 0; done < width; done += 16) value |= BigInt(this.#random(2 ** 16)) << BigInt(done);
    return BigInt.asUintN(width, value);
  }

  #combine(values: readonly (readonly bigint[])[]): void {
    const count = values.reduce((product, of) => product * of.length, 1);
    for (let n = 0; n < count; n++) {
      let rest = n;
      const row = this.#row((i) => {
        const value = values[i][rest % values[i].length];
        rest = Math.floor(rest / values[i].length);
        return value;
      });
      this.#known.push({ row, tries: 0, news: 0 });
    }
  }

  #row(value: (input: number) => bigint): Int32Array {
    const row = new Int32Array(this.#words);
    for (const i of this.#inputs.keys()) this.#write(row, i, value(i));
    return row;
  }

  #write(row: Int32Array, input: number, value: bigint): void {
    const { offset, width } = this.#inputs[input];
    writeBits(row, offset, width, value);
  }
}

function rate({ tries, news }: KnownRow): number {
  return (news + 1) / (tries + 2);
}

function all(width: number): readonly bigint[] {
  return Array.from({ length: 2 ** width }, (_, i) => BigInt(i));
}

/**
 * Constants that an input is compared with and their neighbours, the limits of its type, and constants
 * compared with other vectors of its width.
 */
function interestingValues(width: number, input: Term, { ofInput, ofWidth }: Constants): readonly bigint[] {
  if (width <= 3) return all(width);
  const values = new Set([0n, 1n, 2n ** BigInt(width) - 1n, 2n ** BigInt(width - 1), 2n ** BigInt(width - 1) - 1n]);
  const own = ofInput.get(input) ?? new Set();
  const general = ofWidth.get(width) ?? new Set();
  for (const constant of [...own, ...(own.size === 0 || general.size <= MOST_GENERAL ? general : [])])
    for (const near of [0n, 1n, -1n]) values.add(BigInt.asUintN(width, constant + near));
  return [...values];
}
