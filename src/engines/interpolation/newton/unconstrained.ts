import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts, postorder } from '../../../logic/terms/traverse.ts';
import type { OpenVariables } from './open.ts';

/**
 * Replaces terms that can take any value because a variable occurs in them and nowhere else
 * (unconstrained terms: Brummayer, PhD thesis, JKU Linz 2009). Such a term becomes a variable of its own.
 * The result is equivalent under existential quantification. Null if there is no such term.
 */
export function withoutUnconstrained(terms: TermStore, literals: readonly Term[], open: OpenVariables): Term[] | null {
  const order = postorder(terms, literals);
  const uses = new Map<Term, number>();
  const user = new Map<Term, Term>();
  for (const t of literals) uses.set(t, (uses.get(t) ?? 0) + 1);
  for (const t of order) {
    for (let i = 0; i < terms.arity(t); i++) {
      const arg = terms.arg(t, i);
      uses.set(arg, (uses.get(arg) ?? 0) + 1);
      user.set(arg, t);
    }
  }
  const replaced = new Map<Term, Term>();
  for (const x of order) {
    const term = user.get(x);
    if (term === undefined || !open.has(x) || uses.get(x) !== 1 || replaced.has(term)) continue;
    const free = freed(terms, term, x, open);
    if (free !== null) replaced.set(term, free);
  }
  if (replaced.size === 0) return null;
  const substitution = new Substitution(terms, replaced);
  return conjuncts(terms, terms.andAll(literals.map((t) => substitution.apply(t))));
}

/** A term in place of one whose argument x takes any value; null if none is simple. */
function freed(terms: TermStore, term: Term, x: Term, open: OpenVariables): Term | null {
  const other = terms.arg(term, 0) === x && terms.arity(term) > 1 ? terms.arg(term, 1) : terms.arg(term, 0);
  switch (terms.op(term)) {
    case Op.ADD:
    case Op.BV_XOR:
    case Op.NEG:
    case Op.BV_NOT:
      return x;
    case Op.MUL:
      return terms.isBv(other) && (terms.constValue(other) & 1n) === 1n ? x : null;
    case Op.EXTRACT:
    case Op.FP_FROM_BITS:
      return open.fresh(term);
    case Op.SELECT:
      return terms.arg(term, 0) === x ? open.fresh(term) : null;
    case Op.EQ:
      return terms.sort(x).kind === 'bool' ? x : open.fresh(term);
    case Op.ULT:
    case Op.SLT:
      return compared(terms, term, x, other, open);
    default:
      return null;
  }
}

/** An order with a free side may be true unless the other side is the least or the greatest value. */
function compared(terms: TermStore, term: Term, x: Term, other: Term, open: OpenVariables): Term {
  const width = terms.width(x);
  const half = 1n << BigInt(width - 1);
  const [least, greatest] = terms.op(term) === Op.ULT ? [0n, 2n * half - 1n] : [half, half - 1n];
  const extreme = terms.bv(width, terms.arg(term, 0) === x ? least : greatest);
  return terms.and(open.fresh(term), terms.not(terms.eq(other, extreme)));
}

const POSITIVE = 1;
const NEGATIVE = 2;
const BOTH = POSITIVE | NEGATIVE;

/**
 * Gives Boolean variables that occur in one polarity only the value that makes the formula as weak as
 * possible. The result is equivalent under existential quantification. Null if there is no such variable.
 */
export function withoutPure(terms: TermStore, literals: readonly Term[], open: OpenVariables): Term[] | null {
  const polarity = new Map<Term, number>();
  const stack: [Term, number][] = literals.map((t) => [t, POSITIVE]);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [t, given] = next;
    const known = polarity.get(t) ?? 0;
    if ((known | given) === known) continue;
    polarity.set(t, known | given);
    const op = terms.op(t);
    for (let i = 0; i < terms.arity(t); i++) {
      const keeps = op === Op.AND || (op === Op.ITE && i > 0 && terms.sort(t).kind === 'bool');
      const flipped = ((given & POSITIVE) << 1) | ((given & NEGATIVE) >> 1);
      stack.push([terms.arg(t, i), op === Op.NOT ? flipped : keeps ? given : BOTH]);
    }
  }
  const values: [Term, Term][] = [];
  for (const [t, seen] of polarity) {
    if (seen !== BOTH && open.has(t) && terms.sort(t).kind === 'bool') values.push([t, terms.bool(seen === POSITIVE)]);
  }
  if (values.length === 0) return null;
  const substitution = new Substitution(terms, values);
  return conjuncts(terms, terms.andAll(literals.map((t) => substitution.apply(t))));
}
