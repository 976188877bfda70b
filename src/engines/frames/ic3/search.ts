import type { Term } from '../../../logic/terms/builder.ts';
import type { BoundedSearch } from '../../methods/bounded/search.ts';
import { type Claim, type EngineContext, type EngineUnknown, incomplete } from '../../methods/engine.ts';
import type { BitLocation } from '../../methods/frames/bit-system.ts';
import { isCertain } from '../../methods/frames/counterexample.ts';
import { claimOfRun } from '../../methods/frames/runs.ts';
import { MAX_DEPTH, numberOf } from '../../methods/options.ts';
import type { AskedErrors, ErrorName } from './asked-errors.ts';
import type { Blocking, Obligation } from './blocking.ts';
import { ALWAYS } from './clause.ts';

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
export class Ic3Search {
  readonly #context: EngineContext;
  readonly #blocking: Blocking;
  readonly #stopped = (): boolean => this.#context.stopped();
  #bound: number | null = null;
  #obligations = 0;
  readonly #obstacles: Obligation[] = [];

  /** `base`: looks for runs where the search finds one that rests on a doubt. */
  constructor(
    context: EngineContext,
    blocking: Blocking,
    private readonly errors: AskedErrors,
    private readonly base: BoundedSearch,
  ) {
    this.#context = context;
    this.#blocking = blocking;
  }

  run(): Claim {
    const { initialSteps } = this.#blocking;
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
    const { frames } = this.#blocking;
    if (this.errors.areAll) {
      this.#bound = steps;
      this.#context.bound(steps);
    }
    const fixpoint = frames.propagate(n, this.#stopped);
    if (fixpoint === null) this.#publishInvariants(n + 1);
    this.#report(n, steps);
    return fixpoint === null ? null : this.#safe(fixpoint);
  }

  /**
   * Excludes all states of frame n that lead into errors; returns a claim if one is reachable or the search
   * ends. Checks that it does not decide in their time are asked about later.
   */
  #exclude(n: number): Claim | null {
    const { frames, entry } = this.#blocking;
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

  #excludeAt(location: BitLocation, n: number, error: ErrorName): Claim | null {
    for (;;) {
      if (this.#isOver) return this.#unknown({ kind: 'stopped' });
      const found = this.#blocking.badObligation(location, n, error);
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
    const queue = new ObligationQueue();
    queue.push(this.#met(root));
    for (let next = queue.pop(); next !== null; next = queue.pop()) {
      if (this.#isOver) return this.#unknown({ kind: 'stopped' });
      if (next.location === this.#blocking.entry) return this.#claimOf(next, error);
      const result = this.#blocking.block(next, n);
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
    const trace = this.#blocking.run(first);
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
      if (!this.#blocking.learn(formula)) continue;
      if (this.#obstacles.some((obstacle) => this.#blocking.excludes(formula, obstacle))) useful.push(id);
    }
    this.#context.lemmas.used?.(useful);
  }

  /** Publishes the clauses that are inductive: they hold in every reachable state. */
  #publishInvariants(level: number): void {
    const found: Term[] = [];
    this.#blocking.frames.keepInductive(level, this.#stopped, (location, clause) => {
      found.push(this.#blocking.formula(location, clause));
    });
    if (found.length > 0) this.#context.lemmas.publish(...found);
  }

  /** The frame of this level is closed under steps. Null: some checks are proved, and others wait. */
  #safe(level: number): Claim | null {
    const certificate = { kind: 'inductive', k: 0, instances: [] } as const;
    if (!this.errors.isApart)
      return { kind: 'safe', certificate: { ...certificate, invariant: this.#blocking.invariant(level) } };
    const { frames } = this.#blocking;
    for (const location of frames.locations)
      for (const clause of frames.clauses(location))
        if (clause.level >= level && clause.level !== ALWAYS) frames.raise(location, clause, ALWAYS);
    const open = this.errors.prove();
    const proof = { ...certificate, invariant: this.#blocking.invariant(ALWAYS) };
    if (open.length === 0) return { kind: 'safe', certificate: proof };
    this.#context.prove({ kind: 'partial', certificate: proof, open });
    return null;
  }

  #unknown(reason: EngineUnknown): Claim {
    return { kind: 'unknown', reason, bound: this.#bound };
  }

  #report(n: number, depth: number): void {
    const { frames } = this.#blocking;
    const clauses = frames.locations.reduce((sum, location) => sum + frames.clauses(location).length, 0);
    this.#context.note(`frame ${n}: ${clauses} clauses, ${this.#obligations} obligations, ${frames.queries} queries`);
    this.#context.statistics?.({ depth, clauses, obligations: this.#obligations, queries: frames.queries });
  }
}

/** Obligations by level, the lowest first; within a level the newest first. */
class ObligationQueue {
  /** A stack for each level. */
  readonly #levels: Obligation[][] = [];

  push(obligation: Obligation): void {
    while (this.#levels.length <= obligation.level) this.#levels.push([]);
    this.#levels[obligation.level].push(obligation);
  }

  pop(): Obligation | null {
    for (const stack of this.#levels) {
      const top = stack.pop();
      if (top !== undefined) return top;
    }
    return null;
  }
}
