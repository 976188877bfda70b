import type { Term } from '../../../logic/terms/builder.ts';
import type { InputValues, Runs, ValueRange } from '../../../system/transys/certificate.ts';
import { validateSystem } from '../../../system/transys/check.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { type Cause, withBit } from '../../values/cause.ts';
import { ExactTerms, isNumber, type RunValue } from '../../values/exact-terms.ts';
import { boundedWord, topUnknown } from '../../values/known-bits.ts';
import { ANY, type PartialValue } from '../../values/partial-value.ts';
import { PartialValues } from '../../values/partial-values.ts';

/** The reason why it is not proved that all runs end well. `isDecided`: one of them does not. */
export interface Opening {
  readonly why: string;
  readonly isDecided: boolean;
}

/** Most terms that are computed. */
export interface FollowLimits {
  /** Most in all, once runs have been told apart. */
  readonly most: number;
  /** Most before a run has ended, and as long as there is a single one. */
  readonly alone: number;
}

/** Limit of terms for runs that are claimed to end; computing them takes some hundred milliseconds. */
export const MOST_CLAIMED = 800_000;
/** Limit of terms before solvers are asked about the same runs. Most runs that are few end within it. */
export const FEW_CLAIMED = 80_000;
/** Limits without a claim: runs may never end. */
const UNCLAIMED: FollowLimits = { most: 500_000, alone: 60_000 };
/** Most steps of one run without a claim. */
const UNCLAIMED_STEPS = 2000;

/** The reason where nothing is known about the runs. */
export const NOT_FOLLOWED = 'its runs were not followed to their ends';
/** Most steps that are kept, so that an input of an earlier step can be given a value. */
const MOST_KEPT = 200_000;
/** Most halvings of ranges in all, where the values of a range do not all behave alike. */
const MOST_HALVES = 16_384;
/** Steps between two looks at the clock. */
const SLICE = 64;
/** The pseudo-block in which the initial state is computed. */
const START = -1;

/** Values that an input has in a step. `range`: those that a certificate lists. */
interface Taken {
  readonly value: RunValue;
  readonly range: { readonly low: bigint; readonly high: bigint } | null;
}

/** A place on a run: a block, the state before it, and values of inputs of its step. */
interface FollowedPlace {
  readonly block: number;
  readonly state: readonly RunValue[];
  readonly inputs: ReadonlyMap<Term, Taken>;
  /** Number of steps before it. */
  readonly steps: number;
  /** The place before the last step; null at the start, and where it is no longer kept. */
  readonly before: FollowedPlace | null;
}

type Outcome =
  | { readonly kind: 'end' }
  | { readonly kind: 'open'; readonly opening: Opening }
  | { readonly kind: 'next'; readonly place: FollowedPlace }
  /** The step depends on an input: these places cover all its values. */
  | { readonly kind: 'cases'; readonly places: Iterator<FollowedPlace> };

/** The terms that decide a step, and those that make the next state. */
interface Work {
  readonly deciding: readonly [bad: Term, gap: Term, feasible: Term];
  readonly next: readonly Term[];
  /** The variables that these are the next values of. */
  readonly changed: readonly number[];
  /** Null where no inputs are listed: such runs are few, and mostly hold values that stay unknown. */
  readonly exact: ExactTerms | null;
  readonly partial: PartialValues;
}

const NO_INPUTS: ReadonlyMap<Term, Taken> = new Map();
const END: Outcome = { kind: 'end' };

/**
 * Follows the runs of a system one by one, by evaluation. Inputs are unknown, and so is what depends on
 * them, until an unknown value decides how a run continues. Then runs are told apart:
 * - by the values that a certificate lists, if it lists any. A listed input takes one range of them after
 *   the other, where a step first needs it. Other inputs stay unknown;
 * - otherwise by single bits. The run is followed again from an input bit on which the deciding value
 *   depends, for both values of the bit.
 *
 * The engine `exhaust` makes such runs by compiled steps, which share no code with these. A proof of it
 * costs the checker some milliseconds more, and none of its trust.
 *
 * Steps are computed with partly known words. Where inputs are listed, runs are many, and steps with
 * known values only are computed with numbers.
 */
export class RunFollower {
  readonly #works = new Map<number, Work>();
  readonly #stateIndex: ReadonlyMap<Term, number>;
  /** Null: no inputs are listed. */
  readonly #ranges: ReadonlyMap<Term, readonly ValueRange[]> | null;
  readonly #isNumber: readonly boolean[];
  #bound = 0;
  #halves = 0;
  #count = 0;
  #longest = 0;
  #isAlone = true;
  #hasEnded = false;
  /** Whether places are kept, so that runs can be told apart by inputs of earlier steps. */
  #mayGoBack = false;

  /** `inputs`: those that a certificate lists, in the form that its check has confirmed. */
  constructor(
    private readonly system: TransitionSystem,
    inputs: readonly InputValues[] | undefined,
    private readonly limits: FollowLimits,
  ) {
    const { terms, stateVars } = system;
    this.#stateIndex = new Map(stateVars.map((v, i) => [v.term, i]));
    this.#ranges =
      inputs === undefined ? null : new Map(inputs.map(({ input, ranges }) => [system.inputs[input].term, ranges]));
    this.#isNumber = stateVars.map((v) => isNumber(terms, v.term));
  }

  /** Number of steps of the longest run that was followed to its end. */
  get longest(): number {
    return this.#longest;
  }

  /**
   * Returns null if no run is longer than the bound or meets bad or a gap. The method calls `isLate`
   * regularly, gives up when it is late, and passes on errors of `isLate`.
   */
  follow(bound: number, isLate: () => boolean): Opening | null {
    this.#bound = bound;
    const open: Iterator<FollowedPlace>[] = [];
    let place: FollowedPlace | null = { block: START, state: [], inputs: NO_INPUTS, steps: 0, before: null };
    while (place !== null) {
      if (this.#count++ % SLICE === 0 && isLate()) return { why: 'there was no more time', isDecided: false };
      if (this.#isTooMuch()) return { why: NOT_FOLLOWED, isDecided: false };
      const outcome = this.#step(place);
      switch (outcome.kind) {
        case 'open':
          return outcome.opening;
        case 'next':
          place = outcome.place;
          break;
        case 'cases':
          this.#isAlone = false;
          open.push(outcome.places);
          place = nextOf(open);
          break;
        case 'end':
          this.#hasEnded = true;
          this.#longest = Math.max(this.#longest, place.steps);
          place = nextOf(open);
          break;
      }
    }
    return null;
  }

  /** Whether the limit of terms is passed. Lists of inputs set none, because they limit the runs. */
  #isTooMuch(): boolean {
    if (this.#ranges !== null) return false;
    const { most, alone } = this.limits;
    let work = 0;
    for (const { partial } of this.#works.values()) work += partial.work;
    this.#mayGoBack = work <= most && this.#count <= MOST_KEPT;
    return work > (this.#hasEnded ? most : this.#isAlone ? alone : Math.min(alone, most));
  }

  #step(place: FollowedPlace): Outcome {
    // A program counter without a block ends the run.
    if (place.block >= this.system.blocks.length) return END;
    const work = this.#work(place.block);
    return this.#exactStep(place, work) ?? this.#partialStep(place, work);
  }

  /** The step, if all values that it needs are known; else null. */
  #exactStep(place: FollowedPlace, { deciding, next, changed, exact }: Work): Outcome | null {
    if (exact === null) return null;
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

  #partialStep(place: FollowedPlace, { deciding, next, changed, partial }: Work): Outcome {
    /** Listed inputs without a value that the step needed. */
    const asked: Term[] = [];
    const known = this.#known(place, asked);
    const decided = partial.of(deciding, known);
    const [isBad, isGap, goesOn] = decided;
    const unknown = decided.findIndex((value) => typeof value !== 'boolean');
    // The initial constraint only leaves out runs.
    if (isBad !== true && isGap !== true && unknown !== -1 && (asked.length > 0 || place.block !== START))
      return this.#divide(place, asked, { term: deciding[unknown], bit: 0, index: null });
    const end = this.#endOf(place, isBad === true || isGap === true, goesOn !== false);
    if (end !== null) return end;
    asked.length = 0;
    const values = partial.of(next, known);
    if (asked.length > 0) return this.#divide(place, asked, null);
    const after = place.state.slice();
    values.forEach((value, i) => {
      const index = changed[i];
      after[index] = typeof value === 'bigint' && this.#isNumber[index] ? Number(value) : value;
    });
    return this.#goOn(place, after);
  }

  /** The values of variables at a place. `asked` receives listed inputs that have none yet. */
  #known(place: FollowedPlace, asked: Term[]): (variable: Term) => PartialValue {
    return (variable) => {
      const index = this.#indexAt(place, variable);
      if (index !== undefined) return asPartial(place.state[index]);
      const taken = place.inputs.get(variable);
      if (taken !== undefined) return asPartial(taken.value);
      if (this.#ranges?.has(variable) === true) asked.push(variable);
      return ANY;
    };
  }

  /** The end of a run at a place; null if the run goes on. */
  #endOf({ block, steps }: FollowedPlace, isBad: boolean, goesOn: boolean): Outcome | null {
    if (isBad) return open(`a run into bad or a gap of ${steps} steps`, true);
    if (!goesOn) return END;
    return block !== START && steps >= this.#bound ? open(`a run of ${steps + 1} steps`, true) : null;
  }

  #goOn(place: FollowedPlace, state: readonly RunValue[]): Outcome {
    const { pc, stateVars } = this.system;
    const steps = place.block === START ? 0 : place.steps + 1;
    const before = this.#mayGoBack ? place : null;
    const at = pc === null ? 0 : state[pc];
    const isKnown = typeof at === 'number' || typeof at === 'bigint';
    // Copies of objects would take most of the time of a long run.
    const after: FollowedPlace = { block: isKnown ? Number(at) : 0, state, inputs: NO_INPUTS, steps, before };
    if (isKnown) return { kind: 'next', place: after };
    const cause = pc === null ? null : { term: stateVars[pc].term, bit: topUnknown(asPartial(at)), index: null };
    return this.#split(after, cause);
  }

  /**
   * The cases of a step in which an unknown value decides. They divide an input that was needed, a
   * range, or a bit that the value depends on. `deciding`: the value; null if none is known.
   */
  #divide(place: FollowedPlace, asked: readonly Term[], deciding: Cause | null): Outcome {
    if (asked.length > 0) {
      const [input] = asked;
      return { kind: 'cases', places: this.#cases(place, input, this.#ranges?.get(input) ?? []) };
    }
    for (const [input, { range }] of place.inputs) {
      if (range === null || range.low === range.high) continue;
      this.#halves += 1;
      if (this.#halves > MOST_HALVES) return open('the values of one range do not behave alike', false);
      const { low, high } = range;
      const middle = (low + high) >> 1n;
      const halves = [
        { low, high: middle, each: false },
        { low: middle + 1n, high, each: false },
      ];
      return { kind: 'cases', places: this.#cases(place, input, halves) };
    }
    if (this.#ranges !== null) return open('a value that the certificate leaves open decides', false);
    const { partial } = this.#work(place.block);
    return this.#split(place, deciding === null ? null : partial.cause(deciding, this.#known(place, [])));
  }

  *#cases(place: FollowedPlace, input: Term, ranges: readonly ValueRange[]): Generator<FollowedPlace, undefined> {
    for (const { low, high, each } of ranges) {
      if (each) for (let value = low; value <= high; value += 1n) yield this.#with(place, input, value, value);
      else yield this.#with(place, input, low, high);
    }
    return undefined;
  }

  #with(place: FollowedPlace, input: Term, low: bigint, high: bigint): FollowedPlace {
    const { terms } = this.system;
    const sort = terms.sort(input);
    let value: RunValue;
    if (sort.kind === 'bool') value = low === high ? low === 1n : ANY;
    else if (low === high) value = isNumber(terms, input) ? Number(low) : low;
    else value = boundedWord(terms.width(input), low, high) ?? ANY;
    return { ...place, inputs: new Map(place.inputs).set(input, { value, range: { low, high } }) };
  }

  /**
   * The cases of a bit of a variable in the terms of a place. The run goes back to the step that has
   * the bit as an input, and on from there with both values.
   */
  #split(place: FollowedPlace, found: Cause | null): Outcome {
    const unknown = open('an unknown value decides how a run continues', false);
    if (this.#ranges !== null) return unknown;
    let [at, cause] = [place, found];
    for (;;) {
      if (cause === null) return unknown;
      const index = this.#indexAt(at, cause.term);
      if (index === undefined) break;
      if (at.before === null) return unknown;
      at = at.before;
      const { changed, next, partial } = this.#work(at.block);
      const source = changed.indexOf(index);
      if (source !== -1) cause = partial.cause({ ...cause, term: next[source] }, this.#known(at, []));
    }
    const { term } = cause;
    const taken = asPartial(at.inputs.get(term)?.value ?? ANY);
    const cases: FollowedPlace[] = [];
    for (const bit of [false, true]) {
      const value = withBit(this.system.terms.sort(term), taken, cause, bit);
      if (value === null) return unknown;
      cases.push({ ...at, inputs: new Map(at.inputs).set(term, { value, range: null }) });
    }
    return { kind: 'cases', places: cases.values() };
  }

  /** Index of a state variable. Initial values contain no state variable. */
  #indexAt({ block }: FollowedPlace, variable: Term): number | undefined {
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
        exact:
          this.#ranges === null ? null : new ExactTerms(terms, roots, block === null ? new Map() : this.#stateIndex),
        partial: new PartialValues(terms, roots, true),
      };
      this.#works.set(id, made);
    }
    return made;
  }
}

/**
 * Follows the runs of a system for a limited time. Returns the certificate that all end without bad or
 * a gap; null if that is not proved. The function calls `isLate` regularly, and gives up when it
 * returns true.
 */
export function followRuns(system: TransitionSystem, isLate: () => boolean): Runs | null {
  validateSystem(system);
  const runs = new RunFollower(system, undefined, UNCLAIMED);
  return runs.follow(UNCLAIMED_STEPS, isLate) === null ? { kind: 'runs', bound: runs.longest } : null;
}

function open(why: string, isDecided: boolean): Outcome {
  return { kind: 'open', opening: { why, isDecided } };
}

function asPartial(value: RunValue): PartialValue {
  return typeof value === 'number' ? BigInt(value) : value;
}

/** The next place of the innermost choice that has one; null if none has. */
function nextOf(open: Iterator<FollowedPlace>[]): FollowedPlace | null {
  for (let innermost = open.at(-1); innermost !== undefined; innermost = open.at(-1)) {
    const { done, value } = innermost.next();
    if (done !== true) return value;
    open.pop();
  }
  return null;
}
