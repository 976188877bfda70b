import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import type { Clauses } from './clauses.ts';
import { NO, YES } from './clauses.ts';
import { Untranslatable } from './untranslatable.ts';
import * as w from './words.ts';

/** Most arrays looked into, plus pairs of reads of one variable. */
const MOST_STEPS = 300_000;

interface Read {
  readonly index: w.Word;
  readonly element: w.Word;
}

/**
 * Elements of arrays as words. A read behind a write gives the written value if the indices are equal,
 * and else the value read before it. Writes to
 * constant indices, one over the other, are one table. Two reads of a variable are equal if their indices are
 * (Ackermann's reduction). It does not compare arrays.
 */
export class Arrays {
  /** Known reads, by array and index. */
  readonly #known = new Map<Term, Map<string, w.Word>>();
  /** All reads of each variable. */
  readonly #reads = new Map<Term, Read[]>();
  #steps = 0;

  /** `word`: gives the word of a term that is not an array, for all terms in the arrays. */
  constructor(
    private readonly store: TermStore,
    private readonly clauses: Clauses,
    private readonly word: (t: Term) => w.Word,
  ) {}

  /**
   * The element at an index, `width` bits. Throws {@link Untranslatable} beyond {@link MOST_STEPS}, and
   * the errors of `stop`, which is called before each of them. Iterative, because writes and choices may
   * be nested deep.
   */
  read(array: Term, index: w.Word, width: number, stop: () => void): w.Word {
    const key = index.join();
    const stack = [array];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (this.#knownOf(top).has(key)) {
        stack.pop();
        continue;
      }
      this.#step();
      stop();
      const needed = this.#needed(top, index).filter((a) => !this.#knownOf(a).has(key));
      if (needed.length > 0) stack.push(...needed);
      else this.#knownOf(top).set(key, this.#element(top, index, key, width));
    }
    return this.#at(array, key);
  }

  /** The arrays whose elements at the index determine the array's element. */
  #needed(array: Term, index: w.Word): readonly Term[] {
    const { store } = this;
    if (store.op(array) === Op.ITE) return [store.arg(array, 1), store.arg(array, 2)];
    if (store.op(array) !== Op.STORE) return [];
    if (this.#isListed(array)) return [this.#table(array, index.join()).below];
    return this.#isWritten(array, index) === YES ? [] : [store.arg(array, 0)];
  }

  #element(array: Term, index: w.Word, key: string, width: number): w.Word {
    const { store, clauses } = this;
    switch (store.op(array)) {
      case Op.CONST_ARRAY:
        return this.word(store.arg(array, 0));
      case Op.STORE: {
        if (this.#isListed(array)) {
          const { written, below } = this.#table(array, key);
          const table = [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, t]) => [at, this.word(t)] as const);
          return w.listed(clauses, index, table, this.#at(below, key));
        }
        const written = this.#isWritten(array, index);
        const value = this.word(store.arg(array, 2));
        return written === YES ? value : w.chosen(clauses, written, value, this.#at(store.arg(array, 0), key));
      }
      case Op.ITE: {
        const [condition] = this.word(store.arg(array, 0));
        return w.chosen(clauses, condition, this.#at(store.arg(array, 1), key), this.#at(store.arg(array, 2), key));
      }
      case Op.VARIABLE:
        return this.#variable(array, index, width);
      default:
        throw new Untranslatable('arrays of that kind');
    }
  }

  #isListed(array: Term): boolean {
    const { store } = this;
    return store.op(array) === Op.STORE && store.isConst(store.arg(array, 1));
  }

  /** The last writes to constant indices on top of an array, or of one whose element is known. */
  #table(array: Term, key: string): { readonly written: ReadonlyMap<bigint, Term>; readonly below: Term } {
    const { store } = this;
    const written = new Map<bigint, Term>();
    let below = array;
    do {
      const at = store.constValue(store.arg(below, 1));
      if (!written.has(at)) written.set(at, store.arg(below, 2));
      below = store.arg(below, 0);
    } while (this.#isListed(below) && !this.#knownOf(below).has(key));
    return { written, below };
  }

  #isWritten(array: Term, index: w.Word): number {
    return w.same(this.clauses, this.word(this.store.arg(array, 1)), index);
  }

  #variable(array: Term, index: w.Word, width: number): w.Word {
    const { clauses } = this;
    const element = Array.from({ length: width }, () => clauses.variable());
    const others = this.#reads.get(array) ?? [];
    for (const other of others) {
      this.#step();
      const same = w.same(clauses, other.index, index);
      if (same === NO) continue;
      element.forEach((bit, i) => {
        clauses.add(same ^ 1, bit ^ 1, other.element[i]);
        clauses.add(same ^ 1, bit, other.element[i] ^ 1);
      });
    }
    this.#reads.set(array, [...others, { index, element }]);
    return element;
  }

  #knownOf(array: Term): Map<string, w.Word> {
    const known = this.#known.get(array) ?? new Map<string, w.Word>();
    this.#known.set(array, known);
    return known;
  }

  #at(array: Term, key: string): w.Word {
    const element = this.#knownOf(array).get(key);
    if (element === undefined) throw new Untranslatable(`array ${array}`);
    return element;
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) throw new Untranslatable('so many reads of arrays');
  }
}
