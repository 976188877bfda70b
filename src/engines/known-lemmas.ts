import type { Statement } from '../exchange/lemma.ts';
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
  /** By formula, so many steps it is known to hold for; infinite for invariants. */
  readonly #bounds = new Map<Term, number>();
  /** Of what others found. */
  readonly #ids = new Map<Term, number>();
  /** Those that were said to be of use. */
  readonly #praised = new Set<number>();

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
    for (const { id, bound, formula } of this.#context.lemmas.receive()) {
      if (this.#learn(formula, bound ?? Number.POSITIVE_INFINITY)) this.#ids.set(formula, id);
    }
    return this.#invariants.length > before;
  }

  /** Takes in what the engine itself found, invariants that are inductive together, and tells the others; gives what is new. */
  publish(...statements: readonly Statement[]): readonly Statement[] {
    const fresh = statements.filter(({ bound, formula }) => this.#learn(formula, bound ?? Number.POSITIVE_INFINITY));
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

  #learn(formula: Term, bound: number): boolean {
    if (formula === this.#context.system.terms.true) return false;
    const known = this.#bounds.get(formula);
    if (known !== undefined && known >= bound) return false;
    this.#bounds.set(formula, bound);
    if (bound === Number.POSITIVE_INFINITY) this.#invariants.push(formula);
    return true;
  }
}
