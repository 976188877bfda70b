import { UCHAR } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../machine/execution.ts';

/** The types that arguments of type `void *` point to, as far as their expressions show. */

/** The argument before its casts. */
export function uncast(argument: Expr): Expr {
  let inner = argument;
  while (inner.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  return inner;
}

/**
 * Returns the type that an argument points to before its casts to `void *`; null if the expression
 * does not show it.
 */
export function pointee(x: Execution, argument: Expr): CType | null {
  const { type } = uncast(argument);
  if (type.kind !== 'pointer') return null;
  const { target } = type;
  if (target.kind === 'void' || target.kind === 'function') return null;
  const size = x.plan.shapes.sizeOf(target);
  return Number.isFinite(size) && size > 0 ? target : null;
}

/** The pieces in which a number of bytes is copied or filled. */
export interface Pieces {
  readonly type: CType;
  /** Bytes of one piece. */
  readonly size: number;
  /** When the number of bytes is not a multiple of the piece's size. */
  readonly broken: Term;
}

/**
 * Returns elements of the type that one of the arguments points to, if the number of bytes is a
 * multiple of their size. Otherwise the pieces are single bytes.
 */
export function piecesOf(x: Execution, args: readonly Expr[], bytes: Term): Pieces {
  const { terms } = x;
  const width = terms.width(bytes);
  for (const argument of args) {
    const type = pointee(x, argument);
    if (type === null) continue;
    let inner = type;
    while (inner.kind === 'array') inner = inner.element;
    const size = x.plan.shapes.sizeOf(inner);
    if (!(size > 0) || !isMultiple(x, bytes, size)) continue;
    // If the size is not a power of two, a product may be a multiple of it or may have wrapped around.
    const exact = terms.isBv(bytes) || Number.isInteger(Math.log2(size));
    const rest = exact ? terms.bv(width, 0) : terms.urem(bytes, terms.bv(width, size));
    return { type: inner, size, broken: terms.not(terms.eq(rest, terms.bv(width, 0))) };
  }
  return { type: UCHAR, size: 1, broken: terms.false };
}

/** Whether a number of bytes is a multiple of an element's size, apart from wrap-around. */
function isMultiple(x: Execution, bytes: Term, element: number): boolean {
  const { terms } = x;
  const unit = BigInt(element);
  if (terms.isBv(bytes)) return terms.constValue(bytes) % unit === 0n;
  let inner = bytes;
  while (terms.op(inner) === Op.ZEXT) inner = terms.arg(inner, 0);
  const { modulus, residue } = x.facts.congruence(inner);
  return modulus % unit === 0n && residue % unit === 0n;
}
