import { LemmataError } from '../../base/errors.ts';
import { checkProof } from '../../sat/check-proof.ts';
import type { Literal, ResolutionProof, SatSolver } from '../../sat/types.ts';
import type { Term } from '../../terms/builder.ts';
import type { RefuterFactory } from '../../terms/refuter.ts';
import type { TermStore } from '../../terms/store.ts';
import { type Deadline, OwnRefuter, Undecided } from '../refuter.ts';
import { Clauses } from './clauses.ts';
import { Translation } from './translation.ts';

export interface PlainOptions {
  /** Makes a solver without clauses that logs proofs. */
  readonly sat: () => SatSolver;
  /** Most clauses of one refuter; 400,000 by default. Beyond, the answer is `unknown`. */
  readonly clauses?: number;
}

const MOST_CLAUSES = 400_000;

/**
 * A refuter that trusts neither a translation nor a search that an engine uses. Terms become clauses by circuits of its own,
 * and `unsat` is answered only after a proof whose leaves are those clauses was replayed. Booleans, bit-vectors and arrays of
 * them; anything else is `unknown`.
 */
export class PlainRefuter extends OwnRefuter {
  readonly #sat: SatSolver;
  readonly #clauses: Clauses;
  readonly #translation: Translation;
  /** So many of them are clauses already. */
  #given = 0;

  constructor(
    readonly store: TermStore,
    { sat, clauses = MOST_CLAUSES }: PlainOptions,
  ) {
    super();
    this.#sat = sat();
    this.#clauses = new Clauses(this.#sat, clauses);
    this.#translation = new Translation(store, this.#clauses);
  }

  /** Throws LemmataError `E-SOLVER` if the SAT solver's proof is none. */
  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    const stop = (): void => deadline.check();
    for (; this.#given < this.asserted.length; this.#given++) {
      const asserted = this.asserted[this.#given];
      if (!this.#translation.define(asserted, stop)) this.#clauses.add(this.#translation.literal(asserted, stop));
    }
    const assumed = assumptions.map((t) => this.#translation.literal(t, stop));
    const answer = this.#sat.solve(assumed, { stop: () => deadline.isOver });
    if (answer === 'unknown') throw new Undecided(deadline.isOver ? 'timeout' : 'the SAT solver is at its limit');
    if (answer === 'unsat') this.#verify(this.#sat.proof(), assumed);
    return answer;
  }

  override dispose(): void {
    super.dispose();
    this.#given = 0;
  }

  /** The proof is one, its leaves are our clauses, and what it derives is that the assumptions cannot hold together. */
  #verify(proof: ResolutionProof, assumed: readonly Literal[]): void {
    if (proof.root < 0) {
      // No proof is needed of what is assumed together with its opposite.
      if (assumed.some((literal) => assumed.includes(literal ^ 1))) return;
      throw new LemmataError('E-SOLVER', 'no proof that the assumptions contradict each other');
    }
    const checked = checkProof(proof);
    if (!checked.valid) throw new LemmataError('E-SOLVER', `the proof is none: ${checked.reason}`);
    for (let leaf = 0; leaf < proof.leafCount; leaf++) {
      const clause = this.#clauses.at(proof.leafParts[leaf]);
      const literals = proof.leafLiterals.subarray(proof.leafStarts[leaf], proof.leafStarts[leaf + 1]);
      // A clause that holds all literals of one of ours follows from it.
      if (clause === null || !clause.every((literal) => literals.includes(literal)))
        throw new LemmataError('E-SOLVER', `leaf ${leaf} of the proof is none of the clauses`);
    }
    if (!checked.clause.every((literal) => assumed.includes(literal ^ 1)))
      throw new LemmataError('E-SOLVER', 'the proof derives something else');
  }
}

/** Plain refuters over the terms of one store. */
export function plainRefuters(store: TermStore, options: PlainOptions): RefuterFactory {
  return { create: () => new PlainRefuter(store, options) };
}
