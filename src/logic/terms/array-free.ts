import type { Term } from './builder.ts';
import { NO_TERM } from './builder.ts';
import { Op } from './ops.ts';
import { rebuild } from './rebuild.ts';
import type { TermStore } from './store.ts';
import { TermMap } from './term-map.ts';
import { postorder } from './traverse.ts';

/**
 * Reads through writes, and pairs of reads of one array, before elimination is given up: it is
 * quadratic in them.
 */
const MOST_STEPS = 300_000;

/** A read of an array variable: at which index, and the variable that stands for the element. */
export interface ArrayRead {
  readonly index: Term;
  readonly element: Term;
}

/**
 * Translates terms to equisatisfiable terms without arrays, together with {@link takeConstraints}.
 * A read of a write becomes an `ite` on the equality of indices, and a read of a variable becomes a
 * fresh variable.
 * Reads of one variable at equal indices are equal (Ackermann's reduction). A SAT solver is much
 * faster on the result than Z3's theory of arrays on the original.
 */
export class ArrayElimination {
  readonly #seen = new TermMap();
  readonly #flat = new TermMap();
  readonly #known = new Map<Term, Map<Term, Term>>();
  readonly #reads = new Map<Term, ArrayRead[]>();
  #constraints: Term[] = [];
  #steps = 0;

  constructor(private readonly store: TermStore) {}

  /**
   * `root` without arrays, or NO_TERM where it compares arrays, nests them, or has too many reads: the
   * object must not be used after that.
   */
  apply(root: Term): Term {
    const { store } = this;
    const flat = this.#flat;
    for (const t of postorder(store, [root], this.#seen)) {
      const sort = store.sort(t);
      if (sort.kind === 'array') {
        if (sort.index.kind !== 'bv' || sort.element.kind === 'array') return NO_TERM;
        continue;
      }
      const r = this.#node(t);
      if (r === NO_TERM || this.#steps > MOST_STEPS) return NO_TERM;
      flat.set(t, r);
    }
    return flat.get(root);
  }

  /** The constraints on the variables introduced since the last call. */
  takeConstraints(): Term[] {
    const taken = this.#constraints;
    this.#constraints = [];
    return taken;
  }

  /** All reads of an array variable so far. */
  readsOf(variable: Term): readonly ArrayRead[] {
    return this.#reads.get(variable) ?? [];
  }

  /** The array-free form of a term that was part of some root, or NO_TERM. */
  formOf(t: Term): Term {
    return this.#flat.get(t);
  }

  #node(t: Term): Term {
    const { store } = this;
    const flat = this.#flat;
    const arity = store.arity(t);
    if (arity === 0) return t;
    if (store.op(t) === Op.SELECT) return this.#read(store.arg(t, 0), flat.get(store.arg(t, 1)));
    const a = flat.get(store.arg(t, 0));
    const b = arity > 1 ? flat.get(store.arg(t, 1)) : 0;
    const c = arity > 2 ? flat.get(store.arg(t, 2)) : 0;
    // Only a comparison of arrays has an argument without array-free form here.
    if (a === NO_TERM || b === NO_TERM || c === NO_TERM) return NO_TERM;
    const same = a === store.arg(t, 0) && (arity < 2 || b === store.arg(t, 1)) && (arity < 3 || c === store.arg(t, 2));
    return same ? t : rebuild(store, store, t, a, b, c);
  }

  /** The element of `root` at an array-free index. Iterative: writes and branches may be nested deep. */
  #read(root: Term, index: Term): Term {
    const { store } = this;
    const stack = [root];
    while (stack.length > 0) {
      const a = stack[stack.length - 1];
      const memory = this.#memory(a);
      const op = store.op(a);
      if (memory.has(index)) {
        stack.pop();
        continue;
      }
      this.#steps++;
      if (op === Op.CONST_ARRAY) memory.set(index, this.#flat.get(store.arg(a, 0)));
      else if (op === Op.STORE) {
        const hit = store.eq(this.#flat.get(store.arg(a, 1)), index);
        const element = this.#flat.get(store.arg(a, 2));
        const below = hit === store.true ? element : (this.#memory(store.arg(a, 0)).get(index) ?? NO_TERM);
        if (below === NO_TERM) stack.push(store.arg(a, 0));
        else memory.set(index, store.ite(hit, element, below));
      } else if (op === Op.ITE) {
        const x = this.#memory(store.arg(a, 1)).get(index) ?? NO_TERM;
        const y = this.#memory(store.arg(a, 2)).get(index) ?? NO_TERM;
        if (x === NO_TERM) stack.push(store.arg(a, 1));
        if (y === NO_TERM) stack.push(store.arg(a, 2));
        if (x !== NO_TERM && y !== NO_TERM) memory.set(index, store.ite(this.#flat.get(store.arg(a, 0)), x, y));
      } else memory.set(index, this.#fresh(a, index));
    }
    return this.#memory(root).get(index) as Term;
  }

  #memory(array: Term): Map<Term, Term> {
    let memory = this.#known.get(array);
    if (memory === undefined) {
      memory = new Map();
      this.#known.set(array, memory);
    }
    return memory;
  }

  /** The variable for an element of an array variable. */
  #fresh(array: Term, index: Term): Term {
    const { store } = this;
    const element = store.variable(`${store.name(array)}[#${index}]`, store.sorts.sorts[store.elementSort(array)]);
    const others = this.#reads.get(array) ?? [];
    for (const other of others) {
      const same = store.eq(other.index, index);
      if (same !== store.false) {
        this.#steps++;
        this.#constraints.push(store.implies(same, store.eq(other.element, element)));
      }
    }
    others.push({ index, element });
    this.#reads.set(array, others);
    return element;
  }
}
