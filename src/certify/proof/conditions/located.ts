import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/**
 * The conjuncts of an invariant by the block that they are about. One that fails only where the control
 * is at a block (`pc ≠ block ∨ φ`) is true at all others. The rest may say something everywhere.
 */
export class Located {
  readonly #terms: TransitionSystem['terms'];
  readonly #everywhere: Term[] = [];
  readonly #at = new Map<number, Term[]>();

  constructor({ terms, stateVars, pc }: TransitionSystem, invariant: Term) {
    this.#terms = terms;
    const counter = pc === null ? NO_TERM : stateVars[pc].term;
    for (const conjunct of conjuncts(terms, invariant)) {
      const block = this.#blockOf(conjunct, counter);
      const known = block === null ? this.#everywhere : this.#at.get(block);
      if (known !== undefined) known.push(conjunct);
      else if (block !== null) this.#at.set(block, [conjunct]);
    }
  }

  /** The conjuncts that may fail where the control is at one of the blocks. */
  at(blocks: readonly number[]): readonly Term[] {
    return [...this.#everywhere, ...new Set(blocks.flatMap((block) => this.#at.get(block) ?? []))];
  }

  /** The block outside of which a conjunct of this form is true: not (pc = block and ...). Null: it has another one. */
  #blockOf(conjunct: Term, counter: Term): number | null {
    const terms = this.#terms;
    if (terms.op(conjunct) !== Op.NOT) return null;
    for (const part of conjuncts(terms, terms.arg(conjunct, 0))) {
      if (terms.op(part) !== Op.EQ) continue;
      const [a, b] = [terms.arg(part, 0), terms.arg(part, 1)];
      const other = a === counter ? b : b === counter ? a : NO_TERM;
      if (other !== NO_TERM && terms.isBv(other)) return Number(terms.constValue(other));
    }
    return null;
  }
}
