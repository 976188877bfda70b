import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';
import { conjuncts } from '../terms/traverse.ts';
import { LIMITS } from './limits.ts';
import { excluded, follows, type Literal } from './literals.ts';

/** What a clause excludes. */
type Clause = readonly Literal[];

/**
 * Known invariants, clause by clause, and whether they say what another one says. A clause says what another one says if each state that the other one
 * excludes is excluded by it, as can be seen literal by literal (subsumption, and ranges of words within others).
 */
export class KnownClauses {
  readonly #terms: TermStore;
  readonly #formulas = new Set<Term>();
  /** Clauses by what one of their literals speaks of. */
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

  /** Whether they say all of it. */
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

  /** Under the word that the fewest others are found by: most lemmas speak of the program counter. */
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
