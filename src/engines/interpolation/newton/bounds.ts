import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import type { OpenVariables } from './open.ts';

/** Most pairs of a lower and an upper bound of one variable. */
const MAX_PAIRS = 64;

interface Bound {
  readonly term: Term;
  readonly strict: boolean;
}

/** The bounds of one variable, all signed or all unsigned, or the terms that it differs from. */
interface Bounds {
  readonly lower: Bound[];
  readonly upper: Bound[];
  readonly different: Term[];
  signed: boolean | null;
}

/**
 * Eliminates a word that only occurs in bounds of one signedness (each lower bound must then admit each
 * upper bound), or only in fewer disequations than it has values. The result is equivalent to the
 * existential quantification. Null if there is no such variable.
 */
export function withoutBounded(terms: TermStore, literals: readonly Term[], open: OpenVariables): Term[] | null {
  const bounds = new Map<Term, Bounds | null>();
  const readers = new Map<Term, Set<Term>>();
  for (const literal of literals) {
    const reads = open.readBy(literal);
    if (reads === null) return null;
    for (const x of reads) {
      const known = bounds.get(x) ?? (bounds.has(x) ? null : { lower: [], upper: [], different: [], signed: null });
      bounds.set(x, known !== null && bounded(terms, literal, x, known, open) ? known : null);
      const all = readers.get(x) ?? new Set();
      readers.set(x, all.add(literal));
    }
  }
  for (const [x, found] of bounds) {
    const result = found === null ? null : combined(terms, x, found);
    if (result === null) continue;
    const rest = literals.filter((t) => readers.get(x)?.has(t) !== true);
    return conjuncts(terms, terms.andAll([...rest, ...result]));
  }
  return null;
}

/** Adds what the literal says of x; false if it is no bound and no disequation of x, or of other signedness. */
function bounded(terms: TermStore, literal: Term, x: Term, into: Bounds, open: OpenVariables): boolean {
  const negative = terms.op(literal) === Op.NOT;
  const atom = negative ? terms.arg(literal, 0) : literal;
  const op = terms.op(atom);
  if (op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) return false;
  const [a, b] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  if (a !== x && b !== x) return false;
  const other = a === x ? b : a;
  if (open.readBy(other)?.includes(x) !== false) return false;
  if (op === Op.EQ) {
    if (!negative || terms.sort(x).kind !== 'bv') return false;
    into.different.push(other);
    return true;
  }
  const signed = op === Op.SLT;
  if (into.signed !== null && into.signed !== signed) return false;
  into.signed = signed;
  const isUpper = (a === x) !== negative;
  (isUpper ? into.upper : into.lower).push({ term: other, strict: !negative });
  return true;
}

/** The condition for a value between the bounds; null if the bounds are of no use. */
function combined(terms: TermStore, x: Term, { lower, upper, different, signed }: Bounds): Term[] | null {
  const width = terms.width(x);
  if (different.length > 0)
    return lower.length + upper.length === 0 && BigInt(different.length) < 1n << BigInt(width) ? [] : null;
  if (lower.length * upper.length > MAX_PAIRS) return null;
  const half = 1n << BigInt(width - 1);
  const [least, greatest] = signed === true ? [half, half - 1n] : [0n, 2n * half - 1n];
  const less = (a: Term, b: Term): Term => (signed === true ? terms.slt(a, b) : terms.ult(a, b));
  const differs = (t: Term, value: bigint): Term => terms.not(terms.eq(t, terms.bv(width, value)));
  const conditions: Term[] = [];
  for (const l of lower) if (l.strict) conditions.push(differs(l.term, greatest));
  for (const u of upper) if (u.strict) conditions.push(differs(u.term, least));
  for (const l of lower) {
    for (const u of upper) {
      if (!l.strict && !u.strict) conditions.push(terms.not(less(u.term, l.term)));
      else conditions.push(less(l.term, u.term));
      // The next value after l is no overflow, since u is greater than l.
      if (l.strict && u.strict) conditions.push(less(terms.add(l.term, terms.bv(width, 1)), u.term));
    }
  }
  return conditions;
}
