import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/**
 * A sum of multiples of terms of one width and a constant, modulo 2^width. The encoder has a form of its
 * own (`src/system/offsets/congruence.ts`) on purpose, since verdicts rest on the encoder and not on analyses.
 */
export interface LinearForm {
  readonly width: number;
  /** Coefficients, 0 < c < 2^width. */
  readonly parts: ReadonlyMap<Term, bigint>;
  readonly constant: bigint;
}

/** Most terms that are split before the rest count as a whole. */
const MAX_STEPS = 64;

/** The known values of a term; null: any. */
export type ValueOf = (t: Term) => Value | null;

/**
 * A bit-vector term as a linear form over terms that are not sums. An extension of a sum becomes a sum
 * of extensions if `value` shows that the sum does not wrap around.
 */
export function linearForm(terms: TermStore, root: Term, value: ValueOf): LinearForm {
  const width = terms.width(root);
  const parts = new Map<Term, bigint>();
  let constant = 0n;
  const wrap = (x: bigint): bigint => BigInt.asUintN(width, x);
  const stack: [Term, bigint][] = [[root, 1n]];
  for (let steps = 0; stack.length > 0; steps++) {
    const [t, factor] = stack.pop()!;
    if (terms.isConst(t)) {
      constant = wrap(constant + factor * terms.constValue(t));
      continue;
    }
    const below = steps < MAX_STEPS ? summands(terms, t, value) : null;
    if (below === null) {
      const sum = wrap((parts.get(t) ?? 0n) + factor);
      if (sum === 0n) parts.delete(t);
      else parts.set(t, sum);
      continue;
    }
    constant = wrap(constant + factor * below.constant);
    for (const [part, c] of below.parts) stack.push([part, wrap(factor * c)]);
  }
  return { width, parts, constant };
}

interface Sum {
  readonly parts: readonly (readonly [Term, bigint])[];
  readonly constant: bigint;
}

/** One level of a sum; null for other terms. */
function summands(terms: TermStore, t: Term, value: ValueOf): Sum | null {
  switch (terms.op(t)) {
    case Op.ADD:
    case Op.NEG:
    case Op.BV_NOT:
    case Op.MUL:
    case Op.SHL:
      return plainSummands(terms, t);
    case Op.EXTRACT: {
      // The low bits of a sum are the sum of the low bits.
      const inner = terms.low(t) === 0 ? plainSummands(terms, terms.arg(t, 0)) : null;
      const high = terms.high(t);
      return inner && { ...inner, parts: inner.parts.map(([part, c]) => [terms.extract(part, high, 0), c] as const) };
    }
    case Op.ZEXT:
    case Op.SEXT: {
      const kept = withoutExtract(terms, t, value);
      if (kept !== null) return { parts: [[kept, 1n]], constant: 0n };
      const inner = plainSummands(terms, terms.arg(t, 0));
      const signed = terms.op(t) === Op.SEXT;
      const offset = inner === null ? null : withoutWrap(terms, inner, value, signed);
      if (inner === null || offset === null) return null;
      const width = terms.width(t);
      return {
        parts: inner.parts.map(([part, c]) => [signed ? terms.sext(part, width) : terms.zext(part, width), c] as const),
        constant: inner.constant + offset,
      };
    }
    default:
      return null;
  }
}

/** The number whose low bits are kept and extended with zeros, if they are all that it has; else null. */
function withoutExtract(terms: TermStore, t: Term, value: ValueOf): Term | null {
  const low = terms.arg(t, 0);
  if (terms.op(t) !== Op.ZEXT || terms.op(low) !== Op.EXTRACT || terms.low(low) !== 0) return null;
  const whole = terms.arg(low, 0);
  const width = terms.width(t);
  const v = value(whole);
  if (v === null || v.high >= 1n << BigInt(terms.width(low)) || terms.width(whole) < width) return null;
  return terms.extract(whole, width - 1, 0);
}

/**
 * The sum that the operator of a term computes, with coefficients and constant as signed numbers; null
 * for other operators.
 */
function plainSummands(terms: TermStore, t: Term): Sum | null {
  const signed = (c: Term): bigint => BigInt.asIntN(terms.width(c), terms.constValue(c));
  const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
  switch (terms.op(t)) {
    case Op.ADD: {
      if (terms.isBv(x)) return { parts: [[y, 1n]], constant: signed(x) };
      if (terms.isBv(y)) return { parts: [[x, 1n]], constant: signed(y) };
      const [minusX, minusY] = [terms.op(x) === Op.NEG, terms.op(y) === Op.NEG];
      return {
        parts: [minusX ? [terms.arg(x, 0), -1n] : [x, 1n], minusY ? [terms.arg(y, 0), -1n] : [y, 1n]],
        constant: 0n,
      };
    }
    case Op.NEG:
      return { parts: [[x, -1n]], constant: 0n };
    case Op.BV_NOT:
      return { parts: [[x, -1n]], constant: -1n };
    case Op.MUL:
      if (terms.isBv(x)) return { parts: [[y, signed(x)]], constant: 0n };
      return terms.isBv(y) ? { parts: [[x, signed(y)]], constant: 0n } : null;
    case Op.SHL:
      if (!terms.isBv(y) || terms.constValue(y) >= BigInt(terms.width(t))) return null;
      return { parts: [[x, 1n << terms.constValue(y)]], constant: 0n };
    default:
      return null;
  }
}

/**
 * The multiple of 2^width by which the extended sum differs from the sum of the extended parts. Null
 * if it is not the same for all values.
 */
function withoutWrap(terms: TermStore, { parts, constant }: Sum, value: ValueOf, signed: boolean): bigint | null {
  let low = constant;
  let high = constant;
  let width = 0;
  for (const [part, c] of parts) {
    const v = value(part);
    if (v === null) return null;
    width = terms.width(part);
    const [from, to] = signed ? [v.signedLow, v.signedHigh] : [v.low, v.high];
    low += c > 0n ? c * from : c * to;
    high += c > 0n ? c * to : c * from;
  }
  const shift = signed ? 1n << BigInt(width - 1) : 0n;
  const turns = (low + shift) >> BigInt(width);
  return turns === (high + shift) >> BigInt(width) ? -(turns << BigInt(width)) : null;
}

/** The form a - b. */
export function difference(a: LinearForm, b: LinearForm): LinearForm {
  const parts = new Map(a.parts);
  for (const [t, c] of b.parts) {
    const sum = BigInt.asUintN(a.width, (parts.get(t) ?? 0n) - c);
    if (sum === 0n) parts.delete(t);
    else parts.set(t, sum);
  }
  return { width: a.width, parts, constant: BigInt.asUintN(a.width, a.constant - b.constant) };
}
