import { exactly, full, type Range, signedRange, unsignedRange } from '../../../logic/domains/range.ts';
import { rangeTransfer, rangeWidth } from '../../../logic/domains/range-transfer.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Comparisons } from '../classes.ts';

/** Most parts of one variable; with more, its values are one part. */
const MOST_PARTS = 256;

/** One part of a variable's values, and the replacements of terms that are constant within it. */
interface RangePart {
  readonly range: Range;
  readonly replacements: readonly (readonly [from: Term, to: Term])[];
}

/** The values of a variable, cut into parts within which its comparisons with constants are constant. */
export interface Parts {
  readonly variable: Term;
  readonly parts: readonly RangePart[];
}

/**
 * Cuts the values of a variable (Boolean or bit-vector) at the constants that it is compared with;
 * into single values if it has at most `few`.
 */
export function partsOf(terms: TermStore, variable: Term, compared: Comparisons | undefined, few: number): Parts {
  const atoms = compared?.atoms ?? [];
  const ranges = cut(rangeWidth(terms, variable), compared, few);
  const parts = ranges.map((range): RangePart => {
    const replacements: (readonly [Term, Term])[] = atoms.flatMap((atom) => {
      const truth = rangeTransfer(
        terms,
        atom,
        [0, 1].map((i) => sideOf(terms, terms.arg(atom, i), variable, range)),
      );
      return truth.low === truth.high ? [[atom, terms.bool(truth.low === 1n)] as const] : [];
    });
    if (range.low === range.high) replacements.push([variable, constantOf(terms, variable, range.low)]);
    return { range, replacements };
  });
  return { variable, parts };
}

function cut(width: number, compared: Comparisons | undefined, few: number): readonly Range[] {
  const size = 1n << BigInt(width);
  if (size <= BigInt(few)) return Array.from({ length: Number(size) }, (_, i) => exactly(width, BigInt(i)));
  if (compared === undefined) return [full(width)];
  // Signed where the program compares so. Each bound of the other reading is a cut as well, and so is
  // the point where the two readings part.
  const signed =
    compared.signedCuts.size > 0 || (compared.cuts.size === 0 && [...compared.equal].some((c) => c >= size / 2n));
  const number = (value: bigint): bigint => (signed ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value));
  const low = signed ? -size / 2n : 0n;
  const starts = new Set([low]);
  for (const c of compared.equal) starts.add(number(c)).add(number(c) + 1n);
  for (const c of [...compared.cuts, ...compared.signedCuts]) starts.add(number(c));
  const other = signed ? compared.cuts : compared.signedCuts;
  if (other.size > 0) starts.add(signed ? 0n : size / 2n);
  const sorted = [...starts].filter((c) => c < low + size).sort((a, b) => (a < b ? -1 : 1));
  if (sorted.length > MOST_PARTS) return [full(width)];
  const between = signed ? signedRange : unsignedRange;
  return sorted.map((from, i) => between(width, from, i + 1 < sorted.length ? sorted[i + 1] - 1n : low + size - 1n));
}

function sideOf(terms: TermStore, t: Term, variable: Term, range: Range): Range {
  if (t === variable) return range;
  const width = rangeWidth(terms, t);
  return terms.isConst(t) ? exactly(width, terms.constValue(t)) : full(width);
}

function constantOf(terms: TermStore, variable: Term, value: bigint): Term {
  return terms.sort(variable).kind === 'bool' ? terms.bool(value === 1n) : terms.bv(terms.width(variable), value);
}
