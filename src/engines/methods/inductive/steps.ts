import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { blockOf } from '../../../system/analysis/given.ts';
import type { BoundInstance, Recorded } from '../../../system/transys/certificate.ts';
import { afterStep, atBlock, initially } from '../../../system/transys/control.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/**
 * Variables that facts quantify over, and the values that steps of each block take for them; see
 * `Universal`. `recorded`: state variables that the original system does not have; absent: none.
 */
export interface BoundTerms {
  readonly bound: readonly Term[];
  readonly instances: readonly BoundInstance[];
  readonly recorded?: readonly Recorded[];
}

export const NOTHING_BOUND: BoundTerms = { bound: [], instances: [] };

/** A block's terms where its program counter is known. */
export interface BlockStep {
  readonly id: number;
  readonly successors: readonly number[];
  readonly feasible: Term;
  /** Bad or a gap. */
  readonly bad: Term;
  readonly gap: Term;
  /** The conditions of `Block.bads`, by name. */
  readonly checks: ReadonlyMap<string, Term>;
  /** The fact about the state before a step: for its bound variables, and for each instance. */
  before(fact: Term): Term;
  /** The fact about the state after a step. */
  after(fact: Term): Term;
}

/**
 * The steps of a system, block by block, as facts over its state variables see them. A step is built
 * when it is first asked for.
 */
export class InductiveSteps {
  readonly #system: TransitionSystem;
  readonly #bound: BoundTerms;
  readonly #steps: (BlockStep | null)[];
  readonly #initially: Substitution;
  /** Variables of facts that the original system does not have. */
  readonly #own: ReadonlySet<Term>;
  readonly #universal = new Map<Term, boolean>();

  constructor(system: TransitionSystem, bound: BoundTerms) {
    this.#system = system;
    this.#bound = bound;
    this.#own = new Set([...bound.bound, ...(bound.recorded ?? []).map(({ variable }) => variable)]);
    this.#steps = system.blocks.map(() => null);
    this.#initially = initially(system);
  }

  initially(fact: Term): Term {
    return this.#initially.apply(fact);
  }

  /** True if the fact contains bound or recorded variables. */
  isUniversal(fact: Term): boolean {
    if (this.#own.size === 0) return false;
    let known = this.#universal.get(fact);
    if (known === undefined) {
      known = freeVariables(this.#system.terms, [fact]).some((t) => this.#own.has(t));
      this.#universal.set(fact, known);
    }
    return known;
  }

  /** The only block that the fact constrains; null if it constrains several. */
  blockOf(fact: Term): number | null {
    return blockOf(this.#system, fact);
  }

  of(id: number): BlockStep {
    let step = this.#steps[id];
    if (step === null) {
      step = this.#make(id);
      this.#steps[id] = step;
    }
    return step;
  }

  #make(id: number): BlockStep {
    const { terms, blocks } = this.#system;
    const block = blocks[id];
    const here = atBlock(this.#system, id);
    const next = afterStep(this.#system, block);
    const { bound, instances } = this.#bound;
    const values = instances
      .filter((instance) => instance.block === id)
      .map((instance) => {
        const pairs = instance.values.map(([b, value]) => [bound[b], here.apply(value)] as const);
        return new Substitution(terms, pairs);
      });
    return {
      id,
      successors: block.successors,
      feasible: here.apply(block.feasible),
      bad: here.apply(terms.or(block.bad, block.gap)),
      gap: here.apply(block.gap),
      checks: new Map(block.bads.map(({ name, term }) => [name, here.apply(term)])),
      before: (fact) => {
        const said = here.apply(fact);
        return this.isUniversal(fact) ? terms.andAll([said, ...values.map((over) => over.apply(said))]) : said;
      },
      after: (fact) => next.apply(fact),
    };
  }
}
