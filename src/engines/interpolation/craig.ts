import type { Literal, ResolutionProof } from '../../logic/sat/types.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/**
 * Labelling of partial interpolants: McMillan (CAV 2003) gives the strongest interpolant, its dual the
 * weakest, Pudlák (1997) one between.
 */
export type InterpolationSystem = 'mcmillan' | 'pudlak' | 'dual';

/**
 * Reads interpolants off a refutation of parts 0, 1, …, n - 1 (`leafParts`). Each variable must occur
 * in one part or in two adjacent ones.
 */
export class CraigReader {
  readonly #terms: TermStore;
  readonly #proof: ResolutionProof;
  readonly #meaning: (variable: number) => Term;
  /** First and last part among the leaves with each variable; -1 for variables that do not occur. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;

  /** `meaning`: the term over the state for each variable that two parts share. */
  constructor(terms: TermStore, proof: ResolutionProof, meaning: (variable: number) => Term) {
    this.#terms = terms;
    this.#proof = proof;
    this.#meaning = meaning;
    this.#first = new Int32Array(proof.variableCount).fill(-1);
    this.#last = new Int32Array(proof.variableCount).fill(-1);
    for (let leaf = 0; leaf < proof.leafCount; leaf++) {
      const part = proof.leafParts[leaf];
      for (let i = proof.leafStarts[leaf]; i < proof.leafStarts[leaf + 1]; i++) {
        const v = proof.leafLiterals[i] >> 1;
        if (this.#first[v] < 0 || part < this.#first[v]) this.#first[v] = part;
        if (part > this.#last[v]) this.#last[v] = part;
      }
    }
  }

  /**
   * The interpolant at the cut behind part `cut`: between the parts up to it and those behind it. If one
   * system is used for all cuts of a proof, the interpolants are an inductive sequence (D'Silva,
   * Kroening, Purandare, Weissenbacher, VMCAI 2010).
   */
  at(cut: number, system: InterpolationSystem): Term {
    const proof = this.#proof;
    const derived = proof.chainStarts.length - 1;
    const partial = new Int32Array(proof.leafCount + derived);
    for (let leaf = 0; leaf < proof.leafCount; leaf++) partial[leaf] = this.#leaf(leaf, cut, system);
    const signs = system === 'pudlak' ? new SharedSigns(proof, (v) => this.#isShared(v, cut)) : null;
    for (let j = 0; j < derived; j++) {
      const node = proof.leafCount + j;
      let here = partial[proof.chains[proof.chainStarts[j]]];
      signs?.begin(proof.chains[proof.chainStarts[j]]);
      for (let i = proof.chainStarts[j] + 1; i < proof.chainStarts[j + 1]; i += 2) {
        const pivot = proof.chains[i];
        const antecedent = proof.chains[i + 1];
        const positive = signs?.resolve(pivot, antecedent) ?? false;
        here = this.#combine(pivot, cut, system, here, partial[antecedent], positive);
      }
      signs?.end(node);
      partial[node] = here;
    }
    return partial[proof.root];
  }

  #leaf(leaf: number, cut: number, system: InterpolationSystem): Term {
    const terms = this.#terms;
    const inA = this.#proof.leafParts[leaf] <= cut;
    if (inA) return system === 'mcmillan' ? this.#shared(leaf, cut) : terms.false;
    return system === 'dual' ? terms.not(this.#shared(leaf, cut)) : terms.true;
  }

  /** The disjunction of a leaf's literals that both sides of the cut share. */
  #shared(leaf: number, cut: number): Term {
    const { leafStarts, leafLiterals } = this.#proof;
    let all = this.#terms.false;
    for (let i = leafStarts[leaf]; i < leafStarts[leaf + 1]; i++) {
      if (this.#isShared(leafLiterals[i] >> 1, cut)) all = this.#terms.or(all, this.#literal(leafLiterals[i]));
    }
    return all;
  }

  #literal(literal: Literal): Term {
    const meaning = this.#meaning(literal >> 1);
    return (literal & 1) === 0 ? meaning : this.#terms.not(meaning);
  }

  #isShared(variable: number, cut: number): boolean {
    return this.#first[variable] <= cut && this.#last[variable] > cut;
  }

  /**
   * `a`: partial interpolant of the clause derived so far. `b`: that of the antecedent. `positive`: the
   * former clause contains the pivot itself, not its negation.
   */
  #combine(pivot: number, cut: number, system: InterpolationSystem, a: Term, b: Term, positive: boolean): Term {
    const terms = this.#terms;
    if (this.#last[pivot] <= cut) return terms.or(a, b);
    if (this.#first[pivot] > cut) return terms.and(a, b);
    switch (system) {
      case 'mcmillan':
        return terms.and(a, b);
      case 'dual':
        return terms.or(a, b);
      case 'pudlak': {
        const x = this.#meaning(pivot);
        return positive
          ? terms.and(terms.or(x, a), terms.or(terms.not(x), b))
          : terms.and(terms.or(x, b), terms.or(terms.not(x), a));
      }
    }
  }
}

/** The shared literals of each clause of a proof, which determine in which sign a pivot occurs. */
class SharedSigns {
  readonly #proof: ResolutionProof;
  readonly #isShared: (variable: number) => boolean;
  readonly #literals: (readonly Literal[] | undefined)[] = [];
  #current = new Set<Literal>();

  constructor(proof: ResolutionProof, isShared: (variable: number) => boolean) {
    this.#proof = proof;
    this.#isShared = isShared;
  }

  begin(node: number): void {
    this.#current = new Set(this.#of(node));
  }

  /** Resolves the current clause with another; true if the current one contained the pivot itself. */
  resolve(pivot: number, antecedent: number): boolean {
    const positive = this.#current.has(2 * pivot);
    for (const literal of this.#of(antecedent)) this.#current.add(literal);
    this.#current.delete(2 * pivot);
    this.#current.delete(2 * pivot + 1);
    return positive;
  }

  end(node: number): void {
    this.#literals[node] = [...this.#current];
  }

  #of(node: number): readonly Literal[] {
    const { leafCount, leafStarts, leafLiterals } = this.#proof;
    if (node >= leafCount) return this.#literals[node] ?? [];
    return Array.from(leafLiterals.subarray(leafStarts[node], leafStarts[node + 1])).filter((l) =>
      this.#isShared(l >> 1),
    );
  }
}
