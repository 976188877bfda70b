import type { Term } from '../../logic/terms/builder.ts';
import { evaluatorOf } from '../../logic/terms/evaluate.ts';
import type { ModelValue, Solver } from '../../logic/terms/solver.ts';
import { substitute } from '../../logic/terms/substitute.ts';
import type { Inductive, InputInstance } from '../../system/transys/certificate.ts';
import { eliminateInputs } from '../../system/transys/eliminate.ts';
import { freshPrefix, Unroller } from '../../system/transys/unroll.ts';
import type { EngineContext } from '../methods/engine.ts';
import type { KnownLemmas } from '../methods/known-lemmas.ts';

/** Limit in ms of the query that finds which invariants a proof rests on. */
const CORE_MILLISECONDS = 500;
/** Most values of a run that are read from a model. */
const MOST_VALUES = 600;

/**
 * The step case of k-induction, in one incremental solver: aux(s_0) ∧ … ∧ aux(s_k), no input leads
 * from s_0 … s_{k-1} into bad, T^k, and bad(s_k). `bad` includes gaps here. Inputs are eliminated
 * where that is cheap. So a state that *could* have ended in bad counts as excluded, not only one that
 * did ([IMC22]'s running example becomes 1-inductive).
 */
export class StepCase {
  readonly #context: EngineContext;
  readonly #unroller: Unroller;
  readonly #solver: Solver;
  readonly #instances: InputInstance[] = [];
  readonly #known: KnownLemmas;
  /** All assertions except invariants. */
  readonly #structure: Term[] = [];
  /** The states of the last run of k steps outside bad that then meets bad. */
  #obstacle: readonly ReadonlyMap<Term, ModelValue>[] = [];
  /** Number of invariants that are assumed in frames 0 .. #frames-1. */
  #assumed = 0;
  #frames = 0;
  #milliseconds: number;

  /** `milliseconds`: limit of a check, doubled whenever it is met; 0: none. */
  constructor(context: EngineContext, known: KnownLemmas, milliseconds: number) {
    this.#context = context;
    this.#known = known;
    this.#milliseconds = milliseconds;
    const { system } = context;
    const { terms } = system;
    const stops = system.blocks.map((block): readonly Term[] => {
      const { instances, stop } = eliminateInputs(system, block.id, context.solvers);
      this.#instances.push(...instances);
      return [terms.or(stop, terms.or(block.bad, block.gap))];
    });
    this.#unroller = new Unroller(system, { start: 'any', prefix: 's', keepStates: true, extra: stops });
    this.#solver = context.solvers.create({ seed: context.seed });
    this.#assert(terms.orAll([...this.#unroller.at(0).values()]));
  }

  /**
   * True if no k steps outside bad lead into bad. `k` starts at 0 and grows by one with each call of
   * this method or of {@link skip}. `milliseconds`: limit of this check. Absent: the limit of the
   * options, doubled each time it was met.
   */
  holds(k: number, milliseconds?: number): boolean {
    this.#open(k);
    const bad = this.#context.system.terms.or(this.#unroller.bad(k), this.#unroller.gap(k));
    let answer = this.#check(bad, milliseconds);
    // A check without an answer is repeated if a lemma came in meanwhile.
    while (answer === 'unknown' && !this.#context.stopped() && this.#receive()) answer = this.#check(bad, milliseconds);
    if (answer !== 'unsat') this.#goOn(k);
    return answer === 'unsat';
  }

  /** Advances to longer runs without a check. */
  skip(k: number): void {
    this.#open(k);
    this.#goOn(k);
  }

  /** In longer runs, step k does not lead into bad. */
  #goOn(k: number): void {
    const { terms } = this.#context.system;
    this.#assert(terms.not(this.#unroller.extra(k)[0] ?? terms.false));
    this.#assert(this.#unroller.feasible(k));
  }

  /**
   * The invariants that the proof rests on, after {@link holds} returned true for k. All invariants if
   * the solver finds no core in time.
   */
  needed(k: number): readonly Term[] {
    const { terms } = this.#context.system;
    const all = this.#known.invariants.slice(0, this.#assumed);
    if (this.#known.idsOf(all).length === 0) return all;
    const solver = this.#context.solvers.create({ seed: this.#context.seed });
    try {
      for (const t of this.#structure) solver.assert(t);
      const prefix = freshPrefix(this.#context.system, 'needed');
      const literals = all.map((_, i) => terms.variable(`${prefix}${i}`, { kind: 'bool' }));
      for (const [i, literal] of literals.entries())
        for (let j = 0; j <= k; j++) solver.assert(terms.or(terms.not(literal), this.#at(all[i], j)));
      const bad = terms.or(this.#unroller.bad(k), this.#unroller.gap(k));
      const goals = [...literals, bad].filter((t) => t !== terms.true);
      if (bad === terms.false) return [];
      if (solver.check(goals, { milliseconds: CORE_MILLISECONDS }) !== 'unsat') return all;
      const core = new Set(solver.core());
      return all.filter((_, i) => core.has(literals[i]));
    } finally {
      solver.dispose();
    }
  }

  /** The certificate for k, after {@link holds} returned true for it. */
  certificate(k: number): Inductive {
    const { terms } = this.#context.system;
    const invariant = terms.andAll(this.#known.invariants.slice(0, this.#assumed));
    return { kind: 'inductive', invariant, k, instances: k === 0 ? [] : this.#instances };
  }

  dispose(): void {
    this.#solver.dispose();
  }

  #check(bad: Term, milliseconds = this.#milliseconds): 'sat' | 'unsat' | 'unknown' {
    const { terms } = this.#context.system;
    if (bad === terms.false) return 'unsat';
    const limits = milliseconds > 0 ? { milliseconds } : {};
    const answer = this.#solver.check(bad === terms.true ? [] : [bad], limits);
    if (answer === 'unknown' && milliseconds === this.#milliseconds) this.#milliseconds *= 2;
    if (answer === 'sat') this.#remember();
    return answer;
  }

  /** Stores the states of the run that the model describes: a lemma is useful if it excludes one of them. */
  #remember(): void {
    const { stateVars } = this.#context.system;
    if (this.#frames * stateVars.length > MOST_VALUES) return;
    this.#obstacle = Array.from({ length: this.#frames }, (_, j) => {
      const state = this.#unroller.state(j);
      return new Map(stateVars.map((v, i) => [v.term, this.#solver.value(state[i])]));
    });
  }

  #excludesObstacle(lemma: Term): boolean {
    const { terms } = this.#context.system;
    return this.#obstacle.some((state) => evaluatorOf(terms, state).value(lemma) === false);
  }

  /** Adds frame k, and the lemmas that arrived. */
  #open(k: number): void {
    this.#receive();
    for (const definition of this.#unroller.definitions(k)) this.#assert(definition);
    this.#frames = k + 1;
    for (const lemma of this.#known.invariants.slice(0, this.#assumed)) this.#solver.assert(this.#at(lemma, k));
  }

  /** Takes in invariants of other engines; true if there were any. */
  #receive(): boolean {
    this.#known.receive();
    const news = this.#known.invariants.slice(this.#assumed);
    for (const lemma of news) for (let j = 0; j < this.#frames; j++) this.#solver.assert(this.#at(lemma, j));
    this.#assumed += news.length;
    this.#known.used(news.filter((lemma) => this.#excludesObstacle(lemma)));
    return news.length > 0;
  }

  /** A formula over the state variables, stated about the state after j steps. */
  #at(formula: Term, j: number): Term {
    const { terms, stateVars } = this.#context.system;
    const state = this.#unroller.state(j);
    return substitute(terms, formula, new Map(stateVars.map((v, i) => [v.term, state[i]])));
  }

  #assert(t: Term): void {
    if (t === this.#context.system.terms.true) return;
    this.#structure.push(t);
    this.#solver.assert(t);
  }
}
