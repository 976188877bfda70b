import type { Term } from '../../../logic/terms/builder.ts';
import { evaluatorOf } from '../../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../../system/transys/system.ts';
import type { EngineContext, EngineUnknown } from '../../methods/engine.ts';
import type { BitLocation, BitSystem } from '../../methods/frames/bit-system.ts';
import { isCertain } from '../../methods/frames/counterexample.ts';
import type { AskedErrors, ErrorName } from './asked-errors.ts';
import type { BitCube, Clause } from './clause.ts';
import { Frames } from './frames.ts';
import { Generalisation } from './generalise.ts';
import { type FoundState, Predecessors } from './predecessors.ts';

/** Proof obligation: states that lead into bad must be shown unreachable within `level` steps. */
export interface Obligation {
  readonly location: BitLocation;
  readonly level: number;
  readonly found: FoundState;
  readonly next: Obligation | null;
  /** Number of times it was blocked at a lower level before. */
  readonly returns: number;
}

/** The result of an attempt to block an obligation. */
export type Blocked =
  /**
   * A clause excludes its states. `again`: the same states at a higher level, to be blocked next; null:
   * none.
   */
  | { readonly kind: 'blocked'; readonly again: Obligation | null }
  /** A step leads into its states from other states, which must be blocked first. */
  | { readonly kind: 'predecessor'; readonly obligation: Obligation }
  | { readonly kind: 'unknown'; readonly reason: EngineUnknown };

/** An obligation with this many returns is generalised with more effort. */
const STUBBORN = 5;

/**
 * Attempts to block by predicates: the first FREE_ATTEMPTS are free. After that, attempts go on while
 * at least one in OF_USE succeeds; otherwise only each OF_USE-th is made.
 */
const FREE_ATTEMPTS = 50;
const OF_USE = 16;

/** Shows states unreachable by clauses over bits and predicates. */
export class Blocking {
  readonly frames: Frames;
  readonly entry: BitLocation;
  /** Number of steps from the entry that are not steps of the system. */
  readonly initialSteps: number;
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

  /**
   * A state of frame n at the location from which a step leads into an error, as an obligation; null if
   * there is none.
   */
  badObligation(location: BitLocation, n: number, asked: ErrorName): Exclude<Blocked, { kind: 'blocked' }> | null {
    const error = asked === null ? location.others : location.checks.get(asked);
    if (error === undefined) return null;
    const meets = this.frames.meets(location, n, error);
    if (meets === null) return { kind: 'unknown', reason: { kind: 'stopped' } };
    if (!meets) return null;
    const found = this.#predecessors.of(location, [error]);
    return { kind: 'predecessor', obligation: { location, level: n, found, next: null, returns: 0 } };
  }

  /**
   * Checks whether the obligation's states are reached within its level. If not, learns clauses for
   * frames up to n.
   */
  block(obligation: Obligation, n: number): Blocked {
    const { location, level, found, returns } = obligation;
    const later = (): Blocked => ({
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

  /** The run that a chain of obligations from the entry describes, or why there need be none. */
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

  /** The formula "the state is not in the clause's cube at this location", over all state variables. */
  formula(location: BitLocation, { cube }: Clause): Term {
    return this.#bits.graph.locate(location.location, clauseTerm(this.#bits, cube));
  }

  /** The conjunction of a frame, over all state variables. */
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

  /** Takes in an invariant of another engine; false if it was known or cannot be used. */
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

  /** True if the formula is false in the state that the obligation was made from. */
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
