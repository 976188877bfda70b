import type { Term } from '../../../logic/terms/builder.ts';
import type { Claim, EngineContext, EngineStatistics, EngineUnknown } from '../engine.ts';
import { MAX_DEPTH, numberOf } from '../options.ts';
import type { FrameClause, FrameClauses } from './frame-clauses.ts';
import { ObligationQueue } from './obligations.ts';
import { keepInductive, type PropagateOptions, propagate } from './propagate.ts';

/** States at a location that lead into bad, and must be shown unreachable within `level` steps. */
export interface StatesToBlock<Location> {
  readonly location: Location;
  readonly level: number;
}

/** The result of an attempt to block an obligation. */
export type BlockResult<Obligation> =
  /**
   * A clause excludes its states. `again`: the same states at a higher level, to be blocked next; null:
   * none.
   */
  | { readonly kind: 'blocked'; readonly again: Obligation | null }
  /** A step leads into its states from other states, which must be blocked first. */
  | { readonly kind: 'predecessor'; readonly obligation: Obligation }
  | { readonly kind: 'unknown'; readonly reason: EngineUnknown };

/** The operations of {@link Ic3Search} that depend on the representation of states, cubes and steps. */
export interface Ic3Domain<Location, Clause extends FrameClause, Obligation extends StatesToBlock<Location>> {
  readonly frames: FrameClauses<Location, Clause>;
  /** The location where runs start, with any values. */
  readonly entry: Location;
  /** Number of steps from the entry that are not steps of the system. */
  readonly initialSteps: number;
  /** Limit in ms of queries that only improve clauses; 0: none. */
  readonly milliseconds: number;
  /**
   * A state of frame n at the location from which a step leads into bad, as an obligation; null if there
   * is none.
   */
  badObligation(location: Location, n: number): Exclude<BlockResult<Obligation>, { readonly kind: 'blocked' }> | null;
  /**
   * Checks whether the obligation's states are reached within its level. If not, learns clauses for
   * frames up to n.
   */
  block(obligation: Obligation, n: number): BlockResult<Obligation>;
  /**
   * The claim that follows from a chain of obligations from the entry. `bound`: the bound of the claim
   * `unknown`.
   */
  counterexample(first: Obligation, bound: number | null): Claim;
  /** The formula "the state is not in the clause's cube at this location", over all state variables. */
  formula(location: Location, clause: Clause): Term;
  /** The conjunction of a frame, over all state variables. */
  invariant(level: number): Term;
  /** Takes in an invariant of another engine; false if it was known or cannot be used. */
  learn(formula: Term): boolean;
  /** True if the formula is false in the state that the obligation was made from. */
  excludes(formula: Term, obligation: Obligation): boolean;
  statistics(): EngineStatistics & { readonly queries: number };
}

/**
 * Number of latest obligations that are kept, to find out whether lemmas of other engines exclude
 * their states.
 */
const OBSTACLES = 32;

/**
 * The search of IC3 and of property-directed reachability, for N = 0, 1, 2, …. It shows all states of
 * frame N that lead into bad unreachable within N steps. A clause excludes each of them, and as many
 * other states as possible. Then it pushes clauses to later frames. Two equal frames are an invariant.
 * A chain of obligations from the entry is a run.
 */
export class Ic3Search<Location, Clause extends FrameClause, Obligation extends StatesToBlock<Location>> {
  readonly #context: EngineContext;
  readonly #domain: Ic3Domain<Location, Clause, Obligation>;
  readonly #propagation: PropagateOptions;
  #bound: number | null = null;
  #obligations = 0;
  readonly #obstacles: Obligation[] = [];

  constructor(context: EngineContext, domain: Ic3Domain<Location, Clause, Obligation>) {
    this.#context = context;
    this.#domain = domain;
    this.#propagation = { milliseconds: domain.milliseconds, stopped: () => context.stopped() };
  }

  run(): Claim {
    const { frames, initialSteps } = this.#domain;
    const maxDepth = numberOf(this.#context, MAX_DEPTH);
    for (let n = 0; ; n++) {
      // In a system with initial values, frame n has the states that n - 1 of its own steps reach.
      const steps = n - initialSteps;
      if (maxDepth > 0 && steps > maxDepth)
        return this.#unknown({
          kind: 'incomplete',
          why: `no two frames are equal for runs of up to ${maxDepth} steps`,
        });
      this.#receive();
      const end = this.#exclude(n);
      if (end !== null) return end;
      if (steps < 0) continue;
      this.#bound = steps;
      this.#context.bound(steps);
      const fixpoint = propagate(frames, n, this.#propagation);
      if (fixpoint === null) this.#publishInvariants(n + 1);
      this.#report(n, steps);
      if (fixpoint !== null) return this.#safe(fixpoint);
    }
  }

  /**
   * Excludes all states of frame n that lead into bad; returns a claim if one is reachable or the search
   * ends.
   */
  #exclude(n: number): Claim | null {
    const { frames, entry } = this.#domain;
    for (const location of frames.locations) {
      if ((n === 0) !== (location === entry)) continue;
      for (;;) {
        if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
        const found = this.#domain.badObligation(location, n);
        if (found === null) break;
        if (found.kind === 'unknown') return this.#unknown(found.reason);
        const end = this.#block(found.obligation, n);
        if (end !== null) return end;
      }
    }
    return null;
  }

  /**
   * Shows the obligation's states and their predecessors unreachable within their levels; returns a
   * claim if they are reachable or the search ends.
   */
  #block(root: Obligation, n: number): Claim | null {
    const queue = new ObligationQueue<Obligation>();
    queue.push(this.#met(root));
    for (let next = queue.pop(); next !== null; next = queue.pop()) {
      if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
      if (next.location === this.#domain.entry) return this.#domain.counterexample(next, this.#bound);
      const result = this.#domain.block(next, n);
      switch (result.kind) {
        case 'unknown':
          return this.#unknown(result.reason);
        case 'predecessor':
          queue.push(next);
          queue.push(this.#met(result.obligation));
          break;
        case 'blocked':
          if (result.again !== null) queue.push(result.again);
          break;
      }
    }
    return null;
  }

  #met(obligation: Obligation): Obligation {
    this.#obstacles[this.#obligations % OBSTACLES] = obligation;
    this.#obligations += 1;
    return obligation;
  }

  #receive(): void {
    const useful: number[] = [];
    for (const { id, formula } of this.#context.lemmas.receive()) {
      if (!this.#domain.learn(formula)) continue;
      if (this.#obstacles.some((obstacle) => this.#domain.excludes(formula, obstacle))) useful.push(id);
    }
    this.#context.lemmas.used?.(useful);
  }

  /** Publishes the clauses that are inductive: they hold in every reachable state. */
  #publishInvariants(level: number): void {
    const found: Term[] = [];
    keepInductive(this.#domain.frames, level, this.#propagation, (location, clause) => {
      found.push(this.#domain.formula(location, clause));
    });
    if (found.length > 0) this.#context.lemmas.publish(...found);
  }

  #safe(level: number): Claim {
    const certificate = { kind: 'inductive', k: 0, instances: [] } as const;
    return { kind: 'safe', certificate: { ...certificate, invariant: this.#domain.invariant(level) } };
  }

  #unknown(reason: EngineUnknown): Claim {
    return { kind: 'unknown', reason, bound: this.#bound };
  }

  #report(n: number, depth: number): void {
    const { frames } = this.#domain;
    const clauses = frames.locations.reduce((sum, location) => sum + frames.clauses(location).length, 0);
    const statistics = this.#domain.statistics();
    this.#context.note(
      `frame ${n}: ${clauses} clauses, ${this.#obligations} obligations, ${statistics.queries} queries`,
    );
    this.#context.statistics?.({ depth, clauses, obligations: this.#obligations, ...statistics });
  }
}
