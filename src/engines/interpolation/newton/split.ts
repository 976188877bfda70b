import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts, postorder } from '../../../logic/terms/traverse.ts';
import type { OpenVariables } from './open.ts';

/** One case of a conjunction: a condition over kept variables, and the conjunction under it. */
export interface Case {
  readonly guard: Term;
  readonly literals: readonly Term[];
}

/**
 * Distinguishes whether a kept variable has a certain value (the location of the control, above all). The
 * comparison with a constant that occurs most often is chosen. Both cases together are equivalent to the
 * conjunction. Null if no kept variable is compared with a constant.
 */
export function splitByValue(terms: TermStore, { guard, literals }: Case, open: OpenVariables): Case[] | null {
  const order = postorder(terms, literals);
  const uses = new Map<Term, number>();
  for (const t of order) {
    for (let i = 0; i < terms.arity(t); i++) {
      const arg = terms.arg(t, i);
      uses.set(arg, (uses.get(arg) ?? 0) + 1);
    }
  }
  let chosen: { readonly condition: Term; readonly variable: Term; readonly value: Term } | null = null;
  let most = 0;
  for (const condition of order) {
    const found = comparison(terms, condition, open);
    const count = uses.get(condition) ?? 0;
    if (found === null || count <= most) continue;
    chosen = { condition, ...found };
    most = count;
  }
  if (chosen === null) return null;
  const { condition, variable, value } = chosen;
  const under = (from: Term, to: Term): readonly Term[] => {
    const substitution = new Substitution(terms, [[from, to]]);
    return conjuncts(terms, terms.andAll(literals.map((t) => substitution.apply(t))));
  };
  return [
    { guard: terms.and(guard, condition), literals: under(variable, value) },
    { guard: terms.and(guard, terms.not(condition)), literals: under(condition, terms.false) },
  ];
}

/** The kept variable and the constant that a condition compares; Booleans are compared with `true`. */
function comparison(
  terms: TermStore,
  t: Term,
  open: OpenVariables,
): { readonly variable: Term; readonly value: Term } | null {
  if (open.isKept(t)) return terms.sort(t).kind === 'bool' ? { variable: t, value: terms.true } : null;
  if (terms.op(t) !== Op.EQ) return null;
  const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
  if (open.isKept(a) && terms.isBv(b)) return { variable: a, value: b };
  return open.isKept(b) && terms.isBv(a) ? { variable: b, value: a } : null;
}
