import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { isTable } from '../../../values/tables.ts';
import { bitsOperation, extraction } from './bit-ranges.ts';
import { conversion, floatOperation, fromInteger, fromPattern, toInteger, toPattern } from './float-ranges.ts';
import {
  anyOf,
  type BitsRange,
  type FloatRange,
  type Interval,
  infinityOf,
  ordinalOfPattern,
  type TermRange,
  truth,
  UNDECIDED,
  union,
  unsignedBits,
} from './range.ts';
import { elementsWithin } from './tables.ts';

/** Most arrays that one read looks at; a constant one counts once. */
const MOST_ARRAYS = 1_024;

/**
 * Computes the range of a term whose variables have ranges. `range` gives those of its arguments. The
 * checker's ranges are exact, of floats by the order of their patterns. Engines evaluate apart from it:
 * `src/logic/boxes` has doubles as bounds, `src/logic/domains` no floats.
 */
export function rangeOf(store: TermStore, t: Term, range: (arg: Term) => TermRange): TermRange {
  const op = store.op(t);
  const sort = store.sort(t);
  const arg = (i: number): TermRange => range(store.arg(t, i));
  switch (op) {
    case Op.TRUE:
      return truth(true, false);
    case Op.FALSE:
      return truth(false, true);
    case Op.BV_CONST:
      return unsignedBits(store.width(t), store.constValue(t), store.constValue(t));
    case Op.FLOAT_CONST:
      return constant(store, t);
    case Op.NOT: {
      const a = arg(0);
      return a.kind === 'bool' ? truth(a.mayFail, a.mayHold) : UNDECIDED;
    }
    case Op.AND: {
      const [a, b] = [arg(0), arg(1)];
      return a.kind === 'bool' && b.kind === 'bool' ? truth(a.mayHold && b.mayHold, a.mayFail || b.mayFail) : UNDECIDED;
    }
    case Op.ITE: {
      const c = arg(0);
      if (c.kind === 'bool' && !c.mayFail) return arg(1);
      if (c.kind === 'bool' && !c.mayHold) return arg(2);
      return union(arg(1), arg(2));
    }
    case Op.EQ:
      return equality(arg(0), arg(1));
    case Op.ULT:
      return comparison(arg(0), arg(1), ({ unsigned }) => unsigned);
    case Op.SLT:
      return comparison(arg(0), arg(1), ({ signed }) => signed);
    case Op.SELECT:
      return element(store, t, range);
    default:
      break;
  }
  const args = Array.from({ length: store.arity(t) }, (_, i) => arg(i));
  const [a] = args;
  if (args.every((x) => x.kind === 'bits')) {
    if (op === Op.EXTRACT) return extraction(store.width(t), store.low(t), args[0]);
    if (sort.kind === 'bv') return bitsOperation(op, sort.width, args);
    if (sort.kind === 'float' && op === Op.FP_FROM_BITS) return fromPattern(sort, args[0]);
    if (sort.kind === 'float' && op === Op.FP_FROM_SIGNED) return fromInteger(store.rounding(t), sort, args[0].signed);
    if (sort.kind === 'float' && op === Op.FP_FROM_UNSIGNED)
      return fromInteger(store.rounding(t), sort, args[0].unsigned);
  }
  if (!args.every((x) => x.kind === 'float') || a?.kind !== 'float') return anyOf(sort);
  if (sort.kind === 'bool') return test(op, args);
  if (sort.kind === 'bv' && op === Op.FP_TO_BITS) return toPattern(sort.width, a);
  if (sort.kind === 'bv') return toInteger(store.rounding(t), sort.width, op === Op.FP_TO_SIGNED, a);
  if (sort.kind !== 'float') return anyOf(sort);
  return op === Op.FP_TO_FP
    ? conversion(store.rounding(t), sort, a)
    : floatOperation(op, store.rounding(t), sort, args);
}

function constant(store: TermStore, t: Term): TermRange {
  const format = store.format(t);
  const pattern = store.constValue(t);
  const magnitude = BigInt.asUintN(format.exponentBits + format.precision - 1, pattern);
  if (magnitude > infinityOf(format)) return { kind: 'float', format, numbers: null, nan: true };
  const at = ordinalOfPattern(format, pattern);
  return { kind: 'float', format, numbers: { low: at, high: at }, nan: false };
}

function overlap(a: Interval, b: Interval): boolean {
  return a.low <= b.high && b.low <= a.high;
}

function isPoint({ low, high }: Interval): boolean {
  return low === high;
}

function equality(a: TermRange, b: TermRange): TermRange {
  if (a.kind === 'bool' && b.kind === 'bool') {
    const may = (a.mayHold && b.mayHold) || (a.mayFail && b.mayFail);
    const mayNot = (a.mayHold && b.mayFail) || (a.mayFail && b.mayHold);
    return truth(may, mayNot);
  }
  if (a.kind === 'bits' && b.kind === 'bits') {
    const may = overlap(a.unsigned, b.unsigned) && overlap(a.signed, b.signed);
    return truth(may, !(isPoint(a.unsigned) && isPoint(b.unsigned) && may));
  }
  // Floats are compared by their patterns: zeros may differ.
  if (a.kind === 'float' && b.kind === 'float')
    return truth((a.nan && b.nan) || (a.numbers !== null && b.numbers !== null && overlap(a.numbers, b.numbers)), true);
  return UNDECIDED;
}

function comparison(a: TermRange, b: TermRange, reading: (range: BitsRange) => Interval): TermRange {
  if (a.kind !== 'bits' || b.kind !== 'bits') return UNDECIDED;
  const [x, y] = [reading(a), reading(b)];
  return truth(x.low < y.high, x.high >= y.low);
}

/** Comparisons and classifications of floats. */
function test(op: Op, [a, b]: readonly FloatRange[]): TermRange {
  switch (op) {
    case Op.FP_IS_NAN:
      return truth(a.nan, a.numbers !== null);
    case Op.FP_IS_INFINITE: {
      const infinity = infinityOf(a.format);
      const may = a.numbers !== null && (a.numbers.low === -infinity || a.numbers.high === infinity);
      return truth(may, !(may && a.numbers !== null && isPoint(a.numbers) && !a.nan));
    }
    case Op.FP_IS_NEGATIVE:
      return truth(a.numbers !== null && a.numbers.low <= 0n, a.nan || a.numbers === null || a.numbers.high >= 0n);
    case Op.FP_EQ:
    case Op.FP_LT:
    case Op.FP_LE: {
      const [x, y] = [a.numbers, b.numbers];
      if (x === null || y === null) return truth(false, true);
      const unordered = a.nan || b.nan;
      if (op === Op.FP_LT) return truth(x.low < y.high, unordered || x.high >= y.low);
      if (op === Op.FP_LE) return truth(x.low <= y.high, unordered || x.high > y.low);
      return truth(overlap(x, y), unordered || !(isPoint(x) && isPoint(y) && x.low === y.low));
    }
    default:
      return UNDECIDED;
  }
}

/** An element: one of those stored at an index that it may have, or the one that was there before. */
function element(store: TermStore, t: Term, range: (arg: Term) => TermRange): TermRange {
  const index = range(store.arg(t, 1));
  const any = anyOf(store.sort(t));
  if (index.kind !== 'bits') return any;
  let found: TermRange | null = null;
  const add = (x: TermRange): void => {
    found = found === null ? x : union(found, x);
  };
  const open = [store.arg(t, 0)];
  for (let looked = 0; open.length > 0; looked++) {
    const array = open.pop();
    if (array === undefined || looked === MOST_ARRAYS) return any;
    if (isTable(store, array)) {
      add(elementsWithin(store, array, index.unsigned, (c) => rangeOf(store, c, () => any)));
      continue;
    }
    switch (store.op(array)) {
      case Op.CONST_ARRAY:
        add(range(store.arg(array, 0)));
        break;
      case Op.ITE: {
        const c = range(store.arg(array, 0));
        if (c.kind !== 'bool' || c.mayHold) open.push(store.arg(array, 1));
        if (c.kind !== 'bool' || c.mayFail) open.push(store.arg(array, 2));
        break;
      }
      case Op.STORE: {
        const written = range(store.arg(array, 1));
        if (written.kind !== 'bits') return any;
        const meets = overlap(written.unsigned, index.unsigned);
        if (meets) add(range(store.arg(array, 2)));
        if (!(meets && isPoint(written.unsigned) && isPoint(index.unsigned))) open.push(store.arg(array, 0));
        break;
      }
      default:
        return any;
    }
  }
  return found ?? any;
}
