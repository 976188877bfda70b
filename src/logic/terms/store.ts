import { LemmataError } from '../../base/errors.ts';
import type { Term, TermBuilder } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { Op } from './ops.ts';
import { mkAdd, mkMul, mkNeg } from './rewrite-arith.ts';
import { mergeArrays, mkEqArray, mkSelect, mkStore } from './rewrite-array.ts';
import { mkBvAnd, mkBvNot, mkBvOr, mkBvXor } from './rewrite-bitwise.ts';
import { mkAnd, mkAndAll, mkIff, mkNot } from './rewrite-bool.ts';
import { mkSlt, mkUlt } from './rewrite-compare.ts';
import { mkAshr, mkLshr, mkSdiv, mkShl, mkSrem, mkUdiv, mkUrem } from './rewrite-division.ts';
import { mkEqBv } from './rewrite-eq.ts';
import { mkIte } from './rewrite-ite.ts';
import { mkConcat, mkExtract, mkSext, mkZext } from './rewrite-structure.ts';
import type { Sort } from './sort.ts';
import { FloatTerms } from './store-floats.ts';

/**
 * The terms of one system: {@link TermBuilder} with rewriting at construction over
 * {@link TermNodes}. The rules live in the `rewrite-*.ts` files, by subject; here are the checks of
 * sorts.
 */
export class TermStore extends FloatTerms implements TermBuilder {
  variable(name: string, sort: Sort): Term {
    return this.makeVariable(name, this.sorts.id(sort));
  }

  not(a: Term): Term {
    this.#boolean(a);
    return mkNot(this, a);
  }

  and(a: Term, b: Term): Term {
    this.#boolean(a);
    this.#boolean(b);
    return mkAnd(this, a, b);
  }

  or(a: Term, b: Term): Term {
    this.#boolean(a);
    this.#boolean(b);
    return mkNot(this, mkAnd(this, mkNot(this, a), mkNot(this, b)));
  }

  andAll(ts: readonly Term[]): Term {
    for (const t of ts) this.#boolean(t);
    return mkAndAll(this, ts);
  }

  orAll(ts: readonly Term[]): Term {
    return mkNot(
      this,
      mkAndAll(
        this,
        ts.map((t) => this.not(t)),
      ),
    );
  }

  xor(a: Term, b: Term): Term {
    this.#boolean(a);
    this.#boolean(b);
    return mkNot(this, mkIff(this, a, b));
  }

  implies(a: Term, b: Term): Term {
    this.#boolean(a);
    this.#boolean(b);
    return mkNot(this, mkAnd(this, a, mkNot(this, b)));
  }

  eq(a: Term, b: Term): Term {
    this.#same(a, b);
    if (a === b) return this.true;
    const sort = this.sort(a);
    switch (sort.kind) {
      case 'bool':
        return mkIff(this, a, b);
      case 'bv':
        return mkEqBv(this, a, b);
      case 'float':
        if (this.isConst(a) && this.isConst(b)) return this.false;
        break;
      case 'array':
        return mkEqArray(this, a, b);
    }
    return a < b ? this.make(Op.EQ, 0, a, b) : this.make(Op.EQ, 0, b, a);
  }

  ite(c: Term, a: Term, b: Term): Term {
    this.#boolean(c);
    this.#same(a, b);
    if (a !== b && !this.isConst(c) && this.sort(a).kind === 'array') {
      const merged = mergeArrays(this, c, a, b);
      if (merged !== NO_TERM) return merged;
    }
    return mkIte(this, c, a, b);
  }

  bvNot(a: Term): Term {
    this.width(a);
    return mkBvNot(this, a);
  }

  neg(a: Term): Term {
    this.width(a);
    return mkNeg(this, a);
  }

  bvAnd(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkBvAnd(this, a, b);
  }

  bvOr(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkBvOr(this, a, b);
  }

  bvXor(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkBvXor(this, a, b);
  }

  add(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkAdd(this, a, b);
  }

  sub(a: Term, b: Term): Term {
    this.#pair(a, b);
    return a === b ? this.bv(this.width(a), 0) : mkAdd(this, a, mkNeg(this, b));
  }

  mul(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkMul(this, a, b);
  }

  udiv(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkUdiv(this, a, b);
  }

  urem(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkUrem(this, a, b);
  }

  sdiv(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkSdiv(this, a, b);
  }

  srem(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkSrem(this, a, b);
  }

  shl(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkShl(this, a, b);
  }

  lshr(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkLshr(this, a, b);
  }

  ashr(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkAshr(this, a, b);
  }

  ult(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkUlt(this, a, b);
  }

  ule(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkNot(this, mkUlt(this, b, a));
  }

  slt(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkSlt(this, a, b);
  }

  sle(a: Term, b: Term): Term {
    this.#pair(a, b);
    return mkNot(this, mkSlt(this, b, a));
  }

  concat(high: Term, low: Term): Term {
    this.width(high);
    this.width(low);
    return mkConcat(this, high, low);
  }

  extract(a: Term, high: number, low: number): Term {
    return mkExtract(this, a, high, low);
  }

  zext(a: Term, width: number): Term {
    return mkZext(this, a, width);
  }

  sext(a: Term, width: number): Term {
    return mkSext(this, a, width);
  }

  boolToBv(a: Term): Term {
    return this.ite(a, this.bv(1, 1), this.bv(1, 0));
  }

  constArray(index: Sort, element: Term): Term {
    const sort = this.sorts.array(this.sorts.id(index), this.sortId(element));
    return this.make(Op.CONST_ARRAY, sort, element);
  }

  select(array: Term, index: Term): Term {
    this.#indexed(array, index);
    return mkSelect(this, array, index);
  }

  store(array: Term, index: Term, element: Term): Term {
    this.#indexed(array, index);
    if (this.elementSort(array) !== this.sortId(element))
      throw new LemmataError('E-INTERNAL', `element ${element} has another sort than array ${array}`);
    return mkStore(this, array, index, element);
  }

  /**
   * The constant array of `base` with elements at distinct constant indices; the same term as storing
   * them one after the other.
   */
  filledArray(base: Term, indices: readonly Term[], elements: readonly Term[]): Term {
    if (this.op(base) !== Op.CONST_ARRAY) throw new LemmataError('E-INTERNAL', `term ${base} is not a constant array`);
    const sort = this.elementSort(base);
    indices.forEach((index, i) => {
      this.#indexed(base, index);
      if (!this.isConst(index) || this.sortId(elements[i]) !== sort)
        throw new LemmataError('E-INTERNAL', `element ${elements[i]} at ${index} does not fit into array ${base}`);
    });
    return this.arrays.fill(base, indices, elements);
  }

  #indexed(array: Term, index: Term): void {
    const sort = this.sort(array);
    if (sort.kind !== 'array' || this.sorts.id(sort.index) !== this.sortId(index)) {
      throw new LemmataError('E-INTERNAL', `term ${array} is not an array indexed by ${index}`);
    }
  }

  #boolean(a: Term): void {
    if (this.sortId(a) !== 0) throw new LemmataError('E-INTERNAL', `term ${a} is not Boolean`);
  }

  #same(a: Term, b: Term): void {
    if (this.sortId(a) !== this.sortId(b) || a < 0)
      throw new LemmataError('E-INTERNAL', `terms ${a} and ${b} have different sorts`);
  }

  #pair(a: Term, b: Term): void {
    this.#same(a, b);
    this.width(a);
  }
}
