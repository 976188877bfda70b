import type { Term } from '../../../logic/terms/builder.ts';
import type { Enumerated, ValueRange } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { boundedWord } from '../few-runs/known-bits.ts';
import { ANY, type PartialValue } from '../partial-value.ts';
import { PartialValues } from '../partial-values.ts';
import { ExactTerms, isNumber, type RunValue } from './exact-terms.ts';

/** The reason why it is not proved that all runs end well. `isDecided`: one of them does not. */
export interface Opening {
  readonly why: string;
  readonly isDecided: boolean;
}

/** Most halvings of ranges in all, where the values of a range do not all behave alike. */
const MOST_HALVES = 16_384;
/** Steps between two looks at the clock. */
const SLICE = 256;
/** The pseudo-block in which the initial state is computed. */
const START = -1;

/** Values that an input has in a step: those of a range, or one. */
interface Taken {
  readonly low: bigint;
  readonly high: bigint;
  readonly value: RunValue;
}

/** A place on a run: a block, the state before it, and values of inputs of its step. */
interface Place {
  readonly block: number;
  readonly state: readonly RunValue[];
  readonly inputs: ReadonlyMap<Term, Taken>;
  /** Number of steps before it. */
  readonly steps: number;
}

type Outcome =
  | { readonly kind: 'end' }
  | { readonly kind: 'open'; readonly opening: Opening }
  | { readonly kind: 'next'; readonly place: Place }
  /** The step depends on an input: these places cover all its values. */
  | { readonly kind: 'cases'; readonly places: Iterator<Place> };

/** The terms that decide a step, and those that make the next state. */
interface Work {
  readonly deciding: readonly [bad: Term, gap: Term, feasible: Term];
  readonly next: readonly Term[];
  /** The variables that these are the next values of. */
  readonly changed: readonly number[];
  readonly exact: ExactTerms;
  readonly partial: PartialValues;
}

const NO_INPUTS: ReadonlyMap<Term, Taken> = new Map();
const END: Outcome = { kind: 'end' };

/**
 * Makes a run of the system for each choice of the input values that a certificate lists. A listed
 * input takes its values, one range after the other, where a step first needs it. Inputs that are not
 * listed stay unknown, and an unknown value may decide nothing. Steps with known values only are
 * computed with numbers, others with partly known words.
 */
export class EveryRun {
  readonly #works = new Map<number, Work>();
  readonly #stateIndex: ReadonlyMap<Term, number>;
  readonly #ranges: ReadonlyMap<Term, readonly ValueRange[]>;
  readonly #isNumber: readonly boolean[];
  #halves = 0;
  #count = 0;

  /** The form of the certificate must have been checked. */
  constructor(
    private readonly system: TransitionSystem,
    private readonly certificate: Enumerated,
  ) {
    const { terms, stateVars, inputs } = system;
    this.#stateIndex = new Map(stateVars.map((v, i) => [v.term, i]));
    this.#ranges = new Map(certificate.inputs.map(({ input, ranges }) => [inputs[input].term, ranges]));
    this.#isNumber = stateVars.map((v) => isNumber(terms, v.term));
  }

  /**
   * Returns null if no run is longer than the bound or meets bad. Calls `watch` regularly, and passes on
   * its errors.
   */
  follow(watch: () => void): Opening | null {
    const open: Iterator<Place>[] = [];
    let place: Place | null = { block: START, state: [], inputs: NO_INPUTS, steps: 0 };
    while (place !== null) {
      if (++this.#count % SLICE === 0) watch();
      const outcome = this.#step(place);
      switch (outcome.kind) {
        case 'open':
          return outcome.opening;
        case 'next':
          place = outcome.place;
          break;
        case 'cases':
          open.push(outcome.places);
          place = nextOf(open);
          break;
        case 'end':
          place = nextOf(open);
          break;
      }
    }
    return null;
  }

  #step(place: Place): Outcome {
    // A program counter without a block ends the run.
    if (place.block >= this.system.blocks.length) return END;
    const work = this.#work(place.block);
    return this.#exactStep(place, work) ?? this.#partialStep(place, work);
  }

  /** The step, if all values that it needs are known; else null. */
  #exactStep(place: Place, { deciding, next, changed, exact }: Work): Outcome | null {
    exact.begin(place);
    const isBad = exact.value(deciding[0]);
    const isGap = isBad === null ? null : exact.value(deciding[1]);
    const goesOn = isGap === null ? null : exact.value(deciding[2]);
    if (isBad === null || isGap === null || goesOn === null) return null;
    const end = this.#endOf(place, isBad === true || isGap === true, goesOn === true);
    if (end !== null) return end;
    const after = place.state.slice();
    for (let i = 0; i < next.length; i++) {
      const value = exact.value(next[i]);
      if (value === null) return null;
      after[changed[i]] = value;
    }
    return this.#goOn(place, after);
  }

  #partialStep(place: Place, { deciding, next, changed, partial }: Work): Outcome {
    /** Listed inputs without a value that the step needed. */
    const asked: Term[] = [];
    const known = (variable: Term): PartialValue => {
      const index = this.#indexAt(place, variable);
      if (index !== undefined) return asPartial(place.state[index]);
      const taken = place.inputs.get(variable);
      if (taken !== undefined) return asPartial(taken.value);
      if (this.#ranges.has(variable)) asked.push(variable);
      return ANY;
    };
    const [isBad, isGap, goesOn] = partial.of(deciding, known);
    if (typeof isBad !== 'boolean' || typeof isGap !== 'boolean' || typeof goesOn !== 'boolean') {
      // The initial constraint only leaves out runs.
      if (asked.length > 0 || place.block !== START) return this.#divide(place, asked);
    }
    const end = this.#endOf(place, isBad === true || isGap === true, goesOn !== false);
    if (end !== null) return end;
    asked.length = 0;
    const values = partial.of(next, known);
    if (asked.length > 0) return this.#divide(place, asked);
    const after = place.state.slice();
    values.forEach((value, i) => {
      const index = changed[i];
      after[index] = typeof value === 'bigint' && this.#isNumber[index] ? Number(value) : value;
    });
    return this.#goOn(place, after);
  }

  /** The end of a run at a place; null if the run goes on. */
  #endOf({ block, steps }: Place, isBad: boolean, goesOn: boolean): Outcome | null {
    if (isBad) return open(`a run into bad or a gap of ${steps} steps`, true);
    if (!goesOn) return END;
    return block !== START && steps >= this.certificate.bound ? open(`a run of ${steps + 1} steps`, true) : null;
  }

  #goOn({ block, steps }: Place, state: readonly RunValue[]): Outcome {
    const { pc } = this.system;
    const at = pc === null ? 0 : state[pc];
    if (typeof at !== 'number' && typeof at !== 'bigint')
      return open('an unknown value decides how a run continues', false);
    return {
      kind: 'next',
      place: { block: Number(at), state, inputs: NO_INPUTS, steps: block === START ? 0 : steps + 1 },
    };
  }

  /**
   * The cases of a step in which an unknown value decides: of an input that was needed, or of a smaller
   * range.
   */
  #divide(place: Place, asked: readonly Term[]): Outcome {
    if (asked.length > 0) {
      const [input] = asked;
      return { kind: 'cases', places: this.#cases(place, input, this.#ranges.get(input) ?? []) };
    }
    for (const [input, { low, high }] of place.inputs) {
      if (low === high) continue;
      this.#halves += 1;
      if (this.#halves > MOST_HALVES) return open('the values of one range do not behave alike', false);
      const middle = (low + high) >> 1n;
      const halves = [
        { low, high: middle, each: false },
        { low: middle + 1n, high, each: false },
      ];
      return { kind: 'cases', places: this.#cases(place, input, halves) };
    }
    return open('a value that the certificate leaves open decides', false);
  }

  *#cases(place: Place, input: Term, ranges: readonly ValueRange[]): Generator<Place, undefined> {
    for (const { low, high, each } of ranges) {
      if (each) for (let value = low; value <= high; value += 1n) yield this.#with(place, input, value, value);
      else yield this.#with(place, input, low, high);
    }
    return undefined;
  }

  #with(place: Place, input: Term, low: bigint, high: bigint): Place {
    const { terms } = this.system;
    const sort = terms.sort(input);
    let value: RunValue;
    if (sort.kind === 'bool') value = low === high ? low === 1n : ANY;
    else if (low === high) value = isNumber(terms, input) ? Number(low) : low;
    else value = boundedWord(terms.width(input), low, high) ?? ANY;
    return { ...place, inputs: new Map(place.inputs).set(input, { low, high, value }) };
  }

  /** Index of a state variable. Initial values contain no state variable. */
  #indexAt({ block }: Place, variable: Term): number | undefined {
    return block === START ? undefined : this.#stateIndex.get(variable);
  }

  #work(id: number): Work {
    let made = this.#works.get(id);
    if (made === undefined) {
      const { terms, blocks, stateVars, init, initConstraint } = this.system;
      const block = id === START ? null : blocks[id];
      const deciding: Work['deciding'] =
        block === null ? [terms.false, terms.false, initConstraint] : [block.bad, block.gap, block.feasible];
      const after = block === null ? init : block.next;
      const changed = stateVars.flatMap((v, i) => (block !== null && after[i] === v.term ? [] : [i]));
      const next = changed.map((i) => after[i]);
      const roots = [...deciding, ...next];
      made = {
        deciding,
        next,
        changed,
        exact: new ExactTerms(terms, roots, block === null ? new Map() : this.#stateIndex),
        partial: new PartialValues(terms, roots, true),
      };
      this.#works.set(id, made);
    }
    return made;
  }
}

function open(why: string, isDecided: boolean): Outcome {
  return { kind: 'open', opening: { why, isDecided } };
}

function asPartial(value: RunValue): PartialValue {
  return typeof value === 'number' ? BigInt(value) : value;
}

/** The next place of the innermost choice that has one; null if none has. */
function nextOf(open: Iterator<Place>[]): Place | null {
  for (let innermost = open.at(-1); innermost !== undefined; innermost = open.at(-1)) {
    const { done, value } = innermost.next();
    if (done !== true) return value;
    open.pop();
  }
  return null;
}
