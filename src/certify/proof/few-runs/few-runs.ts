import { ArrayVersion } from '../../../logic/terms/array-version.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { Exhaustive } from '../../../system/transys/certificate.ts';
import { validateSystem } from '../../../system/transys/check.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';
import { ANY, type PartialValue } from '../partial-value.ts';
import { PartialValues } from '../partial-values.ts';
import type { Cause } from './cause.ts';
import { KnownBits, type PartialWord, partialWord } from './known-bits.ts';

/** Most terms that are computed in all; computing them takes some hundred milliseconds. */
const MOST_WORK = 800_000;
/** Most steps of all runs together. A run keeps its steps in memory. */
const MOST_STEPS = 200_000;
/** Limits without a claimed bound: most terms computed in all, and most of them before a run has ended. */
const UNCLAIMED_WORK = { most: 500_000, first: 60_000 };
/** Most steps of one run without a claimed bound. Longer runs may never end. */
const UNCLAIMED_STEPS = 2000;
/** Steps between two looks at the clock. */
const SLICE = 64;

/** Terms of a block that are evaluated together in one state. */
interface Work {
  readonly block: Block;
  readonly values: PartialValues;
  readonly changed: readonly number[];
}

/** A place on a run: a state, and values for inputs of the step that begins there. */
interface Place {
  /** Previous place; null at the start. The step from the start computes the initial state. */
  readonly before: Place | null;
  readonly state: readonly PartialValue[];
  readonly inputs: ReadonlyMap<Term, PartialValue>;
  readonly steps: number;
}

/**
 * Follows the runs of a system for a limited time. Returns the certificate that all end without bad or
 * a gap; null if that is not proved. The function calls `isLate` regularly, and gives up when it
 * returns true.
 */
export function followRuns(system: TransitionSystem, isLate: () => boolean): Exhaustive | null {
  validateSystem(system);
  const runs = new FewRuns(system, UNCLAIMED_WORK);
  return runs.endWithin(UNCLAIMED_STEPS, isLate) ? { kind: 'exhaustive', bound: runs.longest } : null;
}

/**
 * Follows runs one by one if they differ by few bits of their inputs. An unknown value may decide how
 * a run continues. Then the class finds an input bit on which the value depends. It follows the run
 * from that input for both values of the bit. Inputs that decide nothing stay unknown.
 */
export class FewRuns {
  readonly #works = new Map<number, Work>();
  readonly #index: ReadonlyMap<Term, number>;
  readonly #start: PartialValues;
  #longest = 0;

  /** `most`: terms that may be computed; `first`: those before a run has ended. */
  constructor(
    private readonly system: TransitionSystem,
    private readonly work = { most: MOST_WORK, first: MOST_WORK },
  ) {
    const { terms, init, stateVars } = system;
    this.#index = new Map(stateVars.map((v, i) => [v.term, i]));
    this.#start = new PartialValues(terms, init, true);
  }

  /** Number of steps of the longest run that was followed to its end. */
  get longest(): number {
    return this.#longest;
  }

  /**
   * Whether no run has more than `bound` steps and no run meets bad or a gap. The answer is also false
   * if the runs are too many, or if an unknown value that decides has no such input. The method calls
   * `isLate` regularly. It gives up when it is late, and passes on errors of `isLate`.
   */
  endWithin(bound: number, isLate: () => boolean): boolean {
    let most = this.work.first;
    const open: Place[] = [{ before: null, state: [], inputs: new Map(), steps: 0 }];
    let steps = 0;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      for (let now: Place | null = place; now !== null; steps++) {
        if (steps % SLICE === 0 && isLate()) return false;
        if (steps >= MOST_STEPS || this.#spent() > most) return false;
        const after = this.#step(now, bound);
        switch (after.kind) {
          case 'end':
            this.#longest = Math.max(this.#longest, now.steps - 1);
            most = this.work.most;
            now = null;
            break;
          case 'failed':
            return false;
          case 'next':
            now = after.place;
            break;
          case 'unknown': {
            const both = this.#split(after.at, after.cause);
            if (both === null) return false;
            open.push(both[1]);
            now = both[0];
            break;
          }
        }
      }
    }
    return true;
  }

  #spent(): number {
    let work = this.#start.work;
    for (const { values } of this.#works.values()) work += values.work;
    return work;
  }

  #step(place: Place, bound: number): Outcome {
    const { pc, blocks, init, stateVars } = this.system;
    const known = this.#known(place);
    if (place.before === null && place.steps === 0) {
      const state = this.#start.of(init, known);
      return { kind: 'next', place: { before: place, state, inputs: new Map(), steps: 1 } };
    }
    const at = pc === null ? 0n : place.state[pc];
    if (typeof at !== 'bigint') {
      const cause = pc === null ? null : { term: stateVars[pc].term, bit: topUnknown(at), index: null };
      return cause === null ? { kind: 'failed' } : { kind: 'unknown', at: place, cause };
    }
    // A program counter without a block ends the run.
    if (at >= BigInt(blocks.length)) return { kind: 'end' };
    const { block, values, changed } = this.#work(Number(at));
    const deciding = [block.bad, block.gap, block.feasible];
    const [isBad, isGap, goesOn] = values.of(deciding, known);
    if (isBad === true || isGap === true) return { kind: 'failed' };
    const unknown = [isBad, isGap, goesOn].findIndex((value) => typeof value !== 'boolean');
    if (unknown !== -1) {
      const cause = values.cause({ term: deciding[unknown], bit: 0, index: null }, known);
      return cause === null ? { kind: 'failed' } : { kind: 'unknown', at: place, cause };
    }
    if (goesOn === false) return { kind: 'end' };
    if (place.steps > bound) return { kind: 'failed' };
    const state = [...place.state];
    values
      .of(
        changed.map((v) => block.next[v]),
        known,
      )
      .forEach((value, i) => {
        state[changed[i]] = value;
      });
    return { kind: 'next', place: { before: place, state, inputs: new Map(), steps: place.steps + 1 } };
  }

  #known(place: Place): (variable: Term) => PartialValue {
    return (variable) => {
      const index = place.steps === 0 ? undefined : this.#index.get(variable);
      return index === undefined ? (place.inputs.get(variable) ?? ANY) : place.state[index];
    };
  }

  /**
   * Finds the place where the variable is an input, and returns it with either value of the bit; null if
   * there is none.
   */
  #split(place: Place, found: Cause): readonly [Place, Place] | null {
    let at = place;
    let cause = found;
    for (;;) {
      const index = at.steps === 0 ? undefined : this.#index.get(cause.term);
      if (index === undefined) break;
      const before = at.before;
      if (before === null) return null;
      const [values, root] = this.#origin(before, index);
      const further =
        values === null ? { ...cause, term: root } : values.cause({ ...cause, term: root }, this.#known(before));
      if (further === null) return null;
      [at, cause] = [before, further];
    }
    const sort = this.system.terms.sort(cause.term);
    const taken = at.inputs.get(cause.term) ?? ANY;
    if (valueWith(sort, taken, cause, false) === null) return null;
    const withBit = (bit: boolean): Place => {
      const value = valueWith(sort, taken, cause, bit) ?? ANY;
      return { ...at, inputs: new Map(at.inputs).set(cause.term, value) };
    };
    return [withBit(false), withBit(true)];
  }

  /**
   * Returns the term that gave a state variable its value in the step from a place. The values are null
   * if the step does not change the variable.
   */
  #origin({ state, steps }: Place, index: number): readonly [PartialValues | null, Term] {
    const { pc, init, stateVars } = this.system;
    if (steps === 0) return [this.#start, init[index]];
    const at = pc === null ? 0n : state[pc];
    const { block, values } = this.#work(typeof at === 'bigint' ? Number(at) : 0);
    const next = block.next[index];
    return next === stateVars[index].term ? [null, next] : [values, next];
  }

  #work(id: number): Work {
    let made = this.#works.get(id);
    if (made === undefined) {
      const { terms, blocks, stateVars } = this.system;
      const block = blocks[id];
      const changed = stateVars.flatMap((v, i) => (block.next[i] === v.term ? [] : [i]));
      const values = new PartialValues(
        terms,
        [block.bad, block.gap, block.feasible, ...changed.map((v) => block.next[v])],
        true,
      );
      this.#works.set(id, (made = { block, values, changed }));
    }
    return made;
  }
}

type Outcome =
  | { readonly kind: 'end' | 'failed' }
  | { readonly kind: 'next'; readonly place: Place }
  /** The cause is a variable in the terms of the place. */
  | { readonly kind: 'unknown'; readonly at: Place; readonly cause: Cause };

function topUnknown(value: PartialValue): number {
  if (!(value instanceof KnownBits)) return 0;
  const unknown = ((1n << BigInt(value.width)) - 1n) & ~(value.zeros | value.ones);
  return unknown.toString(2).length - 1;
}

/** Returns the value of an input with a value for one of its bits; null if the bit cannot be set alone. */
function valueWith(sort: Sort, taken: PartialValue, cause: Cause, is: boolean): PartialValue | null {
  const { bit, index } = cause;
  switch (sort.kind) {
    case 'bool':
      return is;
    case 'bv':
      return (
        withKnown(sort.width, typeof taken === 'bigint' || taken instanceof KnownBits ? taken : null, bit, is) ?? ANY
      );
    case 'array': {
      if (index === null) return null;
      const array = taken instanceof ArrayVersion ? taken : new ArrayVersion<PartialValue>(ANY, new Map());
      const element = valueWith(sort.element, array.read(index), { ...cause, index: null }, is);
      return element === null ? null : array.write(index, element);
    }
    default:
      return null;
  }
}

function withKnown(width: number, word: PartialWord, at: number, bit: boolean): PartialWord {
  const one = 1n << BigInt(at);
  const zeros = word instanceof KnownBits ? word.zeros : 0n;
  const ones = word instanceof KnownBits ? word.ones : 0n;
  return partialWord(width, bit ? zeros : zeros | one, bit ? ones | one : ones);
}
