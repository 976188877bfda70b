import type { Term } from '../../smt/builder.ts';
import { Products } from '../../smt/products.ts';
import type { Refuter, RefuterFactory } from '../../smt/refuter.ts';
import type { CheckLimits, CheckResult } from '../../smt/solver.ts';
import type { TermStore } from '../../smt/store.ts';
import { conjunctsOf } from '../junctions.ts';

/** Refutes what is said without products, if anything is said with them: circuits of those are large, and much can be refuted without them. */
class WithoutProducts implements Refuter {
  readonly #store: TermStore;
  readonly #inner: Refuter;
  readonly #products: Products;
  #leftOut = 0;
  #reason = '';

  constructor(store: TermStore, inner: Refuter) {
    this.#store = store;
    this.#inner = inner;
    this.#products = new Products(store);
  }

  assert(t: Term): void {
    const parts = conjunctsOf(this.#store, [t]);
    const kept = this.#kept(parts);
    this.#leftOut += parts.length - kept.length;
    for (const part of kept) this.#inner.assert(part);
  }

  check(assumptions: readonly Term[] = [], limits: CheckLimits = {}): CheckResult {
    const parts = conjunctsOf(this.#store, assumptions);
    const kept = this.#kept(parts);
    if (this.#leftOut + parts.length - kept.length === 0) return this.#unknown('there are no products');
    if (kept.length === 0 && parts.length > 0) return this.#unknown('all that is assumed has products');
    // A model of a part is none of the whole.
    return this.#inner.check(kept, limits) === 'unsat' ? 'unsat' : this.#unknown('products were left out');
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    this.#inner.dispose();
  }

  #kept(parts: readonly Term[]): Term[] {
    return parts.filter((part) => !this.#products.within(part));
  }

  #unknown(reason: string): CheckResult {
    this.#reason = reason;
    return 'unknown';
  }
}

/** Refuters of what is left of queries without the parts in which terms are multiplied; `unknown` at once where there are none. */
export function withoutProducts(store: TermStore, inner: RefuterFactory): RefuterFactory {
  return { create: () => new WithoutProducts(store, inner.create()) };
}
