import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr } from '../../../../program/cfa/automaton.ts';
import type { Execution } from '../../machine/execution.ts';
import { resize } from '../lifetimes/instances.ts';
import { haveSameStart } from './numbers.ts';

/** When two ranges of as many bytes overlap, but are not the same: `target`, `source`, number of bytes. */
export function overlap(x: Execution, [target, source, bytes]: readonly Expr[]): Term {
  const { terms } = x;
  const [to, from] = [x.evaluate.pointer(x, target), x.evaluate.pointer(x, source)];
  const together = haveSameStart(x, to, from);
  if (together === terms.false) return together;
  const size = x.evaluate.integer(x, bytes);
  const width = terms.width(size);
  const bytesBetween = terms.sub(to.offset, from.offset);
  const distance = terms.width(bytesBetween) < width ? terms.sext(bytesBetween, width) : resize(x, bytesBetween, width);
  const near = terms.or(terms.ult(distance, size), terms.ult(terms.neg(distance), size));
  return terms.andAll([together, terms.not(terms.eq(distance, terms.bv(width, 0))), near]);
}
