import type { Term } from '../smt/builder.ts';
import type { Solver } from '../smt/solver.ts';
import { substitute } from '../smt/substitute.ts';
import type { InputInstance, KInductive } from '../transys/certificate.ts';
import { eliminateInputs } from '../transys/eliminate.ts';
import { Unroller } from '../transys/unroll.ts';
import type { EngineContext } from './engine.ts';
import type { KnownLemmas } from './known-lemmas.ts';

export interface StepCaseOptions {
  readonly eliminate: boolean;
  readonly simplePath: boolean;
  /** Limit of a check in ms, doubled whenever it is met; 0: none. */
  readonly milliseconds: number;
}

/**
 * The step case of k-induction, in one incremental solver: aux(s_0) ∧ … ∧ aux(s_k), no input leads from s_0 … s_{k-1} into bad, T^k, and
 * bad(s_k). `bad` includes gaps here. Inputs are eliminated where that is cheap, so that a state that *could* have ended in bad counts
 * as excluded, not only one that did ([IMC22]'s running example becomes 1-inductive).
 */
export class StepCase {
  readonly #context: EngineContext;
  readonly #unroller: Unroller;
  readonly #solver: Solver;
  readonly #instances: InputInstance[] = [];
  readonly #known: KnownLemmas;
  readonly #distinct: boolean;
  /** So many invariants are assumed in frames 0 .. #frames-1. */
  #assumed = 0;
  #frames = 0;
  #milliseconds: number;

  constructor(context: EngineContext, known: KnownLemmas, options: StepCaseOptions) {
    this.#context = context;
    this.#known = known;
    this.#distinct = options.simplePath;
    this.#milliseconds = options.milliseconds;
    const { system } = context;
    const { terms } = system;
    const stops = system.blocks.map((block): readonly Term[] => {
      if (!options.eliminate) return [terms.or(block.bad, block.gap)];
      const { instances, stop } = eliminateInputs(system, block.id, context.solvers);
      this.#instances.push(...instances);
      return [terms.or(stop, terms.or(block.bad, block.gap))];
    });
    this.#unroller = new Unroller(system, { start: 'any', prefix: 's', keepStates: true, extra: stops });
    this.#solver = context.solvers.create({ seed: context.seed });
    this.#solver.assert(terms.orAll([...this.#unroller.at(0).values()]));
  }

  /** True if no k steps outside bad lead into bad. `k` grows by one from call to call, from 0. */
  holds(k: number): boolean {
    const { terms } = this.#context.system;
    this.#open(k);
    const bad = terms.or(this.#unroller.bad(k), this.#unroller.gap(k));
    let answer = this.#check(bad);
    // A check that takes too long gets another chance if a lemma came in meanwhile.
    while (answer === 'unknown' && !this.#context.stopped() && this.#receive()) answer = this.#check(bad);
    if (answer !== 'unsat') {
      this.#assert(terms.not(this.#unroller.extra(k)[0] ?? terms.false));
      this.#assert(this.#unroller.feasible(k));
    }
    return answer === 'unsat';
  }

  /** The certificate for the k of the last call of {@link holds}, which said true. */
  certificate(k: number): KInductive {
    const { terms, stateVars } = this.#context.system;
    return {
      kind: 'k-inductive',
      invariant: terms.andAll(this.#known.invariants.slice(0, this.#assumed)),
      k,
      instances: k === 0 ? [] : this.#instances,
      distinct: this.#distinct && k > 0 ? stateVars.map((_, i) => i) : null,
    };
  }

  dispose(): void {
    this.#solver.dispose();
  }

  #check(bad: Term): 'sat' | 'unsat' | 'unknown' {
    const { terms } = this.#context.system;
    if (bad === terms.false) return 'unsat';
    const limits = this.#milliseconds > 0 ? { milliseconds: this.#milliseconds } : {};
    const answer = this.#solver.check(bad === terms.true ? [] : [bad], limits);
    if (answer === 'unknown') this.#milliseconds *= 2;
    return answer;
  }

  /** Brings in frame k and the lemmas that arrived. */
  #open(k: number): void {
    this.#receive();
    for (const definition of this.#unroller.definitions(k)) this.#assert(definition);
    this.#frames = k + 1;
    for (const lemma of this.#known.invariants.slice(0, this.#assumed)) this.#assert(this.#at(lemma, k));
    if (this.#distinct) for (let j = 0; j < k; j += 1) this.#assert(this.#differ(j, k));
  }

  /** Takes in new invariants of others; true if there were any. */
  #receive(): boolean {
    this.#known.receive();
    const news = this.#known.invariants.slice(this.#assumed);
    for (const lemma of news) for (let j = 0; j < this.#frames; j += 1) this.#assert(this.#at(lemma, j));
    this.#assumed += news.length;
    return news.length > 0;
  }

  /** A formula over the state variables, said of the state after j steps. */
  #at(formula: Term, j: number): Term {
    const { terms, stateVars } = this.#context.system;
    const state = this.#unroller.state(j);
    return substitute(terms, formula, new Map(stateVars.map((v, i) => [v.term, state[i]])));
  }

  #differ(i: number, j: number): Term {
    const { terms } = this.#context.system;
    const a = this.#unroller.state(i);
    const b = this.#unroller.state(j);
    return terms.not(terms.andAll(a.map((t, v) => terms.eq(t, b[v]))));
  }

  #assert(t: Term): void {
    if (t !== this.#context.system.terms.true) this.#solver.assert(t);
  }
}
