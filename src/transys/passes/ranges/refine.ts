import type { Term } from '../../../smt/builder.ts';
import { Op } from '../../../smt/ops.ts';
import type { TermStore } from '../../../smt/store.ts';
import { full, least, meet, most, type Range, range } from './range.ts';
import { NO, rangeWidth, YES } from './transfer.ts';

/** Conditions looked at in one refinement. */
const MAX_ATOMS = 64;

/** What is known of single terms, beyond what follows from their arguments. */
export type Known = Map<Term, Range>;

/**
 * Adds to `known` what follows from `condition` having the given truth value, where `value` tells the range of a term before. Looks through
 * conjunctions and comparisons, and from a term into its argument where that is exact (extensions, adding a constant). False if
 * the condition cannot have that value.
 */
export function assume(terms: TermStore, condition: Term, truth: boolean, known: Known, value: (t: Term) => Range | null): boolean {
  const now = (t: Term): Range => {
    const own = known.get(t);
    const general = value(t) ?? full(rangeWidth(terms, t));
    return own === undefined ? general : (meet(own, general) ?? own);
  };
  const stack: [Term, boolean][] = [[condition, truth]];
  for (let atoms = 0; stack.length > 0 && atoms < MAX_ATOMS; atoms += 1) {
    const [t, yes] = stack.pop()!;
    const before = now(t);
    if (before.low === before.high) {
      if ((before.low === 1n) !== yes) return false;
    }
    switch (terms.op(t)) {
      case Op.NOT:
        stack.push([terms.arg(t, 0), !yes]);
        break;
      case Op.AND: {
        const a = terms.arg(t, 0);
        const b = terms.arg(t, 1);
        if (yes) stack.push([b, true], [a, true]);
        else if (now(a).low === 1n) stack.push([b, false]);
        else if (now(b).low === 1n) stack.push([a, false]);
        break;
      }
      case Op.ULT:
      case Op.SLT:
      case Op.EQ:
        if (!compare(terms, t, yes, known, now)) return false;
        break;
      default:
        known.set(t, yes ? YES : NO);
    }
  }
  return true;
}

/** One comparison: both sides learn from each other. */
function compare(terms: TermStore, t: Term, yes: boolean, known: Known, now: (t: Term) => Range): boolean {
  const x = terms.arg(t, 0);
  const y = terms.arg(t, 1);
  const width = rangeWidth(terms, x);
  if (width === 0) return true;
  const a = now(x);
  const b = now(y);
  let newA: Range | null = a;
  let newB: Range | null = b;
  switch (terms.op(t)) {
    case Op.EQ:
      if (yes) {
        newA = meet(a, b);
        newB = newA;
      } else if (b.low === b.high) newA = without(a, b.low);
      else if (a.low === a.high) newB = without(b, a.low);
      break;
    case Op.ULT:
      if (yes) {
        newA = unsigned(a, a.low, least(a.high, b.high - 1n));
        newB = unsigned(b, most(b.low, a.low + 1n), b.high);
      } else {
        newA = unsigned(a, most(a.low, b.low), a.high);
        newB = unsigned(b, b.low, least(b.high, a.high));
      }
      break;
    default:
      if (yes) {
        newA = signed(a, a.signedLow, least(a.signedHigh, b.signedHigh - 1n));
        newB = signed(b, most(b.signedLow, a.signedLow + 1n), b.signedHigh);
      } else {
        newA = signed(a, most(a.signedLow, b.signedLow), a.signedHigh);
        newB = signed(b, b.signedLow, least(b.signedHigh, a.signedHigh));
      }
  }
  return newA !== null && newB !== null && learn(terms, x, newA, known, now) && learn(terms, y, newB, known, now);
}

function unsigned(r: Range, low: bigint, high: bigint): Range | null {
  return low > high ? null : range(r.width, low, high, r.signedLow, r.signedHigh);
}

function signed(r: Range, low: bigint, high: bigint): Range | null {
  return low > high ? null : range(r.width, r.low, r.high, low, high);
}

/** The range without a value at one of its ends. */
function without(r: Range, value: bigint): Range | null {
  const asSigned = BigInt.asIntN(r.width, value);
  return range(
    r.width,
    r.low === value ? r.low + 1n : r.low,
    r.high === value ? r.high - 1n : r.high,
    r.signedLow === asSigned ? r.signedLow + 1n : r.signedLow,
    r.signedHigh === asSigned ? r.signedHigh - 1n : r.signedHigh,
  );
}

/** Records a range of a term and follows it into the term's argument while the operator is one-to-one. */
function learn(terms: TermStore, term: Term, found: Range, known: Known, now: (t: Term) => Range): boolean {
  let t = term;
  let r = found;
  for (;;) {
    if (terms.isConst(t)) return r.low <= terms.constValue(t) && terms.constValue(t) <= r.high;
    known.set(t, r);
    const inner = argumentRange(terms, t, r);
    if (inner === null) return true;
    const met = meet(inner.range, now(inner.term));
    if (met === null) return false;
    t = inner.term;
    r = met;
  }
}

function argumentRange(terms: TermStore, t: Term, r: Range): { term: Term; range: Range } | null {
  switch (terms.op(t)) {
    case Op.ZEXT: {
      const term = terms.arg(t, 0);
      const all = full(terms.width(term));
      const inner = range(all.width, r.low, least(r.high, all.high), all.signedLow, all.signedHigh);
      return inner === null ? null : { term, range: inner };
    }
    case Op.SEXT: {
      const term = terms.arg(t, 0);
      const all = full(terms.width(term));
      const inner = range(all.width, all.low, all.high, most(r.signedLow, all.signedLow), least(r.signedHigh, all.signedHigh));
      return inner === null ? null : { term, range: inner };
    }
    case Op.ADD: {
      const [constant, term] = terms.isBv(terms.arg(t, 0))
        ? [terms.arg(t, 0), terms.arg(t, 1)]
        : [terms.arg(t, 1), terms.arg(t, 0)];
      if (!terms.isBv(constant)) return null;
      const { width } = r;
      const by = terms.constValue(constant);
      const all = full(width);
      const low = BigInt.asUintN(width, r.low - by);
      const high = BigInt.asUintN(width, r.high - by);
      const inner = low <= high ? range(width, low, high, all.signedLow, all.signedHigh) : all;
      return inner === null ? null : { term, range: inner };
    }
    default:
      return null;
  }
}
