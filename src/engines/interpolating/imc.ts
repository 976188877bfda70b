import type { Term } from '../../logic/terms/builder.ts';
import { dagSize } from '../../logic/terms/traverse.ts';
import { textsAtLoops } from '../../system/transys/c-text/at-block.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { Interpolation } from '../interpolation/service.ts';
import { searchDepths } from '../methods/bounded/depth-search.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import { ImageLemmas } from '../methods/interpolants/image-lemmas.ts';
import { ImageSet } from '../methods/interpolants/images.ts';
import { interpolationFor } from '../methods/interpolants/interpolants.ts';
import { SharedQueries } from '../methods/interpolants/shared-queries.ts';
import { TransitionParts } from '../methods/interpolants/transition-parts.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';

/**
 * Interpolation-based model checking (McMillan, CAV 2003; [IMC22] Alg. 1 and 2). The loop over k = 1,
 * 2, … first searches for a run of k steps. Then it computes interpolants between one step from the
 * states known so far and k - 1 more steps into bad. They over-approximate the states after that step.
 * If they add no state, the union is inductive, and none of its states reaches bad in k steps.
 *
 * Unlike in the paper, interpolants are Boolean combinations of predicates over the state (see
 * `Interpolation`). So an interpolant may be missing although the parts are inconsistent, and then the
 * next k is tried.
 *
 * Options: `MAX_DEPTH` and `INTERPOLATION` in `options.ts`.
 */
export function imc(context: EngineContext): Claim {
  const known = new KnownLemmas(context);
  const base = new BoundedSearch(context, '');
  const fixpoint = new ImageFixpoint(context, known);
  try {
    return searchDepths(context, base, {
      limited: (depth) => `no fixpoint of interpolants for runs of up to ${depth} steps`,
      prove: (k) => (k === 0 ? null : fixpoint.search(k)),
      proofsOnly: context.otherEngines.includes('bmc'),
    });
  } finally {
    base.dispose();
    fixpoint.dispose();
  }
}

/** The images of the initial states, from interpolants, and the search for their fixpoint. */
class ImageFixpoint {
  readonly #context: EngineContext;
  readonly #known: KnownLemmas;
  readonly #steps: TransitionParts;
  readonly #interpolation: Interpolation;
  readonly #lemmas: ImageLemmas;
  readonly #queries: SharedQueries;

  constructor(context: EngineContext, known: KnownLemmas) {
    this.#context = context;
    this.#known = known;
    this.#steps = new TransitionParts(context, known);
    this.#interpolation = interpolationFor(context);
    this.#lemmas = new ImageLemmas(context, known);
    this.#queries = new SharedQueries(context);
  }

  dispose(): void {
    this.#interpolation.dispose();
    this.#queries.dispose();
  }

  /**
   * The inner loop of [IMC22] Alg. 2: computes images of the initial states until an image adds no state
   * (a proof), or no interpolant exists (null).
   */
  search(k: number): Claim | null {
    const steps = this.#steps;
    this.#known.receive();
    const suffix = steps.suffix(k - 1);
    const image = new ImageSet(this.#context.system.terms, this.#queries, this.#known.invariants);
    const images: Term[] = [];
    try {
      let start = steps.initial() ?? this.#interpolation.interpolant(steps.initialPart(), steps.suffix(k));
      while (start !== null && !this.#context.stopped()) {
        image.add(start);
        images.push(start);
        const interpolant = this.#interpolation.interpolant(steps.stepFrom(start), suffix);
        if (interpolant !== null && image.contains(interpolant))
          return { kind: 'safe', certificate: steps.certificate(image.union, k) };
        start = interpolant;
      }
      this.#lemmas.publish(images);
      return null;
    } finally {
      this.#context.statistics?.({ depth: k, images: images.length, ...this.#interpolation.statistics.numbers });
      this.#context.note(`k = ${k}: ${this.#interpolation.summary()}${imagesText(this.#context.system, images)}`);
    }
  }
}

/** Most images that a note shows, and the most nodes of one. */
const SHOWN_IMAGES = 4;
const SHOWN_NODES = 100;

/** The images as C at the loops, for people; '' where they are many, large, or at no loop. */
function imagesText(system: TransitionSystem, images: readonly Term[]): string {
  if (images.length > SHOWN_IMAGES || images.some((image) => dagSize(system.terms, [image]) > SHOWN_NODES)) return '';
  return images
    .flatMap((image, i) => {
      const texts = textsAtLoops(system, image).flatMap(({ expression }) => (expression === '0' ? [] : [expression]));
      return texts.length === 0 ? [] : [`; image ${i}: ${texts.join(' at one loop, ')}`];
    })
    .join('');
}
