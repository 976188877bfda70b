import type { Literal, ResolutionProof } from '../../logic/sat/types.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/**
 * Reads interpolants off a refutation of parts 0, 1, …, n - 1 (`leafParts`). Each variable must occur
 * in one part or in two adjacent ones. Partial interpolants are labelled as in the dual of McMillan's
 * system (CAV 2003), which gives the weakest interpolants: those derived from the side of the error
 * ([IMC22] Sect. 4.5).
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
   * The interpolant at the cut behind part `cut`: between the parts up to it and those behind it. The interpolants
   * of one proof are an inductive sequence (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010).
   */
  at(cut: number): Term {
    const proof = this.#proof;
    const derived = proof.chainStarts.length - 1;
    const partial = new Int32Array(proof.leafCount + derived);
    for (let leaf = 0; leaf < proof.leafCount; leaf++) partial[leaf] = this.#leaf(leaf, cut);
    for (let j = 0; j < derived; j++) {
      let here = partial[proof.chains[proof.chainStarts[j]]];
      for (let i = proof.chainStarts[j] + 1; i < proof.chainStarts[j + 1]; i += 2)
        here = this.#combine(proof.chains[i], cut, here, partial[proof.chains[i + 1]]);
      partial[proof.leafCount + j] = here;
    }
    return partial[proof.root];
  }

  #leaf(leaf: number, cut: number): Term {
    const terms = this.#terms;
    return this.#proof.leafParts[leaf] <= cut ? terms.false : terms.not(this.#shared(leaf, cut));
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

  /** `a`: partial interpolant of the clause derived so far. `b`: that of the antecedent. */
  #combine(pivot: number, cut: number, a: Term, b: Term): Term {
    return this.#first[pivot] > cut ? this.#terms.and(a, b) : this.#terms.or(a, b);
  }
}
