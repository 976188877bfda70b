import type { Lemma } from '../exchange/lemma.ts';
import type { Term } from '../smt/builder.ts';
import type { EngineContext } from './engine.ts';

/**
 * What one engine knows of the reachable states: the system's facts, its own lemmas and those of the others. All users within an engine share one, as
 * each lemma comes in once. An invariant is inductive relative to those that its author knew, which reach everybody before it does: a certificate
 * that rests on some has to contain all.
 */
export class KnownLemmas {
  readonly #context: EngineContext;
  readonly #invariants: Term[] = [];
  /** By formula, so many steps it is known to hold for; infinite for invariants. */
  readonly #bounds = new Map<Term, number>();

  constructor(context: EngineContext) {
    this.#context = context;
    for (const fact of context.system.facts) this.#learn(fact, Number.POSITIVE_INFINITY);
  }

  /** Hold in every reachable state. The list only grows. */
  get invariants(): readonly Term[] {
    return this.#invariants;
  }

  /** What engines found to hold in every state reachable in at most k steps; without the system's facts, which its encoding has used. */
  upTo(k: number): Term[] {
    const { facts } = this.#context.system;
    return [...this.#bounds].filter(([formula, bound]) => bound >= k && !facts.includes(formula)).map(([formula]) => formula);
  }

  /** Takes in what other engines found since the last call; true if there was an invariant among it. */
  receive(): boolean {
    const before = this.#invariants.length;
    for (const { bound, formula } of this.#context.lemmas.receive()) this.#learn(formula, bound ?? Number.POSITIVE_INFINITY);
    return this.#invariants.length > before;
  }

  /** Takes in what the engine itself found, and tells the others; false if it is not new. */
  publish(lemma: Omit<Lemma, 'from'>): boolean {
    if (!this.#learn(lemma.formula, lemma.bound ?? Number.POSITIVE_INFINITY)) return false;
    this.#context.lemmas.publish(lemma);
    return true;
  }

  #learn(formula: Term, bound: number): boolean {
    if (formula === this.#context.system.terms.true) return false;
    const known = this.#bounds.get(formula);
    if (known !== undefined && known >= bound) return false;
    this.#bounds.set(formula, bound);
    if (bound === Number.POSITIVE_INFINITY) this.#invariants.push(formula);
    return true;
  }
}
