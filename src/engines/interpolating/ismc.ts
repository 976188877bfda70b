import type { Term } from '../../logic/terms/builder.ts';
import type { Interpolation } from '../interpolation/service.ts';
import { searchDepths } from '../methods/bounded/depth-search.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { ImageLemmas } from '../methods/interpolants/image-lemmas.ts';
import { fixpointOf } from '../methods/interpolants/images.ts';
import { interpolationFor } from '../methods/interpolants/interpolants.ts';
import { SharedQueries } from '../methods/interpolants/shared-queries.ts';
import { TransitionParts } from '../methods/interpolants/transition-parts.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';

/**
 * Interpolation-sequence-based model checking (Vizel, Grumberg, FMCAD 2009; [TRF24] Alg. 1 and 2). The
 * loop over k = 1, 2, … first searches for a run of k steps. Then an inductive interpolation sequence
 * of these steps strengthens one set for each i. The i-th set contains all states that exactly i steps
 * reach, and no bad state. Once the earlier sets cover one of the sets, their union is inductive.
 *
 * Unlike in the paper, interpolants are Boolean combinations of predicates over the state (see
 * `Interpolation`). So a sequence may be missing although the parts are inconsistent; the depth then
 * stays open.
 *
 * Options: `MAX_DEPTH` and `INTERPOLATION` in `options.ts`.
 */
export function ismc(context: EngineContext): Claim {
  const known = new KnownLemmas(context);
  const base = new BoundedSearch(context, '');
  const fixpoint = new SequenceFixpoint(context, known, interpolationFor(context));
  try {
    return searchDepths(context, base, {
      limited: (depth) => `no fixpoint of interpolation sequences for runs of up to ${depth} steps`,
      prove: (k) => fixpoint.strengthen(k),
      proofsOnly: context.otherEngines.includes('bmc'),
    });
  } finally {
    base.dispose();
    fixpoint.dispose();
  }
}

/**
 * The reachability sequence, which interpolation sequences strengthen, and the search for its
 * fixpoint.
 */
class SequenceFixpoint {
  readonly #context: EngineContext;
  readonly #interpolation: Interpolation;
  readonly #known: KnownLemmas;
  readonly #steps: TransitionParts;
  readonly #lemmas: ImageLemmas;
  readonly #queries: SharedQueries;
  /**
   * The initial states, where a formula describes them. Null: sequences begin with a set that contains
   * them.
   */
  readonly #initial: Term | null;
  /** reachability[i] contains all states that exactly i steps reach, and no bad state if i is not open. */
  readonly #reachability: Term[];
  /**
   * Depths without a sequence of their own: sequences of greater depths do not exclude bad from these
   * sets.
   */
  readonly #open = new Set<number>();

  constructor(context: EngineContext, known: KnownLemmas, interpolation: Interpolation) {
    this.#context = context;
    this.#interpolation = interpolation;
    this.#known = known;
    this.#steps = new TransitionParts(context, known);
    this.#lemmas = new ImageLemmas(context, known);
    this.#queries = new SharedQueries(context);
    this.#initial = this.#steps.initial();
    this.#reachability = this.#initial === null ? [] : [this.#initial];
  }

  dispose(): void {
    this.#interpolation.dispose();
    this.#queries.dispose();
  }

  /**
   * Takes in the sequence of depth k, where no run of k steps reaches bad; returns a claim at a
   * fixpoint.
   */
  strengthen(k: number): Claim | null {
    this.#known.receive();
    const refined = this.#refine(k);
    this.#context.statistics?.({ depth: k, ...this.#interpolation.statistics.numbers });
    this.#context.note(`k = ${k}: ${this.#interpolation.summary()}`);
    if (!refined) return null;
    const fixpoint = this.#safeFixpoint();
    if (fixpoint === null) {
      this.#lemmas.publish(this.#reachability);
      return null;
    }
    const { terms } = this.#context.system;
    return {
      kind: 'safe',
      certificate: this.#steps.certificate(terms.orAll(this.#reachability.slice(0, fixpoint)), 0),
    };
  }

  /**
   * Strengthens the reachability sequence by the interpolation sequence of depth k; false if there is
   * none.
   */
  #refine(k: number): boolean {
    const sequence = this.#sequence(k);
    if (sequence === null) {
      this.#open.add(k);
      return false;
    }
    this.#open.delete(k);
    const { terms } = this.#context.system;
    const first = this.#initial === null ? 0 : 1;
    sequence.forEach((interpolant, i) => {
      const known = this.#reachability[first + i];
      this.#reachability[first + i] = known === undefined ? interpolant : terms.and(known, interpolant);
    });
    return true;
  }

  /** The index of a set that the sets before it cover, none of which is open; null if there is none. */
  #safeFixpoint(): number | null {
    for (;;) {
      const fixpoint = fixpointOf(
        this.#context.system.terms,
        this.#queries,
        this.#reachability,
        this.#known.invariants,
      );
      if (fixpoint === null) return null;
      const open = [...this.#open].find((depth) => depth < fixpoint);
      if (open === undefined) return fixpoint;
      // Invariants that came in since may make the missing sequence possible.
      if (!this.#refine(open)) return null;
    }
  }

  /** Interpolants for ⟨I ∧ T, T, …, T, bad⟩ with k steps; null if there are none. */
  #sequence(k: number): readonly Term[] | null {
    const { terms } = this.#context.system;
    const initial = this.#initial;
    if (k === 0 && initial !== null) return [];
    const steps = Array.from({ length: k }, (_, j) =>
      j === 0 && initial !== null ? this.#steps.stepFrom(initial) : this.#steps.step(terms.true),
    );
    const bad = this.#steps.suffix(0);
    return this.#interpolation.sequence(
      initial === null ? [this.#steps.initialPart(), ...steps, bad] : [...steps, bad],
    );
  }
}
