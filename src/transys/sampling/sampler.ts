import { workClock } from '../../base/clock.ts';
import { xorshift } from '../../base/xorshift.ts';
import type { Term } from '../../terms/builder.ts';
import { Evaluator, zeroValue } from '../../terms/evaluate.ts';
import type { ModelValue } from '../../terms/solver.ts';
import type { Sort } from '../../terms/sort.ts';
import type { TermStore } from '../../terms/store.ts';
import { dagSize, postorder } from '../../terms/traverse.ts';
import { stateIndices } from '../control.ts';
import type { TransitionSystem } from '../system.ts';

/** A state of a run: values of the state variables, indexed as `system.stateVars`. */
export type State = readonly ModelValue[];

/** Evaluators for terms over the state variables, in given states. */
export function stateEvaluators({ terms, stateVars }: TransitionSystem): (state: State) => Evaluator {
  const index = new Map(stateVars.map((v, i) => [v.term, i]));
  return (state) => new Evaluator(terms, (t) => state[index.get(t) ?? -1]);
}

/** Reached states by block: a random selection for each block, in no order. */
export type Samples = readonly (readonly State[])[];

/** Most states that are kept of each block. */
const KEPT = 120;
/**
 * Number of first states of a run that may be kept, and of those kept of each later part. Each part is
 * twice as long as the one before.
 */
const DENSE = 64;
/** Steps of a run: mostly few, since short runs have more fresh inputs. */
const LENGTHS = [12, 40, 12, 200, 40];
/** Steps of a long run, which completes loops of many turns; one run in LONG_EACH is long. */
const LONG = 5_000;
const LONG_EACH = 20;
/** Most inputs that are tried where a step is not feasible. */
const TRIES = 6;
/** Limit of all work: nodes of the system that steps evaluate, and elements of arrays that they copy. */
const MOST_WORK = 4_000_000;
/** Least work of a step, for small systems. */
const LEAST_WORK = 400;
/**
 * Most elements that the steps of one run copy: long runs over large arrays show less than many short
 * ones.
 */
const MOST_COPIED = 30_000;
/** Work of copying an element, in nodes. */
const COPY_WORK = 4;
const CHECK_TIME = 16;

/** Limits of {@link sampleStates}. */
export interface SampleLimits {
  readonly seed: number;
  /** Limit of all runs in ms, as time of `workClock`. Where it ends the runs, the selection is smaller. */
  readonly milliseconds: number;
  stopped(): boolean;
  /** Called for each state with the number of steps before it. */
  visit?(state: State, steps: number): void;
}

/** States of random runs of the system. Equal seeds give equal states, as long as the time suffices. */
export function sampleStates(system: TransitionSystem, limits: SampleLimits): Samples {
  return new Sampler(system, limits).run();
}

class Sampler {
  readonly #system: TransitionSystem;
  readonly #limits: SampleLimits;
  readonly #random: () => number;
  readonly #kept: State[][];
  readonly #seen: number[];
  readonly #constants: ReadonlyMap<number, readonly bigint[]>;
  readonly #stateIndex: ReadonlyMap<Term, number>;
  readonly #deadline: number;
  /** Work of one step, without its arrays. */
  readonly #perStep: number;
  /** Remaining work. */
  #work = MOST_WORK;

  constructor(system: TransitionSystem, limits: SampleLimits) {
    const roots = system.blocks.flatMap((block) => [block.feasible, block.bad, block.gap, ...block.next]);
    this.#system = system;
    this.#limits = limits;
    this.#random = xorshift(Math.imul(limits.seed + 1, 0x9e3779b1) | 1);
    this.#kept = system.blocks.map(() => []);
    this.#seen = system.blocks.map(() => 0);
    this.#constants = minedConstants(system.terms, roots);
    this.#stateIndex = stateIndices(system);
    this.#deadline = workClock() + limits.milliseconds;
    this.#perStep = Math.max(LEAST_WORK, dagSize(system.terms, roots));
  }

  run(): Samples {
    // Without inputs there is only one run.
    if (this.#system.inputs.length === 0) this.#follow(LONG);
    else for (let run = 0; !this.#enough(); run += 1) this.#follow(lengthOf(run));
    return this.#kept;
  }

  #enough(): boolean {
    return this.#work <= 0 || workClock() > this.#deadline || this.#limits.stopped();
  }

  /** One run of at most `length` steps. */
  #follow(length: number): void {
    const { initConstraint, init, pc, blocks } = this.#system;
    this.#work -= this.#perStep;
    const start = this.#evaluator(null);
    if (start.value(initConstraint) !== true) return;
    let state: State | null = init.map((t) => start.value(t));
    let copied = 0;
    let noted: State = [];
    for (let step = 0; step < length && copied < MOST_COPIED && state !== null; step += 1) {
      const id = pc === null ? 0 : Number(state[pc]);
      if (blocks[id] === undefined) return;
      if (isNoted(step) && !isSame(state, noted)) {
        this.#keep(id, state);
        noted = state;
      }
      this.#limits.visit?.(state, step);
      if (step % CHECK_TIME === 0 && this.#enough()) return;
      const elements = state.reduce((sum: number, value) => sum + (typeof value === 'object' ? value.entries.size : 0), 0);
      copied += elements;
      this.#work -= COPY_WORK * elements;
      state = this.#step(id, state);
    }
  }

  #step(id: number, state: State): State | null {
    const { feasible, bad, gap, next, inputs } = this.#system.blocks[id];
    for (let i = 0; i < (inputs.length > 0 ? TRIES : 1) && this.#work > 0; i += 1) {
      this.#work -= this.#perStep;
      const evaluator = this.#evaluator(state);
      if (evaluator.value(bad) === true || evaluator.value(gap) === true) continue;
      if (evaluator.value(feasible) === true) return next.map((t) => evaluator.value(t));
    }
    return null;
  }

  /** Keeps each noted state of a block with the same probability (reservoir sampling). */
  #keep(id: number, state: State): void {
    const kept = this.#kept[id];
    this.#seen[id] += 1;
    if (kept.length < KEPT) {
      kept.push(state);
      return;
    }
    const place = this.#random() % this.#seen[id];
    if (place < KEPT) kept[place] = state;
  }

  #evaluator(state: State | null): Evaluator {
    const { terms } = this.#system;
    return new Evaluator(terms, (t) => {
      const index = state === null ? undefined : this.#stateIndex.get(t);
      return index === undefined || state === null ? this.#value(terms.sort(t)) : state[index];
    });
  }

  /**
   * Random values: zero, small numbers, the program's constants and their neighbours, and arbitrary
   * ones.
   */
  #value(sort: Sort): ModelValue {
    const choice = this.#random() % 8;
    switch (sort.kind) {
      case 'bool':
        return choice < 4;
      case 'bv': {
        if (choice < 2) return BigInt.asUintN(sort.width, BigInt(choice));
        if (choice === 2) return BigInt.asUintN(sort.width, BigInt(this.#random() % 16));
        if (choice === 3) return BigInt.asUintN(sort.width, -1n - BigInt(this.#random() % 4));
        const known = this.#constants.get(sort.width);
        if (choice < 7 && known !== undefined)
          return BigInt.asUintN(sort.width, known[this.#random() % known.length] + BigInt((this.#random() % 3) - 1));
        return this.#bits(sort.width);
      }
      case 'float':
        return choice < 4 ? 0n : this.#bits(sort.exponentBits + sort.precision);
      case 'array':
        return choice < 4 ? zeroValue(sort) : { default: this.#value(sort.element), entries: new Map() };
    }
  }

  #bits(width: number): bigint {
    let value = 0n;
    for (let i = 0; i < width; i += 32) value = (value << 32n) | BigInt(this.#random());
    return BigInt.asUintN(width, value);
  }
}

function lengthOf(run: number): number {
  return run % LONG_EACH === LONG_EACH - 1 ? LONG : LENGTHS[run % LENGTHS.length];
}

/** True if a step changed nothing; arrays are compared by identity. */
function isSame(state: State, before: State): boolean {
  return state.every((value, v) => value === before[v]);
}

/**
 * True if the state after `step` steps may be kept. Kept states get sparser, so that a long run does
 * not outweigh the short ones.
 */
function isNoted(step: number): boolean {
  const part = Math.max(0, Math.floor(Math.log2((step + 1) / DENSE)));
  return step % 2 ** part === 0;
}

/** Constants of the program, by width. */
function minedConstants(terms: TermStore, roots: readonly Term[]): ReadonlyMap<number, readonly bigint[]> {
  const found = new Map<number, bigint[]>();
  for (const t of postorder(terms, roots)) {
    if (!terms.isBv(t)) continue;
    const known = found.get(terms.width(t));
    if (known === undefined) found.set(terms.width(t), [terms.constValue(t)]);
    else known.push(terms.constValue(t));
  }
  return found;
}
