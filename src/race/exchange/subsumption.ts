import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { conjuncts } from '../../logic/terms/traverse.ts';
import { LIMITS } from '../../system/transys/lemma-limits.ts';
import { excluded, follows, type Literal } from './literals.ts';

/** The literals whose conjunction the clause excludes. */
type Clause = readonly Literal[];

/**
 * Known invariants, clause by clause. A known clause implies another one if it excludes each state
 * that the other one excludes. Only literals are compared, by subsumption and by ranges of words
 * within others.
 */
export class KnownClauses {
  readonly #terms: TermStore;
  readonly #formulas = new Set<Term>();
  /** Clauses by the word of one of their literals. */
  readonly #byWord = new Map<Term, Clause[]>();

  constructor(terms: TermStore) {
    this.#terms = terms;
  }

  add(invariant: Term): void {
    const parts = conjuncts(this.#terms, invariant);
    this.#formulas.add(invariant);
    for (const part of parts) {
      this.#formulas.add(part);
      this.#index(excluded(this.#terms, part));
    }
  }

  /** True if the known clauses imply the whole formula. */
  cover(formula: Term): boolean {
    if (this.#formulas.has(formula)) return true;
    return conjuncts(this.#terms, formula).every((part) => this.#formulas.has(part) || this.#hasStronger(part));
  }

  #hasStronger(clause: Term): boolean {
    const terms = this.#terms;
    const literals = excluded(terms, clause);
    if (literals.length > LIMITS.subsumption.literals) return false;
    const words = [...new Set(literals.map(({ about }) => about))];
    const candidates = words.flatMap((word) => this.#byWord.get(word) ?? []);
    return candidates.some((excludes) => excludes.every((known) => literals.some((l) => follows(terms, l, known))));
  }

  /** Stores a clause under its word with the fewest clauses: most lemmas contain the program counter. */
  #index(clause: Clause): void {
    const { literals, candidates } = LIMITS.subsumption;
    if (clause.length > literals) return;
    let least: Clause[] | null = null;
    for (const { about } of clause) {
      const bucket = this.#byWord.get(about) ?? [];
      this.#byWord.set(about, bucket);
      if (least === null || bucket.length < least.length) least = bucket;
    }
    if (least !== null && least.length < candidates) least.push(clause);
  }
}
