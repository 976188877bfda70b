import type { Term } from '../terms/builder.ts';
import { evaluateBitVector } from '../terms/evaluate-bv.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';

/** Unsigned values in ascending order, each once; at least two. */
export type Elements = readonly bigint[];

/** Most elements that are listed one by one. */
export const MOST_ELEMENTS = 32;
/** Most pairs of arguments on which an operator is computed. */
const MOST_PAIRS = 128;

/** The values in ascending order, each once. */
export function sorted(values: Iterable<bigint>): bigint[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}

/** The union; null if it has too many elements. */
export function joinElements(a: readonly bigint[], b: readonly bigint[]): readonly bigint[] | null {
  const result: bigint[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const first = j === b.length || (i < a.length && a[i] <= b[j]);
    const next = first ? a[i] : b[j];
    if (i < a.length && a[i] === next) i += 1;
    if (j < b.length && b[j] === next) j += 1;
    if (result.length === MOST_ELEMENTS) return null;
    result.push(next);
  }
  return result;
}

/** True if all of `a` are in `b`. */
export function includesAll(b: readonly bigint[], a: readonly bigint[]): boolean {
  let j = 0;
  for (const x of a) {
    while (j < b.length && b[j] < x) j += 1;
    if (j === b.length || b[j] !== x) return false;
  }
  return true;
}

/**
 * True if {@link image} and {@link preimage} support the operator: its arguments are words, and its
 * result is a word or a truth value.
 */
export function isComputed(op: Op): boolean {
  switch (op) {
    case Op.BV_NOT:
    case Op.BV_AND:
    case Op.BV_OR:
    case Op.BV_XOR:
    case Op.NEG:
    case Op.ADD:
    case Op.MUL:
    case Op.UDIV:
    case Op.UREM:
    case Op.SDIV:
    case Op.SREM:
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR:
    case Op.ULT:
    case Op.SLT:
    case Op.CONCAT:
    case Op.EXTRACT:
    case Op.ZEXT:
    case Op.SEXT:
      return true;
    default:
      return false;
  }
}

/** The operator of `t` on one or two values; truth values are 0 and 1. */
function compute(terms: TermStore, t: Term, a: bigint, b: bigint): bigint {
  const result = evaluateBitVector(terms, t, a, b);
  return typeof result === 'boolean' ? (result ? 1n : 0n) : result;
}

/**
 * All results of the operator of `t` on elements of its arguments (operators of one argument ignore
 * `b`); null if there are too many.
 */
export function image(terms: TermStore, t: Term, a: readonly bigint[], b: readonly bigint[]): bigint[] | null {
  const second = terms.arity(t) > 1 ? b : [0n];
  if (a.length * second.length > MOST_PAIRS) return null;
  const results = new Set<bigint>();
  for (const x of a) for (const y of second) results.add(compute(terms, t, x, y));
  return results.size > MOST_ELEMENTS ? null : sorted(results);
}

/**
 * The elements of each argument that, with some element of the other one, give a result that `fits`;
 * null if there are too many pairs.
 */
export function preimage(
  terms: TermStore,
  t: Term,
  a: readonly bigint[],
  b: readonly bigint[],
  fits: (result: bigint) => boolean,
): readonly [a: bigint[], b: bigint[]] | null {
  const second = terms.arity(t) > 1 ? b : [0n];
  if (a.length * second.length > MOST_PAIRS) return null;
  const [left, right] = [new Set<bigint>(), new Set<bigint>()];
  for (const x of a) {
    for (const y of second) {
      if (!fits(compute(terms, t, x, y))) continue;
      left.add(x);
      right.add(y);
    }
  }
  return [sorted(left), sorted(right)];
}
