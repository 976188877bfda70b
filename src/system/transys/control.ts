import type { Term } from '../../logic/terms/builder.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import type { Block, TransitionSystem } from './system.ts';

/** The program counter of a system, and the substitutions that lead into a block and over its step. */

/** The parts of a system that name its states. */
type States = Pick<TransitionSystem, 'terms' | 'stateVars' | 'pc'>;

/** Returns the terms of the state variables, in the order of the system. */
export function stateTerms({ stateVars }: Pick<TransitionSystem, 'stateVars'>): readonly Term[] {
  return stateVars.map(({ term }) => term);
}

/** Returns the index of each state variable by its term. */
export function stateIndices({ stateVars }: Pick<TransitionSystem, 'stateVars'>): ReadonlyMap<Term, number> {
  return new Map(stateVars.map(({ term }, i) => [term, i]));
}

/** Returns the program counter as a state variable; null for a system of one block. */
export function counterOf({ stateVars, pc }: States): Term | null {
  return pc === null ? null : stateVars[pc].term;
}

/** Returns the value of the program counter at a block. The system must have a program counter. */
export function counterValue({ terms, stateVars, pc }: States, block: number): Term {
  return terms.bv(terms.width(stateVars[pc!].term), block);
}

/** Returns the formula that the control is at a block; true for a system of one block. */
export function isAt(system: States, block: number): Term {
  const counter = counterOf(system);
  return counter === null ? system.terms.true : system.terms.eq(counter, counterValue(system, block));
}

/** Returns a formula over all states that demands `formula` at one block only. */
export function guarded(system: States, block: number, formula: Term): Term {
  return system.terms.implies(isAt(system, block), formula);
}

/** Returns the substitution of the program counter by its value at a block. */
export function atBlock(system: States, block: number): Substitution {
  const counter = counterOf(system);
  return new Substitution(system.terms, counter === null ? [] : [[counter, counterValue(system, block)]]);
}

/** Returns the substitution of each state variable by its initial value. */
export function initially({
  terms,
  stateVars,
  init,
}: Pick<TransitionSystem, 'terms' | 'stateVars' | 'init'>): Substitution {
  return new Substitution(
    terms,
    stateVars.map(({ term }, i) => [term, init[i]] as const),
  );
}

/**
 * Returns the substitution of each state variable by its value after a step of the block, over the
 * states at the block.
 */
export function afterStep(system: States, block: Block): Substitution {
  const here = atBlock(system, block.id);
  return new Substitution(
    system.terms,
    system.stateVars.map(({ term }, i) => [term, here.apply(block.next[i])] as const),
  );
}

/**
 * The terms of a system over given values of its variables, with rewriting. Only one branch of an `ite`
 * is visited if its condition folds. So a step of a deterministic program costs about as much as
 * running it.
 */
export class StepTerms {
  readonly #substitution: Substitution;
  readonly #stateIndex: ReadonlyMap<Term, number>;
  readonly #inputIndex: ReadonlyMap<Term, number>;

  constructor(system: TransitionSystem) {
    this.#substitution = new Substitution(system.terms);
    this.#stateIndex = stateIndices(system);
    this.#inputIndex = new Map(system.inputs.map(({ term }, i) => [term, i]));
  }

  /** Starts with these values of the state variables; `input` is called when an input is first met. */
  begin(state: readonly Term[], input: (index: number) => Term): void {
    this.#substitution.restart((variable) => {
      const place = this.#stateIndex.get(variable);
      if (place !== undefined) return state[place];
      const index = this.#inputIndex.get(variable);
      return index === undefined ? variable : input(index);
    });
  }

  /** The value of a term over the values given to {@link begin}. */
  value(t: Term): Term {
    return this.#substitution.apply(t);
  }
}

/** Whether the system has neither steps nor errors: then its proof says nothing about the program. */
export function isWithoutSteps({ terms, blocks }: TransitionSystem): boolean {
  return blocks.every(({ feasible, bad, gap }) => [feasible, bad, gap].every((t) => t === terms.false));
}
