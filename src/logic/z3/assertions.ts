import { LemmataError } from '../../base/errors.ts';
import { ArrayElimination } from '../terms/array-free.ts';
import type { Term } from '../terms/builder.ts';
import { NO_TERM } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { Translator } from './translate.ts';

const NO_LIMIT = 0xffffffff;

/** One level of assertions. */
interface Level {
  readonly asserted: Term[];
  /** Literals that stand for assumptions, defined at this level. */
  readonly proxies: Map<Term, Pointer>;
  /** Constraints on eliminated arrays that were given at this level; they hold in any case. */
  constraints: Term[];
}

function emptyLevel(): Level {
  return { asserted: [], proxies: new Map(), constraints: [] };
}

/**
 * The assertions, and the Z3 solver that has them. Arrays are eliminated as long as that is
 * affordable, and the solver is then the one for bit-vectors (bit-blasting to SAT). The first float,
 * or an array that stays, replaces it by the general solver, which receives all assertions again.
 */
export class AssertionStack {
  /** Z3's solver; 0 until the first check. */
  solver: Pointer = 0;
  readonly translator: Translator;
  /** Null once arrays are left to Z3. */
  arrays: ArrayElimination | null;
  #general = false;
  #spoilt = false;
  #levels: Level[] = [emptyLevel()];
  readonly #keys = new Map<string, Pointer>();
  #timeout = NO_LIMIT;
  #steps = 0;

  constructor(
    private readonly api: Z3Api,
    private readonly context: Pointer,
    private readonly store: TermStore,
    private readonly seed: number,
  ) {
    this.translator = new Translator(api, context, store);
    this.arrays = new ArrayElimination(store);
  }

  assert(t: Term): void {
    this.#top().asserted.push(t);
    if (t !== this.store.true) this.#attempt(() => this.#give(this.#form(t)));
  }

  push(): void {
    this.#levels.push(emptyLevel());
    if (this.solver !== 0) this.api.z3.Z3_solver_push(this.context, this.solver);
  }

  pop(levels: number): void {
    if (levels >= this.#levels.length)
      throw new LemmataError('E-INTERNAL', `pop of ${levels} levels where there are ${this.#levels.length - 1}`);
    const popped = this.#levels.splice(this.#levels.length - levels);
    if (this.solver !== 0) this.api.z3.Z3_solver_pop(this.context, this.solver, levels);
    for (const level of popped) this.#constrain(level.constraints);
  }

  /**
   * Makes the solver ready for a check under the assumptions; returns the literals to assume, with the
   * term that each stands for.
   */
  literals(assumptions: readonly Term[]): Map<Pointer, Term> {
    const terms = new Map<Pointer, Term>();
    this.#attempt(() => {
      terms.clear();
      for (const t of assumptions) this.translator.ast(this.#form(t));
      this.#prepare();
      for (const t of assumptions) terms.set(this.#literal(t), t);
    });
    return terms;
  }

  /** Limits of the next check: time in ms, Z3's steps (see `rlimit`); absent: no limit. */
  limit({ milliseconds, steps = 0 }: { readonly milliseconds?: number; readonly steps?: number }): void {
    const timeout =
      milliseconds === undefined ? NO_LIMIT : Math.min(NO_LIMIT - 1, Math.max(1, Math.ceil(milliseconds)));
    if (timeout !== this.#timeout) this.#set('timeout', timeout);
    this.#timeout = timeout;
    if (steps !== this.#steps) this.#set('rlimit', steps);
    this.#steps = steps;
  }

  /**
   * The solver was interrupted and is replaced before the next check: Z3's incremental SAT solver,
   * stopped while it takes in assertions, may treat them as known afterwards and find models that
   * violate them.
   */
  spoil(): void {
    this.#spoilt = true;
  }

  dispose(): void {
    if (this.solver !== 0) this.api.z3.Z3_solver_dec_ref(this.context, this.solver);
    this.translator.dispose();
  }

  #top(): Level {
    return this.#levels[this.#levels.length - 1];
  }

  /**
   * Runs `work`; if elimination of arrays turns out too costly on the way, runs it again without
   * elimination.
   */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof TooManyArrays)) throw error;
      this.arrays = null;
      for (const level of this.#levels) level.constraints = [];
      this.#rebuild();
      work();
    }
  }

  /** The term in the form that the solver receives. */
  #form(t: Term): Term {
    if (this.arrays === null) return t;
    const form = this.arrays.apply(t);
    if (form === NO_TERM) throw new TooManyArrays();
    this.#constrain(this.arrays.takeConstraints());
    return form;
  }

  #constrain(constraints: readonly Term[]): void {
    for (const t of constraints) {
      this.#top().constraints.push(t);
      this.#give(t);
    }
  }

  /** Passes a term to Z3; it may need a solver of another kind. */
  #give(form: Term): void {
    const ast = this.translator.ast(form);
    if (this.solver === 0) return;
    if (this.#needsGeneral() && !this.#general) {
      this.#rebuild();
      return;
    }
    this.api.z3.Z3_solver_assert(this.context, this.solver, ast);
    this.api.checkError(this.context);
  }

  /** A variable, its negation, or a variable that implies the term. */
  #literal(t: Term): Pointer {
    const { store } = this;
    const atom = store.op(t) === Op.NOT ? store.arg(t, 0) : t;
    if (store.op(atom) === Op.VARIABLE) return this.translator.ast(t);
    for (const level of this.#levels) {
      const known = level.proxies.get(t);
      if (known !== undefined) return known;
    }
    const { z3 } = this.api;
    const proxy = this.translator.keep(
      this.api.withText('assumed', (prefix) => z3.Z3_mk_fresh_const(this.context, prefix, this.translator.sort(0))),
    );
    this.#top().proxies.set(t, proxy);
    this.#define(t, proxy);
    return proxy;
  }

  #define(t: Term, proxy: Pointer): void {
    const implication = this.api.z3.Z3_mk_implies(this.context, proxy, this.translator.ast(this.#form(t)));
    this.api.z3.Z3_inc_ref(this.context, implication);
    this.api.z3.Z3_solver_assert(this.context, this.solver, implication);
    this.api.z3.Z3_dec_ref(this.context, implication);
    this.api.checkError(this.context);
  }

  /** Makes the solver that the terms so far need, unless it exists. */
  #prepare(): void {
    if (this.solver === 0 || this.#spoilt || this.#needsGeneral() !== this.#general) this.#rebuild();
  }

  #needsGeneral(): boolean {
    return this.arrays === null || this.translator.beyondBitVectors;
  }

  /** A new Z3 solver with all assertions. */
  #rebuild(): void {
    const { z3 } = this.api;
    const { context } = this;
    if (this.solver !== 0) z3.Z3_solver_dec_ref(context, this.solver);
    this.#general = this.#needsGeneral();
    this.#spoilt = false;
    this.solver = this.#general
      ? z3.Z3_mk_simple_solver(context)
      : z3.Z3_mk_solver_for_logic(context, this.#key('QF_BV'));
    this.api.checkError(context);
    z3.Z3_solver_inc_ref(context, this.solver);
    this.#timeout = NO_LIMIT;
    this.#steps = 0;
    this.#set('random_seed', this.seed >>> 0);
    const levels = this.#levels;
    this.#levels = [];
    for (const level of levels) {
      if (this.#levels.length > 0) z3.Z3_solver_push(context, this.solver);
      this.#levels.push(level);
      for (const t of level.constraints) z3.Z3_solver_assert(context, this.solver, this.translator.ast(t));
      for (const t of level.asserted) z3.Z3_solver_assert(context, this.solver, this.translator.ast(this.#form(t)));
      for (const [t, proxy] of level.proxies) this.#define(t, proxy);
    }
    this.api.checkError(context);
  }

  #set(name: string, value: number): void {
    const { z3 } = this.api;
    const { context } = this;
    const params = z3.Z3_mk_params(context);
    z3.Z3_params_inc_ref(context, params);
    z3.Z3_params_set_uint(context, params, this.#key(name), value);
    z3.Z3_solver_set_params(context, this.solver, params);
    z3.Z3_params_dec_ref(context, params);
    this.api.checkError(context);
  }

  #key(name: string): Pointer {
    let key = this.#keys.get(name);
    if (key === undefined) {
      key = this.api.withText(name, (text) => this.api.z3.Z3_mk_string_symbol(this.context, text));
      this.#keys.set(name, key);
    }
    return key;
  }
}

/** Signals that the elimination of arrays is given up. */
class TooManyArrays extends Error {}
