import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { substitute } from '../../logic/terms/substitute.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { linearForm, type ValueOf } from './linear.ts';
import { forEachRelatedStep, type RelatedStep } from './steps.ts';

/** The number that a step adds to each variable that it changes; null: it does something else. */
type Growth = ReadonlyMap<Term, bigint | null>;

/** The steps of each place to itself, as far as they count variables up or down. */
export class Growths {
  readonly #system: TransitionSystem;
  readonly #byPlace = new Map<number, Growth[]>();

  constructor(system: TransitionSystem, solution: Fixpoint<Value>) {
    this.#system = system;
    forEachRelatedStep(system.terms, solution, (step) => {
      if (step.from !== step.to) return;
      const of = this.#byPlace.get(step.to) ?? [];
      this.#byPlace.set(step.to, of);
      of.push(this.#growth(step));
    });
  }

  /**
   * A guard of the step that enters a place, said of the variables as they were then. A counter that begins
   * with a constant tells how much they changed since. Null without such a counter, and for a guard of
   * one variable.
   */
  sinceEntry({ to, next }: RelatedStep, guard: Term): Term | null {
    const { terms, stateVars } = this.#system;
    const growths = this.#byPlace.get(to) ?? [];
    const changes = (t: Term): boolean => growths.some((growth) => growth.has(t));
    const related = freeVariables(terms, [guard]);
    const moving = related.filter(changes);
    if (related.length < 2 || moving.length === 0) return null;
    for (const [i, { term: counter }] of stateVars.entries()) {
      if (!terms.isBv(next[i]) || !changes(counter)) continue;
      const before = moving.flatMap((t) =>
        t === counter ? next[i] : (this.#before(t, counter, next[i], growths) ?? []),
      );
      if (before.length === moving.length)
        return substitute(
          terms,
          guard,
          moving.map((t, k) => [t, before[k]] as const),
        );
    }
    return null;
  }

  /** The value of a variable at the entry, when the counter began at `first`; null if they do not move together. */
  #before(t: Term, counter: Term, first: Term, growths: readonly Growth[]): Term | null {
    const { terms } = this.#system;
    const width = terms.width(t);
    let ratio: bigint | null = null;
    for (const growth of growths) {
      const [of, by] = [t, counter].map((x) => (growth.has(x) ? (growth.get(x) ?? null) : 0n));
      if (of === null || by === null) return null;
      if (by === 0n && of === 0n) continue;
      if (by === 0n || of % by !== 0n || (ratio !== null && ratio !== of / by)) return null;
      ratio = of / by;
    }
    if (ratio === null || terms.width(counter) > width) return null;
    const turns = terms.sub(terms.zext(counter, width), terms.zext(first, width));
    return terms.sub(t, terms.mul(terms.bv(width, BigInt.asUintN(width, ratio)), turns));
  }

  #growth({ next, value }: RelatedStep): Growth {
    const { terms, stateVars } = this.#system;
    const growth = new Map<Term, bigint | null>();
    stateVars.forEach(({ term }, i) => {
      if (next[i] !== term && terms.sort(term).kind === 'bv')
        growth.set(term, added(this.#system, term, next[i], value));
    });
    return growth;
  }
}

function added({ terms }: TransitionSystem, term: Term, next: Term, value: ValueOf): bigint | null {
  const { parts, constant, width } = linearForm(terms, next, value);
  return parts.size === 1 && parts.get(term) === 1n ? BigInt.asIntN(width, constant) : null;
}
