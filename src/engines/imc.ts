import type { Interpolation } from '../interpolation/service.ts';
import type { Term } from '../smt/builder.ts';
import { BoundedSearch } from './bmc-core.ts';
import { searchDepths } from './depth-search.ts';
import type { Claim, EngineContext } from './engine.ts';
import { ImageLemmas } from './image-lemmas.ts';
import { ImageSet } from './images.ts';
import { interpolationFor } from './interpolants.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { IMC, isOn } from './options.ts';
import { SharedQueries } from './shared-queries.ts';
import { StepParts } from './step-parts.ts';

/**
 * Interpolation-based model checking (McMillan, CAV 2003; [IMC22] Alg. 1 and 2): for k = 1, 2, … bounded model checking at depth k; then
 * interpolants between one step from what is reachable so far and k - 1 more steps into bad over-approximate the states after that step. If they
 * add nothing new, their union is inductive and no state of it reaches bad in k steps.
 *
 * Options: `maxDepth` (0: no limit), `atMost` (at most k - 1 more steps instead of exactly that many: [TRF24] Eq. 1), `backward` (interpolants are
 * derived from the side of bad), `queryMilliseconds` (limit of a solver query while interpolants are made).
 */
export function imc(context: EngineContext): Claim {
  const known = new KnownLemmas(context);
  const base = new BoundedSearch(context, '');
  const images = new Images(context, known);
  try {
    return searchDepths(context, base, {
      limited: (depth) => `no fixpoint of interpolants for runs of up to ${depth} steps`,
      prove: (k) => (k === 0 ? null : images.fixpoint(k)),
      proofsOnly: context.rivals.includes('bmc'),
    });
  } finally {
    base.dispose();
    images.dispose();
  }
}

class Images {
  readonly #context: EngineContext;
  readonly #known: KnownLemmas;
  readonly #steps: StepParts;
  readonly #interpolation: Interpolation;
  readonly #lemmas: ImageLemmas;
  readonly #queries: SharedQueries;

  constructor(context: EngineContext, known: KnownLemmas) {
    this.#context = context;
    this.#known = known;
    this.#steps = new StepParts(context, known);
    this.#interpolation = interpolationFor(context);
    this.#lemmas = new ImageLemmas(context, known);
    this.#queries = new SharedQueries(context);
  }

  dispose(): void {
    this.#interpolation.dispose();
    this.#queries.dispose();
  }

  /** The inner loop of [IMC22] Alg. 2: images of the initial states until they add nothing (a proof), or may lead into bad (null). */
  fixpoint(k: number): Claim | null {
    const steps = this.#steps;
    this.#known.receive();
    const atMost = isOn(this.#context, IMC.atMost);
    const suffix = steps.suffix(k - 1, atMost);
    const image = new ImageSet(this.#context.system.terms, this.#queries, this.#known.invariants);
    const images: Term[] = [];
    try {
      let start = steps.initial() ?? this.#interpolation.interpolant(steps.initialPart(), steps.suffix(k, atMost));
      while (start !== null && !this.#context.stopped()) {
        image.add(start);
        images.push(start);
        const reached = this.#interpolation.interpolant(steps.stepFrom(start), suffix);
        if (reached !== null && image.contains(reached)) return { kind: 'safe', certificate: steps.certificate(image.union, k) };
        start = reached;
      }
      this.#lemmas.publish(images);
      return null;
    } finally {
      this.#context.statistics?.({ depth: k, images: images.length, ...this.#interpolation.statistics.numbers });
      this.#context.note(`k = ${k}: ${this.#interpolation.summary()}`);
    }
  }
}
