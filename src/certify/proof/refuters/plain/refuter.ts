import { LemmataError } from '../../../../base/errors.ts';
import { checkProof } from '../../../../logic/sat/check-proof.ts';
import type { Literal, ResolutionProof, SatSolver } from '../../../../logic/sat/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { RefuterFactory } from '../../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { type Deadline, OwnRefuter, Undecided } from '../refuter.ts';
import { Clauses } from './clauses.ts';
import { ProductOrder } from './product-order.ts';
import { Translation } from './translation.ts';

export interface PlainOptions {
  /** Makes a solver without clauses that logs proofs. */
  readonly sat: () => SatSolver;
  /** Most clauses of one refuter; default 400,000. Beyond, the answer is `unknown`. */
  readonly clauses?: number;
}

const MOST_CLAUSES = 400_000;
/** Its turns are longer than those of others: most queries are decided by clauses, or by another refuter soon. */
const PATIENCE = 4;

/**
 * A refuter that shares neither translation nor search with an engine. Terms become clauses by
 * circuits of its own. It answers `unsat` only after replaying a proof whose leaves are those clauses.
 * It handles Booleans, bit-vectors and arrays of them; other terms give `unknown`.
 */
export class PlainRefuter extends OwnRefuter {
  readonly #sat: SatSolver;
  readonly #clauses: Clauses;
  readonly #translation: Translation;
  readonly #order: ProductOrder;
  /** Theorems about products that are no clauses yet. */
  readonly #theorems: Term[] = [];
  /** Number of assertions whose bounds and products are known. */
  #read = 0;
  /** Number of assertions that have become clauses. */
  #given = 0;

  constructor(
    readonly store: TermStore,
    { sat, clauses = MOST_CLAUSES }: PlainOptions,
  ) {
    super();
    this.#sat = sat();
    this.#clauses = new Clauses(this.#sat, clauses);
    this.#translation = new Translation(store, this.#clauses);
    this.#order = new ProductOrder(store);
  }

  /** Throws LemmataError `E-SOLVER` if the SAT solver's proof is invalid. */
  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    const stop = (): void => deadline.check();
    const fresh = this.asserted.slice(this.#read);
    this.#read = this.asserted.length;
    for (const asserted of fresh) this.#translation.bound(asserted);
    this.#theorems.push(...this.#order.theorems([...fresh, ...assumptions]));
    for (; this.#given < this.asserted.length; this.#given++) {
      const asserted = this.asserted[this.#given];
      if (!this.#translation.define(asserted, stop)) this.#clauses.add(this.#translation.literal(asserted, stop));
    }
    // A theorem stays until it is a clause: the turn may end before.
    for (let theorem = this.#theorems.at(-1); theorem !== undefined; theorem = this.#theorems.at(-1)) {
      this.#clauses.add(this.#translation.literal(theorem, stop));
      this.#theorems.pop();
    }
    const assumed = assumptions.map((t) => this.#translation.literal(t, stop));
    const solve = (): 'sat' | 'unsat' | 'unknown' => this.#sat.solve(assumed, { stop: () => deadline.isOver });
    let answer = solve();
    // Circuits that are left out only allow more. The next turn has them, too.
    if (answer !== 'unsat' && this.#translation.complete(stop)) answer = solve();
    if (answer === 'unknown') throw new Undecided(deadline.isOver ? 'timeout' : 'the SAT solver is at its limit');
    if (answer === 'unsat') this.#verify(this.#sat.proof(), assumed);
    return answer;
  }

  override dispose(): void {
    super.dispose();
    this.#given = 0;
    this.#read = 0;
  }

  /**
   * Checks that the proof is valid, that its leaves are our clauses, and that it derives the
   * contradiction of the assumptions.
   */
  #verify(proof: ResolutionProof, assumed: readonly Literal[]): void {
    if (proof.root < 0) {
      // A literal that is assumed together with its negation needs no proof.
      if (assumed.some((literal) => assumed.includes(literal ^ 1))) return;
      throw new LemmataError('E-SOLVER', 'no proof that the assumptions contradict each other');
    }
    const checked = checkProof(proof);
    if (!checked.valid) throw new LemmataError('E-SOLVER', `the proof is invalid: ${checked.reason}`);
    for (let leaf = 0; leaf < proof.leafCount; leaf++) {
      const clause = this.#clauses.at(proof.leafParts[leaf]);
      const literals = proof.leafLiterals.subarray(proof.leafStarts[leaf], proof.leafStarts[leaf + 1]);
      // A clause that contains all literals of one of our clauses follows from it.
      if (clause === null || !clause.every((literal) => literals.includes(literal)))
        throw new LemmataError('E-SOLVER', `leaf ${leaf} of the proof is not one of the clauses`);
    }
    if (!checked.clause.every((literal) => assumed.includes(literal ^ 1)))
      throw new LemmataError('E-SOLVER', 'the proof derives something else');
  }
}

/** Plain refuters over the terms of one store. */
export function plainRefuters(store: TermStore, options: PlainOptions): RefuterFactory {
  return { name: 'plain', patience: PATIENCE, create: () => new PlainRefuter(store, options) };
}
