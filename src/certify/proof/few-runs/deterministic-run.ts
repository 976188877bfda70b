import type { Term } from '../../../logic/terms/builder.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';
import { ANY, type PartialValue } from '../partial-value.ts';
import { PartialValues } from '../partial-values.ts';

/** Steps between two looks at the clock. */
const SLICE = 64;

/**
 * Follows by evaluation a system whose runs all take the same way, because no input matters for it.
 * Thousands of steps that write into a heap are too much for terms and solvers. Inputs and all values
 * that depend on them are unknown.
 */
export class DeterministicRun {
  readonly #blocks = new Map<
    number,
    { readonly block: Block; readonly values: PartialValues; readonly changed: readonly number[] }
  >();
  readonly #index: ReadonlyMap<Term, number>;
  readonly #start: readonly PartialValue[];

  constructor(private readonly system: TransitionSystem) {
    const { terms, init, stateVars } = system;
    this.#index = new Map(stateVars.map((v, i) => [v.term, i]));
    this.#start = new PartialValues(terms, init).of(init, () => ANY);
  }

  /**
   * Whether it is proved that no run has more than `bound` steps and that none meets bad or a gap. False
   * if an unknown value decides, or if the statement is wrong. Calls `watch` regularly, and passes on
   * its errors.
   */
  endsWithin(bound: number, watch: () => void): boolean {
    const { pc, blocks } = this.system;
    let now = this.#start;
    for (let step = 0; ; step++) {
      if (step % SLICE === 0) watch();
      const at = pc === null ? 0n : now[pc];
      if (typeof at !== 'bigint') return false;
      // A program counter without a block has no step.
      if (at >= BigInt(blocks.length)) return true;
      const { block, values, changed } = this.#block(Number(at));
      const { bad, gap, feasible, next } = block;
      const before = now;
      const known = (variable: Term): PartialValue => {
        const index = this.#index.get(variable);
        return index === undefined ? ANY : before[index];
      };
      const [isBad, isGap, goesOn] = values.of([bad, gap, feasible], known);
      if (isBad !== false || isGap !== false) return false;
      if (goesOn === false) return true;
      if (step >= bound) return false;
      const after = values.of(
        changed.map((v) => next[v]),
        known,
      );
      const state = [...before];
      changed.forEach((v, i) => {
        state[v] = after[i];
      });
      now = state;
    }
  }

  #block(id: number): { readonly block: Block; readonly values: PartialValues; readonly changed: readonly number[] } {
    let made = this.#blocks.get(id);
    if (made === undefined) {
      const { terms, blocks, stateVars } = this.system;
      const block = blocks[id];
      const changed = stateVars.flatMap((v, i) => (block.next[i] === v.term ? [] : [i]));
      const values = new PartialValues(terms, [
        block.bad,
        block.gap,
        block.feasible,
        ...changed.map((v) => block.next[v]),
      ]);
      this.#blocks.set(id, (made = { block, values, changed }));
    }
    return made;
  }
}
