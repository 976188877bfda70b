import { POSITIVE_NAN } from '../../base/softfloat.ts';
import type { Term } from './builder.ts';
import { packFloat } from './float-values.ts';
import { Op } from './ops.ts';
import { type Sort, sortName } from './sort.ts';
import type { TermStore } from './store.ts';

/**
 * A floating-point operator over bit-vectors only. `result` over the variables `args`, which stand for
 * the arguments' patterns.
 */
export interface FloatCircuit {
  readonly store: TermStore;
  readonly args: readonly Term[];
  readonly result: Term;
}

/** Where circuits come from: the Z3 back end makes them (z3/float-circuits.ts). */
export interface FloatCircuits {
  /** The circuit of the operator of `t`, a term over floats; its arguments do not matter. */
  of(store: TermStore, t: Term): FloatCircuit;
}

/** The sort without floats: floats are their patterns, arrays of floats arrays of patterns. */
export function withoutFloats(sort: Sort): Sort {
  switch (sort.kind) {
    case 'bool':
    case 'bv':
      return sort;
    case 'float':
      return { kind: 'bv', width: sort.exponentBits + sort.precision };
    case 'array':
      return { kind: 'array', index: withoutFloats(sort.index), element: withoutFloats(sort.element) };
  }
}

/** A pattern with every NaN made the one that terms know. */
export function canonicalPattern(store: TermStore, bits: Term, format: Sort & { kind: 'float' }): Term {
  const { exponentBits, precision } = format;
  const exponent = store.extract(bits, exponentBits + precision - 2, precision - 1);
  const fraction = store.extract(bits, precision - 2, 0);
  const full = store.eq(exponent, store.bvNot(store.bv(exponentBits, 0)));
  const nan = store.and(full, store.not(store.eq(fraction, store.bv(precision - 1, 0))));
  return store.ite(nan, store.bv(exponentBits + precision, packFloat(format, POSITIVE_NAN)), bits);
}

/** The key of a circuit: operators with equal keys have the same circuit. */
export function circuitKey(store: TermStore, t: Term): string {
  const sorts = Array.from({ length: store.arity(t) }, (_, i) => store.sortId(store.arg(t, i)));
  const names = [store.sortId(t), ...sorts].map((id) => sortName(store.sorts.sorts[id]));
  return `${store.op(t)} ${store.op(t) >= Op.FP_NEG ? store.rounding(t) : ''} ${names.join(' ')}`;
}
