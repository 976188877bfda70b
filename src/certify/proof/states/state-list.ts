import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { StateList } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { allOf, type Bounds } from '../../values/word-ranges.ts';
import { Refused } from '../conditions/prover.ts';

/** Most parts of a set of states that are not found to be listed yet. */
const MOST_PARTS = 256;

/** States with the same bounds of the first variables: entries from `from` up to, but not including, `to`. */
export interface Group {
  readonly from: number;
  readonly to: number;
}

/**
 * The listed states of a block, sorted by the bounds of their variables. Two numbers stand for each
 * variable of an entry: its least and its greatest value.
 */
export class ListedStates {
  readonly variables: readonly Term[];
  readonly size: number;
  readonly #bounds: Int32Array;
  readonly #width: number;

  /** Throws {@link Refused} if a list has another form. */
  constructor(system: TransitionSystem, { block, variables, bounds }: StateList) {
    const { terms, stateVars } = system;
    const states = new Set(stateVars.map(({ term }) => term));
    const refuse = (why: string): never => {
      throw new Refused('form', `the states of block ${block}: ${why}`);
    };
    if (new Set(variables).size !== variables.length) refuse('a variable is listed twice');
    this.variables = variables;
    this.#width = 2 * variables.length;
    const all = variables.map((variable) => {
      if (!states.has(variable) || terms.op(variable) !== Op.VARIABLE) refuse('what is listed is no variable');
      const sort = terms.sort(variable);
      if (sort.kind !== 'bool' && sort.kind !== 'bv') return refuse('a variable is no word');
      return { ...allOf(sort.kind === 'bool' ? 0 : sort.width), turn: sort.kind === 'bool' ? 0 : 2 ** sort.width };
    });
    this.size = this.#width === 0 ? 1 : bounds.length / this.#width;
    if (!Number.isInteger(this.size)) refuse('an entry is cut off');
    const read = Int32Array.from(bounds);
    for (let i = 0; this.#width > 0 && i < read.length; i += 2) {
      const { low, high, turn } = all[(i % this.#width) >> 1];
      // Words without a sign are read as words with one.
      const by = read[i] > high ? turn : 0;
      read[i] -= by;
      read[i + 1] -= by;
      if (read[i] > read[i + 1] || read[i] < low || read[i + 1] > high) refuse('bounds that no value has');
    }
    this.#bounds = this.#isSorted(read) ? read : this.#sorted(read);
  }

  /** All entries. */
  get whole(): Group {
    return { from: 0, to: this.size };
  }

  /** The bounds of a variable in an entry. */
  at(entry: number, variable: number): Bounds {
    const place = entry * this.#width + 2 * variable;
    return { low: this.#bounds[place], high: this.#bounds[place + 1] };
  }

  /** The groups of a group by the bounds of a variable, in ascending order. */
  *groups({ from, to }: Group, variable: number): Generator<Group, undefined> {
    for (let start = from; start < to; ) {
      const end = this.#endOf(start, to, variable);
      yield { from: start, to: end };
      start = end;
    }
    return undefined;
  }

  /** Whether all states within bounds are listed. Gives up where what is not covered yet has too many parts. */
  covers(bounds: readonly Bounds[]): boolean {
    let open: (readonly Bounds[])[] = [bounds];
    for (const entry of this.#meeting(bounds, 0, this.whole)) {
      open = open.flatMap((part) => this.#without(part, entry));
      if (open.length === 0) return true;
      if (open.length > MOST_PARTS) return false;
    }
    return false;
  }

  /** The entries that have states within bounds, of those in a group, which agrees with them before `variable`. */
  *#meeting(bounds: readonly Bounds[], variable: number, { from, to }: Group): Generator<number, undefined> {
    if (variable === bounds.length) {
      if (from < to) yield from;
      return undefined;
    }
    const { low, high } = bounds[variable];
    // The group that begins last comes first: where values are known, it is the one that has them.
    for (let end = this.#firstAbove(from, to, variable, high); end > from; ) {
      const start = this.#startOf(from, end, variable);
      const of = this.at(start, variable);
      if (of.high >= low) yield* this.#meeting(bounds, variable + 1, { from: start, to: end });
      end = start;
    }
    return undefined;
  }

  /** The parts that remain of a set of states without those of an entry. */
  #without(part: readonly Bounds[], entry: number): (readonly Bounds[])[] {
    const rest: (readonly Bounds[])[] = [];
    let inside = part;
    for (let variable = 0; variable < part.length; variable++) {
      const { low, high } = part[variable];
      const of = this.at(entry, variable);
      if (of.high < low || of.low > high) return [part];
      const common = { low: Math.max(low, of.low), high: Math.min(high, of.high) };
      if (low < common.low) rest.push(inside.with(variable, { low, high: common.low - 1 }));
      if (high > common.high) rest.push(inside.with(variable, { low: common.high + 1, high }));
      inside = inside.with(variable, common);
    }
    return rest;
  }

  /** The first entry whose least value is above `value`. */
  #firstAbove(from: number, to: number, variable: number, value: number): number {
    let [first, last] = [from, to];
    while (first < last) {
      const middle = (first + last) >> 1;
      if (this.at(middle, variable).low > value) last = middle;
      else first = middle + 1;
    }
    return first;
  }

  /** The end of the entries that have the bounds of entry `start`. */
  #endOf(start: number, to: number, variable: number): number {
    const { low, high } = this.at(start, variable);
    let [first, last] = [start + 1, to];
    while (first < last) {
      const middle = (first + last) >> 1;
      const of = this.at(middle, variable);
      if (of.low > low || (of.low === low && of.high > high)) last = middle;
      else first = middle + 1;
    }
    return first;
  }

  /** The start of the entries that have the bounds of the entry before `end`. */
  #startOf(from: number, end: number, variable: number): number {
    const { low, high } = this.at(end - 1, variable);
    let [first, last] = [from, end - 1];
    while (first < last) {
      const middle = (first + last) >> 1;
      const of = this.at(middle, variable);
      if (of.low < low || (of.low === low && of.high < high)) first = middle + 1;
      else last = middle;
    }
    return first;
  }

  #isSorted(bounds: Int32Array): boolean {
    for (let entry = 1; entry < this.size; entry++) if (this.#order(bounds, entry - 1, entry) > 0) return false;
    return true;
  }

  #order(bounds: Int32Array, a: number, b: number): number {
    for (let i = 0; i < this.#width; i++) {
      const difference = bounds[a * this.#width + i] - bounds[b * this.#width + i];
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #sorted(bounds: Int32Array): Int32Array {
    const entries = Uint32Array.from({ length: this.size }, (_, i) => i).sort((a, b) => this.#order(bounds, a, b));
    const sorted = new Int32Array(bounds.length);
    entries.forEach((entry, i) => {
      sorted.set(bounds.subarray(entry * this.#width, (entry + 1) * this.#width), i * this.#width);
    });
    return sorted;
  }
}
