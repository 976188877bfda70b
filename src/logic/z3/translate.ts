import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { Sort } from '../terms/sort.ts';
import type { TermStore } from '../terms/store.ts';
import { TermMap } from '../terms/term-map.ts';
import type { Z3Api } from './api.ts';
import type { Pointer } from './exports.ts';
import { translateFloat } from './translate-float.ts';

/** Terms as Z3's asts, in one context; each is made once and lives as long as the context. */
export class Translator {
  readonly #asts = new TermMap();
  readonly #sorts: Pointer[] = [];
  readonly #kept: Pointer[] = [];
  readonly #pair: Pointer;
  /** Whether a term translated so far has an array or a float: the bit-vector solver cannot take it. */
  beyondBitVectors = false;

  constructor(
    readonly api: Z3Api,
    readonly context: Pointer,
    readonly store: TermStore,
  ) {
    this.#pair = api.z3.malloc(8);
  }

  /** Releases all asts. Otherwise Z3's deletion of a context takes quadratic time in the depth of terms. */
  dispose(): void {
    const { z3 } = this.api;
    for (const ast of this.#kept) z3.Z3_dec_ref(this.context, ast);
    z3.free(this.#pair);
  }

  /** The ast of a term. */
  ast(root: Term): Pointer {
    const { store } = this;
    const asts = this.#asts;
    const known = asts.get(root);
    if (known !== -1) return known;
    const stack: Term[] = [root];
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (asts.has(t)) {
        stack.pop();
        continue;
      }
      const before = stack.length;
      for (let i = store.arity(t) - 1; i >= 0; i--) if (!asts.has(store.arg(t, i))) stack.push(store.arg(t, i));
      if (stack.length > before) continue;
      asts.set(t, this.keep(this.#node(t)));
      stack.pop();
    }
    return asts.get(root);
  }

  /** The argument's ast, which is there already. */
  arg(t: Term, i: number): Pointer {
    return this.#asts.get(this.store.arg(t, i));
  }

  /** Protects a new ast from being collected; throws if Z3 refused to make it. */
  keep(ast: Pointer): Pointer {
    if (ast === 0) {
      this.api.checkError(this.context);
      throw new LemmataError('E-SOLVER', 'Z3 made no term');
    }
    this.api.z3.Z3_inc_ref(this.context, ast);
    this.#kept.push(ast);
    return ast;
  }

  sort(id: number): Pointer {
    const known = this.#sorts[id];
    if (known !== undefined) return known;
    const made = this.keep(this.#makeSort(this.store.sorts.sorts[id]));
    this.#sorts[id] = made;
    return made;
  }

  /** A bit-vector constant of any width. */
  numeral(width: number, value: bigint): Pointer {
    const { api, context } = this;
    const sort = this.sort(this.store.bvSort(width));
    if (width <= 64) return api.z3.Z3_mk_unsigned_int64(context, value, sort);
    return api.withText(value.toString(), (text) => api.z3.Z3_mk_numeral(context, text, sort));
  }

  #makeSort(sort: Sort): Pointer {
    const { context } = this;
    const { z3 } = this.api;
    switch (sort.kind) {
      case 'bool':
        return z3.Z3_mk_bool_sort(context);
      case 'bv':
        return z3.Z3_mk_bv_sort(context, sort.width);
      case 'float':
        this.beyondBitVectors = true;
        return z3.Z3_mk_fpa_sort(context, sort.exponentBits, sort.precision);
      case 'array': {
        this.beyondBitVectors = true;
        const { sorts } = this.store;
        return z3.Z3_mk_array_sort(context, this.sort(sorts.id(sort.index)), this.sort(sorts.id(sort.element)));
      }
    }
  }

  #node(t: Term): Pointer {
    const { store, context } = this;
    const { z3 } = this.api;
    const op = store.op(t);
    const arity = store.arity(t);
    if (arity === 0) return this.#leaf(t);
    const a = this.arg(t, 0);
    const b = arity > 1 ? this.arg(t, 1) : 0;
    switch (op) {
      case Op.NOT:
        return z3.Z3_mk_not(context, a);
      case Op.AND:
        this.api.writeWord(this.#pair, a);
        this.api.writeWord(this.#pair + 4, b);
        return z3.Z3_mk_and(context, 2, this.#pair);
      case Op.EQ:
        return z3.Z3_mk_eq(context, a, b);
      case Op.ITE:
        return z3.Z3_mk_ite(context, a, b, this.arg(t, 2));
      case Op.CONST_ARRAY: {
        const sort = store.sort(t);
        if (sort.kind !== 'array') throw new LemmataError('E-INTERNAL', 'a constant array has no array sort');
        this.sort(store.sortId(t));
        return z3.Z3_mk_const_array(context, this.sort(store.sorts.id(sort.index)), a);
      }
      case Op.SELECT:
        return z3.Z3_mk_select(context, a, b);
      case Op.STORE:
        return z3.Z3_mk_store(context, a, b, this.arg(t, 2));
      case Op.EXTRACT:
        return z3.Z3_mk_extract(context, store.high(t), store.low(t), a);
      case Op.ZEXT:
        return z3.Z3_mk_zero_ext(context, store.width(t) - store.width(store.arg(t, 0)), a);
      case Op.SEXT:
        return z3.Z3_mk_sign_ext(context, store.width(t) - store.width(store.arg(t, 0)), a);
      default:
        if (op >= Op.FP_NEG) {
          this.beyondBitVectors = true;
          return translateFloat(this, t);
        }
        return this.#bitVector(op, a, b);
    }
  }

  #leaf(t: Term): Pointer {
    const { store, context } = this;
    const { z3 } = this.api;
    switch (store.op(t)) {
      case Op.TRUE:
        return z3.Z3_mk_true(context);
      case Op.FALSE:
        return z3.Z3_mk_false(context);
      case Op.VARIABLE:
        return z3.Z3_mk_const(context, z3.Z3_mk_int_symbol(context, t), this.sort(store.sortId(t)));
      case Op.FLOAT_CONST: {
        const format = store.format(t);
        const bits = this.keep(this.numeral(format.exponentBits + format.precision, store.constValue(t)));
        return z3.Z3_mk_fpa_to_fp_bv(context, bits, this.sort(store.sortId(t)));
      }
      default:
        if (store.width(t) <= 32)
          return z3.Z3_mk_unsigned_int(context, store.smallValue(t), this.sort(store.sortId(t)));
        return this.numeral(store.width(t), store.constValue(t));
    }
  }

  #bitVector(op: Op, a: Pointer, b: Pointer): Pointer {
    const { context } = this;
    const { z3 } = this.api;
    switch (op) {
      case Op.BV_NOT:
        return z3.Z3_mk_bvnot(context, a);
      case Op.NEG:
        return z3.Z3_mk_bvneg(context, a);
      case Op.BV_AND:
        return z3.Z3_mk_bvand(context, a, b);
      case Op.BV_OR:
        return z3.Z3_mk_bvor(context, a, b);
      case Op.BV_XOR:
        return z3.Z3_mk_bvxor(context, a, b);
      case Op.ADD:
        return z3.Z3_mk_bvadd(context, a, b);
      case Op.MUL:
        return z3.Z3_mk_bvmul(context, a, b);
      case Op.UDIV:
        return z3.Z3_mk_bvudiv(context, a, b);
      case Op.UREM:
        return z3.Z3_mk_bvurem(context, a, b);
      case Op.SDIV:
        return z3.Z3_mk_bvsdiv(context, a, b);
      case Op.SREM:
        return z3.Z3_mk_bvsrem(context, a, b);
      case Op.SHL:
        return z3.Z3_mk_bvshl(context, a, b);
      case Op.LSHR:
        return z3.Z3_mk_bvlshr(context, a, b);
      case Op.ASHR:
        return z3.Z3_mk_bvashr(context, a, b);
      case Op.ULT:
        return z3.Z3_mk_bvult(context, a, b);
      case Op.SLT:
        return z3.Z3_mk_bvslt(context, a, b);
      case Op.CONCAT:
        return z3.Z3_mk_concat(context, a, b);
      default:
        throw new LemmataError('E-INTERNAL', `operator ${op} is not known to the Z3 back end`);
    }
  }
}
