import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import { isProduct, type Products } from '../terms/products.ts';
import type { TermStore } from '../terms/store.ts';
import { TermMap } from '../terms/term-map.ts';
import { postorder } from '../terms/traverse.ts';

/** Most products with one factor that are compared with each other. */
const MOST_OF_FACTOR = 8;

/**
 * Lemmas about products that do not wrap around: their factors have at most half of the bits. The gates of two
 * products hardly tell a SAT solver which one is greater. So each two products of one factor s get the lemma
 * x < y -> x * s <= y * s - s. The certifier has theorems of its own.
 */
export class ProductBounds {
  /** The products of each factor, with the other factor. */
  readonly #of = new Map<Term, [product: Term, other: Term][]>();
  readonly #visited = new TermMap();

  /** `products`: which terms contain products; solvers that share gates share it. */
  constructor(
    private readonly store: TermStore,
    private readonly products: Products,
  ) {}

  /** Returns the lemmas about products that no formula contained before. */
  lemmas(formulas: readonly Term[]): readonly Term[] {
    const multiplying = formulas.filter((t) => this.products.within(t));
    return postorder(this.store, multiplying, this.#visited).flatMap((t) => this.#about(t));
  }

  #about(product: Term): readonly Term[] {
    const { store } = this;
    if (!isProduct(store, product)) return [];
    const [a, b] = [store.arg(product, 0), store.arg(product, 1)].map((t) =>
      store.op(t) === Op.ZEXT ? store.arg(t, 0) : t,
    );
    return a === b ? this.#with(a, b, product) : [...this.#with(a, b, product), ...this.#with(b, a, product)];
  }

  #with(factor: Term, other: Term, product: Term): readonly Term[] {
    const { store } = this;
    const known = this.#of.get(factor) ?? [];
    this.#of.set(factor, known);
    if (known.length >= MOST_OF_FACTOR) return [];
    const found = known.flatMap(([before, its]): Term[] => {
      const width = Math.max(store.width(before), store.width(product));
      const [p, q, x, y, s] = [before, product, its, other, factor].map((t) => store.zext(t, width));
      const small = [...this.#small(before, its, factor), ...this.#small(product, other, factor)];
      if (x === y) return [store.implies(store.andAll(small), store.eq(p, q))];
      const lemma = (low: Term, high: Term, smaller: Term, greater: Term): Term =>
        store.implies(store.andAll([...small, store.ult(smaller, greater)]), store.ule(low, store.sub(high, s)));
      return [lemma(p, q, x, y), lemma(q, p, y, x)];
    });
    known.push([product, other]);
    return found;
  }

  /** Conditions under which a product does not wrap around; []: it never does. */
  #small(product: Term, ...factors: readonly Term[]): readonly Term[] {
    const { store } = this;
    const width = store.width(product);
    if (factors.reduce((bits, t) => bits + store.width(t), 0) <= width) return [];
    const limit = store.bv(width, 1n << BigInt(width >> 1));
    return factors.map((t) => store.ult(store.zext(t, width), limit));
  }
}
