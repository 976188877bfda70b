import { invariant } from '../exchange/lemma.ts';
import type { Term } from '../smt/builder.ts';
import type { Claim, EngineContext } from './engine.ts';
import { InductiveFacts } from './inductive-facts.ts';
import type { BoundTerms } from './inductive-steps.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { HOUDINI, numberOf } from './options.ts';
import { boundIndices } from './templates/bound-terms.ts';
import { candidateTiers } from './templates/candidates.ts';
import { inductiveEqualities } from './templates/equalities.ts';
import { relatedGroups } from './templates/related.ts';
import { type Samples, sampleStates } from './templates/sampler.ts';

/** Candidates that are checked together, and of them those that were tried before. */
const MOST_CANDIDATES = 800;
const MOST_TRIED = 200;

/**
 * Invariants from templates: linear equalities that grow from states of random runs, then candidates that those states do not contradict, of which
 * the greatest inductive subset is kept, relative to everything that is known (Flanagan, Leino: Houdini, an Annotation Assistant for
 * ESC/Java, FME 2001; with data from runs: Garg, Löding, Madhusudan, Neider: ICE, CAV 2014). Each tier of candidates is checked together
 * with what is left of the tiers before; all tiers are tried again as long as that, or another engine, gave something new to rest on. What
 * is kept is published, but for what holds of all elements of an array, and what rests on that. The engine ends with a proof where what is known
 * excludes bad.
 *
 * Options: `sampleMilliseconds` (limit of the random runs), `roundMilliseconds` (limit of one tier), `queryMilliseconds` (limit of one query).
 */
export function houdini(context: EngineContext): Claim {
  return new Houdini(context).run();
}

class Houdini {
  readonly #context: EngineContext;
  readonly #known: KnownLemmas;
  readonly #bound: BoundTerms;
  readonly #facts: InductiveFacts;
  /** What is known without anything that holds of all elements: what others may rest on. */
  readonly #shared: InductiveFacts;
  readonly #roundMilliseconds: number;
  readonly #queryMilliseconds: number;

  constructor(context: EngineContext) {
    const { system } = context;
    this.#context = context;
    this.#roundMilliseconds = numberOf(context, HOUDINI.round);
    this.#queryMilliseconds = numberOf(context, HOUDINI.query);
    this.#known = new KnownLemmas(context);
    this.#bound = boundIndices(system);
    this.#facts = new InductiveFacts(context, this.#queryMilliseconds, this.#bound);
    this.#shared = new InductiveFacts(context, this.#queryMilliseconds);
  }

  run(): Claim {
    const { system, seed } = this.#context;
    const samples = sampleStates(system, {
      seed,
      milliseconds: numberOf(this.#context, HOUDINI.sample),
      stopped: () => this.#context.stopped(),
    });
    this.#context.note(`${samples.reduce((sum, states) => sum + states.length, 0)} states of random runs`);
    this.#receive();
    for (let before = -1; before < this.#facts.facts.size; ) {
      before = this.#facts.facts.size;
      if (this.#round(samples)) return { kind: 'safe', certificate: this.#facts.certificate };
      if (this.#context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      this.#receive();
    }
    return {
      kind: 'unknown',
      reason: { kind: 'incomplete', why: 'what holds of the templates does not exclude the error' },
      bound: null,
    };
  }

  /** All tiers once; true as soon as what is known excludes bad. */
  #round(samples: Samples): boolean {
    if (this.#facts.excludesBad()) return true;
    const equalities = this.#equalities(samples);
    this.#facts.accept(equalities);
    if (this.#publish('equalities', equalities) && this.#facts.excludesBad()) return true;
    const tried = new Set<Term>();
    for (const { name, candidates } of candidateTiers(this.#context.system, samples, this.#bound.bound)) {
      if (this.#context.stopped()) return false;
      this.#receive();
      const isOpen = (t: Term): boolean => !this.#facts.facts.has(t);
      const before = [...tried].filter(isOpen).slice(0, MOST_TRIED);
      const fresh = candidates.filter((t) => isOpen(t) && !tried.has(t));
      if (fresh.length === 0) continue;
      for (const t of fresh) tried.add(t);
      const together = [...fresh, ...before].slice(0, MOST_CANDIDATES);
      const found = this.#facts.learn(together, { milliseconds: this.#roundMilliseconds, independent: true });
      if (this.#publish(`${name}: ${together.length} candidates`, found) && this.#facts.excludesBad()) return true;
    }
    return false;
  }

  #equalities(samples: Samples): readonly Term[] {
    const groups = relatedGroups(this.#context.system);
    if (groups.length === 0) return [];
    const problem = { context: this.#context, before: (block: number) => this.#facts.before(block), samples, groups };
    const found = inductiveEqualities(problem, this.#roundMilliseconds, this.#queryMilliseconds) ?? [];
    return found.filter((t) => !this.#facts.facts.has(t));
  }

  /** Takes in what others found. */
  #receive(): void {
    this.#known.receive();
    for (const facts of [this.#facts, this.#shared]) facts.accept(this.#known.invariants);
  }

  /** Tells the others what they can rely on; false if there is nothing at all. */
  #publish(name: string, found: readonly Term[]): boolean {
    this.#context.note(`${name}, ${found.length} new invariants`);
    const others = found.filter((t) => !this.#facts.isAboutAll(t));
    const told = this.#facts.isUniversal ? this.#shared.learn(others, { milliseconds: this.#roundMilliseconds }) : others;
    this.#shared.accept(told);
    this.#known.publish(...told.map(invariant));
    return found.length > 0;
  }
}
