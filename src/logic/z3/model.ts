import { LemmataError } from '../../base/errors.ts';
import { POSITIVE_NAN } from '../../base/softfloat.ts';
import type { ArrayElimination } from '../terms/array-free.ts';
import type { Term } from '../terms/builder.ts';
import { Evaluator, zeroValue } from '../terms/evaluate.ts';
import { packFloat, patternWidth, unpackFloat } from '../terms/float-values.ts';
import { Op } from '../terms/ops.ts';
import type { ModelValue } from '../terms/solver.ts';
import { BOOL, type Sort } from '../terms/sort.ts';
import type { Z3Api } from './api.ts';
import type { AssertionStack } from './assertions.ts';
import type { Pointer } from './exports.ts';
import type { Translator } from './translate.ts';

const STORE = 0x300;
const CONST_ARRAY = 0x302;

/**
 * A model of Z3, read term by term. Where arrays were eliminated, they are put together from the
 * elements that were read.
 */
export class Z3Model {
  readonly #out: Pointer;
  readonly #translator: Translator;
  readonly #api: Z3Api;
  readonly #context: Pointer;
  #evaluator: Evaluator | null = null;

  constructor(
    private readonly stack: AssertionStack,
    private readonly model: Pointer,
  ) {
    this.#translator = stack.translator;
    this.#api = this.#translator.api;
    this.#context = this.#translator.context;
    this.#api.z3.Z3_model_inc_ref(this.#context, model);
    this.#out = this.#api.z3.malloc(8);
  }

  dispose(): void {
    this.#api.z3.free(this.#out);
    this.#api.z3.Z3_model_dec_ref(this.#context, this.model);
  }

  value(t: Term): ModelValue {
    const { store } = this.#translator;
    const { arrays } = this.stack;
    if (arrays === null) return this.#evaluated(this.#translator.ast(t), store.sort(t));
    if (store.op(t) === Op.VARIABLE) return this.#variable(arrays, t);
    if (arrays.formOf(t) === t) return this.#evaluated(this.#translator.ast(t), store.sort(t));
    this.#evaluator ??= new Evaluator(store, (v) => this.#variable(arrays, v));
    return this.#evaluator.value(t);
  }

  #variable(arrays: ArrayElimination, t: Term): ModelValue {
    const { store } = this.#translator;
    const sort = store.sort(t);
    if (sort.kind !== 'array') return this.#evaluated(this.#translator.ast(t), sort);
    const entries = new Map<bigint, ModelValue>();
    for (const { index, element } of arrays.readsOf(t)) {
      entries.set(this.#evaluated(this.#translator.ast(index), store.sort(index)) as bigint, this.value(element));
    }
    return { default: zeroValue(sort.element), entries };
  }

  #evaluated(ast: Pointer, sort: Sort): ModelValue {
    const { z3 } = this.#api;
    const context = this.#context;
    if (sort.kind === 'float') {
      // Z3 leaves the bits of a NaN open.
      if (this.#derived(z3.Z3_mk_fpa_is_nan(context, ast), BOOL) === true) return packFloat(sort, POSITIVE_NAN);
      const pattern = this.#derived(z3.Z3_mk_fpa_to_ieee_bv(context, ast), { kind: 'bv', width: patternWidth(sort) });
      return packFloat(sort, unpackFloat(sort, pattern as bigint));
    }
    if (z3.Z3_model_eval(context, this.model, ast, 1, this.#out) === 0) {
      this.#api.checkError(context);
      throw new LemmataError('E-SOLVER', 'Z3 gives no value for a term');
    }
    const value = this.#api.readWord(this.#out);
    z3.Z3_inc_ref(context, value);
    const read = this.#read(value, sort);
    z3.Z3_dec_ref(context, value);
    return read;
  }

  /** Value of a new ast. */
  #derived(ast: Pointer, sort: Sort): ModelValue {
    const { z3 } = this.#api;
    const context = this.#context;
    z3.Z3_inc_ref(context, ast);
    const value = this.#evaluated(ast, sort);
    z3.Z3_dec_ref(context, ast);
    return value;
  }

  /** `value` is what evaluation ended with. */
  #read(value: Pointer, sort: Sort): ModelValue {
    switch (sort.kind) {
      case 'bool': {
        const truth = this.#api.z3.Z3_get_bool_value(this.#context, value);
        if (truth === 0) throw new LemmataError('E-SOLVER', 'Z3 gives no truth value for a term');
        return truth === 1;
      }
      case 'bv':
        return this.#readNumber(value, sort.width);
      case 'float':
        return this.#evaluated(value, sort);
      case 'array':
        return this.#readArray(value, sort.index, sort.element);
    }
  }

  #readNumber(value: Pointer, width: number): bigint {
    const { z3 } = this.#api;
    if (z3.Z3_is_numeral_ast(this.#context, value) === 0)
      throw new LemmataError('E-SOLVER', 'Z3 gives no number for a term');
    if (width > 64) return BigInt(this.#api.text(z3.Z3_get_numeral_string(this.#context, value)));
    if (z3.Z3_get_numeral_uint64(this.#context, value, this.#out) === 0)
      throw new LemmataError('E-SOLVER', 'Z3 gives no number for a term');
    return (BigInt(this.#api.readWord(this.#out + 4)) << 32n) | BigInt(this.#api.readWord(this.#out));
  }

  /** Reads stores over a constant array or over a function's graph; the first entry of an index counts. */
  #readArray(value: Pointer, index: Sort, element: Sort): ModelValue {
    const { z3 } = this.#api;
    const context = this.#context;
    const entries = new Map<bigint, ModelValue>();
    const enter = (at: Pointer, content: Pointer): void => {
      const key = this.#read(at, index);
      const k = typeof key === 'boolean' ? (key ? 1n : 0n) : key;
      if (typeof k !== 'bigint') throw new LemmataError('E-SOLVER', 'an array indexed by arrays');
      if (!entries.has(k)) entries.set(k, this.#read(content, element));
    };
    let a = value;
    for (;;) {
      if (z3.Z3_is_as_array(context, a) !== 0) return { default: this.#readGraph(a, element, enter), entries };
      const kind = z3.Z3_is_app(context, a) === 0 ? -1 : z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, a));
      if (kind === CONST_ARRAY) return { default: this.#read(z3.Z3_get_app_arg(context, a, 0), element), entries };
      if (kind !== STORE) throw new LemmataError('E-SOLVER', `Z3 gives an array of an unknown form (${kind})`);
      enter(z3.Z3_get_app_arg(context, a, 1), z3.Z3_get_app_arg(context, a, 2));
      a = z3.Z3_get_app_arg(context, a, 0);
    }
  }

  /** Enters the graph of an `as-array` function and returns its default. */
  #readGraph(a: Pointer, element: Sort, enter: (at: Pointer, content: Pointer) => void): ModelValue {
    const { z3 } = this.#api;
    const context = this.#context;
    const f = z3.Z3_model_get_func_interp(context, this.model, z3.Z3_get_as_array_func_decl(context, a));
    if (f === 0) throw new LemmataError('E-SOLVER', 'Z3 gives no graph for an array');
    z3.Z3_func_interp_inc_ref(context, f);
    const n = z3.Z3_func_interp_get_num_entries(context, f);
    for (let i = 0; i < n; i++) {
      const entry = z3.Z3_func_interp_get_entry(context, f, i);
      z3.Z3_func_entry_inc_ref(context, entry);
      enter(z3.Z3_func_entry_get_arg(context, entry, 0), z3.Z3_func_entry_get_value(context, entry));
      z3.Z3_func_entry_dec_ref(context, entry);
    }
    const fallback = this.#read(z3.Z3_func_interp_get_else(context, f), element);
    z3.Z3_func_interp_dec_ref(context, f);
    return fallback;
  }
}
