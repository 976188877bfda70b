import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { type DataClass, dataClasses } from '../../../system/analysis/data-independence.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/**
 * A comparison that replaces bits: of data words, which are only copied and compared, with each other
 * or with a constant.
 */
export interface Comparison {
  readonly term: Term;
  /** The one or two state variables that it contains. */
  readonly words: readonly Term[];
}

/** Most comparisons of a system, and most gates for them: each comparison has a gate at each location. */
const MOST_COMPARISONS = 2048;
const MOST_PLACES = 8192;
/** Words of at most this many bits are left to bits. */
const FEW_BITS = 4;

/** All comparisons of the words of each class of data. A class with too many comparisons is skipped. */
export function comparisonsOf(system: TransitionSystem): readonly Comparison[] {
  const { terms, blocks } = system;
  const most = Math.min(MOST_COMPARISONS, Math.floor(MOST_PLACES / blocks.length));
  const found: Comparison[] = [];
  for (const data of dataClasses(system)) {
    if (data.words.every((word) => terms.width(word) <= FEW_BITS)) continue;
    const { length } = data.words;
    if (found.length + length * ((3 * (length - 1)) / 2 + 3 * data.constants.length) > most) continue;
    found.push(...comparisonsWithin(terms, data));
  }
  return found;
}

function comparisonsWithin(
  terms: TermStore,
  { words, constants, isOrdered, isSigned, extendedByZeros }: DataClass,
): Comparison[] {
  const width = Math.max(...words.map((word) => terms.width(word) + (isSigned && extendedByZeros.has(word) ? 1 : 0)));
  const wide = (word: Term): Term => (extendedByZeros.has(word) ? terms.zext(word, width) : terms.sext(word, width));
  const less = (a: Term, b: Term): Term => (isSigned ? terms.slt(a, b) : terms.ult(a, b));
  const found = new Map<Term, Comparison>();
  const compare = (a: Term, b: Term, of: readonly Term[]): void => {
    for (const term of isOrdered ? [terms.eq(a, b), less(a, b), less(b, a)] : [terms.eq(a, b)])
      if (!terms.isConst(term)) found.set(term, { term, words: of });
  };
  const known = constants.filter(
    (value) => (isSigned ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value)) === value,
  );
  words.forEach((word, i) => {
    for (const value of known) compare(wide(word), terms.bv(width, BigInt.asUintN(width, value)), [word]);
    for (const other of words.slice(i + 1)) compare(wide(word), wide(other), [word, other]);
  });
  return [...found.values()];
}
