import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { TermMap } from '../terms/term-map.ts';
import { outerArity } from '../terms/traverse.ts';

/** The atoms of one level: those of its first `done` terms. */
interface LevelAtoms {
  readonly seen: TermMap;
  readonly atoms: Term[];
  done: number;
}

/**
 * Reads and equalities of arrays below the terms of a query; the terms of lower levels are not
 * searched again.
 */
export class ArrayAtoms {
  readonly #levels: LevelAtoms[] = [];

  constructor(private readonly store: TermStore) {}

  /** The atoms of all levels and of `assumed`. */
  of(levels: readonly (readonly Term[])[], assumed: readonly Term[]): Term[] {
    levels.forEach((terms, i) => {
      this.#levels[i] ??= { seen: new TermMap(), atoms: [], done: 0 };
      const level = this.#levels[i];
      const below = this.#levels.slice(0, i + 1).map(({ seen }) => seen);
      for (; level.done < terms.length; level.done++) this.#collect(terms[level.done], below, level.seen, level.atoms);
    });
    const all = this.#levels.flatMap(({ atoms }) => atoms);
    const seen = new TermMap();
    const below = [...this.#levels.map((level) => level.seen), seen];
    for (const t of assumed) this.#collect(t, below, seen, all);
    return all;
  }

  /** Forgets all levels from this one on. */
  forget(from: number): void {
    this.#levels.length = Math.min(this.#levels.length, from);
  }

  #collect(root: Term, known: readonly TermMap[], seen: TermMap, into: Term[]): void {
    const { store } = this;
    const stack = [root];
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      const term = t;
      if (known.some((map) => map.has(term))) continue;
      seen.set(t, 1);
      const op = store.op(t);
      if (op === Op.SELECT || (op === Op.EQ && store.sort(store.arg(t, 0)).kind === 'array')) into.push(t);
      for (let i = outerArity(store, t) - 1; i >= 0; i--) stack.push(store.arg(t, i));
    }
  }
}
