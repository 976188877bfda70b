import { workClock } from '../../base/clock.ts';
import { LemmataError } from '../../base/errors.ts';
import { solving } from '../../base/solver-time.ts';
import type { Term } from '../terms/builder.ts';
import type { CheckLimits, CheckResult, ModelValue, Solver } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import type { Z3Api } from './api.ts';
import { AssertionStack } from './assertions.ts';
import type { Pointer } from './exports.ts';
import { Z3Model } from './model.ts';

const MOST_ASSUMPTIONS = 1 << 16;
/**
 * A time limit makes Z3 start a thread that keeps the time. On a busy machine Z3 waits for that thread
 * longer than most checks take. A limited check is therefore first limited by the number of steps that
 * Z3 can do in this time, in ms.
 * Only then does the remaining time limit it.
 */
const STEPS_MS = 200;
const STEPS_PER_MS = 1_000;
/** Z3_MEMOUT_FAIL: even freeing may fail from then on. */
const OUT_OF_MEMORY = 7;

/** {@link Solver} on a Z3 context of its own. See assertions.ts for how terms get there. */
export class Z3Solver implements Solver {
  readonly #context: Pointer;
  readonly #stack: AssertionStack;
  #last: CheckResult | null = null;
  #reason = '';
  #model: Z3Model | null = null;
  #lastCore: readonly Term[] = [];
  #disposed = false;

  /** `seed` varies the search. */
  constructor(
    private readonly api: Z3Api,
    private readonly store: TermStore,
    seed: number,
  ) {
    this.#context = api.guard(() => {
      const { z3 } = api;
      const config = z3.Z3_mk_config();
      const context = z3.Z3_mk_context_rc(config);
      z3.Z3_del_config(config);
      z3.set_noop_error_handler(context);
      return context;
    });
    this.#stack = api.guard(() => new AssertionStack(api, this.#context, store, seed));
  }

  assert(t: Term): void {
    this.#enter(() => this.#stack.assert(t));
  }

  push(): void {
    this.#enter(() => this.#stack.push());
  }

  pop(levels = 1): void {
    this.#enter(() => this.#stack.pop(levels));
  }

  check(assumptions: readonly Term[] = [], limits: CheckLimits = {}): CheckResult {
    return this.#enter(() => {
      this.#reason = '';
      this.#lastCore = [];
      this.#last = this.#solve(assumptions, limits);
      return this.#last;
    });
  }

  value(t: Term): ModelValue {
    return this.api.guard(() => {
      if (this.#last !== 'sat' || this.#disposed)
        throw new LemmataError('E-INTERNAL', 'a value is asked for, but the last check was not sat');
      this.#model ??= new Z3Model(this.#stack, this.api.z3.Z3_solver_get_model(this.#context, this.#stack.solver));
      return this.#model.value(t);
    });
  }

  core(): readonly Term[] {
    if (this.#last !== 'unsat')
      throw new LemmataError('E-INTERNAL', 'a core is asked for, but the last check was not unsat');
    return this.#lastCore;
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    if (this.#disposed) return;
    if (!this.api.poisoned) {
      this.#enter(() => {
        this.#stack.dispose();
        this.api.z3.Z3_del_context(this.#context);
      });
    }
    this.#disposed = true;
  }

  /** Each change of the solver's state ends the last answer. */
  #enter<T>(work: () => T): T {
    return this.api.guard(() => {
      if (this.#disposed) throw new LemmataError('E-INTERNAL', 'the solver is disposed of');
      this.#model?.dispose();
      this.#model = null;
      this.#last = null;
      return work();
    });
  }

  #solve(assumptions: readonly Term[], limits: CheckLimits): CheckResult {
    const open = assumptions.filter((t) => t !== this.store.true);
    if (open.includes(this.store.false)) {
      this.#lastCore = [this.store.false];
      return 'unsat';
    }
    if (open.length > MOST_ASSUMPTIONS) throw new LemmataError('E-INTERNAL', `${open.length} assumptions`);
    if (limits.milliseconds !== undefined && limits.milliseconds <= 0) {
      this.#reason = 'timeout';
      return 'unknown';
    }
    const { milliseconds } = limits;
    if (milliseconds === undefined) return this.#ask(open, {});
    const start = workClock();
    const answer = this.#ask(open, { steps: Math.ceil(Math.min(milliseconds, STEPS_MS) * STEPS_PER_MS) });
    const left = milliseconds - (workClock() - start);
    if (answer !== 'unknown' || left <= 0) return answer;
    return this.#ask(open, { milliseconds: left });
  }

  /** One check within limits (see {@link AssertionStack.limit}) under assumptions that are not constant. */
  #ask(open: readonly Term[], limits: Parameters<AssertionStack['limit']>[0]): CheckResult {
    const { api } = this;
    const context = this.#context;
    const stack = this.#stack;
    const { z3 } = api;
    const terms = stack.literals(open);
    stack.limit(limits);
    const literals = [...terms.keys()];
    const array = z3.malloc(4 * literals.length + 4);
    for (let i = 0; i < literals.length; i++) api.writeWord(array + 4 * i, literals[i]);
    const answer = solving(() => z3.Z3_solver_check_assumptions(context, stack.solver, literals.length, array));
    z3.free(array);
    const code = z3.Z3_get_error_code(context);
    if (code === OUT_OF_MEMORY) {
      api.bytes();
      api.poison('out of memory');
    }
    if (code !== 0 || answer === 0) {
      this.#reason =
        code !== 0
          ? api.text(z3.Z3_get_error_msg(context, code))
          : api.text(z3.Z3_solver_get_reason_unknown(context, stack.solver));
      stack.spoil();
      return 'unknown';
    }
    if (answer === 1) return 'sat';
    if (literals.length > 0) this.#lastCore = this.#readCore(terms);
    return 'unsat';
  }

  #readCore(terms: ReadonlyMap<Pointer, Term>): Term[] {
    const { z3 } = this.api;
    const context = this.#context;
    const vector = z3.Z3_solver_get_unsat_core(context, this.#stack.solver);
    this.api.checkError(context);
    z3.Z3_ast_vector_inc_ref(context, vector);
    const core: Term[] = [];
    const n = z3.Z3_ast_vector_size(context, vector);
    for (let i = 0; i < n; i++) {
      const t = terms.get(z3.Z3_ast_vector_get(context, vector, i));
      if (t === undefined) throw new LemmataError('E-SOLVER', "Z3's core contains a term that was not assumed");
      core.push(t);
    }
    z3.Z3_ast_vector_dec_ref(context, vector);
    return core;
  }
}
