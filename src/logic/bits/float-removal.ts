import type { Term } from '../terms/builder.ts';
import { canonicalPattern, type FloatCircuits, withoutFloats } from '../terms/float-circuits.ts';
import { FloatLowering, hasFloats } from '../terms/lower-floats.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { TermMap } from '../terms/term-map.ts';
import { postorder } from '../terms/traverse.ts';
import { Unsupported } from './unsupported.ts';

/**
 * The variables that stand for the patterns of variables with floats, by store; all solvers over a
 * store share them.
 */
const PATTERNS = new WeakMap<TermStore, Map<Term, Term>>();

/** Removes floats from terms, for a solver that has bits only. */
export class FloatRemoval {
  readonly #lowering: FloatLowering | null;
  readonly #seen = new TermMap();
  #found = false;
  /** Terms that use floats in a way for which there is no circuit. */
  readonly #refused = new TermMap();

  /** Without circuits every term with floats is refused. */
  constructor(
    private readonly store: TermStore,
    circuits: FloatCircuits | null,
  ) {
    this.#lowering = circuits === null ? null : new FloatLowering(store, circuits, (v) => this.#variable(v));
  }

  /** An equivalent term without floats; throws {@link Unsupported} if the term has none. */
  apply(root: Term): Term {
    const { store } = this;
    for (const t of postorder(store, [root], this.#seen)) {
      if (hasFloats(store.sort(t)) || store.op(t) >= Op.FP_NEG) this.#found = true;
      if (this.#isRefused(t)) this.#refused.set(t, 1);
    }
    if (this.#refused.has(root)) throw new Unsupported('comparison of arrays of floats');
    if (!this.#found) return root;
    if (this.#lowering === null) throw new Unsupported('floating point');
    return this.#lowering.lower(root);
  }

  /**
   * Whether a term compares arrays of floats or has a term below it that does; the answers of the terms
   * below it are known.
   */
  #isRefused(t: Term): boolean {
    const { store } = this;
    for (let i = 0; i < store.arity(t); i++) if (this.#refused.has(store.arg(t, i))) return true;
    if (store.op(t) !== Op.EQ) return false;
    const compared = store.sort(store.arg(t, 0));
    return compared.kind === 'array' && hasFloats(compared);
  }

  /** The variable for the patterns of a variable with floats; any other variable is returned as it is. */
  pattern(v: Term): Term {
    const sort = this.store.sort(v);
    if (!hasFloats(sort)) return v;
    let known = PATTERNS.get(this.store);
    if (known === undefined) {
      known = new Map();
      PATTERNS.set(this.store, known);
    }
    let bits = known.get(v);
    if (bits === undefined) {
      let name = `${this.store.name(v)}~pattern`;
      while (this.store.find(name) !== null) name += "'";
      bits = this.store.variable(name, withoutFloats(sort));
      known.set(v, bits);
    }
    return bits;
  }

  #variable(v: Term): Term {
    const sort = this.store.sort(v);
    const bits = this.pattern(v);
    return sort.kind === 'float' ? canonicalPattern(this.store, bits, sort) : bits;
  }
}
