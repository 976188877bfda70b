import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { type Interval, narrower } from './sum-steps.ts';

/** A multiple of a number, with the values that are known of it; null: any. */
export interface Bounded {
  readonly t: Term;
  readonly factor: bigint;
  readonly value: Value | null;
}

/** Most bits of the sums of an inequality. */
const MOST_BITS = 80;

/**
 * The formula that a sum of multiples of numbers is at most `most`, over as many of their low bits as neither
 * side needs more. Bounds of single numbers that follow from it make that width small, and come with it. [] if
 * it needs too many bits.
 *
 * Where `i <= 1000`, the sum `out - 2 * i <= 0` is `out <= 2 * i` at the width of both, and `out <= 2000`.
 */
export function inequality(terms: TermStore, numbers: readonly Bounded[], most: bigint): readonly Term[] {
  const known = numbers.map(({ t, factor, value }) => ({ t, factor, range: rangeAt(terms, t, value) }));
  const leastOf = (of: readonly { readonly factor: bigint; readonly range: Interval }[]): bigint =>
    of.reduce((sum, { factor, range }) => sum + factor * (factor > 0n ? range.least : range.most), 0n);
  const bounds: Term[] = [];
  const all = known.map((number, k) => {
    if (number.factor < 0n) return number;
    const room = most - leastOf(known.filter((_, i) => i !== k));
    const limit = room < 0n ? number.range.most : room / number.factor;
    if (limit >= number.range.most || limit < number.range.least) return number;
    const width = terms.width(number.t);
    const top = terms.bv(width, BigInt.asUintN(width, limit));
    bounds.push(number.range.least < 0n ? terms.sle(number.t, top) : terms.ule(number.t, top));
    return { ...number, range: { ...number.range, most: limit } };
  });
  const sides = [all.filter(({ factor }) => factor > 0n), all.filter(({ factor }) => factor < 0n)];
  const constants = [most < 0n ? -most : 0n, most > 0n ? most : 0n];
  const ranges = sides.map((side, i) => ({
    least: side.reduce((sum, { factor, range }) => sum + abs(factor) * range.least, constants[i]),
    most: side.reduce((sum, { factor, range }) => sum + abs(factor) * range.most, constants[i]),
  }));
  const signed = ranges.some(({ least }) => least < 0n) || all.some(({ range }) => range.least < 0n);
  const sizes = [...ranges.flatMap(({ least, most: top }) => [least, top]), ...all.map(({ factor }) => factor)];
  const width = Math.max(...sizes.map((x) => bitsOf(abs(x)))) + Number(signed);
  if (width > MOST_BITS) return [];
  const [left, right] = sides.map((side, i) => {
    const products = side.map(({ t, factor, range }) =>
      terms.mul(terms.bv(width, abs(factor)), atWidth(terms, t, width, range.least < 0n)),
    );
    const parts = constants[i] === 0n ? products : [...products, terms.bv(width, constants[i])];
    return parts.length === 0 ? terms.bv(width, 0) : parts.reduce((sum, part) => terms.add(sum, part));
  });
  const whole = signed ? terms.sle(left, right) : terms.ule(left, right);
  return whole === terms.true ? bounds : [whole, ...bounds];
}

/** A number at a width; bits that are too many are left out. */
export function atWidth(terms: TermStore, t: Term, width: number, isSigned: boolean): Term {
  if (terms.width(t) > width) return terms.extract(t, width - 1, 0);
  return isSigned ? terms.sext(t, width) : terms.zext(t, width);
}

function rangeAt(terms: TermStore, t: Term, value: Value | null): Interval {
  return value === null ? { least: 0n, most: (1n << BigInt(terms.width(t))) - 1n } : narrower(value);
}

function abs(x: bigint): bigint {
  return x < 0n ? -x : x;
}

function bitsOf(x: bigint): number {
  return x.toString(2).length;
}
