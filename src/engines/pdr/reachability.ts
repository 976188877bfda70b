import type { Term } from '../../smt/builder.ts';
import type { Claim, EngineContext, EngineStatistics, EngineUnknown } from '../engine.ts';
import { MAX_DEPTH, numberOf } from '../options.ts';
import type { FrameClause, FrameClauses } from './frame-clauses.ts';
import { LevelQueue } from './obligations.ts';
import { keepInductive, type PropagateOptions, propagate } from './propagate.ts';

/** States at a location that lead into bad: to be shown out of reach in at most `level` steps. */
export interface StatesToBlock<Location> {
  readonly location: Location;
  readonly level: number;
}

/** What becomes of an obligation. */
export type Attempt<Obligation> =
  /** A clause excludes its states. `again`: they are to be shown out of reach for longer, too; null: not now. */
  | { readonly kind: 'blocked'; readonly again: Obligation | null }
  /** A step leads into them from other states, which are to be blocked first. */
  | { readonly kind: 'predecessor'; readonly obligation: Obligation }
  | { readonly kind: 'unknown'; readonly reason: EngineUnknown };

/** What {@link Reachability} leaves to those who know what states, cubes and steps are made of. */
export interface Blocking<Location, Clause extends FrameClause, Obligation extends StatesToBlock<Location>> {
  readonly frames: FrameClauses<Location, Clause>;
  /** Where runs start, with any values. */
  readonly entry: Location;
  /** Steps from the entry that are none of the system. */
  readonly initialSteps: number;
  /** Limit of queries that only improve clauses, ms; 0 for none. */
  readonly milliseconds: number;
  /** A state of frame n at the location from which a step leads into bad, as an obligation; null if there is none. */
  meetsBad(location: Location, n: number): Exclude<Attempt<Obligation>, { readonly kind: 'blocked' }> | null;
  /** Asks whether the obligation's states are reached within its level; learns clauses for frames up to n if they are not. */
  block(obligation: Obligation, n: number): Attempt<Obligation>;
  /** What a chain of obligations from the entry on comes to. `bound`: for when there is no answer. */
  reached(first: Obligation, bound: number | null): Claim;
  /** "The state is not in the clause's cube at this location", over all state variables. */
  formula(location: Location, clause: Clause): Term;
  /** All that holds in a frame, over all state variables. */
  invariant(level: number): Term;
  /** Takes in an invariant of another engine; false if it was known or cannot be used. */
  learn(formula: Term): boolean;
  /** Whether the formula does not hold of the state that the obligation was made from. */
  excludes(formula: Term, obligation: Obligation): boolean;
  statistics(): EngineStatistics & { readonly queries: number };
}

/** So many obligations are remembered, to see whether lemmas of others exclude their states. */
const OBSTACLES = 32;

/**
 * The search of IC3 and of property-directed reachability: for N = 0, 1, 2, … all states of frame N that lead into bad are shown out of reach within N
 * steps, each by a clause that excludes as many more as it can; then clauses move to later frames, and where two frames are equal they are an
 * invariant. A chain of obligations from the entry is a run.
 */
export class Reachability<Location, Clause extends FrameClause, Obligation extends StatesToBlock<Location>> {
  readonly #context: EngineContext;
  readonly #blocking: Blocking<Location, Clause, Obligation>;
  readonly #propagation: PropagateOptions;
  #bound: number | null = null;
  #obligations = 0;
  readonly #obstacles: Obligation[] = [];

  constructor(context: EngineContext, blocking: Blocking<Location, Clause, Obligation>) {
    this.#context = context;
    this.#blocking = blocking;
    this.#propagation = { milliseconds: blocking.milliseconds, stopped: () => context.stopped() };
  }

  run(): Claim {
    const { frames, initialSteps } = this.#blocking;
    const maxDepth = numberOf(this.#context, MAX_DEPTH);
    for (let n = 0; ; n += 1) {
      // Of a system with initial values, frame n has the states that are reached in n - 1 of its own steps.
      const steps = n - initialSteps;
      if (maxDepth > 0 && steps > maxDepth)
        return this.#unknown({ kind: 'incomplete', why: `no two frames are equal for runs of up to ${maxDepth} steps` });
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

  /** Makes sure that no state of frame n leads into bad; a claim if that is not so. */
  #exclude(n: number): Claim | null {
    const { frames, entry } = this.#blocking;
    for (const location of frames.locations) {
      if ((n === 0) !== (location === entry)) continue;
      for (;;) {
        if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
        const found = this.#blocking.meetsBad(location, n);
        if (found === null) break;
        if (found.kind === 'unknown') return this.#unknown(found.reason);
        const end = this.#block(found.obligation, n);
        if (end !== null) return end;
      }
    }
    return null;
  }

  /** Shows that the obligation's states are not reached within its level, and neither what leads to them; a claim if they are. */
  #block(root: Obligation, n: number): Claim | null {
    const queue = new LevelQueue<Obligation>();
    queue.push(this.#met(root));
    for (let next = queue.pop(); next !== null; next = queue.pop()) {
      if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
      if (next.location === this.#blocking.entry) return this.#blocking.reached(next, this.#bound);
      const attempt = this.#blocking.block(next, n);
      switch (attempt.kind) {
        case 'unknown':
          return this.#unknown(attempt.reason);
        case 'predecessor':
          queue.push(next);
          queue.push(this.#met(attempt.obligation));
          break;
        case 'blocked':
          if (attempt.again !== null) queue.push(attempt.again);
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
      if (!this.#blocking.learn(formula)) continue;
      if (this.#obstacles.some((obstacle) => this.#blocking.excludes(formula, obstacle))) useful.push(id);
    }
    this.#context.lemmas.used?.(useful);
  }

  /** Clauses that hold by induction hold in every reachable state. */
  #publishInvariants(level: number): void {
    const found: Term[] = [];
    keepInductive(this.#blocking.frames, level, this.#propagation, (location, clause) => {
      found.push(this.#blocking.formula(location, clause));
    });
    if (found.length > 0) this.#context.lemmas.publish(...found);
  }

  #safe(level: number): Claim {
    const certificate = { kind: 'k-inductive', k: 0, instances: [], distinct: null } as const;
    return { kind: 'safe', certificate: { ...certificate, invariant: this.#blocking.invariant(level) } };
  }

  #unknown(reason: EngineUnknown): Claim {
    return { kind: 'unknown', reason, bound: this.#bound };
  }

  #report(n: number, depth: number): void {
    const { frames } = this.#blocking;
    const clauses = frames.locations.reduce((sum, location) => sum + frames.clauses(location).length, 0);
    const statistics = this.#blocking.statistics();
    this.#context.note(`frame ${n}: ${clauses} clauses, ${this.#obligations} obligations, ${statistics.queries} queries`);
    this.#context.statistics?.({ depth, clauses, obligations: this.#obligations, ...statistics });
  }
}
