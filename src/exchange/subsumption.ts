import type { Term } from '../smt/builder.ts';
import type { TermStore } from '../smt/store.ts';
import { conjuncts } from '../smt/traverse.ts';
import type { Lemma, Statement } from './lemma.ts';
import { LIMITS } from './limits.ts';
import { excluded, follows, type Literal } from './literals.ts';

interface Clause {
  readonly lemma: Lemma;
  readonly excludes: readonly Literal[];
}

/** True if what holds for `known` steps holds for `wanted` steps; null: for any number. */
function lasts(known: number | null, wanted: number | null): boolean {
  return known === null || (wanted !== null && known >= wanted);
}

/**
 * Known lemmas, clause by clause, and which of them say what another one says. A clause says what another one says if each state that the other one
 * excludes is excluded by it, as can be seen literal by literal (subsumption, and ranges of words within others).
 */
export class KnownClauses {
  readonly #terms: TermStore;
  readonly #byFormula = new Map<Term, Lemma[]>();
  /** Clauses by what one of their literals speaks of. */
  readonly #byWord = new Map<Term, Clause[]>();

  constructor(terms: TermStore) {
    this.#terms = terms;
  }

  add(lemma: Lemma): void {
    for (const formula of new Set([lemma.formula, ...conjuncts(this.#terms, lemma.formula)])) {
      const same = this.#byFormula.get(formula);
      if (same === undefined) this.#byFormula.set(formula, [lemma]);
      else same.push(lemma);
      if (formula === lemma.formula && conjuncts(this.#terms, formula).length > 1) continue;
      this.#index({ lemma, excludes: excluded(this.#terms, formula) });
    }
  }

  remove(gone: ReadonlySet<number>): void {
    for (const [formula, lemmas] of this.#byFormula) {
      const left = lemmas.filter(({ id }) => !gone.has(id));
      if (left.length === 0) this.#byFormula.delete(formula);
      else this.#byFormula.set(formula, left);
    }
    for (const [word, clauses] of this.#byWord)
      this.#byWord.set(
        word,
        clauses.filter(({ lemma }) => !gone.has(lemma.id)),
      );
  }

  /** Ids of lemmas that together say all of it; null if there are none. */
  covering({ formula, bound }: Statement): readonly number[] | null {
    const whole = this.#same(formula, bound);
    if (whole !== null) return [whole.id];
    const found = new Set<number>();
    for (const part of conjuncts(this.#terms, formula)) {
      const lemma = this.#same(part, bound) ?? this.#stronger(part, bound);
      if (lemma === null) return null;
      found.add(lemma.id);
    }
    return [...found];
  }

  #same(formula: Term, bound: number | null): Lemma | null {
    return this.#byFormula.get(formula)?.find((lemma) => lasts(lemma.bound, bound)) ?? null;
  }

  #stronger(clause: Term, bound: number | null): Lemma | null {
    const terms = this.#terms;
    const literals = excluded(terms, clause);
    if (literals.length > LIMITS.subsumption.literals) return null;
    for (const word of new Set(literals.map(({ about }) => about))) {
      for (const { lemma, excludes } of this.#byWord.get(word) ?? []) {
        if (!lasts(lemma.bound, bound)) continue;
        if (excludes.every((known) => literals.some((l) => follows(terms, l, known)))) return lemma;
      }
    }
    return null;
  }

  /** Under the word that the fewest others are found by: most lemmas speak of the program counter. */
  #index(clause: Clause): void {
    const { literals, candidates } = LIMITS.subsumption;
    if (clause.excludes.length > literals) return;
    let least: Clause[] | null = null;
    for (const { about } of clause.excludes) {
      const bucket = this.#byWord.get(about) ?? [];
      this.#byWord.set(about, bucket);
      if (least === null || bucket.length < least.length) least = bucket;
    }
    if (least !== null && least.length < candidates) least.push(clause);
  }
}
