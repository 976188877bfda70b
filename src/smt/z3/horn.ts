import { LemmataError } from '../../base/errors.ts';
import type { HornAnswer, HornAtom, HornClause, HornProblem, HornSolver, HornSort, HornTerm } from '../horn.ts';
import { foldHorn } from '../horn.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { HornReader } from './read-horn.ts';

/** Z3_L_FALSE: the error is not derivable. */
const UNDERIVABLE = -1;
const DERIVABLE = 1;
/**
 * The search is limited by Z3's steps, not by its clock: a time limit costs Z3 a thread, and it waits for that thread even when the answer is there
 * long since.
 */
const STEPS_PER_MS = 1_000;
const MOST_STEPS = 0xffff_fffe;

/** Z3's Spacer (Komuravelli, Gurfinkel, Chaki: SMT-Based Model Checking for Recursive Programs, CAV 2014), in a context of its own for each problem. */
export function z3Horn(api: Z3Api, seed: number): HornSolver {
  return {
    solve: (problem, milliseconds) =>
      api.guard(() => {
        const session = new Session(api, problem);
        try {
          return session.solve(seed, Math.max(1, Math.ceil(milliseconds)));
        } finally {
          if (!api.poisoned) session.dispose();
        }
      }),
  };
}

class Session {
  readonly #api: Z3Api;
  readonly #problem: HornProblem;
  readonly #context: Pointer;
  readonly #engine: Pointer;
  readonly #relations: readonly Pointer[];
  readonly #error: Pointer;
  readonly #kept: Pointer[] = [];
  readonly #sorts: Readonly<Record<HornSort, Pointer>>;

  constructor(api: Z3Api, problem: HornProblem) {
    const { z3 } = api;
    this.#api = api;
    this.#problem = problem;
    const config = z3.Z3_mk_config();
    this.#context = z3.Z3_mk_context_rc(config);
    z3.Z3_del_config(config);
    z3.set_noop_error_handler(this.#context);
    this.#engine = z3.Z3_mk_fixedpoint(this.#context);
    z3.Z3_fixedpoint_inc_ref(this.#context, this.#engine);
    this.#sorts = {
      bool: this.#keep(z3.Z3_mk_bool_sort(this.#context)),
      int: this.#keep(z3.Z3_mk_int_sort(this.#context)),
    };
    this.#relations = problem.relations.map((sorts, i) => this.#relation(i, sorts));
    this.#error = this.#relation(problem.relations.length, []);
  }

  solve(seed: number, milliseconds: number): HornAnswer {
    const { z3 } = this.#api;
    this.#configure(seed, milliseconds);
    for (const clause of this.#problem.clauses) this.#add(clause);
    const answer = this.#withArray([this.#error], (relations) =>
      z3.Z3_fixedpoint_query_relations(this.#context, this.#engine, 1, relations),
    );
    const code = z3.Z3_get_error_code(this.#context);
    if (code !== 0) return { kind: 'unknown', why: this.#api.text(z3.Z3_get_error_msg(this.#context, code)) };
    if (answer === DERIVABLE) return { kind: 'refuted' };
    if (answer !== UNDERIVABLE) {
      return { kind: 'unknown', why: this.#api.text(z3.Z3_fixedpoint_get_reason_unknown(this.#context, this.#engine)) };
    }
    const solution = this.#keep(z3.Z3_fixedpoint_get_answer(this.#context, this.#engine));
    return { kind: 'solved', formulas: new HornReader(this.#api, this.#context, this.#relations).solution(solution) };
  }

  dispose(): void {
    const { z3 } = this.#api;
    for (const ast of this.#kept) z3.Z3_dec_ref(this.#context, ast);
    z3.Z3_fixedpoint_dec_ref(this.#context, this.#engine);
    z3.Z3_del_context(this.#context);
  }

  /** Without inlining and slicing, which lose relations that are not recursive, and their part of the solution. */
  #configure(seed: number, milliseconds: number): void {
    const { z3 } = this.#api;
    const context = this.#context;
    const params = z3.Z3_mk_params(context);
    z3.Z3_params_inc_ref(context, params);
    z3.Z3_params_set_symbol(context, params, this.#symbol('engine'), this.#symbol('spacer'));
    for (const pass of ['xform.inline_eager', 'xform.inline_linear', 'xform.slice']) {
      z3.Z3_params_set_bool(context, params, this.#symbol(pass), 0);
    }
    z3.Z3_params_set_uint(context, params, this.#symbol('spacer.random_seed'), seed >>> 0);
    z3.Z3_params_set_uint(context, params, this.#symbol('rlimit'), Math.min(MOST_STEPS, milliseconds * STEPS_PER_MS));
    z3.Z3_fixedpoint_set_params(context, this.#engine, params);
    z3.Z3_params_dec_ref(context, params);
    this.#api.checkError(context);
  }

  #relation(index: number, sorts: readonly HornSort[]): Pointer {
    const { z3 } = this.#api;
    const domain = sorts.map((sort) => this.#sorts[sort]);
    const name = z3.Z3_mk_int_symbol(this.#context, index);
    const declaration = this.#keep(
      this.#withArray(domain, (array) => z3.Z3_mk_func_decl(this.#context, name, domain.length, array, this.#sorts.bool)),
    );
    z3.Z3_fixedpoint_register_relation(this.#context, this.#engine, declaration);
    this.#api.checkError(this.#context);
    return declaration;
  }

  #add(clause: HornClause): void {
    const { z3 } = this.#api;
    const context = this.#context;
    const variables = clause.variables.map((sort) =>
      this.#keep(this.#api.withText('x', (prefix) => z3.Z3_mk_fresh_const(context, prefix, this.#sorts[sort]))),
    );
    const known = new Map<HornTerm, Pointer>();
    const translate = (t: HornTerm): Pointer => foldHorn(t, known, (node, below) => this.#keep(this.#node(node, below, variables)));
    const atom = ({ relation, args }: HornAtom): Pointer => this.#apply(this.#relations[relation], args.map(translate));
    const body = [...(clause.from === null ? [] : [atom(clause.from)]), translate(clause.body)];
    const head = clause.to === null ? this.#apply(this.#error, []) : atom(clause.to);
    const rule = this.#keep(z3.Z3_mk_implies(context, this.#nary(z3.Z3_mk_and, body), head));
    const closed =
      variables.length === 0
        ? rule
        : this.#keep(this.#withArray(variables, (bound) => z3.Z3_mk_forall_const(context, 0, variables.length, bound, 0, 0, rule)));
    z3.Z3_fixedpoint_add_rule(context, this.#engine, closed, 0);
    this.#api.checkError(context);
  }

  #node(t: HornTerm, below: readonly Pointer[], variables: readonly Pointer[]): Pointer {
    const { z3 } = this.#api;
    const context = this.#context;
    switch (t.kind) {
      case 'truth':
        return t.value ? z3.Z3_mk_true(context) : z3.Z3_mk_false(context);
      case 'number':
        return this.#numeral(t.value);
      case 'variable':
        return variables[t.index];
      case 'not':
        return z3.Z3_mk_not(context, below[0]);
      case 'and':
        return this.#nary(z3.Z3_mk_and, below);
      case 'or':
        return this.#nary(z3.Z3_mk_or, below);
      case 'equal':
        return z3.Z3_mk_eq(context, below[0], below[1]);
      case 'at-most':
        return z3.Z3_mk_le(context, below[0], below[1]);
      case 'ite':
        return z3.Z3_mk_ite(context, below[0], below[1], below[2]);
      case 'sum': {
        const parts = below.map((of, i) =>
          t.parts[i].factor === 1n ? of : this.#nary(z3.Z3_mk_mul, [this.#keep(this.#numeral(t.parts[i].factor)), of]),
        );
        return this.#nary(z3.Z3_mk_add, t.constant === 0n ? parts : [...parts, this.#keep(this.#numeral(t.constant))]);
      }
      case 'quotient':
        return z3.Z3_mk_div(context, below[0], this.#keep(this.#numeral(t.by)));
      case 'remainder':
        return z3.Z3_mk_mod(context, below[0], this.#keep(this.#numeral(t.by)));
    }
  }

  #nary(make: (c: Pointer, n: number, args: Pointer) => Pointer, args: readonly Pointer[]): Pointer {
    return this.#keep(this.#withArray(args, (array) => make(this.#context, args.length, array)));
  }

  #apply(declaration: Pointer, args: readonly Pointer[]): Pointer {
    const { z3 } = this.#api;
    return this.#keep(this.#withArray(args, (array) => z3.Z3_mk_app(this.#context, declaration, args.length, array)));
  }

  #numeral(value: bigint): Pointer {
    return this.#api.withText(value.toString(), (text) => this.#api.z3.Z3_mk_numeral(this.#context, text, this.#sorts.int));
  }

  #symbol(text: string): Pointer {
    return this.#api.withText(text, (p) => this.#api.z3.Z3_mk_string_symbol(this.#context, p));
  }

  #withArray<T>(pointers: readonly Pointer[], use: (array: Pointer) => T): T {
    const { z3 } = this.#api;
    const array = z3.malloc(4 * pointers.length + 4);
    for (const [i, pointer] of pointers.entries()) this.#api.writeWord(array + 4 * i, pointer);
    const result = use(array);
    z3.free(array);
    return result;
  }

  /** Protects a new ast from being collected. */
  #keep(ast: Pointer): Pointer {
    if (ast === 0) {
      this.#api.checkError(this.#context);
      throw new LemmataError('E-SOLVER', 'Z3 made no term');
    }
    this.#api.z3.Z3_inc_ref(this.#context, ast);
    this.#kept.push(ast);
    return ast;
  }
}
