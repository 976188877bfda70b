import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { conjuncts, postorder } from '../../../../logic/terms/traverse.ts';
import { anyBits, type BitsRange } from '../bounds/range.ts';
import { type Case, isAtom } from './case.ts';
import { type Comparison, comparisonOf, cutBy } from './comparison.ts';

/** Most parts into which a variable is cut. */
const MOST_PARTS = 1_024;

/**
 * Splits the case into parts that cover it. The first choice is the variable whose comparisons
 * with constants decide most of a step, in relation to the number of parts of its values. The second
 * choice is a disjunction about variables alone, as in invariants; the last one is the truth of
 * another atom. Null if no choice is left.
 */
export function splitting(store: TermStore, open: Case): readonly Case[] | null {
  const uses = usesOfAtoms(store, open);
  const byVariable = new Map<Term, Comparison[]>();
  let best: { readonly score: number; readonly parts: () => readonly Case[] } | null = null;
  let other: Term | null = null;
  const consider = (score: number, parts: () => readonly Case[]): void => {
    if (best === null || score > best.score) best = { score, parts };
  };
  for (const [atom, count] of uses) {
    const comparison = comparisonOf(store, atom);
    if (comparison !== null && store.op(comparison.subject) === Op.VARIABLE) {
      const known = byVariable.get(comparison.subject);
      if (known === undefined) byVariable.set(comparison.subject, [comparison]);
      else known.push(comparison);
    } else if (store.op(atom) === Op.VARIABLE) consider(count / 2, () => byTruth(store, open, atom));
    else other ??= atom;
  }
  for (const [variable, comparisons] of byVariable) {
    const range = open.known.get(variable) ?? anyBits(store.width(variable));
    const parts = cutBy(range, comparisons, MOST_PARTS);
    if (parts === null || parts.length < 2) other ??= comparisons[0].atom;
    else {
      const count = comparisons.reduce((sum, { atom }) => sum + (uses.get(atom) ?? 0), 0);
      consider(count / parts.length, () => parts.map((part) => inPart(open, variable, part)));
    }
  }
  return chosen(best) ?? byDisjuncts(store, open) ?? (other === null ? null : byTruth(store, open, other));
}

/**
 * Splits by the disjunction of most parts among those that contain only comparisons of variables with
 * constants.
 */
function byDisjuncts(store: TermStore, { formulas, known }: Case): readonly Case[] | null {
  let largest: Term | null = null;
  let parts: readonly Term[] = [];
  for (const formula of formulas) {
    if (store.op(formula) !== Op.NOT || store.op(store.arg(formula, 0)) !== Op.AND) continue;
    const those = conjuncts(store, store.arg(formula, 0));
    if (those.length <= parts.length || !isAboutVariables(store, formula)) continue;
    largest = formula;
    parts = those;
  }
  if (largest === null) return null;
  // Formulas that a disjunct implies anyway can be dropped.
  const others = formulas.filter((formula) => formula !== largest);
  return parts.map((part) => ({ formulas: [...others, store.not(part)], known }));
}

function isAboutVariables(store: TermStore, root: Term): boolean {
  const seen = new Set([root]);
  // A set keeps the order of its elements, so it also serves as the work list.
  for (const t of seen) {
    if (store.op(t) === Op.NOT || store.op(t) === Op.AND)
      for (let i = 0; i < store.arity(t); i++) seen.add(store.arg(t, i));
    else if (store.op(t) !== Op.VARIABLE && !isAboutVariable(store, t)) return false;
  }
  return true;
}

function isAboutVariable(store: TermStore, t: Term): boolean {
  let subject = comparisonOf(store, t)?.subject;
  while (
    subject !== undefined &&
    (store.op(subject) === Op.EXTRACT || store.op(subject) === Op.ZEXT || store.op(subject) === Op.SEXT)
  )
    subject = store.arg(subject, 0);
  return subject !== undefined && store.op(subject) === Op.VARIABLE;
}

/**
 * Undecided atoms with the number of terms that have them as arguments, without formulas about
 * variables alone.
 */
function usesOfAtoms(store: TermStore, { formulas }: Case): ReadonlyMap<Term, number> {
  const order = postorder(
    store,
    formulas.filter((formula) => !isAboutVariables(store, formula)),
  );
  const literals = new Set(formulas.map((t) => (store.op(t) === Op.NOT ? store.arg(t, 0) : t)));
  const uses = new Map<Term, number>();
  for (const t of order) if (isAtom(store, t) && !literals.has(t)) uses.set(t, 0);
  for (const t of order) {
    for (let i = 0; i < store.arity(t); i++) {
      const count = uses.get(store.arg(t, i));
      if (count !== undefined) uses.set(store.arg(t, i), count + 1);
    }
  }
  return uses;
}

function byTruth(store: TermStore, { formulas, known }: Case, atom: Term): readonly Case[] {
  return [atom, store.not(atom)].map((literal) => ({ formulas: [...formulas, literal], known }));
}

function inPart({ formulas, known }: Case, variable: Term, part: BitsRange): Case {
  return { formulas, known: new Map([...known, [variable, part]]) };
}

function chosen(best: { readonly parts: () => readonly Case[] } | null): readonly Case[] | null {
  return best === null ? null : best.parts();
}
