import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { TermStore } from '../../../logic/terms/store.ts';

/** Most nodes of a term whose variables are looked for. */
const MAX_NODES = 4_000;

/** The variables that an elimination removes: all but those that are kept. */
export class OpenVariables {
  readonly #terms: TermStore;
  readonly #kept: ReadonlySet<Term>;
  readonly #read = new Map<Term, readonly Term[] | null>();
  #made = 0;

  constructor(terms: TermStore, kept: ReadonlySet<Term>) {
    this.#terms = terms;
    this.#kept = kept;
  }

  /** True for a variable that is to be removed. */
  has(t: Term): boolean {
    return this.#terms.op(t) === Op.VARIABLE && !this.#kept.has(t);
  }

  isKept(t: Term): boolean {
    return this.#kept.has(t);
  }

  /** A new open variable of the sort of `like`, or of the given sort. */
  fresh(like: Term, sort: Sort = this.#terms.sort(like)): Term {
    return this.#terms.variable(`open!${JSON.stringify(sort)}!${this.#made++}`, sort);
  }

  /** The open variables in a term; null if it has more than 4000 nodes. */
  readBy(root: Term): readonly Term[] | null {
    let read = this.#read.get(root);
    if (read === undefined) {
      read = this.#search(root);
      this.#read.set(root, read);
    }
    return read;
  }

  #search(root: Term): readonly Term[] | null {
    const terms = this.#terms;
    const found: Term[] = [];
    const seen = new Set<Term>([root]);
    const stack = [root];
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      if (this.has(t)) found.push(t);
      for (let i = 0; i < terms.arity(t); i++) {
        const arg = terms.arg(t, i);
        if (seen.has(arg)) continue;
        seen.add(arg);
        if (seen.size > MAX_NODES) return null;
        stack.push(arg);
      }
    }
    return found;
  }
}
