import type { Term } from '../../logic/terms/builder.ts';
import { stateTerms } from '../../system/transys/control.ts';
import { Chain } from '../interpolation/chain.ts';
import type { ChainPart } from '../interpolation/problem.ts';
import type { Interpolation } from '../interpolation/service.ts';
import { elseSearchDepths } from '../methods/bounded/depth-search.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import type { Claim, EngineContext, EngineUnknown } from '../methods/engine.ts';
import { ImageLemmas } from '../methods/interpolants/image-lemmas.ts';
import { fixpointOf } from '../methods/interpolants/images.ts';
import { interpolationFor } from '../methods/interpolants/interpolants.ts';
import { SharedQueries } from '../methods/interpolants/shared-queries.ts';
import { TransitionParts } from '../methods/interpolants/transition-parts.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';
import { MAX_DEPTH, numberOf } from '../methods/options.ts';

/**
 * Dual approximated reachability (Vizel, Grumberg, Shoham, TACAS 2013; [TRF24] Alg. 3 and 4). Two
 * sequences of sets of states, forward from the initial states and backward from bad, strengthen each
 * other by interpolants of single steps. The engine unrolls the transition relation only where that
 * does not exclude runs of the next length. The search can end without an answer: a run meets a gap,
 * or an interpolant is not found. Then the engine goes on with bounded model checking, unless `bmc`
 * takes part in the same race.
 *
 * Unlike in the paper, interpolants are Boolean combinations of predicates over the state (see
 * `Interpolation`). So an interpolant may be missing although the parts are inconsistent.
 *
 * Options: `MAX_DEPTH` and `INTERPOLATION` in `options.ts`.
 */
export function dar(context: EngineContext): Claim {
  const known = new KnownLemmas(context);
  const base = new BoundedSearch(context, '');
  try {
    return elseSearchDepths(context, base, new DualReachability(context, base, known).run());
  } finally {
    base.dispose();
  }
}

/** The two sequences of [TRF24] Alg. 3: F_i forward and B_j backward. */
class DualReachability {
  readonly #context: EngineContext;
  readonly #base: BoundedSearch;
  readonly #interpolation: Interpolation;
  readonly #known: KnownLemmas;
  readonly #steps: TransitionParts;
  readonly #lemmas: ImageLemmas;
  readonly #queries: SharedQueries;
  /** forward[i] contains all states that exactly i steps reach, and no bad state. */
  readonly #forward: Term[] = [];
  /**
   * backward[i] contains all states that reach bad in exactly i steps, and no initial state. The null in
   * backward[0] stands for bad itself, which depends on inputs.
   */
  readonly #backward: (Term | null)[] = [null];
  #global = 0;

  constructor(context: EngineContext, base: BoundedSearch, known: KnownLemmas) {
    this.#context = context;
    this.#base = base;
    this.#interpolation = interpolationFor(context);
    this.#known = known;
    this.#steps = new TransitionParts(context, known);
    this.#lemmas = new ImageLemmas(context, known);
    this.#queries = new SharedQueries(context);
  }

  run(): Claim {
    try {
      return this.#search();
    } finally {
      this.#interpolation.dispose();
      this.#queries.dispose();
    }
  }

  #search(): Claim {
    const context = this.#context;
    const initial = this.#steps.initial();
    const met = this.#searchUpTo(0);
    if (met !== null) return met;
    const start = initial ?? this.#interpolation.interpolant(this.#steps.initialPart(), this.#backwardPart(0));
    if (start === null)
      return this.#unknown({ kind: 'incomplete', why: 'no interpolant separates the initial states from the error' });
    this.#forward.push(start);
    const maxDepth = numberOf(context, MAX_DEPTH);
    for (let n = 1; maxDepth === 0 || n <= maxDepth; n++) {
      if (context.stopped()) return this.#unknown({ kind: 'stopped' });
      this.#known.receive();
      const end = this.#extend(n);
      if (end !== null) return end;
      context.bound(n);
      const strengthenings = { global: this.#global, local: n - this.#global, globalShare: this.#global / n };
      context.statistics?.({ depth: n, ...strengthenings, ...this.#interpolation.statistics.numbers });
      context.note(`n = ${n}: ${this.#global} of ${n} strengthenings global; ${this.#interpolation.summary()}`);
      const proof = this.#fixpoint();
      if (proof !== null) return proof;
      this.#publish();
    }
    return this.#unknown({
      kind: 'incomplete',
      why: `no fixpoint of dual reachability for runs of up to ${maxDepth} steps`,
    });
  }

  /**
   * Strengthens both sequences until they exclude runs of n steps into bad, and extends them; returns a
   * claim if there is such a run.
   */
  #extend(n: number): Claim | null {
    let from = this.#separated(n);
    if (from === null) {
      const end = this.#strengthenGlobally(n);
      if (typeof end !== 'number') return end;
      from = end;
      this.#global += 1;
    }
    return this.#strengthenFrom(from, n);
  }

  /**
   * [TRF24] Alg. 4, local: the smallest i for which F_i ∧ T ∧ B_{n-1-i} is unsatisfiable; null if there
   * is none.
   */
  #separated(n: number): number | null {
    for (let i = 0; i < n; i++)
      if (this.#excluded([this.#steps.stepFrom(this.#forward[i]), this.#backwardPart(n - 1 - i)])) return i;
    return null;
  }

  /**
   * [TRF24] Alg. 4, global: returns i - 1 for the smallest i with I ∧ T^i ∧ B_{n-i} unsatisfiable. The
   * interpolation sequence of that problem strengthens F_1 … F_i.
   */
  #strengthenGlobally(n: number): number | Claim {
    const { terms } = this.#context.system;
    for (let i = 1; i <= n; i++) {
      if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
      if (i === n) {
        const met = this.#searchUpTo(n);
        if (met !== null) return met;
      }
      const steps = Array.from({ length: i }, (_, j) =>
        j === 0 ? this.#steps.stepFrom(this.#forward[0]) : this.#steps.step(terms.true),
      );
      const parts = [...steps, this.#backwardPart(n - i)];
      if (i < n && !this.#excluded(parts)) continue;
      const sequence = this.#interpolation.sequence(parts);
      if (sequence === null)
        return this.#unknown({ kind: 'incomplete', why: `no interpolation sequence for runs of ${n} steps` });
      for (let j = 1; j <= Math.min(i, n - 1); j++) this.#forward[j] = terms.and(this.#forward[j], sequence[j - 1]);
      return i - 1;
    }
    return this.#unknown({ kind: 'incomplete', why: `runs of ${n} steps cannot be excluded` });
  }

  /**
   * [TRF24] Alg. 4, iterative strengthening from index i. Each sequence has n sets before, and n + 1
   * after.
   */
  #strengthenFrom(i: number, n: number): Claim | null {
    const { terms } = this.#context.system;
    const failed = (): Claim =>
      this.#unknown({ kind: 'incomplete', why: `no interpolant between the sequences for runs of ${n} steps` });
    this.#forward.push(terms.true);
    for (let j = i; j < n; j++) {
      const after = this.#interpolation.interpolant(
        this.#steps.stepFrom(this.#forward[j]),
        this.#backwardPart(n - 1 - j),
      );
      if (after === null) return failed();
      this.#forward[j + 1] = terms.and(this.#forward[j + 1], after);
    }
    this.#backward.push(terms.true);
    for (let j = n - 1 - i; j < n; j++) {
      const before = this.#interpolation.interpolant(this.#stepInto(j), this.#statesPart(this.#forward[n - 1 - j]));
      if (before === null) return failed();
      this.#backward[j + 1] = terms.and(this.#backward[j + 1] ?? terms.true, before);
    }
    return null;
  }

  #fixpoint(): Claim | null {
    const { terms } = this.#context.system;
    const forward = fixpointOf(terms, this.#queries, this.#forward, this.#known.invariants);
    if (forward !== null) return this.#safe(terms.orAll(this.#forward.slice(0, forward)), 0);
    const sets = this.#backward.slice(1).map((set) => set ?? terms.false);
    const backward = fixpointOf(terms, this.#queries, sets, this.#known.invariants);
    // A state outside these sets is not one step from bad, and no step leads into them.
    return backward === null ? null : this.#safe(terms.not(terms.orAll(sets.slice(0, backward))), 1);
  }

  /**
   * Publishes lemmas from both sequences. No reachable state is in a backward set once that set's
   * negation is inductive.
   */
  #publish(): void {
    const { terms } = this.#context.system;
    this.#lemmas.publish(this.#forward);
    this.#lemmas.publish(this.#backward.flatMap((set) => (set === null ? [] : [terms.not(set)])));
  }

  #safe(invariant: Term, k: number): Claim {
    return { kind: 'safe', certificate: this.#steps.certificate(invariant, k) };
  }

  /** B_j as the last part of a chain. */
  #backwardPart(j: number): ChainPart {
    const set = this.#backward[j];
    return set === null ? this.#steps.suffix(0) : this.#statesPart(set);
  }

  #statesPart(set: Term): ChainPart {
    return { formula: set, entry: stateTerms(this.#context.system), exit: null };
  }

  /** A step into B_j, read backwards: the first part of a chain whose cut lies before the step. */
  #stepInto(j: number): ChainPart {
    const { terms, stateVars } = this.#context.system;
    const state = stateVars.map((v) => v.term);
    const chain = new Chain({ terms, state, parts: [this.#steps.step(terms.true), this.#backwardPart(j)] });
    const { formula, entry } = chain.join(0, 1);
    return { formula, entry: null, exit: entry };
  }

  /** True if the solver shows that the parts are inconsistent. */
  #excluded(parts: readonly ChainPart[]): boolean {
    const { terms, stateVars } = this.#context.system;
    const chain = new Chain({ terms, state: stateVars.map((v) => v.term), parts });
    return this.#queries.excluded([chain.join(0, parts.length - 1).formula]);
  }

  /** Bounded model checking up to runs of n steps. Null: none of them ends in bad. */
  #searchUpTo(n: number): Claim | null {
    while (this.#base.depth <= n) {
      if (this.#context.stopped()) return this.#unknown({ kind: 'stopped' });
      const result = this.#base.step();
      if (result.kind === 'bad') return { kind: 'unsafe', run: { kind: 'system', trace: result.trace } };
      if (result.kind === 'unknown') return this.#unknown(result.reason);
      if (this.#base.obstacle !== null) return this.#unknown(this.#base.obstacle);
      if (result.kind === 'exhausted') return { kind: 'safe', certificate: result.certificate };
    }
    return null;
  }

  #unknown(reason: EngineUnknown): Claim {
    return { kind: 'unknown', reason, bound: this.#forward.length === 0 ? null : this.#forward.length - 1 };
  }
}
