import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/** Approximate and-gates of a full adder with its carry. */
const ADDER = 7;
const MUX = 3;

/**
 * Approximate number of gates of the terms as circuits, without floats and arrays; linear in the
 * number of terms.
 */
export function gateEstimate(terms: TermStore, all: readonly Term[]): number {
  return all.reduce((sum, t) => sum + gatesOf(terms, t), 0);
}

function gatesOf(terms: TermStore, t: Term): number {
  if (terms.arity(t) === 0) return 0;
  const sort = terms.sort(terms.arg(t, terms.arity(t) - 1));
  const width = sort.kind === 'bv' ? sort.width : 1;
  const constant = terms.arity(t) === 2 && (terms.isConst(terms.arg(t, 0)) || terms.isConst(terms.arg(t, 1)));
  switch (terms.op(t)) {
    case Op.MUL:
      // Only the non-zero digits of a constant count, about a third of them.
      return ADDER * width * (constant ? width / 3 : width);
    case Op.UDIV:
    case Op.UREM:
    case Op.SDIV:
    case Op.SREM:
      return (ADDER + MUX) * width * width;
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR:
      return constant ? MUX * width : MUX * width * Math.log2(width + 1);
    case Op.ADD:
    case Op.NEG:
      return ADDER * width;
    case Op.ULT:
    case Op.SLT:
    case Op.EQ:
    case Op.ITE:
    case Op.BV_XOR:
      return MUX * width;
    case Op.AND:
    case Op.BV_AND:
    case Op.BV_OR:
      return width;
    default:
      return 0;
  }
}
