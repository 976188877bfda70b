import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';

/**
 * Most comparisons that are moved to one term: a program rarely compares a chosen value with more
 * constants.
 */
const MOST_AT_ONCE = 64;

/**
 * Moves comparisons of choices with constants into the choices: compares each value that may be chosen
 * with the same constant. `order`: the terms, arguments first. Linear in them, up to that limit.
 */
export function comparisonsOfChosen(terms: TermStore, order: readonly Term[]): readonly Term[] {
  /** The comparisons that are moved to each term. */
  const led = new Map<Term, Set<Term>>();
  const made = new Set<Term>();
  const lead = (to: Term, atoms: Iterable<Term>): void => {
    let known = led.get(to);
    if (known === undefined) led.set(to, (known = new Set()));
    for (const atom of atoms) if (known.size < MOST_AT_ONCE) known.add(atom);
  };
  for (let i = order.length - 1; i >= 0; i--) {
    const t = order[i];
    const choice = comparedChoice(terms, t);
    if (choice !== null) lead(choice, [t]);
    const atoms = led.get(t);
    if (atoms === undefined) continue;
    if (terms.op(t) === Op.ITE) {
      lead(terms.arg(t, 1), atoms);
      lead(terms.arg(t, 2), atoms);
    } else if (!terms.isConst(t)) for (const atom of atoms) made.add(withChosen(terms, atom, t));
  }
  return [...made];
}

/** The choice that a term compares with a constant; null if it does not. */
function comparedChoice(terms: TermStore, t: Term): Term | null {
  const op = terms.op(t);
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return null;
  const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
  const [compared, constant] = terms.isBv(y) ? [x, y] : [y, x];
  return terms.isBv(constant) && terms.op(compared) === Op.ITE ? compared : null;
}

/** A comparison of a choice with a constant, with a value in place of the choice. */
function withChosen(terms: TermStore, atom: Term, value: Term): Term {
  const [x, y] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  const [a, b] = terms.isBv(y) ? [value, y] : [x, value];
  const op = terms.op(atom);
  return op === Op.EQ ? terms.eq(a, b) : op === Op.ULT ? terms.ult(a, b) : terms.slt(a, b);
}
