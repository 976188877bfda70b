import { Alike, commonRanges, countOf, type OpenStep } from '../../../system/analysis/alike.ts';
import type { Runs, ValueRange } from '../../../system/transys/certificate.ts';
import type { SystemTrace, TransitionSystem } from '../../../system/transys/system.ts';
import type { Claim, EngineContext, EngineUnknown } from '../../methods/engine.ts';
import { Findings } from './findings.ts';
import { OPEN, Outcome, patternOf, type Value, wordValue } from './step-code.ts';
import { keyOf, type RunPlace, START, Steps } from './steps.ts';
import { zeroOf } from './value-terms.ts';

/** Most values of one input. */
const MOST_VALUES = 2n ** 20n;
/** Least share of all runs for one choice. A smaller share means too many runs. */
const LEAST_SHARE = 2 ** -28;
/** Most terms that the search creates, of some 30 bytes each. */
const MOST_TERMS = 2 ** 22;
/** Steps between two checks whether to stop. */
const SLICE = 1024;

/** Ends the search without an answer. */
class GivenUp extends Error {
  constructor(readonly reason: EngineUnknown) {
    super(reason.kind);
  }
}

/** The end of a run: its number of steps, and its share of all runs. */
type Ended = Pick<RunPlace, 'steps' | 'share'>;

/** A choice of the values of an input, and its current value. */
interface Choice {
  readonly place: RunPlace;
  readonly input: number;
  readonly ranges: readonly ValueRange[];
  readonly share: number;
  /** Index of the current range, and the current value in it. */
  at: number;
  value: bigint;
  readonly inputs: Value[];
}

/**
 * Makes the runs of a system, depth first. Where a step depends on an input, the input takes its
 * values one after the other.
 */
export class Exhaustion {
  readonly #context: EngineContext;
  readonly #system: TransitionSystem;
  readonly #mostTerms: number;
  readonly #made: Steps;
  readonly #findings: Findings;
  readonly #ranges = new Map<number, readonly ValueRange[]>();
  /** The input on which the step depended the last time, by block and inputs with a value. */
  readonly #expected = new Map<string, number>();
  readonly #choices: Choice[] = [];
  /** Inputs of too many values, which stay open. */
  readonly #large = new Set<number>();
  #longest = 0;
  #runs = 0;
  #steps = 0;
  #share = 0;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#system = context.system;
    this.#mostTerms = context.system.terms.size + MOST_TERMS;
    this.#made = new Steps(context.system);
    this.#findings = new Findings(context);
  }

  run(maxDepth: number): Claim {
    try {
      return this.#search(maxDepth) ?? this.#conclude();
    } catch (error) {
      // An obstacle is a better reason than the point where the search ended.
      if (error instanceof GivenUp)
        return this.#unknown(
          error.reason.kind === 'stopped' ? error.reason : (this.#findings.obstacle ?? error.reason),
        );
      throw error;
    } finally {
      this.#report();
    }
  }

  #search(maxDepth: number): Claim | null {
    const start: RunPlace = { block: START, state: [], steps: 0, inputs: this.#made.noInputs, share: 1 };
    let claim = this.#follow(start, maxDepth);
    for (let choice = this.#choices.at(-1); claim === null && choice !== undefined; choice = this.#choices.at(-1)) {
      if (!advance(choice)) {
        this.#choices.pop();
        continue;
      }
      const { place, input, inputs, value, share } = choice;
      inputs[input] = wordValue(this.#system.terms, this.#system.inputs[input].term, value);
      claim = this.#follow({ ...place, inputs, share }, maxDepth);
    }
    return claim;
  }

  #conclude(): Claim {
    const { obstacle } = this.#findings;
    if (obstacle !== null) return this.#unknown(obstacle);
    const inputs = [...this.#ranges].map(([input, ranges]) => ({ input, ranges }));
    const certificate: Runs = { kind: 'runs', bound: this.#longest, inputs };
    return { kind: 'safe', certificate };
  }

  /**
   * Follows a run to its end, or to a step that depends on an input. The values of that input are the
   * next choice.
   */
  #follow(from: RunPlace, maxDepth: number): Claim | null {
    const { pc, blocks } = this.#system;
    const { share } = from;
    let { block, state, steps, inputs } = from;
    let isOpen = state.includes(OPEN);
    let next: Value[] = new Array<Value>(this.#system.stateVars.length);
    let spare: Value[] = new Array<Value>(this.#system.stateVars.length);
    /**
     * A state of the run for the detection of cycles, and the number of steps after which a later state
     * replaces it.
     */
    let seen: readonly Value[] = [];
    let seenBlock = START;
    let until = 64;
    for (;;) {
      this.#steps += 1;
      if (this.#steps % SLICE === 0) this.#poll();
      // A program counter without a block ends the run.
      const outcome = block >= blocks.length ? Outcome.END : this.#made.code(block, isOpen)(state, inputs, next);
      switch (outcome) {
        case Outcome.END:
          return this.#end({ steps, share });
        case Outcome.BAD:
          return this.#reached({ steps, share });
        case Outcome.GAP:
          return this.#meetGap({ steps, share });
        case Outcome.UNKNOWN:
        case Outcome.NEXT_OPEN: {
          const place = { block, state: state.slice(), steps, inputs, share };
          const made = outcome === Outcome.UNKNOWN ? this.#decide(place, next) : this.#settle(place, next);
          if (made !== 'next') return made;
          break;
        }
        case Outcome.NEXT:
          break;
      }
      if (block !== START) steps += 1;
      if (maxDepth > 0 && steps > maxDepth) this.#giveUp(`a run has more than ${maxDepth} steps`);
      const at = pc === null ? 0 : next[pc];
      block = Number(patternOf(at));
      state = next;
      isOpen = outcome !== Outcome.NEXT && state.includes(OPEN);
      [next, spare] = [spare, next];
      inputs = this.#made.noInputs;
      if (block === seenBlock && state.every((value, i) => value === seen[i])) this.#giveUp('a run has no end');
      if (steps >= until) {
        [seen, seenBlock, until] = [state.slice(), block, 2 * until];
      }
    }
  }

  /** Counts a run that ended. */
  #end({ steps, share }: Ended): null {
    this.#runs += 1;
    this.#share += share;
    this.#longest = Math.max(this.#longest, steps);
    return null;
  }

  #reached(run: Ended): Claim | null {
    this.#end(run);
    const claim = this.#findings.reached(this.#trace(run.steps));
    if (claim === null && this.#findings.isFull) this.#giveUp('all runs to the error rest on doubts');
    return claim;
  }

  #meetGap(run: Ended): null {
    if (this.#findings.obstacle === null) this.#findings.meetGap(this.#trace(run.steps));
    return this.#end(run);
  }

  /**
   * The outcome of a step depends on an open value: begins the choice of an input. If the step's terms
   * contain no input, it takes the step.
   */
  #decide(place: RunPlace, next: Value[]): Claim | null | 'next' {
    const expected = this.#expected.get(keyOf(place));
    if (expected !== undefined && this.#choose(place, expected, null)) return null;
    const step = this.#termsOf(place);
    const deciding = [step.bad, step.gap, step.feasible, ...(step.counter === null ? [] : [step.counter])];
    const open = this.#made.inputsIn(deciding);
    if (open.length === 0) {
      const { terms } = this.#system;
      if (deciding.every((t) => terms.isConst(t))) return this.#takeConstants(place, step, next);
      this.#giveUp(`a value that is not known decides ${this.#where(place.block)}`);
    }
    const { block } = this.#made.of(place.block);
    const input = block.inputs.find((i) => open.includes(i)) ?? open[0];
    if (!this.#choose(place, input, step)) this.#giveUp(`${this.#describe(input)} takes too many values`);
    this.#expected.set(keyOf(place), input);
    return null;
  }

  /**
   * A variable of the next state is open: begins the choice of an input, unless none has few values.
   * Variables whose terms are constant get their values.
   */
  #settle(place: RunPlace, next: Value[]): null | 'next' {
    const { block, changed } = this.#made.of(place.block);
    const { inputs } = block;
    const isCandidate = (i: number): boolean => place.inputs[i] === OPEN && !this.#isLeftOpen(i);
    if (!inputs.some(isCandidate)) return 'next';
    const expected = this.#expected.get(keyOf(place));
    if (expected !== undefined && this.#choose(place, expected, null)) return null;
    const step = this.#termsOf(place);
    const open = this.#made.inputsIn(step.next);
    for (const input of inputs) {
      if (!open.includes(input) || !isCandidate(input)) continue;
      if (this.#choose(place, input, step)) {
        this.#expected.set(keyOf(place), input);
        return null;
      }
      this.#large.add(input);
      this.#ranges.delete(input);
    }
    const { terms } = this.#system;
    for (const [i, t] of step.next.entries()) {
      const variable = changed[i];
      if (next[variable] === OPEN && terms.isConst(t)) next[variable] = wordValue(terms, t, terms.constValue(t));
    }
    return 'next';
  }

  /**
   * True for inputs that stay open in the state: those of many values, and uninitialised objects, which
   * rarely decide anything.
   */
  #isLeftOpen(input: number): boolean {
    const { term, origin } = this.#system.inputs[input];
    const { kind } = this.#system.terms.sort(term);
    return this.#large.has(input) || (kind !== 'bool' && kind !== 'bv') || origin?.kind === 'uninitialised';
  }

  /**
   * Begins the choice of an input. Returns false if it has too many values. `open`: the terms of the
   * step; null: built on demand.
   */
  #choose(place: RunPlace, input: number, open: OpenStep | null): boolean {
    const { terms, inputs } = this.#system;
    const { term } = inputs[input];
    const { kind } = terms.sort(term);
    if (kind !== 'bool' && kind !== 'bv') return false;
    let ranges = this.#ranges.get(input);
    if (ranges === undefined || !ranges.every((range) => range.each || this.#made.endsFor(place, input, range))) {
      const step = open ?? this.#termsOf(place);
      const alike = new Alike(terms, step, term);
      if (ranges?.every(({ low, high, each }) => each || alike.holds(low, high)) !== true) {
        ranges = ranges === undefined ? alike.ranges() : commonRanges(ranges, alike.ranges());
        this.#ranges.set(input, ranges);
      }
    }
    const count = countOf(ranges);
    if (count > MOST_VALUES) return false;
    const share = place.share / Number(count);
    if (share < LEAST_SHARE)
      this.#giveUp(`the choices of inputs multiply to too many runs, the last one at ${this.#describe(input)}`);
    this.#choices.push({ place, input, ranges, share, at: -1, value: -1n, inputs: [...place.inputs] });
    return true;
  }

  #termsOf(place: RunPlace): OpenStep {
    // Polls before, since building the terms may take long.
    this.#poll();
    if (this.#system.terms.size > this.#mostTerms) this.#giveUp('the terms of its steps are too many');
    return this.#made.terms(place);
  }

  /**
   * Takes a step whose outcome depends on no input, as its terms show, while the next state may depend
   * on some.
   */
  #takeConstants(place: RunPlace, step: OpenStep, next: Value[]): Claim | null | 'next' {
    const { terms, inputs } = this.#system;
    if (step.bad === terms.true) return this.#reached(place);
    if (step.gap === terms.true) return this.#meetGap(place);
    if (step.feasible === terms.false) return this.#end(place);
    // The step goes on for any values of the remaining inputs.
    const filled = place.inputs.map((value, i) => (value === OPEN ? zeroOf(terms.sort(inputs[i].term)) : value));
    const outcome = this.#made.code(place.block, true)(place.state, filled, next);
    if (outcome !== Outcome.NEXT && outcome !== Outcome.NEXT_OPEN)
      this.#giveUp(`a value that is not known decides ${this.#where(place.block)}`);
    const { changed } = this.#made.of(place.block);
    for (const [i, t] of step.next.entries()) if (this.#made.inputsIn([t]).length > 0) next[changed[i]] = OPEN;
    return this.#settle(place, next);
  }

  #where(block: number): string {
    const { at = null, name = '' } = this.#system.blocks[block] ?? {};
    return at === null ? `in ${name}` : `at line ${at.line}`;
  }

  #describe(input: number): string {
    const { origin, name } = this.#system.inputs[input];
    if (origin === null) return `the input ${name}`;
    return `the input of ${origin.name} at line ${origin.at.line}`;
  }

  /** The run that the choices so far lead to, with its last step. */
  #trace(steps: number): SystemTrace {
    const none: ReadonlyMap<number, bigint> = new Map();
    const init = new Map<number, bigint>();
    const made: ReadonlyMap<number, bigint>[] = new Array<ReadonlyMap<number, bigint>>(steps + 1).fill(none);
    for (const { place, input, value } of this.#choices) {
      if (place.block === START) init.set(input, value);
      else made[place.steps] = new Map(made[place.steps]).set(input, value);
    }
    return { init, steps: made };
  }

  #poll(): void {
    if (this.#context.stopped()) throw new GivenUp({ kind: 'stopped' });
    this.#report();
  }

  #report(): void {
    const percent = 100 * this.#share;
    const shown = percent < 1 ? percent.toPrecision(2) : percent.toFixed(0);
    this.#context.note(`${shown} % of the inputs: ${this.#runs} runs, none of more than ${this.#longest} steps`);
    this.#context.statistics?.({ depth: this.#longest, runs: this.#runs, steps: this.#steps, percent });
  }

  #giveUp(why: string): never {
    throw new GivenUp({ kind: 'incomplete', why });
  }

  #unknown(reason: EngineUnknown): Claim {
    return { kind: 'unknown', reason, bound: null };
  }
}

/** Advances a choice to its next value; false if there is none. */
function advance(choice: Choice): boolean {
  const range = choice.ranges[choice.at];
  if (range?.each && choice.value < range.high) {
    choice.value += 1n;
    return true;
  }
  choice.at += 1;
  const next = choice.ranges[choice.at];
  if (next === undefined) return false;
  choice.value = next.low;
  return true;
}
