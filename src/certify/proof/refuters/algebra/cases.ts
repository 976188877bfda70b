import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { Substitution } from '../../../../logic/terms/substitute.ts';
import { postorder } from '../../../../logic/terms/traverse.ts';

/** A case of the assumptions: the formulas that hold in it, apart from those that are literals. */
export interface Case {
  /** Formulas that are neither literals nor conjunctions, simplified under the literals. */
  readonly formulas: readonly Term[];
  /** Atoms and negations of atoms. */
  readonly literals: ReadonlySet<Term>;
}

/**
 * The case in which the formulas hold, in addition to those of another case; null if they contradict
 * each other.
 */
export function caseOf(store: TermStore, formulas: readonly Term[], inside: Case | null = null): Case | null {
  const literals = new Set(inside?.literals);
  const others: Term[] = [];
  const waiting = [...(inside?.formulas ?? []), ...formulas];
  while (waiting.length > 0) {
    const pairs: [Term, Term][] = [];
    for (const literal of conjuncts(store, waiting.splice(0), others)) {
      if (literal === store.false || literals.has(store.not(literal))) return null;
      if (literals.has(literal)) continue;
      literals.add(literal);
      pairs.push(...replacements(store, literal));
    }
    if (pairs.length === 0) continue;
    const over = new Substitution(store, pairs);
    // A literal stays even if others make it true: it says more than they do.
    for (const t of [...others.splice(0), ...literals]) {
      const said = over.apply(t);
      if (said === store.false) return null;
      if (said !== store.true && !literals.has(said)) waiting.push(said);
    }
  }
  return { formulas: others, literals };
}

/**
 * Returns cases that cover the given one, by a choice between formulas or by one within a term. Null
 * if there is no choice.
 */
export function split(store: TermStore, { formulas, literals }: Case): readonly (readonly Term[])[] | null {
  const chosen = [...literals].reverse();
  const negative = chosen.filter((t) => store.op(t) === Op.NOT);
  const inGoal = firstCondition(store, negative);
  if (inGoal !== null) return [[inGoal], [store.not(inGoal)]];
  const formula = formulas.at(-1);
  if (formula !== undefined) return alternatives(store, formula);
  const condition = firstCondition(store, chosen);
  return condition === null ? null : [[condition], [store.not(condition)]];
}

/** Takes conjunctions apart; returns the literals, and adds the rest to `others`. */
function conjuncts(store: TermStore, formulas: readonly Term[], others: Term[]): Term[] {
  const literals: Term[] = [];
  const stack = [...formulas].reverse();
  for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
    if (t === store.true) continue;
    if (store.op(t) === Op.AND) stack.push(store.arg(t, 1), store.arg(t, 0));
    else if (isLiteral(store, t)) literals.push(t);
    else if (!others.includes(t)) others.push(t);
  }
  return literals;
}

function isLiteral(store: TermStore, t: Term): boolean {
  const inner = store.op(t) === Op.NOT ? store.arg(t, 0) : t;
  switch (store.op(inner)) {
    case Op.AND:
    case Op.ITE:
      return false;
    case Op.EQ:
      return store.sort(store.arg(inner, 0)).kind !== 'bool';
    default:
      return true;
  }
}

/** Returns the terms that may replace others where a literal holds. */
function replacements(store: TermStore, literal: Term): [Term, Term][] {
  if (store.op(literal) === Op.NOT) return [[store.arg(literal, 0), store.false]];
  const pairs: [Term, Term][] = [[literal, store.true]];
  if (store.op(literal) !== Op.EQ) return pairs;
  const [a, b] = [store.arg(literal, 0), store.arg(literal, 1)];
  if (store.op(a) === Op.VARIABLE && store.isBv(b)) pairs.push([a, b]);
  if (store.op(b) === Op.VARIABLE && store.isBv(a)) pairs.push([b, a]);
  return pairs;
}

/** The innermost condition of a choice in the terms. */
function firstCondition(store: TermStore, roots: readonly Term[]): Term | null {
  const choice = postorder(store, roots).find((t) => store.op(t) === Op.ITE);
  return choice === undefined ? null : store.arg(choice, 0);
}

function alternatives(store: TermStore, formula: Term): Term[][] {
  const negated = store.op(formula) === Op.NOT;
  const inner = negated ? store.arg(formula, 0) : formula;
  const signed = (t: Term): Term => (negated ? store.not(t) : t);
  const [a, b] = [store.arg(inner, 0), store.arg(inner, 1)];
  switch (store.op(inner)) {
    case Op.AND:
      // Equations come first: where they do not hold, ranges may lack an end.
      return isEquation(store, b) ? [[store.not(b)], [b, store.not(a)]] : [[store.not(a)], [a, store.not(b)]];
    case Op.ITE:
      return [
        [a, signed(b)],
        [store.not(a), signed(store.arg(inner, 2))],
      ];
    default:
      // An equality of Booleans.
      return [
        [a, signed(b)],
        [store.not(a), store.not(signed(b))],
      ];
  }
}

/** An equation or its negation. */
function isEquation(store: TermStore, t: Term): boolean {
  return store.op(store.op(t) === Op.NOT ? store.arg(t, 0) : t) === Op.EQ;
}
