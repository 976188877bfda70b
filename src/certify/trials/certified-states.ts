import type { Term } from '../../logic/terms/builder.ts';
import type { WholeCertificate } from '../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { statedInvariant } from '../proof/parts.ts';
import { conjunctsOf } from '../proof/refuters/junctions.ts';
import { ANY, type PartialValue } from '../values/partial-value.ts';
import { PartialValues } from '../values/partial-values.ts';

/** Most conjuncts of an invariant that are evaluated, beginning with the first. */
const MOST_CONJUNCTS = 2000;
/** Values that are substituted for each bound variable. */
const SAMPLES = [0n, 1n, 2n, 7n];

/** Numbers of conjuncts that hold in a state, and that cannot be evaluated. */
export interface Examined {
  readonly held: number;
  /** Number of conjuncts that depend on unknown values. */
  readonly skipped: number;
  readonly broken: boolean;
}

/** Checks single states against the invariant of a certificate, with a few values of its bound variables. */
export class CertifiedStates {
  readonly #conjuncts: readonly Term[];
  readonly #values: PartialValues;
  readonly #index: ReadonlyMap<Term, number>;
  readonly #bound: ReadonlySet<Term>;

  constructor(
    private readonly system: TransitionSystem,
    certificate: WholeCertificate,
  ) {
    const { terms, stateVars } = system;
    const stated = statedInvariant(system, certificate);
    const whole = stated === null ? [] : conjunctsOf(terms, [stated.invariant]);
    this.#conjuncts = whole.slice(0, MOST_CONJUNCTS);
    this.#bound = new Set(stated?.bound ?? []);
    this.#values = new PartialValues(terms, this.#conjuncts);
    this.#index = new Map(stateVars.map((v, i) => [v.term, i]));
  }

  examine(state: readonly PartialValue[]): Examined {
    if (this.#conjuncts.length === 0) return { held: 0, skipped: 0, broken: false };
    const samples = this.#bound.size === 0 ? [0n] : SAMPLES;
    let held = 0;
    let skipped = 0;
    for (const sample of samples) {
      const found = this.#values.of(this.#conjuncts, (variable) => {
        const index = this.#index.get(variable);
        return index === undefined ? this.#sample(variable, sample) : state[index];
      });
      if (found.includes(false)) return { held, skipped, broken: true };
      const open = found.filter((value) => value === ANY).length;
      skipped += open;
      held += found.length - open;
    }
    return { held, skipped, broken: false };
  }

  #sample(variable: Term, sample: bigint): PartialValue {
    if (!this.#bound.has(variable)) return ANY;
    const sort = this.system.terms.sort(variable);
    return sort.kind === 'bv' ? BigInt.asUintN(sort.width, sample) : ANY;
  }
}
