import type { Term } from '../../smt/builder.ts';
import { Products } from '../../smt/products.ts';
import type { RefuterFactory } from '../../smt/refuter.ts';
import type { TermStore } from '../../smt/store.ts';
import { type Deadline, OwnRefuter, Undecided } from '../refuter.ts';
import { type Case, caseOf, split } from './cases.ts';
import { Contradictions } from './contradictions.ts';

/** Cases of one query. */
const MOST_CASES = 2_000;
/** Terms that splitting into cases may add to the store. */
const MOST_TERMS = 2_000_000;

/**
 * Refutes by algebra, case by case (of the choices in formulas and terms), where circuits of products are too large. Equations
 * between bit-vectors are polynomials modulo 2^width, and rules that reduce others. A case is impossible if a term and its
 * negation hold, or an inequality between terms with one normal form, or an equation between different numbers. Answers `unsat`
 * or `unknown`, and `unknown` at once where no terms are multiplied with each other.
 */
class AlgebraicRefuter extends OwnRefuter {
  readonly #products: Products;

  constructor(private readonly store: TermStore) {
    super();
    this.#products = new Products(store);
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'unsat' {
    const formulas = [...this.asserted, ...assumptions];
    if (!this.#products.withinAny(formulas)) throw new Undecided('no products');
    const { store } = this;
    const stop = (): void => deadline.check();
    const most = store.size + MOST_TERMS;
    const cases: (Case | null)[] = [caseOf(store, formulas)];
    for (let count = 0; ; count += 1) {
      const next = cases.pop();
      if (next === undefined) return 'unsat';
      if (next === null) continue;
      stop();
      if (count >= MOST_CASES || store.size > most) throw new Undecided('too many cases');
      if (new Contradictions(store, next.literals, stop).found()) continue;
      const parts = split(store, next);
      if (parts === null) throw new Undecided('a case is left in which nothing contradicts the equations');
      for (const part of parts) cases.push(caseOf(store, part, next));
    }
  }
}

/** Algebraic refuters over the terms of one store. */
export function algebraicRefuters(store: TermStore): RefuterFactory {
  return { create: () => new AlgebraicRefuter(store) };
}
