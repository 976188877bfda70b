import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { ValueOf } from './linear.ts';

/**
 * An integer: the value of a term, read as signed or not, plus an offset; without a term, the offset
 * alone.
 */
export interface IntegerForm {
  readonly term: Term | null;
  readonly signed: boolean;
  readonly offset: bigint;
}

/**
 * The number that a term represents, read as signed or not, as another term's number plus an offset.
 * It follows operators that do not change the number, and additions of constants. `value` must show
 * that none of these wraps around.
 */
export function integerForm(terms: TermStore, root: Term, asSigned: boolean, value: ValueOf): IntegerForm {
  let t = root;
  let signed = asSigned;
  let offset = 0n;
  for (;;) {
    if (terms.isConst(t)) {
      const number = terms.constValue(t);
      return { term: null, signed: false, offset: offset + (signed ? BigInt.asIntN(terms.width(t), number) : number) };
    }
    const v = value(t);
    // Both readings agree below 2^(width - 1).
    if (signed && v !== null && v.signedLow >= 0n) signed = false;
    const below = step(terms, t, signed, value);
    if (below === null) return { term: t, signed, offset };
    t = below.term;
    signed = below.signed;
    offset += below.offset;
  }
}

function step(
  terms: TermStore,
  t: Term,
  signed: boolean,
  value: ValueOf,
): { term: Term; signed: boolean; offset: bigint } | null {
  const width = terms.arity(t) === 0 ? 0 : terms.width(t);
  switch (terms.op(t)) {
    case Op.ZEXT:
      return { term: terms.arg(t, 0), signed: false, offset: 0n };
    case Op.SEXT: {
      const term = terms.arg(t, 0);
      if (signed) return { term, signed, offset: 0n };
      const v = value(term);
      return v !== null && v.signedLow >= 0n ? { term, signed: false, offset: 0n } : null;
    }
    case Op.EXTRACT: {
      const term = terms.arg(t, 0);
      const v = value(term);
      if (terms.low(t) !== 0 || v === null) return null;
      const half = 1n << BigInt(width - 1);
      const fits = signed ? v.signedLow >= -half && v.signedHigh < half : v.high < 2n * half;
      return fits ? { term, signed, offset: 0n } : null;
    }
    case Op.ADD: {
      const [constant, term] = terms.isBv(terms.arg(t, 0))
        ? [terms.arg(t, 0), terms.arg(t, 1)]
        : [terms.arg(t, 1), terms.arg(t, 0)];
      const v = value(term);
      if (!terms.isBv(constant) || v === null) return null;
      const by = terms.constValue(constant);
      const modulus = 1n << BigInt(width);
      if (signed) {
        const signedBy = BigInt.asIntN(width, by);
        const fits = v.signedLow + signedBy >= -(modulus / 2n) && v.signedHigh + signedBy < modulus / 2n;
        return fits ? { term, signed, offset: signedBy } : null;
      }
      if (v.high + by < modulus) return { term, signed, offset: by };
      return v.low + by >= modulus ? { term, signed, offset: by - modulus } : null;
    }
    default:
      return null;
  }
}
