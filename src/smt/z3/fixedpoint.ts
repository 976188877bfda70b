import { LemmataError } from '../../base/errors.ts';
import { solving } from '../solver-time.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { Logic } from './kinds.ts';

/** Z3_L_FALSE: the error is not derivable. */
const UNDERIVABLE = -1;
const DERIVABLE = 1;
/** Z3_MEMOUT_FAIL: even freeing may fail from then on. */
const OUT_OF_MEMORY = 7;
const MOST_MS = 0xffff_fffe;

/** Kind of a quantifier (Z3_ast_kind). */
const QUANTIFIER = 3;

/** What a relation is equal to in a solution: for all values of the variables that it is applied to. */
export interface Definition {
  readonly relation: number;
  readonly args: readonly Pointer[];
  readonly body: Pointer | boolean;
}

export type FixedpointAnswer =
  | { readonly kind: 'solved'; readonly definitions: readonly Definition[] }
  | { readonly kind: 'refuted' }
  | { readonly kind: 'unknown'; readonly why: string };

export interface FixedpointSearch {
  /** Varies the search. */
  readonly seed: number;
  /** For how long. */
  readonly milliseconds: number;
  /**
   * Whether lemmas that resemble each other are generalised together, for arithmetic (Vediramana Krishnan, Chen, Shoham, Gurfinkel: Global Guidance for
   * Local Generalization in Model Checking, CAV 2020): without it, sums of variables are found one value at a time.
   */
  readonly guided: boolean;
}

/**
 * Z3's Spacer (Komuravelli, Gurfinkel, Chaki: SMT-Based Model Checking for Recursive Programs, CAV 2014) with one set of Horn clauses, in a context
 * of its own.
 */
export class Fixedpoint {
  readonly api: Z3Api;
  readonly context: Pointer;
  readonly #engine: Pointer;
  readonly #bool: Pointer;
  readonly #relations: Pointer[] = [];
  readonly #error: Pointer;
  readonly #kept: Pointer[] = [];

  constructor(api: Z3Api) {
    const { z3 } = api;
    this.api = api;
    const config = z3.Z3_mk_config();
    this.context = z3.Z3_mk_context_rc(config);
    z3.Z3_del_config(config);
    z3.set_noop_error_handler(this.context);
    this.#engine = z3.Z3_mk_fixedpoint(this.context);
    z3.Z3_fixedpoint_inc_ref(this.context, this.#engine);
    this.#bool = this.keep(z3.Z3_mk_bool_sort(this.context));
    this.#error = this.#declare('error', []);
  }

  /** A relation over arguments of these sorts; they are numbered in the order of their making. */
  relation(sorts: readonly Pointer[]): void {
    this.#relations.push(this.#declare(`relation${this.#relations.length}`, sorts));
  }

  atom(relation: number, args: readonly Pointer[]): Pointer {
    return this.#apply(this.#relations[relation], args);
  }

  /** For all values of the variables, `head` follows from `body`; null: the error does. */
  rule(variables: readonly Pointer[], body: readonly Pointer[], head: Pointer | null): void {
    const { z3 } = this.api;
    const { context } = this;
    const premise = this.nary(z3.Z3_mk_and, body);
    const rule = this.keep(z3.Z3_mk_implies(context, premise, head ?? this.#apply(this.#error, [])));
    const closed =
      variables.length === 0
        ? rule
        : this.keep(this.withArray(variables, (bound) => z3.Z3_mk_forall_const(context, 0, variables.length, bound, 0, 0, rule)));
    z3.Z3_fixedpoint_add_rule(context, this.#engine, closed, 0);
    this.api.checkError(context);
  }

  /** Looks for relations that satisfy all rules and exclude the error. */
  solve(search: FixedpointSearch): FixedpointAnswer {
    const { z3 } = this.api;
    const { context } = this;
    this.#configure(search);
    const answer = this.withArray([this.#error], (relations) =>
      solving(() => z3.Z3_fixedpoint_query_relations(context, this.#engine, 1, relations)),
    );
    const code = z3.Z3_get_error_code(context);
    if (code === OUT_OF_MEMORY) this.api.poison('out of memory');
    if (code !== 0) return { kind: 'unknown', why: this.api.text(z3.Z3_get_error_msg(context, code)) };
    if (answer === DERIVABLE) return { kind: 'refuted' };
    if (answer !== UNDERIVABLE) {
      return { kind: 'unknown', why: this.api.text(z3.Z3_fixedpoint_get_reason_unknown(context, this.#engine)) };
    }
    return { kind: 'solved', definitions: this.#definitions(this.keep(z3.Z3_fixedpoint_get_answer(context, this.#engine))) };
  }

  /** Lets go of everything; nothing where Z3 has trapped. */
  dispose(): void {
    if (this.api.poisoned) return;
    const { z3 } = this.api;
    for (const ast of this.#kept) z3.Z3_dec_ref(this.context, ast);
    z3.Z3_fixedpoint_dec_ref(this.context, this.#engine);
    z3.Z3_del_context(this.context);
  }

  nary(make: (c: Pointer, n: number, args: Pointer) => Pointer, args: readonly Pointer[]): Pointer {
    return this.keep(this.withArray(args, (array) => make(this.context, args.length, array)));
  }

  /** Protects a new ast from being collected. */
  keep(ast: Pointer): Pointer {
    if (ast === 0) {
      this.api.checkError(this.context);
      throw new LemmataError('E-SOLVER', 'Z3 made no term');
    }
    this.api.z3.Z3_inc_ref(this.context, ast);
    this.#kept.push(ast);
    return ast;
  }

  withArray<T>(pointers: readonly Pointer[], use: (array: Pointer) => T): T {
    const { z3 } = this.api;
    const array = z3.malloc(4 * pointers.length + 4);
    for (const [i, pointer] of pointers.entries()) this.api.writeWord(array + 4 * i, pointer);
    const result = use(array);
    z3.free(array);
    return result;
  }

  /** Operator and arguments of an application. @throws {LemmataError} if it is a quantifier */
  application(ast: Pointer): { readonly declaration: Pointer; readonly kind: number; readonly args: readonly Pointer[] } {
    const { z3 } = this.api;
    const { context } = this;
    if (z3.Z3_is_app(context, ast) === 0) throw new LemmataError('E-SOLVER', 'Z3 solves Horn clauses with a quantifier');
    const declaration = z3.Z3_get_app_decl(context, ast);
    const args: Pointer[] = [];
    for (let i = 0; i < z3.Z3_get_app_num_args(context, ast); i += 1) args.push(z3.Z3_get_app_arg(context, ast, i));
    return { declaration, kind: z3.Z3_get_decl_kind(context, declaration), args };
  }

  /** The answer is a conjunction of a formula for each relation, closed by a quantifier. */
  #definitions(answer: Pointer): readonly Definition[] {
    const { z3 } = this.api;
    const { context } = this;
    const result: Definition[] = [];
    const define = (left: Pointer, body: Pointer | boolean): void => {
      const { declaration, args } = this.application(left);
      const relation = this.#relations.indexOf(declaration);
      if (relation !== -1) result.push({ relation, args, body });
    };
    const stack = [answer];
    for (let ast = stack.pop(); ast !== undefined; ast = stack.pop()) {
      const part = z3.Z3_get_ast_kind(context, ast) === QUANTIFIER ? z3.Z3_get_quantifier_body(context, ast) : ast;
      const { kind, args } = this.application(part);
      if (kind === Logic.AND) stack.push(...args);
      else if (kind === Logic.EQ || kind === Logic.IFF) define(args[0], args[1]);
      else if (kind === Logic.NOT) define(args[0], false);
      else if (kind !== Logic.TRUE) define(part, true);
    }
    return result;
  }

  /** Without inlining and slicing, which lose relations that are not recursive, and their part of the solution. */
  #configure({ seed, milliseconds, guided }: FixedpointSearch): void {
    const { z3 } = this.api;
    const { context } = this;
    const params = z3.Z3_mk_params(context);
    z3.Z3_params_inc_ref(context, params);
    z3.Z3_params_set_symbol(context, params, this.#symbol('engine'), this.#symbol('spacer'));
    for (const pass of ['xform.inline_eager', 'xform.inline_linear', 'xform.slice']) {
      z3.Z3_params_set_bool(context, params, this.#symbol(pass), 0);
    }
    z3.Z3_params_set_uint(context, params, this.#symbol('spacer.random_seed'), seed >>> 0);
    z3.Z3_params_set_bool(context, params, this.#symbol('spacer.global'), guided ? 1 : 0);
    // Not a limit of steps: once it is met, Spacer may go on for ever without making one.
    z3.Z3_params_set_uint(context, params, this.#symbol('timeout'), Math.min(MOST_MS, Math.max(1, Math.ceil(milliseconds))));
    z3.Z3_fixedpoint_set_params(context, this.#engine, params);
    z3.Z3_params_dec_ref(context, params);
    this.api.checkError(context);
  }

  #declare(name: string, sorts: readonly Pointer[]): Pointer {
    const { z3 } = this.api;
    const { context } = this;
    const symbol = this.#symbol(name);
    const declaration = this.keep(
      this.withArray(sorts, (domain) => z3.Z3_mk_func_decl(context, symbol, sorts.length, domain, this.#bool)),
    );
    z3.Z3_fixedpoint_register_relation(context, this.#engine, declaration);
    this.api.checkError(context);
    return declaration;
  }

  #apply(declaration: Pointer, args: readonly Pointer[]): Pointer {
    const { z3 } = this.api;
    return this.keep(this.withArray(args, (array) => z3.Z3_mk_app(this.context, declaration, args.length, array)));
  }

  #symbol(text: string): Pointer {
    return this.api.withText(text, (p) => this.api.z3.Z3_mk_string_symbol(this.context, p));
  }
}
