import { LemmataError } from '../../base/errors.ts';
import { Unsupported } from '../../logic/bits/unsupported.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { evaluatorOf } from '../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import { simulateTrace } from '../../system/transys/simulate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../system/transys/system.ts';
import { BoundedSearch } from '../methods/bounded/search.ts';
import { type Claim, type EngineContext, type EngineUnknown, incomplete } from '../methods/engine.ts';
import { AskedErrors, type ErrorName } from '../methods/frames/asked-errors.ts';
import { type BitLocation, BitSystem } from '../methods/frames/bit-system.ts';
import { type Comparison, comparisonsOf } from '../methods/frames/comparisons.ts';
import { isCertain } from '../methods/frames/counterexample.ts';
import { type BlockResult, type Ic3Domain, Ic3Search } from '../methods/frames/ic3-search.ts';
import { choosePredicates } from '../methods/frames/predicates.ts';
import { elseSearchRuns } from '../methods/frames/runs.ts';
import type { BitCube } from './ic3/cube.ts';
import { type Clause, Frames } from './ic3/frames.ts';
import { Generalisation } from './ic3/generalise.ts';
import { type FoundState, Predecessors } from './ic3/predecessors.ts';

/** Proof obligation: states that lead into bad must be shown unreachable within `level` steps. */
interface Obligation {
  readonly location: BitLocation;
  readonly level: number;
  readonly found: FoundState;
  readonly next: Obligation | null;
  /** Number of times it was blocked at a lower level before. */
  readonly returns: number;
}

/** An obligation with this many returns is generalised with more effort. */
const STUBBORN = 5;

/**
 * Attempts to block by predicates: the first FREE_ATTEMPTS are free. After that, attempts go on while
 * at least one in OF_USE succeeds; otherwise only each OF_USE-th is made.
 */
const FREE_ATTEMPTS = 50;
const OF_USE = 16;

/** Ends the search when the engine is stopped. */
class Stopped extends Error {}

/**
 * IC3 on the bits of the state (Bradley: SAT-Based Model Checking without Unrolling, VMCAI 2011; Eén,
 * Mishchenko, Brayton, FMCAD 2011). It keeps frames for each location (Lange, Neuhäußer, Noll, FMCAD
 * 2015) and uses counterexamples to generalization (Hassan, Bradley, Somenzi, FMCAD 2013). The search
 * is {@link Ic3Search}. Cubes consist of bits of the state. So the gates of a step become clauses
 * once, and a query is only a set of assumptions. This suits control-like state and hardware, where
 * `pdr` on words makes terms for every query.
 *
 * Comparisons of words are gates over the state too, and clauses may contain them (internal signals:
 * Dureja et al., FMCAD 2021; predicates as in CTIGAR: Birgmeier, Bradley, Weissenbacher, CAV 2014).
 * Where such a predicate separates states, bits alone need a clause for each pair of values. Some
 * words are data, which is only copied and compared. Cubes describe these by comparisons alone; should
 * that mislead, the search starts again with bits.
 *
 * Contents of arrays are unconstrained: the engine has no answer where they matter, nor for systems
 * with floats in the state. Option: `MAX_DEPTH` in `options.ts`.
 */
export function ic3(context: EngineContext): Claim {
  const stop = (): void => {
    if (context.stopped()) throw new Stopped();
  };
  const base = new BoundedSearch(context, '');
  try {
    const comparisons = comparisonsOf(context.system);
    const compared = comparisons.length === 0 ? null : searchCompared(context, base, comparisons, stop);
    const claim = compared ?? search(context, base, bitsOf(context, [], stop));
    return elseSearchRuns(context, base, claim);
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    if (isBeyondBits(error)) return incomplete(`bits alone are not enough: ${error.message}`);
    throw error;
  } finally {
    base.dispose();
  }
}

/**
 * Searches with comparisons in place of the bits of their words. Null: that led to a spurious
 * counterexample, or there are too many comparisons for gates.
 */
function searchCompared(
  context: EngineContext,
  base: BoundedSearch,
  comparisons: readonly Comparison[],
  stop: () => void,
): Claim | null {
  try {
    const bits = bitsOf(context, comparisons, stop);
    const claim = search(context, base, bits);
    return bits.isMisled ? null : claim;
  } catch (error) {
    if (isBeyondBits(error)) return null;
    throw error;
  }
}

function bitsOf(context: EngineContext, comparisons: readonly Comparison[], stop: () => void): BitDomain {
  const { system, circuits = null } = context;
  const errors = new AskedErrors(context);
  const predicates = choosePredicates(system);
  return new BitDomain(context, new BitSystem(system, circuits, predicates, stop, comparisons, errors.isApart), errors);
}

function search(context: EngineContext, base: BoundedSearch, bits: BitDomain): Claim {
  return new Ic3Search(context, bits, bits.errors, base).run();
}

function isBeyondBits(error: unknown): error is Error {
  return error instanceof Unsupported || (error instanceof LemmataError && error.code === 'E-LIMIT');
}

/** The operations of the search on bits: cubes are conjunctions of literals of bits and predicates. */
class BitDomain implements Ic3Domain<BitLocation, Clause, Obligation> {
  readonly frames: Frames;
  readonly entry: BitLocation;
  readonly initialSteps: number;
  readonly milliseconds = 0;
  /**
   * True once the search found a spurious counterexample: states with the same comparisons of words
   * behaved differently. An example is two words with too few values between them.
   */
  isMisled = false;
  readonly #bits: BitSystem;
  readonly #predecessors: Predecessors;
  readonly #generalisation: Generalisation;
  /** Invariants of other engines and facts of the system. */
  readonly #known: Set<Term>;
  /** Attempts to exclude an obligation's states by predicates, and successful ones. */
  #attempts = 0;
  #abstracted = 0;
  readonly #words = new WeakMap<Obligation, ReadonlyMap<Term, ModelValue>>();

  constructor(
    context: EngineContext,
    bits: BitSystem,
    readonly errors: AskedErrors,
  ) {
    this.#bits = bits;
    this.entry = bits.entry;
    this.initialSteps = bits.graph.initialSteps;
    this.frames = new Frames(bits, () => context.stopped() || errors.left <= 0);
    this.#predecessors = new Predecessors(this.frames);
    this.#generalisation = new Generalisation(this.frames, this.#predecessors);
    this.#known = new Set(context.system.facts);
  }

  badObligation(
    location: BitLocation,
    n: number,
    asked: ErrorName,
  ): Exclude<BlockResult<Obligation>, { readonly kind: 'blocked' }> | null {
    const error = asked === null ? location.others : location.checks.get(asked);
    if (error === undefined) return null;
    const meets = this.frames.meets(location, n, error);
    if (meets === null) return { kind: 'unknown', reason: { kind: 'stopped' } };
    if (!meets) return null;
    const found = this.#predecessors.of(location, [error]);
    return { kind: 'predecessor', obligation: { location, level: n, found, next: null, returns: 0 } };
  }

  block(obligation: Obligation, n: number): BlockResult<Obligation> {
    const { location, level, found, returns } = obligation;
    const later = (): BlockResult<Obligation> => ({
      kind: 'blocked',
      again: level < n ? { ...obligation, level: level + 1 } : null,
    });
    if (this.frames.subsumes(location, found.cube, level)) return later();
    if (this.#abstracted > 0 && !this.frames.contains(location, found, level)) return later();
    const answer = this.frames.step(location, found.cube, level - 1);
    switch (answer.kind) {
      case 'unknown':
        return { kind: 'unknown', reason: { kind: 'stopped' } };
      case 'predecessor': {
        const { from } = answer.edge;
        const before = this.#predecessors.into(found.cube, answer.edge);
        return {
          kind: 'predecessor',
          obligation: { location: from, level: level - 1, found: before, next: obligation, returns: 0 },
        };
      }
      case 'blocked': {
        if (this.#abstract(obligation, n)) return later();
        const reached = this.#learn(obligation, answer.core, n);
        return {
          kind: 'blocked',
          again: reached < n ? { ...obligation, level: reached + 1, returns: returns + 1 } : null,
        };
      }
    }
  }

  /**
   * Learns a clause of predicates alone that excludes the obligation's state, if there is one: it
   * excludes far more states than a clause of bits. True if the frame then excludes all states of the
   * obligation.
   */
  #abstract(obligation: Obligation, n: number): boolean {
    const { location, level, found } = obligation;
    if (this.#bits.predicates.length === this.#bits.comparisons.length) return false;
    this.#attempts += 1;
    const isOfUse = this.#attempts <= FREE_ATTEMPTS + OF_USE * this.#abstracted;
    if (!isOfUse && this.#attempts % OF_USE !== 0) return false;
    const answer = this.frames.consecution(location, this.#bits.described(found.state), level - 1);
    if (answer.kind !== 'blocked') return false;
    this.#abstracted += 1;
    this.#learn(obligation, answer.core, n);
    return !this.frames.contains(location, found, level);
  }

  /**
   * Learns a clause that blocks the obligation's cube, given that `core` suffices. Returns the highest
   * level at which the clause holds.
   */
  #learn({ location, level, returns }: Obligation, core: BitCube, n: number): number {
    const effort = returns < STUBBORN ? 'plain' : 'thorough';
    let cube = this.#generalisation.minimise(location, core, { level, top: n, effort });
    let reached = level;
    while (reached < n) {
      const further = this.frames.consecution(location, cube, reached);
      if (further.kind !== 'blocked') break;
      cube = further.core;
      reached += 1;
    }
    this.frames.add(location, cube, reached);
    return reached;
  }

  run(first: Obligation): SystemTrace | EngineUnknown {
    const { system, graph } = this.#bits;
    const steps: ReadonlyMap<number, TraceValue>[] = [];
    for (let at: Obligation | null = first; at !== null; at = at.next) steps.push(at.found.inputs);
    const init = (graph.initialSteps > 0 ? steps.shift() : undefined) ?? new Map<number, TraceValue>();
    const trace: SystemTrace = { init, steps };
    if (this.#bits.comparisons.length > 0 && !endsInBadOrGap(system, trace)) {
      this.isMisled = true;
      return { kind: 'incomplete', why: 'not all words with the same order behave alike' };
    }
    if (this.#bits.isAbstract && !isCertain(system, trace))
      return { kind: 'incomplete', why: 'it depends on the contents of arrays' };
    return trace;
  }

  formula(location: BitLocation, { cube }: Clause): Term {
    return this.#bits.graph.locate(location.location, clauseTerm(this.#bits, cube));
  }

  invariant(level: number): Term {
    const { terms } = this.#bits.system;
    const parts = [...this.#known];
    for (const location of this.#bits.locations) {
      const clauses = this.frames
        .clauses(location)
        .flatMap((c) => (c.level >= level ? [clauseTerm(this.#bits, c.cube)] : []));
      if (clauses.length > 0) parts.push(this.#bits.graph.locate(location.location, terms.andAll(clauses)));
    }
    return terms.andAll(parts);
  }

  learn(formula: Term): boolean {
    if (this.#known.has(formula)) return false;
    const facts = this.#bits.locations.map((location) => this.#bits.formula(location, formula));
    if (facts.includes(null)) return false;
    this.#known.add(formula);
    this.#bits.locations.forEach((location, i) => {
      const fact = facts[i];
      if (fact !== null) this.frames.learn(location, fact);
    });
    return true;
  }

  excludes(formula: Term, obligation: Obligation): boolean {
    const { terms } = this.#bits.system;
    // Contents of arrays are not part of a state here.
    if (freeVariables(terms, [formula]).some((t) => terms.sort(t).kind === 'array')) return false;
    let words = this.#words.get(obligation);
    if (words === undefined) {
      words = this.#bits.words(obligation.location, obligation.found.state);
      this.#words.set(obligation, words);
    }
    return evaluatorOf(terms, words).value(formula) === false;
  }

  statistics(): { readonly queries: number } {
    return { queries: this.frames.queries };
  }
}

function endsInBadOrGap(system: TransitionSystem, trace: SystemTrace): boolean {
  const { kind } = simulateTrace(system, trace);
  return kind === 'bad' || kind === 'gap';
}

/**
 * The formula "the state is not in the cube", over the state variables. Adjacent bits of a variable
 * are compared at once.
 */
export function clauseTerm({ system, bits, predicates }: BitSystem, cube: BitCube): Term {
  const { terms, stateVars } = system;
  const parts: Term[] = [];
  for (let i = 0; i < cube.length; ) {
    if (cube[i] >> 1 >= bits.length) {
      const predicate = predicates[(cube[i] >> 1) - bits.length];
      parts.push((cube[i] & 1) === 0 ? predicate : terms.not(predicate));
      i += 1;
      continue;
    }
    const { variable, position } = bits[cube[i] >> 1];
    const { term } = stateVars[variable];
    let end = i + 1;
    while (
      end < cube.length &&
      bits.at(cube[end] >> 1)?.variable === variable &&
      bits[cube[end] >> 1].position === position + end - i
    )
      end += 1;
    if (terms.sort(term).kind === 'bool') parts.push((cube[i] & 1) === 0 ? term : terms.not(term));
    else {
      let value = 0n;
      for (let j = end - 1; j >= i; j--) value = 2n * value + BigInt((cube[j] & 1) ^ 1);
      parts.push(terms.eq(terms.extract(term, position + end - i - 1, position), terms.bv(end - i, value)));
    }
    i = end;
  }
  return terms.not(terms.andAll(parts));
}
