import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import { isProduct, isQuotient, isRest, type Products } from '../terms/products.ts';
import type { TermStore } from '../terms/store.ts';
import { TermMap } from '../terms/term-map.ts';
import { postorder } from '../terms/traverse.ts';

/** Most products with one factor that are compared with each other. */
const MOST_OF_FACTOR = 8;

/**
 * Lemmas about products that do not wrap around: their factors have at most half of the bits. The gates of two
 * products hardly tell a SAT solver which one is greater. So each two products of one factor s get the lemma
 * x < y -> x * s <= y * s - s. A product by the divisor s of a quotient has x <= n / s -> x * s <= n, whether
 * or not others wrap around. The certifier has theorems of its own.
 */
export class ProductBounds {
  /** The products of each factor, with the other factor. */
  readonly #of = new Map<Term, [product: Term, other: Term][]>();
  /** The quotients by each divisor. */
  readonly #by = new Map<Term, Term[]>();
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
    if (isQuotient(store, product)) return [...this.#ofDivision(product), ...this.#divided(product)];
    if (isRest(store, product)) return this.#ofDivision(product);
    if (!isProduct(store, product)) return [];
    const [a, b] = [store.arg(product, 0), store.arg(product, 1)].map((t) => this.#number(t));
    const ordered = a === b ? this.#with(a, b, product) : [...this.#with(a, b, product), ...this.#with(b, a, product)];
    return [...this.#ofFactors(product), ...ordered];
  }

  /** Lemmas about a product with a factor of 0 or 1. */
  #ofFactors(product: Term): readonly Term[] {
    const { store } = this;
    const width = store.width(product);
    const [x, y] = [store.arg(product, 0), store.arg(product, 1)];
    return [
      [x, y],
      [y, x],
    ].flatMap(([factor, other]) => [
      store.implies(store.eq(factor, store.bv(width, 0)), store.eq(product, factor)),
      store.implies(store.eq(factor, store.bv(width, 1)), store.eq(product, other)),
    ]);
  }

  /** Lemmas about the quotient or the rest of a division, which are at most the dividend as a rule. */
  #ofDivision(t: Term): readonly Term[] {
    const { store } = this;
    const [n, s] = [store.arg(t, 0), store.arg(t, 1)];
    const isZero = store.eq(s, store.bv(store.width(s), 0));
    const whole = store.ult(n, s);
    if (isRest(store, t))
      return [store.ule(t, n), store.or(isZero, store.ult(t, s)), store.implies(whole, store.eq(t, n))];
    return [store.or(isZero, store.ule(t, n)), store.implies(whole, store.eq(t, store.bv(store.width(t), 0)))];
  }

  #number(t: Term): Term {
    return this.store.op(t) === Op.ZEXT ? this.store.arg(t, 0) : t;
  }

  #divided(quotient: Term): readonly Term[] {
    const divisor = this.#number(this.store.arg(quotient, 1));
    const known = this.#by.get(divisor) ?? [];
    this.#by.set(divisor, known);
    if (known.length >= MOST_OF_FACTOR) return [];
    known.push(quotient);
    return (this.#of.get(divisor) ?? []).flatMap(([product, other]) => this.#multiplied(product, other, quotient));
  }

  /** Lemma about a product and a quotient by one of its factors, which is not narrower than the quotient. */
  #multiplied(product: Term, other: Term, quotient: Term): readonly Term[] {
    const { store } = this;
    const width = store.width(product);
    if (width < store.width(quotient) || width < store.width(other)) return [];
    const [x, q, n, s] = [other, quotient, store.arg(quotient, 0), store.arg(quotient, 1)].map((t) =>
      store.zext(t, width),
    );
    return [store.or(store.eq(s, store.bv(width, 0)), store.or(store.ult(q, x), store.ule(product, n)))];
  }

  #with(factor: Term, other: Term, product: Term): readonly Term[] {
    const { store } = this;
    const known = this.#of.get(factor) ?? [];
    this.#of.set(factor, known);
    if (known.length >= MOST_OF_FACTOR) return [];
    const divided = (this.#by.get(factor) ?? []).flatMap((quotient) => this.#multiplied(product, other, quotient));
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
    return [...divided, ...found];
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
