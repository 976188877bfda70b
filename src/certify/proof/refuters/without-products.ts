import type { Term } from '../../../logic/terms/builder.ts';
import type { RefuterFactory } from '../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { conjunctsOf } from './junctions.ts';
import { AskingRefuter, type Deadline, Undecided } from './refuter.ts';

/**
 * Refutes queries by their parts without products, if other parts have products: clauses of products
 * are many, and often not needed. The bound of a variable rests on other bounds, where an invariant
 * also has equations of polynomials.
 */
class WithoutProducts extends AskingRefuter {
  #leftOut = 0;

  override assert(t: Term): void {
    const parts = conjunctsOf(this.store, [t]);
    const kept = this.#kept(parts);
    this.#leftOut += parts.length - kept.length;
    for (const part of kept) this.inner.assert(part);
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'unsat' {
    const parts = conjunctsOf(this.store, assumptions);
    const kept = this.#kept(parts);
    if (this.#leftOut + parts.length - kept.length === 0) throw new Undecided('there are no products');
    if (kept.length === 0 && parts.length > 0) throw new Undecided('all assumptions have products');
    const answer = this.ask(kept, deadline);
    // A model of a part need not be a model of the whole.
    if (answer === 'sat') throw new Undecided('products were left out');
    return answer;
  }

  #kept(parts: readonly Term[]): Term[] {
    return parts.filter((part) => !this.products.within(part));
  }
}

/**
 * Refuters of queries without the parts in which terms are multiplied; they answer `unknown` at once
 * if no such part exists.
 */
export function withoutProducts(store: TermStore, inner: RefuterFactory): RefuterFactory {
  return { create: () => new WithoutProducts(store, inner.create(), inner) };
}
