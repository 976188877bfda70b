import type { Term } from '../smt/builder.ts';
import type { Claim, EngineContext } from './engine.ts';
import { inductivePart } from './inductive-part.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { StepParts } from './step-parts.ts';
import { candidateTiers } from './templates/candidates.ts';
import { inductiveEqualities } from './templates/equalities.ts';
import { relatedGroups } from './templates/related.ts';
import { type Samples, sampleStates } from './templates/sampler.ts';

/** Candidates that are checked together. */
const MOST_CANDIDATES = 600;

/**
 * Invariants from templates: linear equalities that grow from states of random runs, then candidates that those states do not contradict, of which
 * the greatest inductive subset is kept, relative to everything that is known (Flanagan, Leino: Houdini, an Annotation Assistant for
 * ESC/Java, FME 2001; with data from runs: Garg, Löding, Madhusudan, Neider: ICE, CAV 2014). Each tier of candidates is checked together
 * with what is left of the tiers before. What is kept is published; the engine ends with a proof where what is known excludes bad, or when neither it nor
 * another engine found anything new.
 *
 * Options: `sampleMilliseconds` (limit of the random runs), `roundMilliseconds` (limit of one tier), `queryMilliseconds` (limit of one query about equalities).
 */
export function houdini(context: EngineContext): Claim {
  return new Houdini(context).run();
}

class Houdini {
  readonly #context: EngineContext;
  readonly #known: KnownLemmas;
  readonly #steps: StepParts;
  readonly #roundMilliseconds: number;
  readonly #queryMilliseconds: number;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#known = new KnownLemmas(context);
    this.#steps = new StepParts(context, this.#known);
    this.#roundMilliseconds = Number(context.options.roundMilliseconds ?? 10_000);
    this.#queryMilliseconds = Number(context.options.queryMilliseconds ?? 4_000);
  }

  run(): Claim {
    const { system, seed, options } = this.#context;
    const samples = sampleStates(system, {
      seed,
      milliseconds: Number(options.sampleMilliseconds ?? 1_000),
      stopped: () => this.#context.stopped(),
    });
    this.#context.note(`${samples.reduce((sum, states) => sum + states.length, 0)} states of random runs`);
    for (;;) {
      if (this.#round(samples)) return { kind: 'safe', certificate: this.#steps.certificate(system.terms.true, 0) };
      if (this.#context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      if (!this.#known.receive()) break;
    }
    return {
      kind: 'unknown',
      reason: { kind: 'incomplete', why: 'what holds of the templates does not exclude the error' },
      bound: null,
    };
  }

  /** All tiers once; true as soon as what is known excludes bad. */
  #round(samples: Samples): boolean {
    if (this.#excludesBad()) return true;
    if (this.#publish('equalities', this.#equalities(samples)) && this.#excludesBad()) return true;
    const tried = new Set<Term>();
    for (const { name, candidates } of candidateTiers(this.#context.system, samples)) {
      if (this.#context.stopped()) return false;
      const known = new Set(this.#known.invariants);
      const before = [...tried].filter((t) => !known.has(t));
      const fresh = candidates.filter((t) => !known.has(t) && !tried.has(t));
      if (fresh.length === 0) continue;
      for (const t of fresh) tried.add(t);
      const together = [...fresh, ...before].slice(0, MOST_CANDIDATES);
      const found = inductivePart(this.#context, this.#steps, this.#known.invariants, together, this.#roundMilliseconds);
      if (this.#publish(`${name}: ${together.length} candidates`, found) && this.#excludesBad()) return true;
    }
    return false;
  }

  #equalities(samples: Samples): readonly Term[] {
    const groups = relatedGroups(this.#context.system);
    if (groups.length === 0) return [];
    const problem = { context: this.#context, invariants: this.#known.invariants, samples, groups };
    return inductiveEqualities(problem, this.#roundMilliseconds, this.#queryMilliseconds) ?? [];
  }

  /** Whether anything was new. */
  #publish(name: string, found: readonly Term[]): boolean {
    const fresh = found.filter((formula) => this.#known.publish({ kind: 'invariant', bound: null, formula }));
    this.#context.note(`${name}, ${fresh.length} new invariants`);
    return fresh.length > 0;
  }

  #excludesBad(): boolean {
    const { solvers, seed, system } = this.#context;
    const { formula } = this.#steps.suffix(0, true);
    if (formula === system.terms.false) return true;
    const solver = solvers.create({ seed });
    try {
      solver.assert(formula);
      return solver.check([], { milliseconds: this.#roundMilliseconds }) === 'unsat';
    } finally {
      solver.dispose();
    }
  }
}
