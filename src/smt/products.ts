import type { Term } from './builder.ts';
import { Op } from './ops.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';
import { postorder } from './traverse.ts';

/** Whether a term is the product of two others that are no constants. */
export function isProduct(store: TermStore, t: Term): boolean {
  return store.op(t) === Op.MUL && !store.isBv(store.arg(t, 0)) && !store.isBv(store.arg(t, 1));
}

/** Which terms have products of terms that are no constants in them. What was looked at is remembered: all questions together are linear. */
export class Products {
  readonly #seen = new TermMap();
  readonly #has = new TermMap();

  constructor(private readonly store: TermStore) {}

  within(root: Term): boolean {
    const { store } = this;
    for (const t of postorder(store, [root], this.#seen)) {
      let has = isProduct(store, t);
      for (let i = 0; i < store.arity(t) && !has; i += 1) has = this.#has.get(store.arg(t, i)) === 1;
      this.#has.set(t, has ? 1 : 0);
    }
    return this.#has.get(root) === 1;
  }

  withinAny(roots: readonly Term[]): boolean {
    return roots.some((t) => this.within(t));
  }
}
