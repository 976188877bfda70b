import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import { Products } from '../../../../logic/terms/products.ts';
import type { RefuterFactory } from '../../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { postorder } from '../../../../logic/terms/traverse.ts';
import { type Deadline, OwnRefuter, Undecided } from '../refuter.ts';
import { type Case, caseOf, split } from './cases.ts';
import { Contradictions } from './contradictions.ts';

/**
 * The subject of a refuter's queries: terms that are multiplied with each other, or, without these,
 * equations between sums.
 */
export type Subject = 'products' | 'sums';

/**
 * Most cases of one query: circuits of sums are small, so that queries of many cases are better left
 * to them.
 */
const MOST_CASES: Readonly<Record<Subject, number>> = { products: 2_000, sums: 200 };
/** Most terms that splitting into cases may add to the store. */
const MOST_TERMS = 2_000_000;

/**
 * Refutes by algebra, case by case (of the choices in formulas and terms), where circuits of products
 * are too large. Equations between bit-vectors are polynomials modulo 2^width, and rules that reduce
 * others. A case is impossible if a term and its negation hold. It is also impossible if an inequality
 * between terms with one normal form holds, or an equation between different numbers. It answers
 * `unsat` or `unknown`, and `unknown` at once if the query is not about its subject.
 */
class AlgebraicRefuter extends OwnRefuter {
  readonly #products: Products;

  constructor(
    private readonly store: TermStore,
    private readonly subject: Subject,
  ) {
    super();
    this.#products = new Products(store);
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'unsat' {
    const formulas = [...this.asserted, ...assumptions];
    this.#requireSubject(formulas);
    const { store } = this;
    const stop = (): void => deadline.check();
    const most = store.size + MOST_TERMS;
    const cases: (Case | null)[] = [caseOf(store, formulas)];
    for (let count = 0; ; count++) {
      const next = cases.pop();
      if (next === undefined) return 'unsat';
      if (next === null) continue;
      stop();
      if (count >= MOST_CASES[this.subject] || store.size > most) throw new Undecided('too many cases');
      if (new Contradictions(store, next.literals, stop).found()) continue;
      const parts = split(store, next);
      if (parts === null) throw new Undecided('a case remains whose equations are consistent');
      for (const part of parts) cases.push(caseOf(store, part, next));
    }
  }

  /** Throws {@link Undecided} unless the formulas are about the subject. */
  #requireSubject(formulas: readonly Term[]): void {
    const hasProducts = this.#products.withinAny(formulas);
    if (this.subject === 'products') {
      if (!hasProducts) throw new Undecided('no products');
      return;
    }
    if (hasProducts) throw new Undecided('queries with products are not its subject');
    if (!postorder(this.store, formulas).some((t) => equatesSums(this.store, t)))
      throw new Undecided('no equations between sums');
  }
}

/** Whether a term is an equation with a sum as one side. */
export function equatesSums(store: TermStore, t: Term): boolean {
  if (store.op(t) !== Op.EQ) return false;
  return [store.arg(t, 0), store.arg(t, 1)].some((side) => store.op(side) === Op.ADD || store.op(side) === Op.MUL);
}

/** Algebraic refuters over the terms of one store. */
export function algebraicRefuters(store: TermStore, subject: Subject = 'products'): RefuterFactory {
  return { name: 'algebra', create: () => new AlgebraicRefuter(store, subject) };
}
