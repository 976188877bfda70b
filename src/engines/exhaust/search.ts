import { Alike, commonRanges, countOf, type OpenStep } from '../../analysis/alike.ts';
import { ArrayVersion } from '../../smt/array-version.ts';
import type { Term } from '../../smt/builder.ts';
import { unpackFloat } from '../../smt/float-values.ts';
import type { Sort } from '../../smt/sort.ts';
import { freeVariables } from '../../smt/traverse.ts';
import { BlockProgram } from '../../transys/block-program.ts';
import type { Enumerated, ValueRange } from '../../transys/certificate.ts';
import { untoldDoubt } from '../../transys/doubts.ts';
import { simulateTrace } from '../../transys/simulate.ts';
import type { Block, Doubt, SystemTrace, TransitionSystem } from '../../transys/system.ts';
import type { Claim, EngineContext, EngineUnknown } from '../engine.ts';
import { compileStep, OPEN, Outcome, patternOf, type StepCode, type Value, wordValue } from './step-code.ts';

/** The block that stands for the choice of the initial state. */
const START = -1;
/** An input with more values is none of few. */
const MOST_VALUES = 2n ** 20n;
/** A choice that stands for a smaller part of all runs is one of too many. */
const LEAST_SHARE = 2 ** -28;
/** Steps between two looks at whether to stop. */
const SLICE = 1024;
/** Runs in doubt that are offered. */
const MOST_OFFERS = 32;

/** Why the search ends without an answer. */
class GivenUp extends Error {
  constructor(readonly reason: EngineUnknown) {
    super(reason.kind);
  }
}

/** Where a run is. */
interface Place {
  readonly block: number;
  readonly state: readonly Value[];
  /** Steps before it. */
  readonly steps: number;
  /** Values of inputs of the step, by index. */
  readonly inputs: readonly Value[];
  /** The part of all runs that go this way. */
  readonly share: number;
}

/** A choice of the values of an input, and how far it has come. */
interface Choice {
  readonly place: Place;
  readonly input: number;
  readonly ranges: readonly ValueRange[];
  readonly share: number;
  /** Index of the range, and the value in it, that were taken last. */
  at: number;
  value: bigint;
  readonly inputs: Value[];
}

interface Compiled {
  readonly code: StepCode;
  /** For states in which a variable is open; made when it is first needed. */
  openCode: StepCode | null;
  readonly block: Block;
  /** Made when a step first needs it. */
  program: BlockProgram | null;
  /** Variables that the block reads, by index in the state. */
  readonly reads: readonly number[];
  /** Variables that it may change. */
  readonly changed: readonly number[];
}

/** Makes the runs of a system, depth first. Where a step depends on an input, the input takes its values one after the other. */
export class Exhaustion {
  readonly #context: EngineContext;
  readonly #system: TransitionSystem;
  readonly #compiled = new Map<number, Compiled>();
  readonly #ranges = new Map<number, readonly ValueRange[]>();
  /** By block and inputs with a value: the input on which the step depended the last time. */
  readonly #expected = new Map<string, number>();
  readonly #choices: Choice[] = [];
  /** Inputs of so many values that they stay open. */
  readonly #large = new Set<number>();
  readonly #inputIndex: ReadonlyMap<Term, number>;
  readonly #nothing: readonly Value[];
  #obstacle: EngineUnknown | null = null;
  #offers = 0;
  #longest = 0;
  #runs = 0;
  #steps = 0;
  #share = 0;
  constructor(context: EngineContext) {
    this.#context = context;
    this.#system = context.system;
    const { inputs } = context.system;
    this.#inputIndex = new Map(inputs.map((v, i) => [v.term, i]));
    // Elements of an array that nobody has written are open, one by one.
    this.#nothing = inputs.map(
      ({ term }): Value => (context.system.terms.sort(term).kind === 'array' ? new ArrayVersion<Value>(OPEN, new Map()) : OPEN),
    );
  }

  run(maxDepth: number): Claim {
    try {
      return this.#search(maxDepth) ?? this.#conclude();
    } catch (error) {
      if (error instanceof GivenUp) return this.#unknown(error.reason);
      throw error;
    } finally {
      this.#tell();
    }
  }

  #search(maxDepth: number): Claim | null {
    const start: Place = { block: START, state: [], steps: 0, inputs: this.#nothing, share: 1 };
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
    if (this.#obstacle !== null) return this.#unknown(this.#obstacle);
    const inputs = [...this.#ranges].map(([input, ranges]) => ({ input, ranges }));
    const certificate: Enumerated = { kind: 'enumerated', bound: this.#longest, inputs };
    return { kind: 'safe', certificate };
  }

  /** Follows a run to its end, or to a step that depends on an input. The values of that are the next choice. */
  #follow(from: Place, maxDepth: number): Claim | null {
    const { pc, blocks } = this.#system;
    let { block, state, steps, inputs } = from;
    let isOpen = state.includes(OPEN);
    let next: Value[] = new Array<Value>(this.#system.stateVars.length);
    let spare: Value[] = new Array<Value>(this.#system.stateVars.length);
    /** A state of the run, and after how many steps it is replaced by a later one. */
    let seen: readonly Value[] = [];
    let seenBlock = START;
    let until = 64;
    for (;;) {
      this.#steps += 1;
      if (this.#steps % SLICE === 0) this.#poll();
      // A program counter without a block ends the run.
      const outcome = block >= blocks.length ? Outcome.END : this.#code(block, isOpen)(state, inputs, next);
      switch (outcome) {
        case Outcome.END:
          this.#end(from.share, steps);
          return null;
        case Outcome.BAD:
          this.#end(from.share, steps);
          return this.#reached(steps);
        case Outcome.GAP:
          this.#end(from.share, steps);
          this.#meetGap(steps);
          return null;
        case Outcome.UNKNOWN:
        case Outcome.NEXT_OPEN: {
          const place = { block, state: state.slice(), steps, inputs, share: from.share };
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
      inputs = this.#nothing;
      if (block === seenBlock && state.every((value, i) => value === seen[i])) this.#giveUp('a run has no end');
      if (steps >= until) {
        [seen, seenBlock, until] = [state.slice(), block, 2 * until];
      }
    }
  }

  #end(share: number, steps: number): void {
    this.#runs += 1;
    this.#share += share;
    this.#longest = Math.max(this.#longest, steps);
  }

  /** What becomes of a step depends on something open: begins the choice of an input, unless the terms say that none matters. */
  #decide(place: Place, next: Value[]): Claim | null | 'next' {
    const expected = this.#expected.get(keyOf(place));
    if (expected !== undefined && this.#choose(place, expected, null)) return null;
    const step = this.#openStep(place);
    const deciding = [step.bad, step.gap, step.feasible, ...(step.counter === null ? [] : [step.counter])];
    const open = this.#openIn(deciding);
    if (open.length === 0) {
      const { terms } = this.#system;
      if (deciding.every((t) => terms.isConst(t))) return this.#takeConstants(place, step, next);
      this.#giveUp(`a value that is not known decides ${this.#where(place.block)}`);
    }
    const { block } = this.#compile(place.block);
    const input = block.inputs.find((i) => open.includes(i)) ?? open[0];
    if (!this.#choose(place, input, step)) this.#giveUp(`${this.#describe(input)} takes too many values`);
    this.#expected.set(keyOf(place), input);
    return null;
  }

  /**
   * A variable of the next state is open: begins the choice of an input, unless there is none of few values. Variables of which
   * the terms show that they depend on no input get their values.
   */
  #settle(place: Place, next: Value[]): null | 'next' {
    const { block, changed } = this.#compile(place.block);
    const { inputs } = block;
    const isCandidate = (i: number): boolean => place.inputs[i] === OPEN && !this.#isLeftOpen(i);
    if (!inputs.some(isCandidate)) return 'next';
    const expected = this.#expected.get(keyOf(place));
    if (expected !== undefined && this.#choose(place, expected, null)) return null;
    const step = this.#openStep(place);
    const open = this.#openIn(step.next);
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

  /** Inputs that stay open in the state: those of many values, and what was never written, which most often decides nothing. */
  #isLeftOpen(input: number): boolean {
    const { term, origin } = this.#system.inputs[input];
    const { kind } = this.#system.terms.sort(term);
    return this.#large.has(input) || (kind !== 'bool' && kind !== 'bv') || origin?.kind === 'uninitialised';
  }

  #openIn(roots: readonly Term[]): readonly number[] {
    return freeVariables(this.#system.terms, roots).flatMap((t) => this.#inputIndex.get(t) ?? []);
  }

  /**
   * Begins the choice of an input. Returns false if it has too many values. `open`: the terms of the step; null: they are made if
   * they are needed.
   */
  #choose(place: Place, input: number, open: OpenStep | null): boolean {
    const { terms, inputs } = this.#system;
    const { term } = inputs[input];
    const { kind } = terms.sort(term);
    if (kind !== 'bool' && kind !== 'bv') return false;
    let ranges = this.#ranges.get(input);
    if (ranges === undefined || ranges.some(({ each }) => !each)) {
      const step = open ?? this.#openStep(place);
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

  /** The step's terms from the place's state, over inputs without values. */
  #openStep({ block: id, state, inputs }: Place): OpenStep {
    // Its terms may be many.
    this.#poll();
    const { terms, stateVars, pc, inputs: all } = this.#system;
    const compiled = this.#compile(id);
    const { block, reads, changed } = compiled;
    compiled.program ??= new BlockProgram(this.#system, block);
    const { program } = compiled;
    const values = stateVars.map((v) => v.term);
    for (const i of reads) values[i] = this.#constant(values[i], state[i]);
    program.begin(values, (i) => this.#constant(all[i].term, inputs[i]));
    const [bad, gap, feasible] = [block.bad, block.gap, block.feasible].map((t) => program.evaluate(t));
    const next = feasible === terms.false ? [] : changed.map((i) => program.evaluate(block.next[i]));
    const counter = pc === null || feasible === terms.false ? null : program.evaluate(block.next[pc]);
    return { bad, gap, feasible, counter, next };
  }

  /** Makes a step of which the terms show that it depends on no input. */
  #takeConstants(place: Place, { bad, gap, feasible }: OpenStep, next: Value[]): Claim | null | 'next' {
    const { terms, inputs } = this.#system;
    if (bad === terms.true || gap === terms.true || feasible === terms.false) {
      this.#end(place.share, place.steps);
      if (bad === terms.true) return this.#reached(place.steps);
      if (gap === terms.true) this.#meetGap(place.steps);
      return null;
    }
    // Any values give the same step.
    const filled = place.inputs.map((value, i) => (value === OPEN ? this.#zero(terms.sort(inputs[i].term)) : value));
    const outcome = this.#code(place.block, true)(place.state, filled, next);
    if (outcome !== Outcome.NEXT && outcome !== Outcome.NEXT_OPEN)
      this.#giveUp(`a value that is not known decides ${this.#where(place.block)}`);
    return 'next';
  }

  #zero(sort: Sort): Value {
    switch (sort.kind) {
      case 'bool':
        return false;
      case 'bv':
        return sort.width <= 32 ? 0 : 0n;
      case 'float':
        return 0n;
      case 'array':
        return new ArrayVersion<Value>(this.#zero(sort.element), new Map());
    }
  }

  /** A value as a term; the variable's own term where it is open. */
  #constant(variable: Term, value: Value): Term {
    const { terms } = this.#system;
    return (value === OPEN ? null : this.#term(terms.sort(variable), value)) ?? variable;
  }

  /** Null for an array with an open element. */
  #term(sort: Sort, value: Value): Term | null {
    const { terms } = this.#system;
    if (value === OPEN) return null;
    switch (sort.kind) {
      case 'bool':
        return terms.bool(value === true);
      case 'bv':
        return terms.bv(sort.width, patternOf(value));
      case 'float': {
        const format = { exponentBits: sort.exponentBits, precision: sort.precision };
        return terms.float(format, unpackFloat(format, patternOf(value)));
      }
      case 'array': {
        const fallback = value instanceof ArrayVersion ? this.#term(sort.element, value.fallback) : null;
        if (!(value instanceof ArrayVersion) || fallback === null) return null;
        let array = terms.constArray(sort.index, fallback);
        for (const [index, written] of value.entries()) {
          const place = this.#term(sort.index, index);
          const element = this.#term(sort.element, written);
          if (place === null || element === null) return null;
          array = terms.store(array, place, element);
        }
        return array;
      }
    }
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

  /** A run ends in bad. If it rests on a doubt it is only offered. */
  #reached(steps: number): Claim | null {
    const trace = this.#trace(steps);
    const doubt = this.#doubtOf(trace);
    if (doubt === null) return { kind: 'unsafe', run: { kind: 'system', trace } };
    this.#obstacle ??= { kind: 'doubt', doubt };
    this.#context.offer({ kind: 'system', trace });
    this.#offers += 1;
    if (this.#offers >= MOST_OFFERS) throw new GivenUp(this.#obstacle);
    return null;
  }

  #doubtOf(trace: SystemTrace): Doubt | null {
    const untold = untoldDoubt(this.#system);
    if (untold !== null) return untold;
    let met: Doubt | null = null;
    simulateTrace(this.#system, trace, {
      doubt: (doubt) => {
        met ??= doubt;
      },
    });
    return met;
  }

  #meetGap(steps: number): void {
    if (this.#obstacle !== null) return;
    const trace = this.#trace(steps);
    const end = simulateTrace(this.#system, trace);
    const gap = end.kind === 'gap' ? (end.gap ?? this.#system.gaps[0]) : this.#system.gaps[0];
    this.#obstacle = { kind: 'gap', gap, trace };
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

  #code(id: number, isOpen: boolean): StepCode {
    const compiled = this.#compile(id);
    if (!isOpen) return compiled.code;
    compiled.openCode ??= compileStep(this.#system, compiled.block, true);
    return compiled.openCode;
  }

  #compile(id: number): Compiled {
    let made = this.#compiled.get(id);
    if (made === undefined) {
      const { terms, blocks, stateVars, inputs, init, initConstraint } = this.#system;
      const block: Block =
        id === START
          ? {
              ...blocks[0],
              bad: terms.false,
              gap: terms.false,
              feasible: initConstraint,
              next: init,
              inputs: inputs.flatMap((v, i) => (v.phase === 'init' ? [i] : [])),
            }
          : blocks[id];
      const changed = stateVars.flatMap((v, i) => (block.next[i] === v.term ? [] : [i]));
      const read = new Set(freeVariables(terms, [block.bad, block.gap, block.feasible, ...changed.map((i) => block.next[i])]));
      const reads = id === START ? [] : stateVars.flatMap((v, i) => (read.has(v.term) ? [i] : []));
      made = { code: compileStep(this.#system, block, false), openCode: null, block, program: null, reads, changed };
      this.#compiled.set(id, made);
    }
    return made;
  }

  #poll(): void {
    if (this.#context.stopped()) throw new GivenUp({ kind: 'stopped' });
    this.#tell();
  }

  #tell(): void {
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

/** Where a step is, as far as the choice of an input is concerned: its block, and the inputs that have a value. */
function keyOf({ block, inputs }: Place): string {
  return `${block}:${inputs.flatMap((value, i) => (value === OPEN ? [] : [i])).join()}`;
}

/** Goes on to the next value of a choice; false if there is none. */
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
