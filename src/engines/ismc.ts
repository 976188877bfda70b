import type { Interpolation } from '../interpolation/service.ts';
import type { Term } from '../smt/builder.ts';
import { BoundedSearch } from './bmc-core.ts';
import { searchDepths } from './depth-search.ts';
import type { Claim, EngineContext } from './engine.ts';
import { ImageLemmas } from './image-lemmas.ts';
import { fixpointOf } from './images.ts';
import { interpolationFor } from './interpolants.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { SharedQueries } from './shared-queries.ts';
import { StepParts } from './step-parts.ts';

/**
 * Interpolation-sequence-based model checking (Vizel, Grumberg, FMCAD 2009; [TRF24] Alg. 1 and 2): for k = 1, 2, … bounded model checking at depth
 * k; then an inductive interpolation sequence of the steps of that length strengthens, for each i, a set that contains what is reachable in
 * exactly i steps and no bad state. Once one of the sets is covered by those before it, their union is inductive.
 *
 * Options: `maxDepth` (0: no limit), `backward` (interpolants are derived from the side of bad), `queryMilliseconds` (limit of a solver query
 * while interpolants are made).
 */
export function ismc(context: EngineContext): Claim {
  const known = new KnownLemmas(context);
  const base = new BoundedSearch(context, '');
  const images = new Images(context, known, interpolationFor(context));
  try {
    return searchDepths(context, base, {
      limited: (depth) => `no fixpoint of interpolation sequences for runs of up to ${depth} steps`,
      prove: (k) => images.strengthen(k),
      proofsOnly: context.rivals.includes('bmc'),
    });
  } finally {
    base.dispose();
    images.dispose();
  }
}

class Images {
  readonly #context: EngineContext;
  readonly #interpolation: Interpolation;
  readonly #known: KnownLemmas;
  readonly #steps: StepParts;
  readonly #lemmas: ImageLemmas;
  readonly #queries: SharedQueries;
  /** The initial states where a formula says what they are; otherwise sequences begin with a set that contains them. */
  readonly #initial: Term | null;
  /** images[i] contains what is reachable in exactly i steps, and no bad state if i is not open. */
  readonly #images: Term[];
  /** Depths without a sequence of their own: those of greater depths do not keep bad out of their images. */
  readonly #open = new Set<number>();

  constructor(context: EngineContext, known: KnownLemmas, interpolation: Interpolation) {
    this.#context = context;
    this.#interpolation = interpolation;
    this.#known = known;
    this.#steps = new StepParts(context, known);
    this.#lemmas = new ImageLemmas(context, known);
    this.#queries = new SharedQueries(context);
    this.#initial = this.#steps.initial();
    this.#images = this.#initial === null ? [] : [this.#initial];
  }

  dispose(): void {
    this.#interpolation.dispose();
    this.#queries.dispose();
  }

  /** Takes in the sequence of depth k, where bad cannot be reached in k steps; a claim if there is a fixpoint. */
  strengthen(k: number): Claim | null {
    this.#known.receive();
    const refined = this.#refine(k);
    this.#context.statistics?.({ depth: k, ...this.#interpolation.statistics.numbers });
    this.#context.note(`k = ${k}: ${this.#interpolation.summary()}`);
    if (!refined) return null;
    const fixpoint = this.#safeFixpoint();
    if (fixpoint === null) {
      this.#lemmas.publish(this.#images);
      return null;
    }
    const { terms } = this.#context.system;
    return { kind: 'safe', certificate: this.#steps.certificate(terms.orAll(this.#images.slice(0, fixpoint)), 0) };
  }

  /** Strengthens the images by the sequence of depth k; false if there is none. */
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
      const known = this.#images[first + i];
      this.#images[first + i] = known === undefined ? interpolant : terms.and(known, interpolant);
    });
    return true;
  }

  /** An image that is covered by those before it, none of which is open; null if there is none. */
  #safeFixpoint(): number | null {
    for (;;) {
      const fixpoint = fixpointOf(this.#context.system.terms, this.#queries, this.#images, this.#known.invariants);
      if (fixpoint === null) return null;
      const open = [...this.#open].find((depth) => depth < fixpoint);
      if (open === undefined) return fixpoint;
      // What was not found then may be found with the invariants that came in since.
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
    const bad = this.#steps.suffix(0, false);
    return this.#interpolation.sequence(initial === null ? [this.#steps.initialPart(), ...steps, bad] : [...steps, bad]);
  }
}
