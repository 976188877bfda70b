import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { Substitution } from '../terms/substitute.ts';
import { TermMap } from '../terms/term-map.ts';
import { conjuncts, postorder } from '../terms/traverse.ts';

/**
 * Formulas without the variables that are defined to equal a term, and the definitions of these
 * variables by terms over the others.
 */
export interface Inlined {
  readonly formulas: readonly Term[];
  readonly values: ReadonlyMap<Term, Term>;
}

/**
 * A variable that must equal a term is not a side of a box: its bounds follow from the term.
 * Definitions are inlined in their order, as unrolling makes them; a definition of a variable that
 * occurred before stays a formula.
 */
export function inlineDefinitions(store: TermStore, asserted: readonly Term[]): Inlined {
  const parts = asserted.flatMap((t) => conjuncts(store, t));
  const values = new Map<Term, Term>();
  const inline = new Substitution(store);
  const seen = new TermMap();
  const left: Term[] = [];
  for (const part of parts) {
    const definition = asDefinition(store, part, values);
    if (definition === null) {
      left.push(part);
      continue;
    }
    const [variable, term] = definition;
    const value = inline.apply(term);
    postorder(store, [term, value], seen);
    if (seen.has(variable)) {
      left.push(part);
      continue;
    }
    seen.set(variable, 1);
    inline.extend([[variable, value]]);
    values.set(variable, value);
  }
  const formulas = new Set(left.flatMap((t) => conjuncts(store, inline.apply(t))));
  return { formulas: [...formulas], values };
}

function asDefinition(
  store: TermStore,
  t: Term,
  known: ReadonlyMap<Term, Term>,
): readonly [variable: Term, value: Term] | null {
  if (store.op(t) !== Op.EQ) return null;
  const sides = [store.arg(t, 0), store.arg(t, 1)];
  const at = sides.findIndex((side) => store.op(side) === Op.VARIABLE && !known.has(side));
  return at < 0 ? null : [sides[at], sides[1 - at]];
}
