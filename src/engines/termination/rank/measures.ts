import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { Substitution } from '../../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../../logic/terms/traverse.ts';
import { atBlock, stateTerms } from '../../../system/transys/control.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/** Most candidates; comparisons of early blocks come first. */
const MOST_CANDIDATES = 400;
/** Widest state variable that is a candidate itself, in bits. */
const WIDEST = 128;

/**
 * Lists unsigned words over the state that may fall in each step of a loop. They are distances between
 * the two sides of comparisons that decide steps, zero where the comparison does not hold. Differences
 * that wrap around come next, for loops that end by equality, then the variables themselves.
 */
export function guardMeasures(system: TransitionSystem): readonly Term[] {
  const { terms, blocks, pc } = system;
  const state = new Set(stateTerms(system));
  const found = new Set<Term>();
  const differences: Term[] = [];
  for (const block of blocks) {
    const here: Substitution = atBlock(system, block.id);
    const roots = [here.apply(block.feasible), ...block.next.map((t) => here.apply(t))];
    for (const atom of postorder(terms, roots)) {
      const sides = comparison(terms, atom);
      if (sides === null || !freeVariables(terms, [atom]).every((t) => state.has(t))) continue;
      const [a, b] = sides;
      for (const measure of distances(terms, terms.op(atom), a, b)) found.add(measure);
      differences.push(terms.sub(a, b), terms.sub(b, a));
    }
  }
  for (const t of differences) found.add(t);
  for (const [index, { term }] of system.stateVars.entries()) {
    const sort = terms.sort(term);
    if (index === pc) continue;
    if (sort.kind === 'bool') found.add(terms.boolToBv(term)).add(terms.boolToBv(terms.not(term)));
    if (sort.kind !== 'bv' || sort.width > WIDEST) continue;
    const sign = terms.bv(sort.width, 1n << BigInt(sort.width - 1));
    found
      .add(term)
      .add(terms.bvNot(term))
      .add(terms.bvXor(term, sign))
      .add(terms.bvNot(terms.bvXor(term, sign)));
  }
  const isConstant = (t: Term): boolean => freeVariables(terms, [t]).length === 0;
  return [...found].filter((t) => !isConstant(t)).slice(0, MOST_CANDIDATES);
}

/** Returns the words that an atom compares; null for other terms. */
function comparison(terms: TermStore, atom: Term): readonly [Term, Term] | null {
  switch (terms.op(atom)) {
    case Op.ULT:
    case Op.SLT:
    case Op.EQ: {
      const [a, b] = [terms.arg(atom, 0), terms.arg(atom, 1)];
      const sort = terms.sort(a);
      return sort.kind === 'bv' && sort.width > 1 && sort.width <= WIDEST ? [a, b] : null;
    }
    default:
      return null;
  }
}

/**
 * Returns how far the sides are apart, in both directions. The distance of sides that are equal is one
 * in the second word of a direction, because a loop may go on then.
 */
function distances(terms: TermStore, op: Op, a: Term, b: Term): readonly Term[] {
  const width = terms.width(a);
  const less = op === Op.ULT ? [(x: Term, y: Term) => terms.ult(x, y)] : [(x: Term, y: Term) => terms.slt(x, y)];
  if (op === Op.EQ) less.push((x, y) => terms.ult(x, y));
  const zero = terms.bv(width, 0);
  const wide = terms.bv(width + 1, 0);
  const one = terms.bv(width + 1, 1);
  return less.flatMap((isLess) =>
    [
      [a, b],
      [b, a],
    ].flatMap(([x, y]) => [
      terms.ite(isLess(x, y), terms.sub(y, x), zero),
      terms.ite(isLess(y, x), wide, terms.add(terms.zext(terms.sub(y, x), width + 1), one)),
    ]),
  );
}
