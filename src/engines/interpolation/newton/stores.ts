import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts, postorder } from '../../../logic/terms/traverse.ts';

/**
 * Leaves out writes of what the array contains already, as another literal says. The result is
 * equivalent. Null if there is no such write.
 */
export function withoutIdleStores(terms: TermStore, literals: readonly Term[]): Term[] | null {
  const contents = literals.flatMap((t) => contentsIn(terms, t));
  if (contents.length === 0) return null;
  const occurring = new Set(postorder(terms, literals));
  const idle = contents.flatMap(({ read, value }): [Term, Term][] => {
    const array = terms.arg(read, 0);
    const written = terms.store(array, terms.arg(read, 1), value);
    return written !== array && occurring.has(written) ? [[written, array]] : [];
  });
  if (idle.length === 0) return null;
  const substitution = new Substitution(terms, idle);
  return conjuncts(terms, terms.andAll(literals.map((t) => substitution.apply(t))));
}

/** The elements of arrays that a literal tells: a read, and the term that it equals. */
function contentsIn(terms: TermStore, literal: Term): { readonly read: Term; readonly value: Term }[] {
  const negative = terms.op(literal) === Op.NOT;
  const atom = negative ? terms.arg(literal, 0) : literal;
  if (terms.op(atom) === Op.SELECT) return [{ read: atom, value: terms.bool(!negative) }];
  if (negative || terms.op(atom) !== Op.EQ) return [];
  const [a, b] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  return [
    { read: a, value: b },
    { read: b, value: a },
  ].filter(({ read }) => terms.op(read) === Op.SELECT);
}
