import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../../smt/builder.ts';
import { Products } from '../../smt/products.ts';
import type { Refuter, RefuterFactory } from '../../smt/refuter.ts';
import type { CheckLimits, CheckResult } from '../../smt/solver.ts';
import type { TermStore } from '../../smt/store.ts';
import { type Case, caseOf, split } from './cases.ts';
import { Contradictions } from './contradictions.ts';
import { TooLarge } from './polynomial.ts';

class TimeIsUp extends Error {}

/** Cases of one query. */
const MOST_CASES = 2_000;
/** Terms that splitting into cases may add to the store. */
const MOST_TERMS = 2_000_000;

/**
 * Refutes by algebra what circuits of products are too much for: case by case (of the choices in formulas and terms), equations between bit-vectors are
 * polynomials modulo 2^width, and rules that reduce others; a case is impossible if a term and its negation hold, or an inequality of what has
 * one normal form, or an equation between different numbers. Answers `unsat` or `unknown`, and `unknown` at once where no terms are multiplied
 * with each other.
 */
export class AlgebraicRefuter implements Refuter {
  readonly #asserted: Term[] = [];
  readonly #products: Products;
  #reason = '';

  constructor(private readonly store: TermStore) {
    this.#products = new Products(store);
  }

  assert(t: Term): void {
    this.#asserted.push(t);
  }

  check(assumptions: readonly Term[] = [], { milliseconds = Number.POSITIVE_INFINITY }: CheckLimits = {}): CheckResult {
    const deadline = performance.now() + milliseconds;
    const formulas = [...this.#asserted, ...assumptions];
    this.#reason = '';
    if (!this.#products.withinAny(formulas)) return this.#unknown('no products');
    try {
      return this.#refute(formulas, deadline);
    } catch (error) {
      if (error instanceof TimeIsUp) return this.#unknown('timeout');
      if (error instanceof TooLarge) return this.#unknown('polynomials are too large');
      if (error instanceof LemmataError && error.code === 'E-LIMIT') return this.#unknown(error.message);
      throw error;
    }
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    this.#asserted.length = 0;
  }

  #refute(formulas: readonly Term[], deadline: number): CheckResult {
    const { store } = this;
    const stop = (): void => {
      if (performance.now() >= deadline) throw new TimeIsUp();
    };
    const most = store.size + MOST_TERMS;
    const cases: (Case | null)[] = [caseOf(store, formulas)];
    for (let count = 0; ; count += 1) {
      const next = cases.pop();
      if (next === undefined) return 'unsat';
      if (next === null) continue;
      stop();
      if (count >= MOST_CASES || store.size > most) return this.#unknown('too many cases');
      if (new Contradictions(store, next.literals, stop).found()) continue;
      const parts = split(store, next);
      if (parts === null) return this.#unknown('a case is left in which nothing contradicts the equations');
      for (const part of parts) cases.push(caseOf(store, part, next));
    }
  }

  #unknown(reason: string): CheckResult {
    this.#reason = reason;
    return 'unknown';
  }
}

/** Algebraic refuters over the terms of one store. */
export function algebraicRefuters(store: TermStore): RefuterFactory {
  return { create: () => new AlgebraicRefuter(store) };
}
