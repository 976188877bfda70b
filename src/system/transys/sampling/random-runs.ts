import type { Term } from '../../../logic/terms/builder.ts';
import { Evaluator, zeroValue } from '../../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import { stateIndices } from '../control.ts';
import { programTerms } from '../program-terms.ts';
import type { TransitionSystem } from '../system.ts';
import { constantsOf } from './constants.ts';

/** A state of a run: values of the state variables, indexed as `system.stateVars`. */
export type State = readonly ModelValue[];

/** Evaluators for terms over the state variables, in given states. */
export function stateEvaluators({ terms, stateVars }: TransitionSystem): (state: State) => Evaluator {
  const index = new Map(stateVars.map((v, i) => [v.term, i]));
  return (state) => new Evaluator(terms, (t) => state[index.get(t) ?? -1]);
}

/** Parameters of {@link RandomRuns}. */
export interface RandomRunOptions {
  /** Random numbers from 0 to 2^32 - 1. */
  readonly random: () => number;
  /** Most sets of inputs that are tried for a step. */
  readonly attempts: number;
  /** Called before each evaluation of the initial state or of a block; false ends the run. Absent: no limit. */
  spend?(): boolean;
}

/** Initial states and steps of a system under random inputs. Equal random numbers give equal runs. */
export class RandomRuns {
  readonly #system: TransitionSystem;
  readonly #options: RandomRunOptions;
  readonly #constants: ReadonlyMap<number, readonly bigint[]>;
  readonly #stateIndex: ReadonlyMap<Term, number>;

  constructor(system: TransitionSystem, options: RandomRunOptions) {
    this.#system = system;
    this.#options = options;
    this.#constants = constantsOf(system.terms, programTerms(system));
    this.#stateIndex = stateIndices(system);
  }

  /** An initial state; null if the inputs that were chosen violate the initial constraint. */
  start(): State | null {
    const { initConstraint, init } = this.#system;
    if (!this.#spend()) return null;
    const evaluator = this.#evaluator(null);
    return evaluator.value(initConstraint) === true ? init.map((t) => evaluator.value(t)) : null;
  }

  /** The block at which a state is; undefined if there is none. */
  blockOf(state: State): number | undefined {
    const { pc, blocks } = this.#system;
    const id = pc === null ? 0 : Number(state[pc]);
    return blocks[id] === undefined ? undefined : id;
  }

  /** A state after a step of a block, neither into bad nor into a gap; null if no attempt found one. */
  step(block: number, state: State): State | null {
    const { feasible, bad, gap, next, inputs } = this.#system.blocks[block];
    const attempts = inputs.length > 0 ? this.#options.attempts : 1;
    for (let i = 0; i < attempts && this.#spend(); i++) {
      const evaluator = this.#evaluator(state);
      if (evaluator.value(bad) === true || evaluator.value(gap) === true) continue;
      if (evaluator.value(feasible) === true) return next.map((t) => evaluator.value(t));
    }
    return null;
  }

  #spend(): boolean {
    return this.#options.spend?.() ?? true;
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
    const { random } = this.#options;
    const choice = random() % 8;
    switch (sort.kind) {
      case 'bool':
        return choice < 4;
      case 'bv': {
        if (choice < 2) return BigInt.asUintN(sort.width, BigInt(choice));
        if (choice === 2) return BigInt.asUintN(sort.width, BigInt(random() % 16));
        if (choice === 3) return BigInt.asUintN(sort.width, -1n - BigInt(random() % 4));
        const known = this.#constants.get(sort.width);
        if (choice < 7 && known !== undefined)
          return BigInt.asUintN(sort.width, known[random() % known.length] + BigInt((random() % 3) - 1));
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
    for (let i = 0; i < width; i += 32) value = (value << 32n) | BigInt(this.#options.random());
    return BigInt.asUintN(width, value);
  }
}

/** A random selection of items, in which each item has the same probability (reservoir sampling). */
export class Reservoir<T> {
  readonly items: T[] = [];
  readonly #size: number;
  readonly #random: () => number;
  #seen = 0;

  /** Keeps at most `size` items. `random`: numbers from 0 to 2^32 - 1. */
  constructor(size: number, random: () => number) {
    this.#size = size;
    this.#random = random;
  }

  add(item: T): void {
    this.#seen += 1;
    if (this.items.length < this.#size) {
      this.items.push(item);
      return;
    }
    const place = this.#random() % this.#seen;
    if (place < this.#size) this.items[place] = item;
  }
}
