import type { Term } from '../../logic/terms/builder.ts';
import { relatedGroups } from '../../system/transys/related.ts';
import { type SampleLimits, type Samples, sampleStates } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { CheckClaims } from '../methods/inductive/claim.ts';
import { InductiveFacts } from '../methods/inductive/facts.ts';
import type { BoundTerms } from '../methods/inductive/steps.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';
import { HOUDINI, numberOf } from '../methods/options.ts';
import { type BoundIndices, boundIndices } from './bound-terms.ts';
import { type CandidateTier, candidateTiers } from './candidates.ts';
import { inductiveEqualities } from './equalities.ts';
import { Folds } from './folds.ts';

/** Most candidates that are checked together, and how many of them may have been tried before. */
const MOST_CANDIDATES = 800;
const MOST_TRIED = 200;

/**
 * Invariants from templates: linear equalities that grow from states of random runs, then candidates
 * that these states do not contradict. The engine keeps the greatest inductive subset of the
 * candidates, relative to all known facts (Flanagan, Leino: Houdini, an Annotation Assistant for
 * ESC/Java, FME 2001). Candidates from runs follow Garg, Löding, Madhusudan, Neider (ICE, CAV 2014).
 *
 * Each tier of candidates is checked together with candidates of earlier tiers that are still
 * undecided. Candidates beyond the most of a tier are a tier of their own behind all others. Cheap tiers go first.
 * When no tier is left, those that were tried with fewer facts than are known are tried again. The engine publishes
 * what it keeps, except facts about all elements of an array and facts that rest on these. It ends with a proof once
 * the known facts exclude bad, and claims checks that are decided one by one as `ai` does.
 *
 * Options: `HOUDINI` in `options.ts`.
 */
export function houdini(context: EngineContext): Claim {
  return new Houdini(context).run();
}

class Houdini {
  /** The system whose states also have the records of folds. */
  readonly #context: EngineContext;
  readonly #original: TransitionSystem;
  /** Candidates about the records of folds. */
  readonly #records: readonly Term[];
  readonly #known: KnownLemmas;
  readonly #indices: BoundIndices;
  readonly #bound: BoundTerms;
  readonly #facts: InductiveFacts;
  /** The known facts without those about all elements: only on these may other engines rely. */
  readonly #shared: InductiveFacts;
  readonly #claims: CheckClaims;
  /** Candidates that were tried, in the order of the first attempt. */
  readonly #tried = new Set<Term>();
  readonly #roundMilliseconds: number;
  readonly #queryMilliseconds: number;

  constructor(given: EngineContext) {
    const original = given.system;
    const folds = Folds.of(original);
    const system = folds?.system ?? original;
    const context = folds === null ? given : { ...given, system };
    this.#original = original;
    this.#context = context;
    this.#roundMilliseconds = numberOf(context, HOUDINI.round);
    this.#queryMilliseconds = numberOf(context, HOUDINI.query);
    this.#known = new KnownLemmas(context);
    const bound = boundIndices(system);
    this.#indices = bound;
    this.#bound = folds === null ? bound : folds.boundWith(bound);
    this.#records = folds?.candidates(bound.indices) ?? [];
    this.#facts = new InductiveFacts(context, this.#queryMilliseconds, this.#bound);
    this.#shared = new InductiveFacts(context, this.#queryMilliseconds);
    this.#claims = new CheckClaims(context, this.#facts);
  }

  run(): Claim {
    if (this.#resumes()) return { kind: 'safe', certificate: this.#facts.certificate };
    const samples = this.#sample();
    // Records come last among the state variables, so that these samples are also those of the original.
    const untried = candidateTiers(this.#original, samples, this.#indices);
    const tiers: CandidateTier[] = [];
    const left: CandidateTier[] = [];
    /** The number of facts when the equalities (index 0) and each tier (from index 1) were last tried. */
    const known: number[] = [];
    this.#receive();
    for (let tried = -1; ; ) {
      if (this.#context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      const now = this.#facts.facts.size;
      const claim = now > tried ? this.#claim(false) : null;
      if (claim !== null) return claim;
      tried = now;
      let place = 0;
      if (known.length > 0) {
        const tier = untried.next().value ?? left.shift();
        if (tier === undefined) place = known.findIndex((before) => before < now);
        else {
          const { name, candidates } = tier;
          if (candidates.length > MOST_CANDIDATES) left.push({ name, candidates: candidates.slice(MOST_CANDIDATES) });
          place = tiers.push({ name, candidates: candidates.slice(0, MOST_CANDIDATES) });
        }
      }
      if (place < 0) break;
      if (place === 0) this.#learnEqualities(samples);
      else this.#learn(tiers[place - 1]);
      known[place] = this.#facts.facts.size;
      this.#receive();
    }
    return this.#claim(true) ?? incomplete('the templates that hold do not exclude the error');
  }

  #claim(atEnd: boolean): Claim | null {
    return this.#claims.attempt({ milliseconds: this.#roundMilliseconds, atEnd });
  }

  /** Tries hints, and the invariants of an earlier version of the program, first. True if they exclude bad. */
  #resumes(): boolean {
    const { candidates = [] } = this.#context;
    if (candidates.length === 0) return false;
    this.#receive();
    this.#learn({ name: 'given candidates', candidates });
    return this.#facts.excludesBad();
  }

  #sample(): Samples {
    const samples = sampleStates(this.#context.system, this.#sampleLimits());
    this.#context.note(`${samples.reduce((sum, states) => sum + states.length, 0)} states of random runs`);
    return samples;
  }

  #sampleLimits(): SampleLimits {
    const { seed } = this.#context;
    return { seed, milliseconds: numberOf(this.#context, HOUDINI.sample), stopped: () => this.#context.stopped() };
  }

  /** Equalities between accumulators rest on the definitions of records, and some records on equalities. */
  #learnEqualities(samples: Samples): void {
    this.#learnRecords();
    const found = this.#equalities(samples);
    this.#facts.accept(found);
    this.#publish('equalities', found);
    if (found.length > 0) this.#learnRecords();
  }

  #learnRecords(): void {
    const open = this.#records.filter((t) => !this.#facts.facts.has(t));
    if (open.length === 0) return;
    const found = this.#facts.learn(open, { milliseconds: this.#roundMilliseconds, independent: true });
    this.#publish(`records of folds: ${open.length} candidates`, found);
  }

  #learn({ name, candidates }: CandidateTier): void {
    const isOpen = (t: Term): boolean => !this.#facts.facts.has(t);
    const before = [...this.#tried].filter(isOpen).slice(0, MOST_TRIED);
    const fresh = candidates.filter((t) => isOpen(t) && !before.includes(t));
    if (fresh.length === 0) return;
    for (const t of fresh) this.#tried.add(t);
    const together = [...fresh, ...before].slice(0, MOST_CANDIDATES);
    const found = this.#facts.learn(together, { milliseconds: this.#roundMilliseconds, independent: true });
    this.#publish(`${name}: ${together.length} candidates`, found);
  }

  #equalities(samples: Samples): readonly Term[] {
    const groups = relatedGroups(this.#context.system);
    if (groups.length === 0) return [];
    const problem = { context: this.#context, before: (block: number) => this.#facts.before(block), samples, groups };
    const found = inductiveEqualities(problem, this.#roundMilliseconds, this.#queryMilliseconds) ?? [];
    return found.filter((t) => !this.#facts.facts.has(t));
  }

  /** Takes in the lemmas of other engines. */
  #receive(): void {
    this.#known.receive();
    for (const facts of [this.#facts, this.#shared]) facts.accept(this.#known.invariants);
  }

  /** Publishes the facts that other engines can rely on. */
  #publish(name: string, found: readonly Term[]): void {
    this.#context.note(`${name}, ${found.length} new invariants`);
    const others = found.filter((t) => !this.#facts.isAboutAll(t));
    const shareable = this.#facts.isUniversal
      ? this.#shared.learn(others, { milliseconds: this.#roundMilliseconds })
      : others;
    this.#shared.accept(shareable);
    this.#known.publish(...shareable);
  }
}
