import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import { isProduct, isQuotient, isRest, Products } from '../../../../logic/terms/products.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { TermMap } from '../../../../logic/terms/term-map.ts';
import { postorder } from '../../../../logic/terms/traverse.ts';

/** Most pairs of products that are compared. */
const MOST_PAIRS = 100;

interface Product {
  readonly term: Term;
  /** A condition under which the product does not wrap around. */
  readonly exact: Term;
  readonly factor: Term;
  readonly other: Term;
}

/**
 * Orders products that share a factor, as theorems about numbers: if x < y, then x * s + s <= y * s. The place
 * `row * columns + column` is thus within `rows * columns`. Clauses derive this from circuits of products slowly.
 * Products that may wrap around have the theorem where each factor has at most half of the bits.
 *
 * A product by a divisor is ordered as well: x <= n / s says that x * s is at most n. It does not wrap around.
 */
export class ProductOrder {
  readonly #products: Product[] = [];
  readonly #quotients: Term[] = [];
  readonly #containing: Products;
  readonly #visited = new TermMap();
  #pairs = 0;

  constructor(private readonly store: TermStore) {
    this.#containing = new Products(store);
  }

  /** Returns the theorems about products in these formulas that were not returned before. */
  theorems(formulas: readonly Term[]): readonly Term[] {
    const { store } = this;
    const found: Term[] = [];
    const multiplying = formulas.filter((t) => this.#containing.within(t));
    for (const t of postorder(store, multiplying, this.#visited)) {
      if (isQuotient(store, t) || isRest(store, t)) found.push(...this.#division(t));
      if (isQuotient(store, t)) {
        for (const product of this.#products) found.push(...this.#divided(product, t));
        this.#quotients.push(t);
      }
      if (!isProduct(store, t)) continue;
      found.push(
        ...this.#trivial(t, store.arg(t, 0), store.arg(t, 1)),
        ...this.#trivial(t, store.arg(t, 1), store.arg(t, 0)),
      );
      const [x, y] = [numberIn(store, store.arg(t, 0)), numberIn(store, store.arg(t, 1))];
      const exact = exactness(store, t, x, y);
      const both =
        x === y
          ? [{ term: t, exact, factor: x, other: x }]
          : [
              { term: t, exact, factor: x, other: y },
              { term: t, exact, factor: y, other: x },
            ];
      for (const product of both) {
        for (const quotient of this.#quotients) found.push(...this.#divided(product, quotient));
        for (const before of this.#products)
          if (before.factor === product.factor && this.#pairs < MOST_PAIRS) {
            this.#pairs += 1;
            found.push(...this.#ordered(before, product));
          }
      }
      this.#products.push(...both);
    }
    return found;
  }

  /** Theorems about products by 0 and by 1. */
  #trivial(product: Term, factor: Term, other: Term): readonly Term[] {
    const { store } = this;
    const is = (value: number): Term => store.eq(factor, store.bv(store.width(factor), value));
    return [
      store.or(store.not(is(0)), store.eq(product, store.bv(store.width(product), 0))),
      store.or(store.not(is(1)), store.eq(product, other)),
    ];
  }

  /** Theorems about n / s and n % s: 0 and n for n < s; a rest is below s, and neither is above n unless s is 0. */
  #division(t: Term): readonly Term[] {
    const { store } = this;
    const [dividend, divisor] = [store.arg(t, 0), store.arg(t, 1)];
    const zero = store.bv(store.width(t), 0);
    const isDivided = store.not(store.eq(divisor, zero));
    const below = store.ult(dividend, divisor);
    if (isRest(store, t))
      return [
        store.ule(t, dividend),
        store.implies(isDivided, store.ult(t, divisor)),
        store.implies(below, store.eq(t, dividend)),
      ];
    return [store.implies(isDivided, store.ule(t, dividend)), store.implies(below, store.eq(t, zero))];
  }

  #divided({ term, factor, other }: Product, quotient: Term): readonly Term[] {
    const { store } = this;
    const width = store.width(term);
    const divisor = store.arg(quotient, 1);
    if (numberIn(store, divisor) !== factor || store.width(quotient) > width || this.#pairs >= MOST_PAIRS) return [];
    this.#pairs += 1;
    const [times, most, dividend] = [other, quotient, store.arg(quotient, 0)].map((t) => store.zext(t, width));
    const isDivided = store.not(store.eq(divisor, store.bv(store.width(divisor), 0)));
    return [store.implies(store.and(isDivided, store.ule(times, most)), store.ule(term, dividend))];
  }

  #ordered(a: Product, b: Product): readonly Term[] {
    const { store } = this;
    const width = Math.max(store.width(a.term), store.width(b.term));
    const wide = (t: Term): Term => store.zext(t, width);
    const exact = store.and(a.exact, b.exact);
    if (a.other === b.other) return [store.implies(exact, store.eq(wide(a.term), wide(b.term)))];
    const below = (x: Product, y: Product): Term =>
      store.implies(
        store.and(exact, store.ult(wide(x.other), wide(y.other))),
        store.ule(store.add(wide(x.term), wide(x.factor)), wide(y.term)),
      );
    return [below(a, b), below(b, a)];
  }
}

function exactness(store: TermStore, product: Term, x: Term, y: Term): Term {
  const width = store.width(product);
  if (store.width(x) + store.width(y) <= width) return store.true;
  const half = store.bv(width, 1n << BigInt(Math.floor(width / 2)));
  return store.and(store.ult(store.zext(x, width), half), store.ult(store.zext(y, width), half));
}

/** The number of fewer bits that a term extends with zeros, or the term. */
function numberIn(store: TermStore, t: Term): Term {
  return store.op(t) === Op.ZEXT ? store.arg(t, 0) : t;
}
