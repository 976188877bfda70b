import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr } from '../../../../program/cfa/automaton.ts';
import type { Execution } from '../../machine/execution.ts';
import { resize } from '../lifetimes/instances.ts';
import { haveSameStart } from './numbers.ts';

/** When two ranges overlap that begin at different places: target, source, and their numbers of bytes. */
export function overlap(x: Execution, [target, source, writes, reads]: readonly Expr[]): Term {
  const { terms } = x;
  const [to, from] = [x.evaluate.pointer(x, target), x.evaluate.pointer(x, source)];
  const together = haveSameStart(x, to, from);
  if (together === terms.false) return together;
  const [written, read] = [x.evaluate.integer(x, writes), x.evaluate.integer(x, reads)];
  const width = terms.width(read);
  const bytesBetween = terms.sub(to.offset, from.offset);
  const distance = terms.width(bytesBetween) < width ? terms.sext(bytesBetween, width) : resize(x, bytesBetween, width);
  const near = terms.or(terms.ult(distance, read), terms.ult(terms.neg(distance), written));
  return terms.andAll([together, terms.not(terms.eq(distance, terms.bv(width, 0))), near]);
}
