import type { Term } from '../smt/builder.ts';
import type { RefuterFactory } from '../smt/refuter.ts';
import type { TermStore } from '../smt/store.ts';
import { conjunctsOf, disjunctsOf } from './junctions.ts';
import { AskingRefuter, type Deadline } from './refuter.ts';

/** More parts than this are not worth a query each. */
const MOST_PARTS = 500;

/**
 * Where terms are multiplied, assumptions are refuted part by part. A conjunct of an invariant that a step may break may need
 * algebra, and the next one circuits, while neither refutes both at once.
 */
class PartwiseRefuter extends AskingRefuter {
  #multiplies = false;

  override assert(t: Term): void {
    this.#multiplies ||= this.products.within(t);
    this.inner.assert(t);
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    if (!this.#multiplies && !this.products.withinAny(assumptions)) return this.ask(assumptions, deadline);
    for (const part of partsOf(this.store, assumptions)) if (this.ask(part, deadline) === 'sat') return 'sat';
    return 'unsat';
  }
}

/** Conjunctions of which one holds where all of the formulas hold: the longest disjunction among their conjuncts is taken apart. */
function partsOf(store: TermStore, formulas: readonly Term[]): Term[][] {
  let parts: Term[][] = [conjunctsOf(store, formulas)];
  // A formula that is implied for a location is a disjunction within a disjunct.
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
