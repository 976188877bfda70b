import type { Term } from '../../logic/terms/builder.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';
import { ANY, type PartialValue } from '../values/partial-value.ts';
import { PartialValues } from '../values/partial-values.ts';

/** The result of a step, as far as it is known. */
export interface StepValues {
  readonly bad: PartialValue;
  readonly gap: PartialValue;
  readonly feasible: PartialValue;
  /**
   * Whether the step is known to have no undefined behaviour. The system and a run of the program may
   * differ after undefined behaviour.
   */
  readonly defined: boolean;
}

/** Evaluates the step of a block in partly known states. */
export class BlockValues {
  readonly #values: PartialValues;
  readonly #index: ReadonlyMap<Term, number>;
  readonly #inputs: ReadonlyMap<Term, number>;
  readonly #block: Block;
  readonly #undefined: readonly Term[];

  constructor(
    system: TransitionSystem,
    readonly id: number,
  ) {
    const { terms, stateVars, inputs, blocks, doubts } = system;
    const block = blocks[id];
    this.#block = block;
    // A doubt with an input concerns a value without a formula; such values are unknown in any case.
    this.#undefined = doubts.flatMap((doubt) => (doubt.block === id && doubt.input === null ? [doubt.condition] : []));
    this.#index = new Map(stateVars.map((v, i) => [v.term, i]));
    this.#inputs = new Map(block.inputs.map((i) => [inputs[i].term, i]));
    this.#values = new PartialValues(terms, [block.bad, block.gap, block.feasible, ...this.#undefined, ...block.next]);
  }

  /**
   * Returns whether the step is bad, meets a gap, and goes on. `input`: value of an input by its index
   * in the system.
   */
  ends(state: readonly PartialValue[], input: (index: number) => PartialValue): StepValues {
    const { bad, gap, feasible } = this.#block;
    const roots = [bad, gap, feasible, ...this.#undefined];
    const [isBad, isGap, goesOn, ...undefinedThings] = this.#values.of(roots, this.#known(state, input));
    return { bad: isBad, gap: isGap, feasible: goesOn, defined: undefinedThings.every((value) => value === false) };
  }

  /** Returns the values of some state variables after the step. */
  after(
    variables: readonly number[],
    state: readonly PartialValue[],
    input: (index: number) => PartialValue,
  ): readonly PartialValue[] {
    const { next } = this.#block;
    return this.#values.of(
      variables.map((v) => next[v]),
      this.#known(state, input),
    );
  }

  #known(state: readonly PartialValue[], input: (index: number) => PartialValue): (variable: Term) => PartialValue {
    return (variable) => {
      const index = this.#index.get(variable);
      if (index !== undefined) return state[index];
      const place = this.#inputs.get(variable);
      return place === undefined ? ANY : input(place);
    };
  }
}
