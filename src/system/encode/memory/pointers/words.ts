import type { CType } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import type { Execution } from '../../machine/execution.ts';

/** Whether the type is a signed integer; false for types that are not integers. */
export function isSignedInteger(x: Execution, type: CType): boolean {
  return (type.kind === 'integer' || type.kind === 'enum') && x.plan.layout.isSigned(type);
}

export type Order = '<' | '<=' | '>' | '>=';

/** Returns when `a operator b` holds of two bit-vectors of one width, as signed or unsigned numbers. */
export function wordOrder(terms: TermStore, operator: Order, a: Term, b: Term, signed: boolean): Term {
  switch (operator) {
    case '<':
      return signed ? terms.slt(a, b) : terms.ult(a, b);
    case '<=':
      return signed ? terms.sle(a, b) : terms.ule(a, b);
    case '>':
      return signed ? terms.slt(b, a) : terms.ult(b, a);
    case '>=':
      return signed ? terms.sle(b, a) : terms.ule(b, a);
  }
}
