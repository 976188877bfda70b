import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';

/** Largest product of the numbers of cases of two compared words. */
const MOST_PAIRS = 400;

/**
 * Moves choices out of comparisons: (c ? x : y) < z becomes c ? x < z : y < z. So comparisons after a
 * step are functions of comparisons before it, not of values.
 */
export class SpreadComparisons {
  readonly #terms: TermStore;
  /** Words with the choices outermost. */
  readonly #choices = new Map<Term, Term>();
  /** Number of cases of each word. */
  readonly #cases = new Map<Term, number>();
  readonly #spread = new Map<string, Term>();

  constructor(terms: TermStore) {
    this.#terms = terms;
  }

  /**
   * An equivalent formula. Terms other than comparisons, and comparisons of words with many cases, stay
   * as they are.
   */
  of(t: Term): Term {
    const terms = this.#terms;
    const op = terms.op(t);
    if (op === Op.NOT) return terms.not(this.of(terms.arg(t, 0)));
    if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return t;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    return this.#count(a) * this.#count(b) > MOST_PAIRS ? t : this.#compare(op, this.#chosen(a), this.#chosen(b));
  }

  #compare(op: Op, a: Term, b: Term): Term {
    const terms = this.#terms;
    const key = `${op} ${a} ${b}`;
    const known = this.#spread.get(key);
    if (known !== undefined) return known;
    const [first, second] = [terms.op(a) === Op.ITE, terms.op(b) === Op.ITE];
    let result: Term;
    if (first || second) {
      const condition = terms.arg(first ? a : b, 0);
      const side = (t: Term, i: number): Term =>
        terms.op(t) === Op.ITE && terms.arg(t, 0) === condition ? terms.arg(t, i) : t;
      result = terms.ite(
        condition,
        this.#compare(op, side(a, 1), side(b, 1)),
        this.#compare(op, side(a, 2), side(b, 2)),
      );
    } else if (op === Op.EQ) result = terms.eq(a, b);
    else result = op === Op.ULT ? terms.ult(a, b) : terms.slt(a, b);
    this.#spread.set(key, result);
    return result;
  }

  /** The word with choices outside of extensions and extractions. */
  #chosen(t: Term): Term {
    const terms = this.#terms;
    const known = this.#choices.get(t);
    if (known !== undefined) return known;
    let result = t;
    switch (terms.op(t)) {
      case Op.ITE:
        result = terms.ite(terms.arg(t, 0), this.#chosen(terms.arg(t, 1)), this.#chosen(terms.arg(t, 2)));
        break;
      case Op.ZEXT:
      case Op.SEXT:
      case Op.EXTRACT:
        result = this.#within(t, this.#chosen(terms.arg(t, 0)), new Map());
        break;
    }
    this.#choices.set(t, result);
    return result;
  }

  /** Applies the operator of `outer` to each case of a word. */
  #within(outer: Term, word: Term, done: Map<Term, Term>): Term {
    const terms = this.#terms;
    const known = done.get(word);
    if (known !== undefined) return known;
    let result: Term;
    if (terms.op(word) === Op.ITE) {
      const [condition, a, b] = [0, 1, 2].map((i) => terms.arg(word, i));
      result = terms.ite(condition, this.#within(outer, a, done), this.#within(outer, b, done));
    } else if (terms.op(outer) === Op.ZEXT) result = terms.zext(word, terms.width(outer));
    else if (terms.op(outer) === Op.SEXT) result = terms.sext(word, terms.width(outer));
    else result = terms.extract(word, terms.high(outer), terms.low(outer));
    done.set(word, result);
    return result;
  }

  /**
   * Upper bound of the number of cases: counts choices, their alternatives, extensions and extractions.
   * Counting stops beyond MOST_PAIRS, which also limits the depth of recursion over cases.
   */
  #count(word: Term): number {
    const terms = this.#terms;
    const known = this.#cases.get(word);
    if (known !== undefined) return known;
    const seen = new Set([word]);
    for (const t of seen) {
      if (seen.size > MOST_PAIRS) break;
      const op = terms.op(t);
      if (op === Op.ITE) seen.add(terms.arg(t, 1)).add(terms.arg(t, 2));
      else if (op === Op.ZEXT || op === Op.SEXT || op === Op.EXTRACT) seen.add(terms.arg(t, 0));
    }
    this.#cases.set(word, seen.size);
    return seen.size;
  }
}
