import type { Term } from '../smt/builder.ts';
import type { EngineContext } from './engine.ts';

/**
 * What one engine knows of the reachable states: the system's facts, its own lemmas and those of the others. All users within an engine share one, as
 * each lemma comes in once. An invariant is inductive relative to others: certificates contain all that are known here, and what a receiver was spared
 * is added to its certificate by whoever has it checked.
 */
export class KnownLemmas {
  readonly #context: EngineContext;
  readonly #invariants: Term[] = [];
  readonly #known = new Set<Term>();
  /** Of what others found. */
  readonly #ids = new Map<Term, number>();
  /** Those that were said to be of use. */
  readonly #praised = new Set<number>();

  constructor(context: EngineContext) {
    this.#context = context;
    for (const fact of context.system.facts) this.#learn(fact);
  }

  /** Hold in every reachable state. The list only grows. */
  get invariants(): readonly Term[] {
    return this.#invariants;
  }

  /** Takes in what other engines found since the last call; true if that was anything. */
  receive(): boolean {
    const before = this.#invariants.length;
    for (const { id, formula } of this.#context.lemmas.receive()) if (this.#learn(formula)) this.#ids.set(formula, id);
    return this.#invariants.length > before;
  }

  /** Takes in what the engine itself found, invariants that are inductive together, and tells the others; gives what is new. */
  publish(...formulas: readonly Term[]): readonly Term[] {
    const fresh = formulas.filter((formula) => this.#learn(formula));
    if (fresh.length > 0) this.#context.lemmas.publish(...fresh);
    return fresh;
  }

  /** The ids of those of the formulas that others found. */
  idsOf(formulas: Iterable<Term>): number[] {
    return [...formulas].flatMap((formula) => this.#ids.get(formula) ?? []);
  }

  /** Says that these formulas saved work, so that those who found them are heard on. */
  used(formulas: Iterable<Term>): void {
    const fresh = this.idsOf(formulas).filter((id) => !this.#praised.has(id));
    for (const id of fresh) this.#praised.add(id);
    if (fresh.length > 0) this.#context.lemmas.used?.(fresh);
  }

  #learn(formula: Term): boolean {
    if (formula === this.#context.system.terms.true || this.#known.has(formula)) return false;
    this.#known.add(formula);
    this.#invariants.push(formula);
    return true;
  }
}
