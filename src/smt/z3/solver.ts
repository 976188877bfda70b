import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../builder.ts';
import { Op } from '../ops.ts';
import type { CheckLimits, CheckResult, ModelValue, Solver } from '../solver.ts';
import type { TermStore } from '../store.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { Z3Model } from './model.ts';
import { Translator } from './translate.ts';

const NO_LIMIT = 0xffffffff;
const MOST_ASSUMPTIONS = 1 << 16;

/** One level of assertions, with the literals that stand for assumptions there. */
interface Level {
  readonly asserted: Term[];
  readonly proxies: Map<Term, Pointer>;
}

/**
 * A Z3 context with one incremental solver: the one for bit-vectors (bit-blasting to SAT) until the first array or float arrives,
 * then the general one, which gets everything asserted so far.
 */
export class Z3Solver implements Solver {
  private readonly context: Pointer;
  private readonly translator: Translator;
  private solver: Pointer = 0;
  private general = false;
  private readonly levels: Level[] = [{ asserted: [], proxies: new Map() }];
  private readonly keys = new Map<string, Pointer>();
  private timeout = NO_LIMIT;
  private last: CheckResult | null = null;
  private reason = '';
  private model: Z3Model | null = null;
  private lastCore: readonly Term[] = [];
  private disposed = false;

  /** `seed` varies the search. */
  constructor(
    private readonly api: Z3Api,
    private readonly store: TermStore,
    private readonly seed: number,
  ) {
    this.context = api.guard(() => {
      const { z3 } = api;
      const config = z3.Z3_mk_config();
      const context = z3.Z3_mk_context_rc(config);
      z3.Z3_del_config(config);
      z3.set_noop_error_handler(context);
      return context;
    });
    this.translator = api.guard(() => new Translator(api, this.context, store));
  }

  assert(t: Term): void {
    this.enter(() => {
      this.levels[this.levels.length - 1].asserted.push(t);
      this.give(t);
    });
  }

  push(): void {
    this.enter(() => {
      this.levels.push({ asserted: [], proxies: new Map() });
      if (this.solver !== 0) this.api.z3.Z3_solver_push(this.context, this.solver);
    });
  }

  pop(levels = 1): void {
    this.enter(() => {
      if (levels >= this.levels.length)
        throw new LemmataError('E-INTERNAL', `pop of ${levels} levels where there are ${this.levels.length - 1}`);
      this.levels.length -= levels;
      if (this.solver !== 0) this.api.z3.Z3_solver_pop(this.context, this.solver, levels);
    });
  }

  check(assumptions: readonly Term[] = [], limits: CheckLimits = {}): CheckResult {
    return this.enter(() => {
      this.reason = '';
      this.lastCore = [];
      this.last = this.solve(assumptions, limits);
      return this.last;
    });
  }

  value(t: Term): ModelValue {
    return this.api.guard(() => {
      if (this.last !== 'sat' || this.disposed)
        throw new LemmataError('E-INTERNAL', 'a value is asked for, but the last check was not sat');
      this.model ??= new Z3Model(this.translator, this.api.z3.Z3_solver_get_model(this.context, this.solver));
      return this.model.value(t);
    });
  }

  core(): readonly Term[] {
    if (this.last !== 'unsat') throw new LemmataError('E-INTERNAL', 'a core is asked for, but the last check was not unsat');
    return this.lastCore;
  }

  reasonUnknown(): string {
    return this.reason;
  }

  dispose(): void {
    if (this.disposed) return;
    this.enter(() => {
      this.translator.dispose();
      if (this.solver !== 0) this.api.z3.Z3_solver_dec_ref(this.context, this.solver);
      this.api.z3.Z3_del_context(this.context);
    });
    this.disposed = true;
  }

  /** What changes the solver's state ends the last answer. */
  private enter<T>(work: () => T): T {
    return this.api.guard(() => {
      if (this.disposed) throw new LemmataError('E-INTERNAL', 'the solver is disposed of');
      this.model?.dispose();
      this.model = null;
      this.last = null;
      return work();
    });
  }

  private solve(assumptions: readonly Term[], limits: CheckLimits): CheckResult {
    const { api, context } = this;
    const { z3 } = api;
    const open = assumptions.filter((t) => t !== this.store.true);
    if (open.includes(this.store.false)) {
      this.lastCore = [this.store.false];
      return 'unsat';
    }
    if (open.length > MOST_ASSUMPTIONS) throw new LemmataError('E-INTERNAL', `${open.length} assumptions`);
    if (limits.milliseconds !== undefined && limits.milliseconds <= 0) {
      this.reason = 'timeout';
      return 'unknown';
    }
    for (const t of open) this.translator.ast(t);
    this.prepare();
    this.limit(limits.milliseconds);
    const terms = new Map<Pointer, Term>();
    for (const t of open) terms.set(this.literal(t), t);
    const literals = [...terms.keys()];
    const array = z3.malloc(4 * literals.length + 4);
    for (let i = 0; i < literals.length; i++) api.writeWord(array + 4 * i, literals[i]);
    const answer = z3.Z3_solver_check_assumptions(context, this.solver, literals.length, array);
    z3.free(array);
    const code = z3.Z3_get_error_code(context);
    if (code !== 0 || answer === 0) {
      this.reason =
        code !== 0 ? api.text(z3.Z3_get_error_msg(context, code)) : api.text(z3.Z3_solver_get_reason_unknown(context, this.solver));
      return 'unknown';
    }
    if (answer === 1) return 'sat';
    if (literals.length > 0) this.lastCore = this.readCore(terms);
    return 'unsat';
  }

  private readCore(terms: ReadonlyMap<Pointer, Term>): Term[] {
    const { z3 } = this.api;
    const { context } = this;
    const vector = z3.Z3_solver_get_unsat_core(context, this.solver);
    this.api.checkError(context);
    z3.Z3_ast_vector_inc_ref(context, vector);
    const core: Term[] = [];
    const n = z3.Z3_ast_vector_size(context, vector);
    for (let i = 0; i < n; i++) {
      const t = terms.get(z3.Z3_ast_vector_get(context, vector, i));
      if (t === undefined) throw new LemmataError('E-SOLVER', "Z3's core has something that was not assumed");
      core.push(t);
    }
    z3.Z3_ast_vector_dec_ref(context, vector);
    return core;
  }

  /** A variable, its negation, or a variable that implies the term. */
  private literal(t: Term): Pointer {
    const { store } = this;
    const atom = store.op(t) === Op.NOT ? store.arg(t, 0) : t;
    if (store.op(atom) === Op.VARIABLE) return this.translator.ast(t);
    for (const level of this.levels) {
      const known = level.proxies.get(t);
      if (known !== undefined) return known;
    }
    const { z3 } = this.api;
    const { context } = this;
    const proxy = this.translator.keep(
      this.api.withText('assumed', (prefix) => z3.Z3_mk_fresh_const(context, prefix, this.translator.sort(0))),
    );
    this.levels[this.levels.length - 1].proxies.set(t, proxy);
    this.assume(t, proxy);
    return proxy;
  }

  private assume(t: Term, proxy: Pointer): void {
    const implication = this.translator.keep(this.api.z3.Z3_mk_implies(this.context, proxy, this.translator.ast(t)));
    this.api.z3.Z3_solver_assert(this.context, this.solver, implication);
    this.api.z3.Z3_dec_ref(this.context, implication);
  }

  /** Hands a term to the back end, which may have to be another one for it. */
  private give(t: Term): void {
    if (t === this.store.true) return;
    const ast = this.translator.ast(t);
    if (this.solver === 0) return;
    if (this.translator.beyondBitVectors && !this.general) {
      this.prepare();
      return;
    }
    this.api.z3.Z3_solver_assert(this.context, this.solver, ast);
    this.api.checkError(this.context);
  }

  /** Makes the back end that the terms need, with all assertions. */
  private prepare(): void {
    const { z3 } = this.api;
    const { context } = this;
    const general = this.translator.beyondBitVectors;
    if (this.solver !== 0 && this.general === general) return;
    if (this.solver !== 0) z3.Z3_solver_dec_ref(context, this.solver);
    this.solver = general ? z3.Z3_mk_simple_solver(context) : z3.Z3_mk_solver_for_logic(context, this.key('QF_BV'));
    this.api.checkError(context);
    z3.Z3_solver_inc_ref(context, this.solver);
    this.general = general;
    this.timeout = NO_LIMIT;
    this.set('random_seed', this.seed >>> 0);
    for (let i = 0; i < this.levels.length; i++) {
      if (i > 0) z3.Z3_solver_push(context, this.solver);
      for (const t of this.levels[i].asserted) z3.Z3_solver_assert(context, this.solver, this.translator.ast(t));
      for (const [t, proxy] of this.levels[i].proxies) this.assume(t, proxy);
    }
    this.api.checkError(context);
  }

  private limit(milliseconds: number | undefined): void {
    const timeout = milliseconds === undefined ? NO_LIMIT : Math.min(NO_LIMIT - 1, Math.max(1, Math.ceil(milliseconds)));
    if (timeout === this.timeout) return;
    this.set('timeout', timeout);
    this.timeout = timeout;
  }

  private set(name: string, value: number): void {
    const { z3 } = this.api;
    const { context } = this;
    const params = z3.Z3_mk_params(context);
    z3.Z3_params_inc_ref(context, params);
    z3.Z3_params_set_uint(context, params, this.key(name), value);
    z3.Z3_solver_set_params(context, this.solver, params);
    z3.Z3_params_dec_ref(context, params);
    this.api.checkError(context);
  }

  private key(name: string): Pointer {
    let key = this.keys.get(name);
    if (key === undefined) {
      key = this.api.withText(name, (text) => this.api.z3.Z3_mk_string_symbol(this.context, text));
      this.keys.set(name, key);
    }
    return key;
  }
}
