import type { Term } from '../../../logic/terms/builder.ts';
import type { RefuterFactory } from '../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { disjuncts } from '../../../logic/terms/traverse.ts';
import { conjunctsOf } from './junctions.ts';
import { AskingRefuter, type Deadline } from './refuter.ts';

/** Most parts of a formula: more are not worth a query each. */
const MOST_PARTS = 500;

/**
 * Refutes assumptions part by part. One conjunct of an invariant may need algebra, and the next one circuits, while
 * neither refutes both at once. Circuits soon refute errors one by one, since each needs few of the premises.
 */
class PartwiseRefuter extends AskingRefuter {
  override assert(t: Term): void {
    this.inner.assert(t);
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    for (const part of partsOf(this.store, assumptions)) if (this.ask(part, deadline) === 'sat') return 'sat';
    return 'unsat';
  }
}

/** Conjunctions that cover the formulas: the longest disjunction among their conjuncts is taken apart. */
function partsOf(store: TermStore, formulas: readonly Term[]): Term[][] {
  let parts: Term[][] = [conjunctsOf(store, formulas)];
  // A formula that is implied for a location is a disjunction within a disjunct.
  for (let depth = 0; depth < 2; depth++) {
    const smaller = parts.flatMap((part) => takenApart(store, part));
    if (smaller.length > MOST_PARTS) break;
    parts = smaller;
  }
  return parts;
}

function takenApart(store: TermStore, part: readonly Term[]): Term[][] {
  const choices = part.map((t) => disjuncts(store, t));
  const longest = choices.reduce((x, y) => (y.length > x.length ? y : x), []);
  const others = part.filter((_, i) => choices[i] !== longest);
  return longest.length < 2 ? [[...part]] : longest.map((t) => conjunctsOf(store, [...others, t]));
}

/** Refuters that ask those of the factory about one part of the assumptions after the other. */
export function partwiseRefuters(store: TermStore, inner: RefuterFactory): RefuterFactory {
  return { create: () => new PartwiseRefuter(store, inner.create(), inner) };
}
