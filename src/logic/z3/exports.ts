/** Addresses in Z3's memory: contexts, asts, models ... 0 is null. */
export type Pointer = number;

/**
 * The functions of the WebAssembly module that are used, called without z3-solver's wrappers. Names
 * are those of Z3's C API.
 */
export interface Z3Exports {
  malloc(bytes: number): Pointer;
  free(p: Pointer): void;
  set_noop_error_handler(c: Pointer): void;

  Z3_global_param_set(id: Pointer, value: Pointer): void;
  Z3_get_estimated_alloc_size(): bigint;
  Z3_mk_config(): Pointer;
  Z3_del_config(config: Pointer): void;
  Z3_mk_context_rc(config: Pointer): Pointer;
  Z3_del_context(c: Pointer): void;
  Z3_get_error_code(c: Pointer): number;
  Z3_get_error_msg(c: Pointer, code: number): Pointer;
  Z3_inc_ref(c: Pointer, a: Pointer): void;
  Z3_dec_ref(c: Pointer, a: Pointer): void;

  Z3_mk_params(c: Pointer): Pointer;
  Z3_params_inc_ref(c: Pointer, p: Pointer): void;
  Z3_params_dec_ref(c: Pointer, p: Pointer): void;
  Z3_params_set_uint(c: Pointer, p: Pointer, key: Pointer, value: number): void;

  Z3_mk_int_symbol(c: Pointer, i: number): Pointer;
  Z3_mk_string_symbol(c: Pointer, text: Pointer): Pointer;
  Z3_mk_bool_sort(c: Pointer): Pointer;
  Z3_mk_bv_sort(c: Pointer, width: number): Pointer;
  Z3_mk_fpa_sort(c: Pointer, exponentBits: number, precision: number): Pointer;
  Z3_mk_array_sort(c: Pointer, index: Pointer, element: Pointer): Pointer;
  Z3_mk_const(c: Pointer, symbol: Pointer, sort: Pointer): Pointer;
  Z3_mk_fresh_const(c: Pointer, prefix: Pointer, sort: Pointer): Pointer;
  Z3_mk_unsigned_int(c: Pointer, value: number, sort: Pointer): Pointer;
  Z3_mk_unsigned_int64(c: Pointer, value: bigint, sort: Pointer): Pointer;
  Z3_mk_numeral(c: Pointer, text: Pointer, sort: Pointer): Pointer;

  Z3_mk_true(c: Pointer): Pointer;
  Z3_mk_false(c: Pointer): Pointer;
  Z3_mk_not(c: Pointer, a: Pointer): Pointer;
  Z3_mk_and(c: Pointer, n: number, args: Pointer): Pointer;
  Z3_mk_implies(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_eq(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_ite(c: Pointer, i: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvnot(c: Pointer, a: Pointer): Pointer;
  Z3_mk_bvneg(c: Pointer, a: Pointer): Pointer;
  Z3_mk_bvand(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvor(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvxor(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvadd(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvmul(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvudiv(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvurem(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvsdiv(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvsrem(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvshl(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvlshr(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvashr(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvult(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_bvslt(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_concat(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_extract(c: Pointer, high: number, low: number, a: Pointer): Pointer;
  Z3_mk_zero_ext(c: Pointer, by: number, a: Pointer): Pointer;
  Z3_mk_sign_ext(c: Pointer, by: number, a: Pointer): Pointer;
  Z3_mk_select(c: Pointer, a: Pointer, i: Pointer): Pointer;
  Z3_mk_store(c: Pointer, a: Pointer, i: Pointer, e: Pointer): Pointer;
  Z3_mk_const_array(c: Pointer, index: Pointer, e: Pointer): Pointer;

  Z3_mk_fpa_rne(c: Pointer): Pointer;
  Z3_mk_fpa_rna(c: Pointer): Pointer;
  Z3_mk_fpa_rtp(c: Pointer): Pointer;
  Z3_mk_fpa_rtn(c: Pointer): Pointer;
  Z3_mk_fpa_rtz(c: Pointer): Pointer;
  Z3_mk_fpa_neg(c: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_abs(c: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_add(c: Pointer, mode: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_sub(c: Pointer, mode: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_mul(c: Pointer, mode: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_div(c: Pointer, mode: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_fma(c: Pointer, mode: Pointer, a: Pointer, b: Pointer, d: Pointer): Pointer;
  Z3_mk_fpa_sqrt(c: Pointer, mode: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_rem(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_round_to_integral(c: Pointer, mode: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_eq(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_lt(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_leq(c: Pointer, a: Pointer, b: Pointer): Pointer;
  Z3_mk_fpa_is_nan(c: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_is_infinite(c: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_is_subnormal(c: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_is_zero(c: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_is_negative(c: Pointer, a: Pointer): Pointer;
  Z3_mk_fpa_to_fp_bv(c: Pointer, a: Pointer, sort: Pointer): Pointer;
  Z3_mk_fpa_to_fp_float(c: Pointer, mode: Pointer, a: Pointer, sort: Pointer): Pointer;
  Z3_mk_fpa_to_fp_signed(c: Pointer, mode: Pointer, a: Pointer, sort: Pointer): Pointer;
  Z3_mk_fpa_to_fp_unsigned(c: Pointer, mode: Pointer, a: Pointer, sort: Pointer): Pointer;
  Z3_mk_fpa_to_sbv(c: Pointer, mode: Pointer, a: Pointer, width: number): Pointer;
  Z3_mk_fpa_to_ubv(c: Pointer, mode: Pointer, a: Pointer, width: number): Pointer;
  Z3_mk_fpa_to_ieee_bv(c: Pointer, a: Pointer): Pointer;

  Z3_get_index_value(c: Pointer, variable: Pointer): number;

  Z3_mk_goal(c: Pointer, models: number, cores: number, proofs: number): Pointer;
  Z3_goal_inc_ref(c: Pointer, g: Pointer): void;
  Z3_goal_dec_ref(c: Pointer, g: Pointer): void;
  Z3_goal_assert(c: Pointer, g: Pointer, a: Pointer): void;
  Z3_goal_size(c: Pointer, g: Pointer): number;
  Z3_goal_formula(c: Pointer, g: Pointer, i: number): Pointer;
  Z3_mk_tactic(c: Pointer, name: Pointer): Pointer;
  Z3_tactic_inc_ref(c: Pointer, t: Pointer): void;
  Z3_tactic_dec_ref(c: Pointer, t: Pointer): void;
  Z3_tactic_apply(c: Pointer, t: Pointer, g: Pointer): Pointer;
  Z3_apply_result_inc_ref(c: Pointer, r: Pointer): void;
  Z3_apply_result_dec_ref(c: Pointer, r: Pointer): void;
  Z3_apply_result_get_num_subgoals(c: Pointer, r: Pointer): number;
  Z3_apply_result_get_subgoal(c: Pointer, r: Pointer, i: number): Pointer;

  Z3_mk_solver(c: Pointer): Pointer;
  Z3_mk_simple_solver(c: Pointer): Pointer;
  Z3_mk_solver_for_logic(c: Pointer, logic: Pointer): Pointer;
  Z3_solver_inc_ref(c: Pointer, s: Pointer): void;
  Z3_solver_dec_ref(c: Pointer, s: Pointer): void;
  Z3_solver_set_params(c: Pointer, s: Pointer, p: Pointer): void;
  Z3_solver_assert(c: Pointer, s: Pointer, a: Pointer): void;
  Z3_solver_push(c: Pointer, s: Pointer): void;
  Z3_solver_pop(c: Pointer, s: Pointer, levels: number): void;
  Z3_solver_check_assumptions(c: Pointer, s: Pointer, n: number, assumptions: Pointer): number;
  Z3_solver_get_model(c: Pointer, s: Pointer): Pointer;
  Z3_solver_get_unsat_core(c: Pointer, s: Pointer): Pointer;
  Z3_solver_get_reason_unknown(c: Pointer, s: Pointer): Pointer;

  Z3_ast_vector_inc_ref(c: Pointer, v: Pointer): void;
  Z3_ast_vector_dec_ref(c: Pointer, v: Pointer): void;
  Z3_ast_vector_size(c: Pointer, v: Pointer): number;
  Z3_ast_vector_get(c: Pointer, v: Pointer, i: number): Pointer;

  Z3_model_inc_ref(c: Pointer, m: Pointer): void;
  Z3_model_dec_ref(c: Pointer, m: Pointer): void;
  Z3_model_eval(c: Pointer, m: Pointer, a: Pointer, completion: number, out: Pointer): number;
  Z3_get_bool_value(c: Pointer, a: Pointer): number;
  Z3_is_numeral_ast(c: Pointer, a: Pointer): number;
  Z3_get_numeral_uint64(c: Pointer, a: Pointer, out: Pointer): number;
  Z3_get_numeral_string(c: Pointer, a: Pointer): Pointer;
  Z3_is_app(c: Pointer, a: Pointer): number;
  Z3_get_app_decl(c: Pointer, app: Pointer): Pointer;
  Z3_get_decl_kind(c: Pointer, decl: Pointer): number;
  Z3_get_app_num_args(c: Pointer, app: Pointer): number;
  Z3_get_app_arg(c: Pointer, app: Pointer, i: number): Pointer;
  Z3_get_decl_int_parameter(c: Pointer, decl: Pointer, i: number): number;
  Z3_get_sort(c: Pointer, a: Pointer): Pointer;
  Z3_get_bv_sort_size(c: Pointer, sort: Pointer): number;
  Z3_is_as_array(c: Pointer, a: Pointer): number;
  Z3_get_as_array_func_decl(c: Pointer, a: Pointer): Pointer;
  Z3_model_get_func_interp(c: Pointer, m: Pointer, decl: Pointer): Pointer;
  Z3_func_interp_inc_ref(c: Pointer, f: Pointer): void;
  Z3_func_interp_dec_ref(c: Pointer, f: Pointer): void;
  Z3_func_interp_get_num_entries(c: Pointer, f: Pointer): number;
  Z3_func_interp_get_else(c: Pointer, f: Pointer): Pointer;
  Z3_func_interp_get_entry(c: Pointer, f: Pointer, i: number): Pointer;
  Z3_func_entry_inc_ref(c: Pointer, e: Pointer): void;
  Z3_func_entry_dec_ref(c: Pointer, e: Pointer): void;
  Z3_func_entry_get_value(c: Pointer, e: Pointer): Pointer;
  Z3_func_entry_get_arg(c: Pointer, e: Pointer, i: number): Pointer;
}
