import { workClock } from '../../base/clock.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Evaluator, zeroValue } from '../../logic/terms/evaluate.ts';
import type { ModelValue, Solver, SolverFactory } from '../../logic/terms/solver.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { afterStep, atBlock, initially, stateIndices } from '../../system/transys/control.ts';
import { type ConfirmedLemma, LEMMA_LIMITS, type Lemma } from '../../system/transys/lemma.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { freshPrefix } from '../../system/transys/unroll.ts';

/** A state that a run reached after `steps` steps; values as in `system.stateVars`. */
export interface ReachedState {
  readonly steps: number;
  readonly state: readonly ModelValue[];
}

/** The result of an audit. */
export interface Audited {
  /** Lemmas that are known to be inductive now, earlier ones of the author among them. */
  readonly confirmed: readonly ConfirmedLemma[];
  /** A lemma that a reachable state violates, and which one; null: none is known. */
  readonly refuted: { readonly lemma: Lemma; readonly why: string } | null;
}

interface Candidate {
  readonly lemma: Lemma;
  /** The assumption that stands for the lemma. */
  readonly literal: Term;
  /** Whether it is known to hold in all initial states. */
  isInitial: boolean;
}

/** A solver for states, to which lemmas about them are added under their literals. */
interface States {
  readonly solver: Solver;
  /** Replaces the program counter, if the states are those at one block. */
  readonly here: Substitution;
  readonly asserted: Set<Term>;
}

/** The ids of the lemmas in a core. */
type Core = ReadonlySet<number>;

/**
 * Checks lemmas before they are delivered. Each one is evaluated on states that runs reached. One query
 * for each block then determines which lemmas are inductive together with those confirmed before. The
 * audit confirms the greatest such set of the author's open lemmas (Houdini). A lemma that is not in it
 * waits for later lemmas of its author.
 *
 * The audit shares no state with engines. Its results are not proofs: certificates are checked in any
 * case.
 */
export class LemmaAudit {
  readonly #confirmed: Candidate[] = [];
  /** Lemmas that are not inductive so far, by author. */
  readonly #waiting = new Map<string, readonly Candidate[]>();
  /** Ids of lemmas, by the literals that stand for them. */
  readonly #ids = new Map<Term, number>();
  readonly #prefix: string;
  readonly #initial: States;
  readonly #all: States;
  /** The steps of blocks: states before the step. The last used block is the last one. */
  readonly #steps = new Map<number, States & { readonly after: Substitution }>();
  #end = 0;

  /** `reached`: states of runs of the system. */
  constructor(
    private readonly system: TransitionSystem,
    private readonly solvers: SolverFactory,
    private readonly reached: readonly ReachedState[],
  ) {
    this.#prefix = freshPrefix(system, 'audit');
    this.#initial = this.#statesOf(initially(system), [system.initConstraint]);
    this.#all = this.#statesOf(new Substitution(system.terms), system.facts);
  }

  /** Audits lemmas of one author. */
  examine(lemmas: readonly Lemma[]): Audited {
    this.#end = workClock() + LEMMA_LIMITS.auditMilliseconds;
    const open: Candidate[] = [];
    for (const lemma of lemmas) {
      if (this.#isImplied(lemma)) continue;
      const candidate = this.#candidate(lemma);
      const why = this.#refutation(candidate);
      if (why !== null) return { confirmed: [], refuted: { lemma, why } };
      open.push(candidate);
    }
    if (open.length === 0) return { confirmed: [], refuted: null };
    const { from } = lemmas[0];
    const candidates = [...(this.#waiting.get(from) ?? []), ...open];
    const cores = this.#inductive(candidates);
    // Lemmas that are not decided in time have another try, with the author's next ones.
    const left = cores === null ? open : candidates.filter(({ lemma }) => !cores.has(lemma.id));
    this.#waiting.set(from, left.slice(-LEMMA_LIMITS.waiting));
    const confirmed = candidates.flatMap((candidate): ConfirmedLemma[] => {
      const core = cores?.get(candidate.lemma.id);
      if (core === undefined) return [];
      this.#confirmed.push(candidate);
      return [{ ...candidate.lemma, restsOn: [...core].filter((id) => id !== candidate.lemma.id) }];
    });
    return { confirmed, refuted: null };
  }

  dispose(): void {
    for (const { solver } of [this.#initial, this.#all, ...this.#steps.values()]) solver.dispose();
  }

  #candidate(lemma: Lemma): Candidate {
    const literal = this.system.terms.variable(`lemma${this.#prefix}${lemma.id}`, { kind: 'bool' });
    this.#ids.set(literal, lemma.id);
    return { lemma, literal, isInitial: false };
  }

  /** Why a reachable state violates the lemma; null if none is found. */
  #refutation(candidate: Candidate): string | null {
    const steps = this.#stepsToViolation(candidate.lemma.formula);
    if (steps !== null) return `a state that runs reach after ${steps} steps violates it`;
    return this.#checkInitial(candidate) === 'sat' ? 'an initial state violates it' : null;
  }

  /** The number of steps to a reached state that violates the formula; null if none of these does. */
  #stepsToViolation(formula: Term): number | null {
    const { terms } = this.system;
    const index = stateIndices(this.system);
    for (const { steps, state } of this.reached) {
      const evaluator = new Evaluator(terms, (t) => {
        const i = index.get(t);
        return i === undefined ? zeroValue(terms.sort(t)) : state[i];
      });
      if (evaluator.value(formula) === false) return steps;
    }
    return null;
  }

  #checkInitial(candidate: Candidate): 'sat' | 'unknown' | Core {
    const { solver, here } = this.#initial;
    const answer = this.#check(solver, [this.system.terms.not(here.apply(candidate.lemma.formula))]);
    candidate.isInitial = typeof answer !== 'string';
    return answer;
  }

  /** Whether the confirmed lemmas imply this one, which then says nothing new. */
  #isImplied({ formula }: Lemma): boolean {
    const assumed = this.#assume(this.#all, this.#confirmed);
    return typeof this.#check(this.#all.solver, [...assumed, this.system.terms.not(formula)]) !== 'string';
  }

  /**
   * The greatest subset of the candidates that is inductive together with the confirmed lemmas, with
   * the core of each. Null if the solver does not decide it in time.
   */
  #inductive(candidates: readonly Candidate[]): ReadonlyMap<number, Core> | null {
    if (candidates.some((one) => !one.isInitial && typeof this.#checkInitial(one) === 'string')) return null;
    let left = candidates;
    for (;;) {
      const cores = new Map(left.map(({ lemma }) => [lemma.id, new Set<number>()]));
      const broken = new Set<number>();
      for (const { id } of this.system.blocks) {
        const found = this.#brokenBy(id, left, cores);
        if (found === null) return null;
        for (const one of found) broken.add(one);
      }
      if (broken.size === 0) return cores;
      left = left.filter(({ lemma }) => !broken.has(lemma.id));
    }
  }

  /**
   * The candidates that one step of the block breaks, by the solver's model. If there is none, the core
   * is added to `cores`. Null: undecided.
   */
  #brokenBy(
    block: number,
    candidates: readonly Candidate[],
    cores: ReadonlyMap<number, Set<number>>,
  ): readonly number[] | null {
    const { terms } = this.system;
    const steps = this.#stepsOf(block);
    const goals = candidates
      .map(({ lemma }) => ({ id: lemma.id, broken: terms.not(steps.after.apply(lemma.formula)) }))
      .filter(({ broken }) => broken !== terms.false);
    if (goals.length === 0) return [];
    const assumed = this.#assume(steps, [...this.#confirmed, ...candidates]);
    const answer = this.#check(steps.solver, [...assumed, terms.orAll(goals.map(({ broken }) => broken))]);
    if (answer === 'unknown') return null;
    if (answer === 'sat') return goals.filter(({ broken }) => steps.solver.value(broken) === true).map(({ id }) => id);
    for (const { id } of goals) for (const other of answer) cores.get(id)?.add(other);
    return [];
  }

  #stepsOf(block: number): States & { readonly after: Substitution } {
    const { blocks, facts } = this.system;
    let steps = this.#steps.get(block);
    if (steps === undefined) {
      const states = this.#statesOf(atBlock(this.system, block), [blocks[block].feasible, ...facts]);
      steps = { ...states, after: afterStep(this.system, blocks[block]) };
    }
    this.#steps.delete(block);
    this.#steps.set(block, steps);
    const [[oldest, { solver }]] = this.#steps;
    if (this.#steps.size > LEMMA_LIMITS.solvers) {
      solver.dispose();
      this.#steps.delete(oldest);
    }
    return steps;
  }

  #statesOf(here: Substitution, known: readonly Term[]): States {
    const solver = this.solvers.create();
    for (const formula of known) solver.assert(here.apply(formula));
    return { solver, here, asserted: new Set() };
  }

  /** The literals of the lemmas, which the solver knows from now on. */
  #assume({ solver, here, asserted }: States, lemmas: readonly Candidate[]): readonly Term[] {
    const { terms } = this.system;
    return lemmas.flatMap(({ lemma, literal }) => {
      const formula = here.apply(lemma.formula);
      if (formula === terms.true) return [];
      if (!asserted.has(literal)) solver.assert(terms.or(terms.not(literal), formula));
      asserted.add(literal);
      return [literal];
    });
  }

  /** Checks the goals together; after `unsat`, returns the lemmas whose literals are in the core. */
  #check(solver: Solver, goals: readonly Term[]): 'sat' | 'unknown' | Core {
    if (goals.includes(this.system.terms.false)) return new Set();
    const milliseconds = Math.min(LEMMA_LIMITS.queryMilliseconds, this.#end - workClock());
    if (milliseconds <= 0) return 'unknown';
    const answer = solver.check(goals, { milliseconds });
    return answer === 'unsat' ? new Set(solver.core().flatMap((t) => this.#ids.get(t) ?? [])) : answer;
  }
}
