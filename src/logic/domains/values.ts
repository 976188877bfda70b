import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { bitsTransfer, NO_BITS } from './bits.ts';
import { congruenceTransfer, NO_CONGRUENCE } from './congruence.ts';
import type { Domain } from './domain.ts';
import { image, isComputed } from './elements.ts';
import type { Range } from './range.ts';
import { rangeTransfer, rangeWidth } from './range-transfer.ts';
import { boundedRange, signedBoundedRange } from './ranges.ts';
import { elementOf } from './tables.ts';
import {
  elementsOf,
  equalValues,
  exactValue,
  fullValue,
  joinValues,
  meetValues,
  type Value,
  value,
  valueAmong,
  valueWithout,
  widenValue,
  withinValue,
} from './value.ts';
import { looksBelow, valueBackward } from './value-backward.ts';

/** Bounds, known bits, congruences and sets of few elements. */
export const VALUES: Domain<Value> = {
  full: fullValue,
  exactly: exactValue,
  equal: equalValues,
  within: withinValue,
  join: joinValues,
  meet: meetValues,
  widen: widenValue,
  bounded: (v, low, high) => withRange(v, boundedRange(v, low, high)),
  signedBounded: (v, low, high) => withRange(v, signedBoundedRange(v, low, high)),
  without: valueWithout,
  transfer: valueTransfer,
  backward: valueBackward,
  looksBelow,
};

const NO = exactValue(1, 0n);
const YES = exactValue(1, 1n);
const MAYBE = fullValue(1);

function withRange(v: Value, r: Range | null): Value | null {
  return value(r, v, v, v.set);
}

/** The value of an operator's result from those of its arguments. */
export function valueTransfer(terms: TermStore, t: Term, args: readonly (Value | null)[]): Value {
  const width = rangeWidth(terms, t);
  if (terms.op(t) === Op.SELECT) {
    const [, index] = args;
    return (index === null ? null : elementOf(terms, t, index, elementsOf(index))) ?? fullValue(width);
  }
  const known: Value[] = [];
  for (const arg of args) {
    if (arg === null) return fullValue(width);
    known.push(arg);
  }
  const [a, b, c] = known;
  const listed = known.length > 0 && isComputed(terms.op(t)) ? listedTransfer(terms, t, a, b ?? a) : null;
  if (listed !== null) return valueAmong(width, listed) ?? fullValue(width);
  switch (terms.op(t)) {
    case Op.NOT:
    case Op.AND:
    case Op.ULT:
    case Op.SLT:
      return truth(rangeTransfer(terms, t, known));
    case Op.EQ:
      return meetValues(a, b) === null ? NO : truth(rangeTransfer(terms, t, known));
    case Op.ITE:
      return a.low === 1n ? b : a.high === 0n ? c : joinValues(b, c);
    default: {
      const bounds = rangeTransfer(terms, t, known);
      const bits = bitsTransfer(terms, t, known, known);
      const step = congruenceTransfer(terms, t, known);
      // The parts never contradict each other for nonempty arguments; if they did, the bounds alone would be
      // sound.
      return value(bounds, bits, step) ?? value(bounds, NO_BITS, NO_CONGRUENCE) ?? fullValue(width);
    }
  }
}

/** All results, if the elements of the arguments are listed and few. */
function listedTransfer(terms: TermStore, t: Term, a: Value, b: Value): readonly bigint[] | null {
  const first = elementsOf(a);
  const second = first === null ? null : elementsOf(b);
  return first === null || second === null ? null : image(terms, t, first, second);
}

function truth(r: Range): Value {
  return r.low === 1n ? YES : r.high === 0n ? NO : MAYBE;
}
