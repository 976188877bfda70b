import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Solver } from '../../../logic/terms/solver.ts';
import type { Runs } from '../../../system/transys/certificate.ts';
import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { SystemTrace } from '../../../system/transys/system.ts';
import { Unroller } from '../../../system/transys/unroll.ts';
import type { EngineContext, EngineUnknown } from '../engine.ts';
import { DoubtfulRuns } from './doubtful-runs.ts';
import { traceOf } from './trace.ts';
import { WaysToErrors } from './ways-to-errors.ts';

/** The result at depth k. */
export type DepthResult =
  /**
   * No run of k steps ends in bad, and no run of at most k steps ends in a gap, except as
   * {@link BoundedSearch.obstacle} reports. `ended`: checks that no longer run fails.
   */
  | { readonly kind: 'clear'; readonly ended: readonly string[] }
  | { readonly kind: 'bad'; readonly trace: SystemTrace }
  /** No run has more steps than the certificate's bound (at most k), and none ends in bad. */
  | { readonly kind: 'exhausted'; readonly certificate: Runs }
  | { readonly kind: 'unknown'; readonly reason: EngineUnknown };

/**
 * Limit of a feasibility check: this share of the time that checks of bad took so far, and at least
 * FEASIBILITY_MS (ms).
 */
const FEASIBILITY_SHARE = 0.25;
const FEASIBILITY_MS = 40;

/**
 * Bounded model checking, depth by depth (Biere, Cimatti, Clarke, Zhu, TACAS 1999): is there a run of
 * exactly k steps that ends in bad? One incremental solver answers all queries; conditions that fold
 * to a constant while unrolling are not asked. The base case of k-induction is the same search.
 */
export class BoundedSearch {
  readonly #context: EngineContext;
  readonly #prefix: string;
  readonly #ways: WaysToErrors;
  #unroller: Unroller;
  /** Null until the search finds a run into bad that rests on a doubt. */
  #doubtful: DoubtfulRuns | null = null;
  #solver: Solver | null = null;
  /** Formulas to assert before the next query: most deterministic stretches need no query. */
  #pending: Term[] = [];
  #depth = 0;
  /** The number of states whose definitions are assumed. */
  #defined = 0;
  #badMs = 0;
  #nextFeasibility = 0;
  #gap: EngineUnknown | null = null;

  constructor(context: EngineContext, prefix: string) {
    this.#context = context;
    this.#prefix = prefix;
    this.#ways = new WaysToErrors(context.system, context.openChecks());
    this.#unroller = new Unroller(context.system, { start: 'init', prefix });
    this.#assume(context.system.initConstraint);
  }

  /** The next depth that {@link step} will look at. */
  get depth(): number {
    return this.#depth;
  }

  /** Why proofs are impossible: a gap or a doubtful error that a run can meet. Null: none is known. */
  get obstacle(): EngineUnknown | null {
    return this.#doubtful?.reason ?? this.#gap;
  }

  /** True once a run into bad was found that rests on a doubt. */
  get doubtful(): boolean {
    return this.#doubtful !== null;
  }

  /** Whether no longer run can come to an error. */
  get isOver(): boolean {
    return this.#ways.isOver;
  }

  /** Decides depth k = {@link depth} and advances to the next. */
  step(): DepthResult {
    const k = this.#depth;
    this.#define(k);
    const bad = this.#bad(k);
    if (bad.kind !== 'clear') return bad;
    if (this.#gap === null) {
      const met = this.#ask([this.#unroller.gap(k)]);
      if (met === 'sat') this.#gap = this.#metGap(this.#trace(k));
      else if (met === 'unknown') return this.#undecided(`gap at depth ${k}`);
    }
    const feasible = this.#unroller.feasible(k);
    this.#assume(feasible);
    this.#depth = k + 1;
    const ended = this.#ended(k, feasible);
    return ended === null ? exhaustion(k) : { kind: 'clear', ended };
  }

  dispose(): void {
    this.#solver?.dispose();
    this.#solver = null;
  }

  /**
   * Looks for a run of k steps into bad. It offers a run that rests on a doubt for replay, and looks for
   * another one without doubts.
   */
  #bad(k: number): DepthResult {
    const bad = this.#unroller.bad(k);
    if (this.#doubtful?.all === true && this.#doubtful.exhausted)
      return { kind: 'unknown', reason: this.#doubtful.reason };
    if (this.#doubtful === null || !this.#doubtful.exhausted) {
      const asked = this.#ask([bad]);
      if (asked === 'no run') return exhaustion(k - 1);
      if (asked === 'unknown') return this.#undecided(`bad at depth ${k}`);
      if (asked === 'unsat') return CLEAR;
      const trace = this.#trace(k);
      if (this.#context.system.doubts.length === 0) return { kind: 'bad', trace };
      this.#doubtful ??= new DoubtfulRuns(this.#context, this.#prefix, trace);
      this.#unroller = this.#doubtful.unroller;
      this.#doubtful.offer(trace);
    }
    const clean = this.#doubtful.cleanUpTo(k, (t) => this.#assume(t));
    const asked = this.#ask([bad, clean]);
    if (asked === 'sat') {
      const trace = this.#trace(k);
      if (!this.#doubtful.all) return { kind: 'bad', trace };
      this.#doubtful.offer(trace);
      return CLEAR;
    }
    return asked === 'unknown' ? this.#undecided(`bad at depth ${k} without undefined behaviour`) : CLEAR;
  }

  /** Assumes the definitions of the state after j steps, once. */
  #define(j: number): void {
    if (j < this.#defined) return;
    for (const definition of this.#unroller.definitions(j)) this.#assume(definition);
    this.#defined = j + 1;
  }

  #assume(t: Term): void {
    if (t !== this.#context.system.terms.true) this.#pending.push(t);
  }

  /** The solver, after all pending assumptions were asserted. */
  #ready(): Solver {
    this.#solver ??= this.#context.solvers.create({ seed: this.#context.seed });
    for (const t of this.#pending) this.#solver.assert(t);
    this.#pending = [];
    return this.#solver;
  }

  /**
   * Is there a run of this length that satisfies all `goals`? The query has no time limit, since a bound
   * is announced only for decided depths. `no run`: the core contains no goal, so that no run at all has
   * this length.
   */
  #ask(goals: readonly Term[]): 'sat' | 'unsat' | 'unknown' | 'no run' {
    const { terms } = this.#context.system;
    if (goals.includes(terms.false)) return 'unsat';
    const solver = this.#ready();
    const start = workClock();
    const answer = solver.check(goals.filter((goal) => goal !== terms.true));
    this.#badMs += workClock() - start;
    return answer === 'unsat' && this.#depth > 0 && solver.core().length === 0 ? 'no run' : answer;
  }

  /**
   * The checks whose errors no run comes to after step k; null: all runs end. Checks may also be missing, as the
   * question is not always due.
   */
  #ended(k: number, feasible: Term): readonly string[] | null {
    const { terms, question = 'bad' } = this.#context.system;
    if (feasible === terms.false) return null;
    // The check is made at growing intervals while it has no effect.
    if (k < this.#nextFeasibility) return [];
    this.#define(k + 1);
    const end = workClock() + Math.max(FEASIBILITY_MS, Math.round(this.#badMs * FEASIBILITY_SHARE));
    let isCheap = true;
    const isPossible = (somewhere: Term): boolean => {
      const begun = workClock();
      // Only a constraint can end all runs.
      if (begun >= end || (somewhere === terms.true && feasible === terms.true)) return true;
      const answer = this.#ready().check(somewhere === terms.true ? [] : [somewhere], { milliseconds: end - begun });
      isCheap &&= answer === 'unsat' || (answer === 'sat' && workClock() - begun < FEASIBILITY_MS);
      return answer !== 'unsat';
    };
    const isOpen = (check: string): boolean => this.#context.isOpen(check);
    const ended = question === 'bad' ? this.#ways.ended(this.#unroller.at(k + 1), isOpen, isPossible) : [];
    const goesOn = (question === 'bad' && !this.#ways.isOver) || isPossible(terms.true);
    this.#nextFeasibility = k + (isCheap ? 1 : 1 + Math.ceil(k / 4));
    return goesOn ? ended : null;
  }

  #undecided(what: string): DepthResult {
    if (this.#context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' } };
    return {
      kind: 'unknown',
      reason: { kind: 'solver', why: `${what}: ${this.#solver?.reasonUnknown() ?? 'no answer'}` },
    };
  }

  #trace(k: number): SystemTrace {
    return traceOf(this.#context.system, this.#unroller, this.#ready(), k);
  }

  /** The gap that a run meets in its last step. */
  #metGap(trace: SystemTrace): EngineUnknown {
    const { system } = this.#context;
    const end = simulateTrace(system, trace);
    const met = end.kind === 'gap' ? end.gap : null;
    const unnamed = { construct: 'construct without a meaning', at: null, block: 0, condition: system.terms.true };
    return { kind: 'gap', gap: met ?? system.gaps[0] ?? unnamed, trace };
  }
}

const CLEAR: DepthResult = { kind: 'clear', ended: [] };

function exhaustion(bound: number): DepthResult {
  return { kind: 'exhausted', certificate: { kind: 'runs', bound } };
}
