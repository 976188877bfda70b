import { rangeOfResult } from '../../c/builtin/library/ranges.ts';
import type { AutomatonFunction } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';

/** Returns the range of a library function's result as a formula, by the function's name. True if nothing is known. */
export function withinRange(x: Execution, { name, type, origin }: AutomatonFunction, value: Term): Term {
  const { terms } = x;
  const range = origin === 'library' || origin === 'verifier' ? rangeOfResult(name, type.result, x.encoding.layout) : null;
  const width = terms.width(value);
  if (range === null || range.most === null) return range === null ? terms.true : atLeast(x, range.least, value);
  const most = terms.bv(width, BigInt.asUintN(width, range.most));
  if (!range.signed) return terms.ule(value, most);
  return terms.and(atLeast(x, range.least, value), terms.sle(value, most));
}

/** Returns a range without an upper end, which only signed results have. */
function atLeast({ terms }: Execution, least: bigint, value: Term): Term {
  const width = terms.width(value);
  return terms.sle(terms.bv(width, BigInt.asUintN(width, least)), value);
}
