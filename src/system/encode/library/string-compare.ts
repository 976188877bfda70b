import type { Term } from '../../../logic/terms/builder.ts';
import type { AutomatonFunction, Expr, Place } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../machine/execution.ts';
import { storeResult } from '../memory/places/access.ts';
import { resolve } from '../memory/places/places.ts';
import { integerArgument } from './arguments.ts';
import { atFirst, type ByteText, firstWhere, textAt } from './byte-text.ts';
import { isNumber } from './string-search.ts';

/** Two sequences of bytes to compare. */
interface Comparison {
  readonly left: Pick<ByteText, 'at' | 'room'>;
  readonly right: Pick<ByteText, 'at' | 'room'>;
  /** Limit of the bytes to compare; null: none. */
  readonly limit: Term | null;
  /** Whether equal zeros end the comparison. */
  readonly strings: boolean;
  readonly fold: (byte: Term) => Term;
  /** False where differing bytes have no order. */
  readonly ordered: boolean;
  /** When the bytes do not determine whether the sequences are equal. */
  readonly doubtful: Term;
}

/** strcmp, strcoll, strncmp, strcasecmp, strncasecmp. */
export function compareStrings(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
): boolean {
  const limited = fn.name.startsWith('strn');
  const limit = limited ? integerArgument(x, args, 2) : null;
  const [left, right] = [textAt(x, args, 0, limit), textAt(x, args, 1, limit)];
  if (left === null || right === null || (limited && limit === null)) return false;
  const fold = fn.name.includes('case') ? (byte: Term): Term => lower(x, byte) : (byte: Term): Term => byte;
  return compareBytes(x, { left, right, limit, strings: true, fold, ordered: true, doubtful: x.terms.false }, result);
}

/** Compares two sequences of bytes. C determines only the sign of the result ([C11 7.24.4]). */
export function compareBytes(x: Execution, comparison: Comparison, result: Place | null): boolean {
  const { terms } = x;
  const { left, right, limit, strings, fold } = comparison;
  const room = Math.min(left.room, right.room);
  const pair = (i: number): readonly [Term, Term] => [fold(left.at(i)), fold(right.at(i))];
  const over = (i: number): Term => (limit === null ? terms.false : isNumber(x, limit, i));
  const first = firstWhere(x, limit === null ? room : room + 1, (i) => {
    const ended = over(i);
    if (i === room || ended === terms.true) return ended;
    const [a, b] = pair(i);
    const end = strings ? terms.eq(a, terms.bv(8, 0)) : terms.false;
    return terms.orAll([ended, terms.not(terms.eq(a, b)), end]);
  });
  if (first === null) return false;
  if (result === null) return true;
  const width = x.plan.shapes.width(result.type);
  const zero = terms.bv(width, 0);
  // C determines only the sign. The interpreter gives the distance.
  const distance = atFirst(
    x,
    first,
    (i) => (i === room ? zero : absoluteDifference(x, pair(i), width)),
    () => zero,
  );
  const positiveOf = (any: Term): Term =>
    terms.zext(terms.ite(terms.eq(any, terms.bv(width - 1, 0)), terms.bv(width - 1, 1), any), width);
  const unlike = (any: Term): Term =>
    terms.and(terms.not(terms.eq(distance, zero)), terms.not(terms.eq(positiveOf(any), distance)));
  const positive = positiveOf(
    x.unknown({ kind: 'bv', width: width - 1 }, 'value of a comparison of bytes', {}, unlike),
  );
  const negative = terms.neg(positive);
  const unordered = comparison.ordered ? null : x.unknown({ kind: 'bool' }, 'order of bytes of pointers');
  const value = (i: number): Term => {
    if (i === room) return zero;
    const [a, b] = pair(i);
    const different = terms.ite(unordered ?? terms.ult(a, b), negative, positive);
    return terms.ite(terms.or(over(i), terms.eq(a, b)), zero, different);
  };
  const any = (construct: string, when: Term): Term => x.unknown({ kind: 'bv', width }, construct, {}, when);
  const known = atFirst(x, first, value, (when) => any('comparison beyond the end of an object', when));
  const { doubtful } = comparison;
  const isKnown = terms.and(x.guard, doubtful) === terms.false;
  storeResult(x, resolve(x, result), [
    isKnown ? known : terms.ite(doubtful, any('comparison of the bytes of pointers', doubtful), known),
  ]);
  return true;
}

function absoluteDifference(x: Execution, [a, b]: readonly [Term, Term], width: number): Term {
  const { terms } = x;
  return terms.zext(terms.ite(terms.ult(a, b), terms.sub(b, a), terms.sub(a, b)), width);
}

function lower(x: Execution, byte: Term): Term {
  const { terms } = x;
  const capital = terms.and(terms.ule(terms.bv(8, 65), byte), terms.ule(byte, terms.bv(8, 90)));
  return terms.ite(capital, terms.add(byte, terms.bv(8, 32)), byte);
}
