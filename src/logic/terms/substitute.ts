import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { Op } from './ops.ts';
import { rebuild } from './rebuild.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';

/**
 * Simultaneous replacement of terms (as a rule variables) by terms of the same store, rewritten on the
 * way. Results are remembered for as long as the mapping stays, so that the parts of a system that
 * share terms are replaced once. If the condition of an `ite` folds, only the chosen branch is
 * visited.
 * If the first argument of a conjunction becomes false, the second is not visited.
 * The cost is therefore that of the remaining terms.
 */
export class Substitution {
  readonly #memory = new TermMap();

  constructor(
    private readonly store: TermStore,
    mapping: Iterable<readonly [from: Term, to: Term]> = [],
  ) {
    this.extend(mapping);
  }

  /** Starts again with another mapping. */
  reset(mapping: Iterable<readonly [from: Term, to: Term]>): void {
    this.#memory.clear();
    this.extend(mapping);
  }

  /** The result for `root`. Terms that are not in the mapping stay, with their arguments replaced. */
  apply(root: Term): Term {
    const { store } = this;
    const memory = this.#memory;
    const known = memory.get(root);
    if (known !== NO_TERM) return known;
    const stack: Term[] = [root];
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (memory.get(t) !== NO_TERM) {
        stack.pop();
        continue;
      }
      const arity = store.arity(t);
      if (arity === 0) {
        memory.set(t, t);
        stack.pop();
        continue;
      }
      // A long table would be walked again by each new substitution.
      if (store.op(t) === Op.STORE && store.arrays.isConstant(t)) {
        memory.set(t, t);
        stack.pop();
        continue;
      }
      const first = store.arg(t, 0);
      const a = memory.get(first);
      if (a === NO_TERM) {
        stack.push(first);
        continue;
      }
      const shortcut = this.#shortcut(t, a);
      if (shortcut !== NO_TERM) {
        const r = shortcut === store.false ? shortcut : memory.get(shortcut);
        if (r === NO_TERM) stack.push(shortcut);
        else {
          memory.set(t, r);
          stack.pop();
        }
        continue;
      }
      const b = arity > 1 ? memory.get(store.arg(t, 1)) : 0;
      const c = arity > 2 ? memory.get(store.arg(t, 2)) : 0;
      if (b === NO_TERM) stack.push(store.arg(t, 1));
      if (c === NO_TERM) stack.push(store.arg(t, 2));
      if (b === NO_TERM || c === NO_TERM) continue;
      const same = a === first && (arity < 2 || b === store.arg(t, 1)) && (arity < 3 || c === store.arg(t, 2));
      memory.set(t, same ? t : rebuild(store, store, t, a, b, c));
      stack.pop();
    }
    return memory.get(root);
  }

  /** Adds replacements of terms that no term replaced so far contains. */
  extend(mapping: Iterable<readonly [from: Term, to: Term]>): void {
    for (const [from, to] of mapping) this.#memory.set(from, to);
  }

  /**
   * The argument of `t` that alone decides it once its first argument became `a`; false where that is
   * the result; else NO_TERM.
   */
  #shortcut(t: Term, a: Term): Term {
    const { store } = this;
    const op = store.op(t);
    if (op === Op.ITE) return a === store.true ? store.arg(t, 1) : a === store.false ? store.arg(t, 2) : NO_TERM;
    return op === Op.AND && a === store.false ? a : NO_TERM;
  }
}

/** One replacement, without a memory for further ones. */
export function substitute(store: TermStore, root: Term, mapping: Iterable<readonly [from: Term, to: Term]>): Term {
  return new Substitution(store, mapping).apply(root);
}
