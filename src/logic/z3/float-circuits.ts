import { LemmataError } from '../../base/errors.ts';
import { POSITIVE_NAN } from '../../base/softfloat.ts';
import type { Term } from '../terms/builder.ts';
import { circuitKey, type FloatCircuit, type FloatCircuits, withoutFloats } from '../terms/float-circuits.ts';
import { packFloat } from '../terms/float-values.ts';
import { rebuild } from '../terms/rebuild.ts';
import type { Sort } from '../terms/sort.ts';
import { TermStore } from '../terms/store.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { Logic } from './kinds.ts';
import { AstReader } from './read-ast.ts';
import { Translator } from './translate.ts';

/** Circuits by Z3's tactic `fpa2bv`, applied to one operator at a time; each is made once. */
export class Z3FloatCircuits implements FloatCircuits {
  readonly #circuits = new Map<string, FloatCircuit>();

  constructor(private readonly api: Z3Api) {}

  of(store: TermStore, t: Term): FloatCircuit {
    const key = circuitKey(store, t);
    let circuit = this.#circuits.get(key);
    if (circuit === undefined) {
      circuit = this.api.guard(() => this.#make(store, t));
      this.#circuits.set(key, circuit);
    }
    return circuit;
  }

  #make(source: TermStore, t: Term): FloatCircuit {
    const { z3 } = this.api;
    const config = z3.Z3_mk_config();
    const context = z3.Z3_mk_context_rc(config);
    z3.Z3_del_config(config);
    z3.set_noop_error_handler(context);
    const store = new TermStore();
    const translator = new Translator(this.api, context, store);
    const args = Array.from({ length: source.arity(t) }, (_, i) =>
      store.variable(`a${i}`, withoutFloats(source.sort(source.arg(t, i)))),
    );
    const operands = args.map((bits, i) => {
      const sort = source.sort(source.arg(t, i));
      return sort.kind === 'float' ? store.fpFromBits(bits, sort) : bits;
    });
    const applied = rebuild(store, source, t, operands[0], operands[1] ?? 0, operands[2] ?? 0);
    const sort = source.sort(t);
    const result = store.variable('result', withoutFloats(sort));
    const bits = patternOf(translator, translator.ast(applied), sort);
    const definition = translator.keep(z3.Z3_mk_eq(context, translator.ast(result), bits));
    const formulas = this.#withoutFloats(context, definition);
    for (const formula of formulas) translator.keep(formula);
    const leaves = args.map((v) => [translator.ast(v), v] as const);
    const definitions = new Map(formulas.flatMap((formula) => this.#definition(context, formula)));
    const reader = new AstReader(this.api, context, store, leaves, definitions);
    const found = definitions.get(translator.ast(result));
    if (found === undefined) throw new LemmataError('E-SOLVER', 'Z3 gives no circuit for an operator of floats');
    const circuit = { store, args, result: reader.read(found) };
    translator.dispose();
    z3.Z3_del_context(context);
    return circuit;
  }

  /** The formulas that `fpa2bv` makes of one. */
  #withoutFloats(context: Pointer, formula: Pointer): Pointer[] {
    const { api } = this;
    const { z3 } = api;
    const goal = z3.Z3_mk_goal(context, 0, 0, 0);
    z3.Z3_goal_inc_ref(context, goal);
    z3.Z3_goal_assert(context, goal, formula);
    const tactic = api.withText('fpa2bv', (name) => z3.Z3_mk_tactic(context, name));
    z3.Z3_tactic_inc_ref(context, tactic);
    const applied = z3.Z3_tactic_apply(context, tactic, goal);
    api.checkError(context);
    z3.Z3_apply_result_inc_ref(context, applied);
    const formulas: Pointer[] = [];
    for (let g = 0; g < z3.Z3_apply_result_get_num_subgoals(context, applied); g++) {
      const part = z3.Z3_apply_result_get_subgoal(context, applied, g);
      for (let i = 0; i < z3.Z3_goal_size(context, part); i++) {
        const ast = z3.Z3_goal_formula(context, part, i);
        z3.Z3_inc_ref(context, ast);
        formulas.push(ast);
      }
    }
    z3.Z3_apply_result_dec_ref(context, applied);
    z3.Z3_tactic_dec_ref(context, tactic);
    z3.Z3_goal_dec_ref(context, goal);
    return formulas;
  }

  /**
   * A constant and its definition by an equation; empty for other formulas, which add nothing that the
   * circuit needs.
   */
  #definition(context: Pointer, formula: Pointer): (readonly [Pointer, Pointer])[] {
    const { z3 } = this.api;
    if (this.#kindOf(context, formula) !== Logic.EQ) return [];
    const [left, right] = [0, 1].map((i) => z3.Z3_get_app_arg(context, formula, i));
    if (this.#isConstant(context, left)) return [[left, right]];
    return this.#isConstant(context, right) ? [[right, left]] : [];
  }

  #isConstant(context: Pointer, ast: Pointer): boolean {
    return this.#kindOf(context, ast) === Logic.UNINTERPRETED && this.api.z3.Z3_get_app_num_args(context, ast) === 0;
  }

  #kindOf(context: Pointer, ast: Pointer): number {
    const { z3 } = this.api;
    if (z3.Z3_is_app(context, ast) === 0 || z3.Z3_is_numeral_ast(context, ast) !== 0) return -1;
    return z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, ast));
  }
}

/** The pattern of a value of that sort, with one NaN. */
function patternOf(x: Translator, ast: Pointer, sort: Sort): Pointer {
  if (sort.kind !== 'float') return ast;
  const { z3 } = x.api;
  const nan = x.keep(z3.Z3_mk_fpa_is_nan(x.context, ast));
  const bits = x.keep(z3.Z3_mk_fpa_to_ieee_bv(x.context, ast));
  const one = x.keep(x.numeral(sort.exponentBits + sort.precision, packFloat(sort, POSITIVE_NAN)));
  return x.keep(z3.Z3_mk_ite(x.context, nan, one, bits));
}
