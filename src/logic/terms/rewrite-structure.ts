import { LemmataError } from '../../base/errors.ts';
import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { foldConcat, foldExtract } from './fold.ts';
import type { RuleTerms } from './nodes.ts';
import { Op } from './ops.ts';
import { overCases } from './rewrite-ite.ts';

/**
 * Concatenation, extraction and extension. Concatenations are nested to the right; zero above a term
 * is `ZEXT`.
 */

export function mkConcat(s: RuleTerms, high: Term, low: Term): Term {
  let tail = low;
  // From the right: the parts of `high` go on one by one, each with a chance to merge with its neighbour.
  const parts: Term[] = [];
  let rest = high;
  while (s.op(rest) === Op.CONCAT) {
    parts.push(s.arg(rest, 0));
    rest = s.arg(rest, 1);
  }
  parts.push(rest);
  for (let i = parts.length - 1; i >= 0; i--) tail = concatOne(s, parts[i], tail);
  return tail;
}

/** `high` is not a concatenation. */
function concatOne(s: RuleTerms, high: Term, low: Term): Term {
  const width = s.width(high) + s.width(low);
  if (s.isBv(high) && s.constValue(high) === 0n) return mkZext(s, low, width);
  if (s.op(high) === Op.ZEXT) {
    const inner = s.arg(high, 0);
    return mkZext(s, concatOne(s, inner, low), width);
  }
  const joined = adjacent(s, high, low);
  if (joined !== NO_TERM) return joined;
  if (s.op(low) === Op.CONCAT) {
    const first = adjacent(s, high, s.arg(low, 0));
    if (first !== NO_TERM) return concatOne(s, first, s.arg(low, 1));
  }
  if (s.op(low) === Op.ZEXT) {
    const inner = s.arg(low, 0);
    const zeros = s.bv(s.width(low) - s.width(inner), 0);
    const first = s.isBv(high)
      ? foldConcat(s, high, zeros)
      : s.make(Op.CONCAT, s.bvSort(s.width(high) + s.width(zeros)), high, zeros);
    if (s.isBv(first)) return s.make(Op.CONCAT, s.bvSort(width), first, inner);
    return s.make(Op.CONCAT, s.bvSort(width), high, s.make(Op.CONCAT, s.sortId(low), zeros, inner));
  }
  return s.make(Op.CONCAT, s.bvSort(width), high, low);
}

/** Two constants, or two neighbouring extracts of one term, as one term; else NO_TERM. */
function adjacent(s: RuleTerms, high: Term, low: Term): Term {
  if (s.isBv(high) && s.isBv(low)) return foldConcat(s, high, low);
  if (s.op(high) !== Op.EXTRACT) return NO_TERM;
  const t = s.arg(high, 0);
  if (s.op(low) === Op.EXTRACT) {
    return s.arg(low, 0) === t && s.low(high) === s.high(low) + 1 ? mkExtract(s, t, s.high(high), s.low(low)) : NO_TERM;
  }
  return low === t && s.low(high) === s.width(t) ? mkExtract(s, t, s.high(high), 0) : NO_TERM;
}

export function mkZext(s: RuleTerms, a: Term, width: number): Term {
  const from = s.width(a);
  if (width === from) return a;
  if (width < from) throw new LemmataError('E-INTERNAL', `extension from ${from} to ${width} bits`);
  if (s.isBv(a)) return s.bv(width, s.constValue(a));
  if (s.op(a) === Op.ZEXT) return s.make(Op.ZEXT, s.bvSort(width), s.arg(a, 0));
  const cases = overCases(s, a, (leaf) => s.bv(width, s.constValue(leaf)));
  return cases === NO_TERM ? s.make(Op.ZEXT, s.bvSort(width), a) : cases;
}

export function mkSext(s: RuleTerms, a: Term, width: number): Term {
  const from = s.width(a);
  if (width === from) return a;
  if (width < from) throw new LemmataError('E-INTERNAL', `extension from ${from} to ${width} bits`);
  const fold = (leaf: Term): Term => s.bv(width, BigInt.asUintN(width, BigInt.asIntN(from, s.constValue(leaf))));
  if (s.isBv(a)) return fold(a);
  if (s.op(a) === Op.SEXT) return s.make(Op.SEXT, s.bvSort(width), s.arg(a, 0));
  // The sign of a zero-extended term is 0.
  if (s.op(a) === Op.ZEXT) return s.make(Op.ZEXT, s.bvSort(width), s.arg(a, 0));
  const cases = overCases(s, a, fold);
  return cases === NO_TERM ? s.make(Op.SEXT, s.bvSort(width), a) : cases;
}

export function mkExtract(s: RuleTerms, a: Term, high: number, low: number): Term {
  let t = a;
  let h = high;
  let l = low;
  if (l < 0 || h < l || h >= s.width(t)) throw new LemmataError('E-INTERNAL', `bits ${h} to ${l} of ${s.width(t)}`);
  // Down through structure, as long as all the bits come from one part.
  for (;;) {
    const width = s.width(t);
    if (l === 0 && h === width - 1) return t;
    if (s.isBv(t)) return foldExtract(s, t, h, l);
    const op = s.op(t);
    if (op === Op.EXTRACT) {
      h += s.low(t);
      l += s.low(t);
      t = s.arg(t, 0);
      continue;
    }
    if (op === Op.CONCAT) {
      const lowWidth = s.width(s.arg(t, 1));
      if (h < lowWidth) t = s.arg(t, 1);
      else if (l >= lowWidth) {
        t = s.arg(t, 0);
        h -= lowWidth;
        l -= lowWidth;
      } else return mkConcat(s, mkExtract(s, s.arg(t, 0), h - lowWidth, 0), mkExtract(s, s.arg(t, 1), lowWidth - 1, l));
      continue;
    }
    if (op === Op.ZEXT || op === Op.SEXT) {
      const inner = s.arg(t, 0);
      const from = s.width(inner);
      if (h < from) {
        t = inner;
        continue;
      }
      if (op === Op.ZEXT) {
        if (l >= from) return s.bv(h - l + 1, 0);
        return mkZext(s, mkExtract(s, inner, from - 1, l), h - l + 1);
      }
      // Bits above the sign are copies of it.
      const lowest = Math.min(l, from - 1);
      return mkSext(s, mkExtract(s, inner, from - 1, lowest), h - l + 1);
    }
    break;
  }
  const pushed = pushExtract(s, t, h, l);
  return pushed === NO_TERM ? s.make(Op.EXTRACT, s.bvSort(h - l + 1), t, h, l) : pushed;
}

/** Extraction moved into the arguments of `t` where that does not make more terms. */
function pushExtract(s: RuleTerms, t: Term, h: number, l: number): Term {
  switch (s.op(t)) {
    case Op.ITE: {
      const x = s.arg(t, 1);
      const y = s.arg(t, 2);
      if (s.isBv(x) || s.isBv(y)) {
        if (s.isBv(x) && s.isBv(y)) return s.ite(s.arg(t, 0), foldExtract(s, x, h, l), foldExtract(s, y, h, l));
        return overCases(s, t, (leaf) => foldExtract(s, leaf, h, l));
      }
      return NO_TERM;
    }
    case Op.BV_NOT:
      return s.bvNot(extractShallow(s, s.arg(t, 0), h, l));
    case Op.BV_AND:
      return bitwise(s, t, h, l, (x, y) => s.bvAnd(x, y));
    case Op.BV_OR:
      return bitwise(s, t, h, l, (x, y) => s.bvOr(x, y));
    case Op.BV_XOR:
      return bitwise(s, t, h, l, (x, y) => s.bvXor(x, y));
    case Op.ADD:
    case Op.MUL:
    case Op.NEG:
      if (isMultiple(s, t, 1n << BigInt(h + 1))) return s.bv(h - l + 1, 0);
      return l === 0 ? narrowArithmetic(s, t, h, 3) : NO_TERM;
    default:
      return NO_TERM;
  }
}

/** A product by a constant that is a multiple of `unit`. */
function isMultiple(s: RuleTerms, t: Term, unit: bigint): boolean {
  return s.op(t) === Op.MUL && s.isBv(s.arg(t, 1)) && s.constValue(s.arg(t, 1)) % unit === 0n;
}

function bitwise(s: RuleTerms, t: Term, h: number, l: number, build: (x: Term, y: Term) => Term): Term {
  const x = s.arg(t, 0);
  const y = s.arg(t, 1);
  if (!s.isBv(y) && !(structural(s, x) && structural(s, y))) return NO_TERM;
  return build(extractShallow(s, x, h, l), extractShallow(s, y, h, l));
}

/**
 * Extraction that does not move into operators other than structure, so that it does not recurse into
 * deep chains.
 */
function extractShallow(s: RuleTerms, t: Term, h: number, l: number): Term {
  if (structural(s, t)) return mkExtract(s, t, h, l);
  return s.make(Op.EXTRACT, s.bvSort(h - l + 1), t, h, l);
}

function structural(s: RuleTerms, t: Term): boolean {
  const op = s.op(t);
  return op === Op.BV_CONST || op === Op.CONCAT || op === Op.EXTRACT || op === Op.ZEXT || op === Op.SEXT;
}

/**
 * The low h + 1 bits of sums and products of extended terms, computed at that width: undoes C's
 * integer promotion.
 */
function narrowArithmetic(s: RuleTerms, t: Term, h: number, depth: number): Term {
  return narrowable(s, t, h, depth) ? narrowed(s, t, h) : NO_TERM;
}

function narrowable(s: RuleTerms, t: Term, h: number, depth: number): boolean {
  switch (s.op(t)) {
    case Op.BV_CONST:
      return true;
    case Op.ZEXT:
    case Op.SEXT:
      return s.width(s.arg(t, 0)) <= h + 1;
    case Op.ADD:
    case Op.MUL:
      return depth > 0 && narrowable(s, s.arg(t, 0), h, depth - 1) && narrowable(s, s.arg(t, 1), h, depth - 1);
    case Op.NEG:
      return depth > 0 && narrowable(s, s.arg(t, 0), h, depth - 1);
    default:
      return false;
  }
}

function narrowed(s: RuleTerms, t: Term, h: number): Term {
  switch (s.op(t)) {
    case Op.ADD:
      return s.add(narrowed(s, s.arg(t, 0), h), narrowed(s, s.arg(t, 1), h));
    case Op.MUL:
      return s.mul(narrowed(s, s.arg(t, 0), h), narrowed(s, s.arg(t, 1), h));
    case Op.NEG:
      return s.neg(narrowed(s, s.arg(t, 0), h));
    default:
      return mkExtract(s, t, h, 0);
  }
}
