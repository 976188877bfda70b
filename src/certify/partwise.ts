import type { Term } from '../smt/builder.ts';
import { Products } from '../smt/products.ts';
import type { Refuter, RefuterFactory } from '../smt/refuter.ts';
import type { CheckLimits, CheckResult } from '../smt/solver.ts';
import type { TermStore } from '../smt/store.ts';
import { conjunctsOf, disjunctsOf } from './junctions.ts';

/** More parts than this are not worth a query each. */
const MOST_PARTS = 500;

/**
 * Where terms are multiplied, what is assumed is refuted part by part: for a conjunct of an invariant that a step may break, algebra may be needed, and
 * circuits for the next one, while neither refutes both at once.
 */
class PartwiseRefuter implements Refuter {
  readonly #store: TermStore;
  readonly #inner: Refuter;
  readonly #products: Products;
  #multiplies = false;
  #reason = '';

  constructor(store: TermStore, inner: Refuter) {
    this.#store = store;
    this.#inner = inner;
    this.#products = new Products(store);
  }

  assert(t: Term): void {
    this.#multiplies ||= this.#products.within(t);
    this.#inner.assert(t);
  }

  check(assumptions: readonly Term[] = [], limits: CheckLimits = {}): CheckResult {
    if (!this.#multiplies && !this.#products.withinAny(assumptions)) return this.#ask(assumptions, limits);
    const deadline = performance.now() + (limits.milliseconds ?? Number.POSITIVE_INFINITY);
    for (const part of partsOf(this.#store, assumptions)) {
      const left = deadline - performance.now();
      if (left <= 0) {
        this.#reason = 'timeout';
        return 'unknown';
      }
      const answer = this.#ask(part, Number.isFinite(left) ? { milliseconds: Math.ceil(left) } : {});
      if (answer !== 'unsat') return answer;
    }
    return 'unsat';
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    this.#inner.dispose();
  }

  #ask(assumptions: readonly Term[], limits: CheckLimits): CheckResult {
    const answer = this.#inner.check(assumptions, limits);
    if (answer === 'unknown') this.#reason = this.#inner.reasonUnknown();
    return answer;
  }
}

/** Conjunctions of which one holds where all of the formulas hold: the longest disjunction among their conjuncts is taken apart. */
function partsOf(store: TermStore, formulas: readonly Term[]): Term[][] {
  let parts: Term[][] = [conjunctsOf(store, formulas)];
  // What is implied for a location is a disjunction within a disjunct.
  for (let depth = 0; depth < 2; depth += 1) {
    const smaller = parts.flatMap((part) => takenApart(store, part));
    if (smaller.length > MOST_PARTS) break;
    parts = smaller;
  }
  return parts;
}

function takenApart(store: TermStore, part: readonly Term[]): Term[][] {
  const choices = part.map((t) => disjunctsOf(store, t));
  const longest = choices.reduce((x, y) => (y.length > x.length ? y : x), []);
  const others = part.filter((_, i) => choices[i] !== longest);
  return longest.length < 2 ? [[...part]] : longest.map((t) => conjunctsOf(store, [...others, t]));
}

/** Refuters that ask those of the factory about one part of what is assumed after the other, where terms are multiplied with each other. */
export function partwiseRefuters(store: TermStore, inner: RefuterFactory): RefuterFactory {
  return { create: () => new PartwiseRefuter(store, inner.create()) };
}
