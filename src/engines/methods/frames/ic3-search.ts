import type { Term } from '../../../logic/terms/builder.ts';
import type { SystemTrace } from '../../../system/transys/system.ts';
import type { BoundedSearch } from '../bounded/search.ts';
import { type Claim, type EngineContext, type EngineStatistics, type EngineUnknown, incomplete } from '../engine.ts';
import { MAX_DEPTH, numberOf } from '../options.ts';
import type { AskedErrors, ErrorName } from './asked-errors.ts';
import { isCertain } from './counterexample.ts';
import { ALWAYS, type FrameClause, type FrameClauses } from './frame-clauses.ts';
import { ObligationQueue } from './obligations.ts';
import { keepInductive, type PropagateOptions, propagate } from './propagate.ts';
import { claimOfRun } from './runs.ts';

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
   * A state of frame n at the location from which a step leads into an error, as an obligation; null if
   * there is none.
   */
  badObligation(
    location: Location,
    n: number,
    error: ErrorName,
  ): Exclude<BlockResult<Obligation>, { readonly kind: 'blocked' }> | null;
  /**
   * Checks whether the obligation's states are reached within its level. If not, learns clauses for
   * frames up to n.
   */
  block(obligation: Obligation, n: number): BlockResult<Obligation>;
  /** The run that a chain of obligations from the entry describes, or why there need be none. */
  run(first: Obligation): SystemTrace | EngineUnknown;
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
 *
 * Where checks are decided one by one, a check that takes long waits until the others are proved. Clauses
 * do not depend on what is asked, so that it finds all of them then.
 */
export class Ic3Search<Location, Clause extends FrameClause, Obligation extends StatesToBlock<Location>> {
  readonly #context: EngineContext;
  readonly #domain: Ic3Domain<Location, Clause, Obligation>;
  readonly #propagation: PropagateOptions;
  #bound: number | null = null;
  #obligations = 0;
  readonly #obstacles: Obligation[] = [];

  /** `base`: looks for runs where the search finds one that rests on a doubt. */
  constructor(
    context: EngineContext,
    domain: Ic3Domain<Location, Clause, Obligation>,
    private readonly errors: AskedErrors,
    private readonly base: BoundedSearch,
  ) {
    this.#context = context;
    this.#domain = domain;
    this.#propagation = { milliseconds: domain.milliseconds, stopped: () => context.stopped() };
  }

  run(): Claim {
    const { initialSteps } = this.#domain;
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
      this.errors.update();
      const end = this.#exclude(n);
      if (end !== null) return end;
      if (steps >= 0 && !this.errors.isOver) {
        const claim = this.#close(n, steps);
        if (claim !== null) return claim;
      }
      if (!this.errors.isOver) continue;
      if (!this.errors.again()) return incomplete('no check is left that it can decide', this.#bound);
      n = -1;
    }
  }

  /** Frame n excludes all errors that are asked about. Returns the claim with which the search ends. */
  #close(n: number, steps: number): Claim | null {
    const { frames } = this.#domain;
    if (this.errors.areAll) {
      this.#bound = steps;
      this.#context.bound(steps);
    }
    const fixpoint = propagate(frames, n, this.#propagation);
    if (fixpoint === null) this.#publishInvariants(n + 1);
    this.#report(n, steps);
    return fixpoint === null ? null : this.#safe(fixpoint);
  }

  /**
   * Excludes all states of frame n that lead into errors; returns a claim if one is reachable or the search
   * ends. Checks that it does not decide in their time are asked about later.
   */
  #exclude(n: number): Claim | null {
    const { frames, entry } = this.#domain;
    for (const location of frames.locations) {
      if ((n === 0) !== (location === entry)) continue;
      for (const error of this.errors.asked) {
        const end = this.errors.within(error, () => this.#excludeAt(location, n, error));
        if (end === null) continue;
        if (error === null || this.#context.stopped()) return end;
        if (end.kind === 'unsafe') this.#context.offer(end.run);
        this.errors.leave(error);
      }
    }
    return null;
  }

  #excludeAt(location: Location, n: number, error: ErrorName): Claim | null {
    for (;;) {
      if (this.#isOver) return this.#unknown({ kind: 'stopped' });
      const found = this.#domain.badObligation(location, n, error);
      if (found === null) return null;
      if (found.kind === 'unknown') return this.#unknown(found.reason);
      const end = this.#block(found.obligation, n, error);
      if (end !== null) return end;
    }
  }

  get #isOver(): boolean {
    return this.#context.stopped() || this.errors.left <= 0;
  }

  /**
   * Shows the obligation's states and their predecessors unreachable within their levels; returns a
   * claim if they are reachable or the search ends.
   */
  #block(root: Obligation, n: number, error: ErrorName): Claim | null {
    const queue = new ObligationQueue<Obligation>();
    queue.push(this.#met(root));
    for (let next = queue.pop(); next !== null; next = queue.pop()) {
      if (this.#isOver) return this.#unknown({ kind: 'stopped' });
      if (next.location === this.#domain.entry) return this.#claimOf(next, error);
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

  /** The claim that follows from a chain of obligations from the entry. */
  #claimOf(first: Obligation, error: ErrorName): Claim {
    const trace = this.#domain.run(first);
    if ('kind' in trace) return this.#unknown(trace);
    if (error === null) return claimOfRun(this.#context, this.base, trace, this.#bound);
    if (isCertain(this.#context.system, trace)) return { kind: 'unsafe', run: { kind: 'system', trace } };
    return incomplete('its run rests on a doubt', this.#bound);
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

  /** The frame of this level is closed under steps. Null: some checks are proved, and others wait. */
  #safe(level: number): Claim | null {
    const certificate = { kind: 'inductive', k: 0, instances: [] } as const;
    if (!this.errors.isApart)
      return { kind: 'safe', certificate: { ...certificate, invariant: this.#domain.invariant(level) } };
    const { frames } = this.#domain;
    for (const location of frames.locations)
      for (const clause of frames.clauses(location))
        if (clause.level >= level && clause.level !== ALWAYS) frames.raise(location, clause, ALWAYS);
    const open = this.errors.prove();
    const proof = { ...certificate, invariant: this.#domain.invariant(ALWAYS) };
    if (open.length === 0) return { kind: 'safe', certificate: proof };
    this.#context.prove({ kind: 'partial', certificate: proof, open });
    return null;
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
