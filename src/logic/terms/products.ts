import type { Term } from './builder.ts';
import { Op } from './ops.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';
import { postorder } from './traverse.ts';

/** Whether the term is a product of two non-constant terms. */
export function isProduct(store: TermStore, t: Term): boolean {
  return store.op(t) === Op.MUL && !store.isBv(store.arg(t, 0)) && !store.isBv(store.arg(t, 1));
}

/** Whether the term is a quotient of unsigned numbers whose divisor is no constant. */
export function isQuotient(store: TermStore, t: Term): boolean {
  return store.op(t) === Op.UDIV && !store.isBv(store.arg(t, 1));
}

/** Whether the term is the rest of a division of unsigned numbers whose divisor is no constant. */
export function isRest(store: TermStore, t: Term): boolean {
  return store.op(t) === Op.UREM && !store.isBv(store.arg(t, 1));
}

/**
 * Which terms contain products of non-constant terms, or divisions. Answers are remembered, so that all questions
 * together take linear time.
 */
export class Products {
  readonly #seen = new TermMap();
  readonly #has = new TermMap();

  constructor(private readonly store: TermStore) {}

  within(root: Term): boolean {
    const { store } = this;
    for (const t of postorder(store, [root], this.#seen)) {
      let has = isProduct(store, t) || isQuotient(store, t) || isRest(store, t);
      for (let i = 0; i < store.arity(t) && !has; i++) has = this.#has.get(store.arg(t, i)) === 1;
      this.#has.set(t, has ? 1 : 0);
    }
    return this.#has.get(root) === 1;
  }

  withinAny(roots: readonly Term[]): boolean {
    return roots.some((t) => this.within(t));
  }
}
