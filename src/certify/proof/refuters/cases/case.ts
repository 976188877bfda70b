import { NO_TERM, type Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import { rebuild } from '../../../../logic/terms/rebuild.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { Substitution } from '../../../../logic/terms/substitute.ts';
import { conjuncts, postorder } from '../../../../logic/terms/traverse.ts';
import { rangeOf } from '../bounds/evaluate.ts';
import { anyBits, anyOf, type BitsRange, bothBits, meet, type TermRange } from '../bounds/range.ts';
import { comparisonOf, decided, narrowed } from './comparison.ts';

/**
 * Terms of a formula above which ranges do not evaluate it: splitting usually removes most of the
 * formula.
 */
const EVALUATED = 2_000;

/** Formulas to be refuted together, under ranges of certain terms. */
export interface Case {
  readonly formulas: readonly Term[];
  readonly known: ReadonlyMap<Term, BitsRange>;
}

export interface Propagated {
  /** Null if the formulas contradict each other. */
  readonly open: Case | null;
  /** Number of terms looked at. */
  readonly work: number;
}

/**
 * Returns the case with its formulas taken apart, and with their consequences for each other. Formulas
 * of more than `evaluated` terms are not evaluated.
 */
export function propagated(store: TermStore, start: Case, evaluated = EVALUATED): Propagated {
  const known = new Map(start.known);
  let formulas = start.formulas;
  for (let work = 0; ; ) {
    const parts = [...new Set(formulas.flatMap((formula) => conjuncts(store, formula)))];
    if (parts.includes(store.false)) return { open: null, work };
    const order = postorder(store, parts);
    work += order.length;
    const stated = new StatedFacts(store, known);
    if (!parts.every((part) => stated.add(part)) || !stated.evaluate(parts, order, order.length <= evaluated))
      return { open: null, work };
    const next = stated.apply(parts);
    if (next.includes(store.false)) return { open: null, work };
    // Later splits usually remove the rest of a large formula.
    const isDone =
      order.length > evaluated || (next.length === parts.length && next.every((part, i) => part === parts[i]));
    if (isDone) return { open: { formulas: next, known }, work };
    formulas = next;
  }
}

/** Facts that formulas state about atoms and variables, in one round. */
class StatedFacts {
  readonly #store: TermStore;
  readonly #known: Map<Term, BitsRange>;
  readonly #truths = new Map<Term, Term>();
  readonly #constants = new Map<Term, Term>();
  /** Truth values of single atoms, if no range expresses them. */
  readonly #literals = new Map<Term, boolean>();

  constructor(store: TermStore, known: Map<Term, BitsRange>) {
    this.#store = store;
    this.#known = known;
  }

  /** Adds a formula; false if it contradicts an earlier one. */
  add(formula: Term): boolean {
    const store = this.#store;
    const [atom, holds] = store.op(formula) === Op.NOT ? [store.arg(formula, 0), false] : [formula, true];
    if (!isAtom(store, atom)) return true;
    const truth = store.bool(holds);
    if ((this.#truths.get(atom) ?? truth) !== truth) return false;
    this.#truths.set(atom, truth);
    const comparison = comparisonOf(store, atom);
    if (comparison === null) {
      this.#literals.set(formula, store.op(atom) !== Op.VARIABLE);
      return true;
    }
    const { subject } = comparison;
    const left = narrowed(this.#known.get(subject) ?? anyBits(store.width(subject)), comparison, holds);
    if (left === null) return false;
    this.#known.set(subject, left);
    // Ranges cannot express a hole, nor a fact about a term that may become another one: the literal is
    // kept.
    this.#literals.set(formula, store.op(subject) !== Op.VARIABLE || decided(left, comparison) === null);
    return true;
  }

  /**
   * Evaluates the formulas by ranges; false if the ranges exclude one. `order`: the terms of the
   * formulas.
   */
  evaluate(formulas: readonly Term[], order: readonly Term[], byRanges: boolean): boolean {
    const store = this.#store;
    for (const [t, range] of this.#known)
      if (store.op(t) === Op.VARIABLE && range.unsigned.low === range.unsigned.high)
        this.#constants.set(t, store.bv(store.width(t), range.unsigned.low));
    if (!byRanges) {
      for (const t of order) {
        const comparison = comparisonOf(store, t);
        const range = comparison === null ? undefined : this.#known.get(comparison.subject);
        const truth = comparison === null || range === undefined ? null : decided(range, comparison);
        if (truth !== null) this.#truths.set(t, store.bool(truth));
      }
      return true;
    }
    const ranges = new Map<Term, TermRange>();
    for (const t of order) {
      const computed =
        store.op(t) === Op.VARIABLE
          ? anyOf(store.sort(t))
          : rangeOf(store, t, (arg) => ranges.get(arg) ?? anyOf(store.sort(arg)));
      const own = this.#known.get(t);
      const range = own === undefined || computed.kind !== 'bits' ? computed : common(own, computed);
      if (range === null) return false;
      ranges.set(t, range);
      if (range.kind === 'bool' && range.mayHold !== range.mayFail && !store.isConst(t))
        this.#truths.set(t, store.bool(range.mayHold));
    }
    return formulas.every((formula) => {
      const range = ranges.get(formula);
      return range?.kind !== 'bool' || range.mayHold;
    });
  }

  /** The formulas with the facts put in; formulas that state nothing else are dropped. */
  apply(formulas: readonly Term[]): Term[] {
    const store = this.#store;
    const facts = new Substitution(store, [...this.#constants, ...this.#truths]);
    return formulas.flatMap((formula) => {
      const literal = this.#literals.get(formula);
      if (literal === undefined) return [facts.apply(formula)];
      if (!literal) return [];
      // The formula states the truth of the atom itself.
      const negated = store.op(formula) === Op.NOT;
      const atom = negated ? store.arg(formula, 0) : formula;
      const [a, b, c] = [0, 1, 2].map((i) => (i < store.arity(atom) ? facts.apply(store.arg(atom, i)) : NO_TERM));
      const left = rebuild(store, store, atom, a, b, c);
      return [negated ? store.not(left) : left];
    });
  }
}

/** Whether a term is a Boolean that is neither composed of others nor a constant. */
export function isAtom(store: TermStore, t: Term): boolean {
  const op = store.op(t);
  if (store.sort(t).kind !== 'bool' || store.isConst(t) || op === Op.NOT || op === Op.AND || op === Op.ITE)
    return false;
  return op !== Op.EQ || store.sort(store.arg(t, 0)).kind !== 'bool';
}

/** Returns the intersection; null if it is empty. */
function common(a: BitsRange, b: BitsRange): BitsRange | null {
  if (meet(a.unsigned, b.unsigned) === null || meet(a.signed, b.signed) === null) return null;
  return bothBits(a, b);
}
