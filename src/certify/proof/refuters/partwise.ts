import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { RefuterFactory } from '../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { disjuncts } from '../../../logic/terms/traverse.ts';
import { equatesSums } from './algebra/refuter.ts';
import { conjunctsOf } from './junctions.ts';
import { AskingRefuter, type Deadline } from './refuter.ts';

/** Most parts of a formula: more are not worth a query each. */
const MOST_PARTS = 500;

/** Most equations between sums that are refuted separately; more stay with the rest. */
const MOST_SUMS = 16;

/**
 * Refutes assumptions part by part, if terms are multiplied. One conjunct of an invariant may need
 * algebra, and the next one circuits, while neither refutes both at once. Otherwise only equations
 * between sums are separate parts, because circuits of the rest are small.
 */
class PartwiseRefuter extends AskingRefuter {
  #multiplies = false;

  override assert(t: Term): void {
    this.#multiplies ||= this.products.within(t);
    this.inner.assert(t);
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    const { store } = this;
    const multiplies = this.#multiplies || this.products.withinAny(assumptions);
    const parts = multiplies ? partsOf(store, assumptions) : sumsApart(store, assumptions);
    for (const part of parts) if (this.ask(part, deadline) === 'sat') return 'sat';
    return 'unsat';
  }
}

/** The parts in which an equation between sums must fail, one by one, and then all others at once. */
function sumsApart(store: TermStore, formulas: readonly Term[]): readonly (readonly Term[])[] {
  const parts = partsOf(store, formulas);
  const isAboutSums = (t: Term): boolean => store.op(t) === Op.NOT && equatesSums(store, store.arg(t, 0));
  const sums = parts.filter((part) => part.some(isAboutSums));
  if (sums.length === 0 || sums.length > MOST_SUMS || parts.length === 1) return [formulas];
  const others = parts.filter((part) => !sums.includes(part));
  if (others.length === 0) return sums;
  return [...sums, [store.not(store.andAll(others.map((part) => store.not(store.andAll(part)))))]];
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

/**
 * Refuters that ask those of the factory about one part of the assumptions after the other, if terms
 * are multiplied or sums are equated.
 */
export function partwiseRefuters(store: TermStore, inner: RefuterFactory): RefuterFactory {
  return { create: () => new PartwiseRefuter(store, inner.create(), inner) };
}
