import type { Term } from '../../logic/terms/builder.ts';
import type { EngineContext } from './engine.ts';

/**
 * The facts that one engine knows of the reachable states: the system's facts, its own lemmas and
 * those of the other engines. All parts of an engine share one instance, as each lemma is received
 * once. An invariant is inductive relative to others, so that certificates contain all known ones.
 */
export class KnownLemmas {
  readonly #context: EngineContext;
  readonly #invariants: Term[] = [];
  readonly #known = new Set<Term>();
  /** Ids of lemmas that other engines found. */
  readonly #ids = new Map<Term, number>();
  /** Ids of lemmas that were reported useful. */
  readonly #reportedUseful = new Set<number>();

  constructor(context: EngineContext) {
    this.#context = context;
    for (const fact of context.system.facts) this.#learn(fact);
  }

  /** Formulas that hold in every reachable state. The list only grows. */
  get invariants(): readonly Term[] {
    return this.#invariants;
  }

  /** Takes in lemmas that other engines published since the last call; true if there were any. */
  receive(): boolean {
    const before = this.#invariants.length;
    for (const { id, formula } of this.#context.lemmas.receive()) if (this.#learn(formula)) this.#ids.set(formula, id);
    return this.#invariants.length > before;
  }

  /**
   * Adds and publishes invariants that this engine found inductive together; returns those that were not
   * known before.
   */
  publish(...formulas: readonly Term[]): readonly Term[] {
    const fresh = formulas.filter((formula) => this.#learn(formula));
    if (fresh.length > 0) this.#context.lemmas.publish(...fresh);
    return fresh;
  }

  /** The ids of those formulas that other engines found. */
  idsOf(formulas: Iterable<Term>): number[] {
    return [...formulas].flatMap((formula) => this.#ids.get(formula) ?? []);
  }

  /** Reports that these formulas saved work, so that the exchange goes on delivering their authors' lemmas. */
  used(formulas: Iterable<Term>): void {
    const fresh = this.idsOf(formulas).filter((id) => !this.#reportedUseful.has(id));
    for (const id of fresh) this.#reportedUseful.add(id);
    if (fresh.length > 0) this.#context.lemmas.used?.(fresh);
  }

  #learn(formula: Term): boolean {
    if (formula === this.#context.system.terms.true || this.#known.has(formula)) return false;
    this.#known.add(formula);
    this.#invariants.push(formula);
    return true;
  }
}
