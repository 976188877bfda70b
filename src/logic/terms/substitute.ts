import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { Op } from './ops.ts';
import { rebuild } from './rebuild.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';

/** The replacement of a variable that the mapping leaves out; the variable itself if there is none. */
type Replacement = (variable: Term) => Term;

const ITSELF: Replacement = (variable) => variable;

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
  /** Terms that {@link #memory} has; their number, since a shorter list would be allocated again. */
  readonly #met: Term[] = [];
  #count = 0;
  #replacement = ITSELF;

  constructor(
    private readonly store: TermStore,
    mapping: Iterable<readonly [from: Term, to: Term]> = [],
  ) {
    this.extend(mapping);
  }

  /** Starts again with these replacements, each asked for where its variable is first met. */
  restart(replacement: Replacement): void {
    for (let i = 0; i < this.#count; i++) this.#memory.set(this.#met[i], NO_TERM);
    this.#count = 0;
    this.#replacement = replacement;
  }

  /** The result for `root`. Terms that are not in the mapping stay, with their arguments replaced. */
  apply(root: Term): Term {
    const known = this.#known(root);
    if (known !== NO_TERM) return known;
    const stack = [root];
    for (let t = stack.at(-1); t !== undefined; t = stack.at(-1)) {
      const next = this.#step(t);
      if (next !== NO_TERM) stack.push(next);
      else stack.pop();
    }
    return this.#known(root);
  }

  /** Finds the result for `t`, or returns an argument that is needed first. */
  #step(t: Term): Term {
    const { store } = this;
    const op = store.op(t);
    const first = store.arg(t, 0);
    const a = this.#known(first);
    // A long table would be walked again by each new substitution.
    if (op === Op.STORE && store.arrays.isConstant(t)) return this.#set(t, t);
    if (a === NO_TERM) return first;
    if (op === Op.ITE && (a === store.true || a === store.false)) {
      const branch = store.arg(t, a === store.true ? 1 : 2);
      const chosen = this.#known(branch);
      return chosen === NO_TERM ? branch : this.#set(t, chosen);
    }
    if (op === Op.AND && a === store.false) return this.#set(t, a);
    const arity = store.arity(t);
    const second = arity > 1 ? store.arg(t, 1) : NO_TERM;
    const third = arity > 2 ? store.arg(t, 2) : NO_TERM;
    const c = third === NO_TERM ? 0 : this.#known(third);
    if (c === NO_TERM) return third;
    const b = second === NO_TERM ? 0 : this.#known(second);
    if (b === NO_TERM) return second;
    const same = a === first && (arity < 2 || b === second) && (arity < 3 || c === third);
    return this.#set(t, same ? t : rebuild(store, store, t, a, b, c));
  }

  /** The result for `t`; NO_TERM if it has arguments and was not visited. */
  #known(t: Term): Term {
    const known = this.#memory.get(t);
    const { store } = this;
    if (known !== NO_TERM || store.arity(t) > 0) return known;
    if (store.op(t) !== Op.VARIABLE) return t;
    const result = this.#replacement(t);
    this.#set(t, result);
    return result;
  }

  /** Adds replacements of terms that no term replaced so far contains. */
  extend(mapping: Iterable<readonly [from: Term, to: Term]>): void {
    for (const [from, to] of mapping) this.#set(from, to);
  }

  #set(t: Term, result: Term): typeof NO_TERM {
    this.#memory.set(t, result);
    this.#met[this.#count++] = t;
    return NO_TERM;
  }
}

/** One replacement, without a memory for further ones. */
export function substitute(store: TermStore, root: Term, mapping: Iterable<readonly [from: Term, to: Term]>): Term {
  return new Substitution(store, mapping).apply(root);
}
