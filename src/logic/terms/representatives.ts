import type { Term } from './builder.ts';
import { Op } from './ops.ts';
import type { CheckLimits, Solver } from './solver.ts';
import type { TermStore } from './store.ts';
import { substitute } from './substitute.ts';
import { outerArity, outerPostorder } from './traverse.ts';

/** Most values that a solver adds to those that were guessed. */
const MAX_VALUES = 16;

const NOTHING = -1;
const MANY = -2;

/**
 * The conditions of each variable that occurs in the roots only in conditions over that variable alone.
 * A condition is the smallest Boolean term around an occurrence. `variables`: those that are looked at;
 * others than Booleans and words are passed over. The result is in order of first appearance.
 */
export function lonelyConditions(
  terms: TermStore,
  roots: readonly Term[],
  variables: ReadonlySet<Term>,
): Map<Term, Term[]> {
  const order = outerPostorder(terms, roots);
  /** The only variable that a term depends on, NOTHING, or MANY (several, or other variables). */
  const only = new Map<Term, number>();
  /** Does a variable occur in the term outside of any condition? */
  const exposed = new Set<Term>();
  const conditions = new Map<Term, Term[]>();
  const failed = new Set<Term>();
  for (const t of order) {
    const arity = outerArity(terms, t);
    const looked = variables.has(t) && (terms.sort(t).kind === 'bool' || terms.sort(t).kind === 'bv');
    let depends = terms.op(t) !== Op.VARIABLE ? NOTHING : looked ? t : MANY;
    let open = looked;
    for (let i = 0; i < arity; i++) {
      const arg = terms.arg(t, i);
      const other = only.get(arg)!;
      if (other !== NOTHING) depends = depends === NOTHING || depends === other ? other : MANY;
      if (exposed.has(arg)) open = true;
    }
    only.set(t, depends);
    if (!open) continue;
    if (terms.sort(t).kind !== 'bool') exposed.add(t);
    else if (depends >= 0) {
      const known = conditions.get(depends);
      if (known === undefined) conditions.set(depends, [t]);
      else known.push(t);
    } else failed.add(t);
  }
  // Goes from the conditions that mix variables down to those that are exposed in them.
  for (let p = order.length - 1; p >= 0; p--) {
    const t = order[p];
    if (!failed.has(t)) continue;
    conditions.delete(t);
    for (let i = 0; i < outerArity(terms, t); i++) if (exposed.has(terms.arg(t, i))) failed.add(terms.arg(t, i));
  }
  return conditions;
}

/**
 * One value of `x` for each satisfiable combination of the conditions (which are over `x` alone), or
 * null if completeness cannot be shown. A solver of `create` with `limits` for each query decides what
 * guessing leaves open.
 */
export function representatives(
  terms: TermStore,
  x: Term,
  conditions: readonly Term[],
  create: () => Solver | null,
  limits: CheckLimits,
): bigint[] | null {
  const found = new Map<string, bigint>();
  const consider = (value: bigint): void => {
    const map = new Map([[x, valueLike(terms, x, value)]]);
    const truth = conditions.map((c) => substitute(terms, c, map));
    const key = truth.join(',');
    if (truth.every((t) => terms.isConst(t)) && !found.has(key)) found.set(key, value);
  };
  const bool = terms.sort(x).kind === 'bool';
  const width = bool ? 1 : terms.width(x);
  const half = 1n << BigInt(width - 1);
  const guesses = [0n, 1n, 2n * half - 1n, half, half - 1n];
  for (const t of outerPostorder(terms, conditions)) {
    if (!terms.isBv(t)) continue;
    const value = terms.constValue(t);
    guesses.push(value, value + 1n, value - 1n);
  }
  for (const guess of guesses) consider(BigInt.asUintN(width, guess));
  // Comparisons with constants change their truth only at 0, at half, at the constants and at their
  // successors, which were all tried.
  const complete =
    bool || found.size === 2 ** conditions.length || conditions.every((c) => comparesWithConstant(terms, x, c));
  return complete || completed(terms, x, conditions, create, limits, found, consider) ? [...found.values()] : null;
}

function comparesWithConstant(terms: TermStore, x: Term, condition: Term): boolean {
  const atom = terms.op(condition) === Op.NOT ? terms.arg(condition, 0) : condition;
  const op = terms.op(atom);
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return false;
  const [a, b] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  return (a === x && terms.isBv(b)) || (b === x && terms.isBv(a));
}

/** Asks a solver for the combinations that guessing did not meet. False if it cannot decide. */
function completed(
  terms: TermStore,
  x: Term,
  conditions: readonly Term[],
  create: () => Solver | null,
  limits: CheckLimits,
  found: Map<string, bigint>,
  consider: (value: bigint) => void,
): boolean {
  const solver = create();
  if (solver === null) return false;
  try {
    const exclude = (value: bigint): void => {
      const map = new Map([[x, valueLike(terms, x, value)]]);
      solver.assert(terms.not(terms.andAll(conditions.map((c) => terms.eq(c, substitute(terms, c, map))))));
    };
    for (const value of found.values()) exclude(value);
    for (;;) {
      const answer = solver.check([], limits);
      if (answer === 'unsat') return true;
      const before = found.size;
      if (answer === 'unknown' || before >= MAX_VALUES) return false;
      const value = solver.value(x);
      if (typeof value !== 'bigint') return false;
      consider(value);
      if (found.size === before) return false;
      exclude(value);
    }
  } finally {
    solver.dispose();
  }
}

/** The constant of a Boolean's or a word's sort with this value. */
export function valueLike(terms: TermStore, like: Term, value: bigint): Term {
  return terms.sort(like).kind === 'bool' ? terms.bool(value !== 0n) : terms.bv(terms.width(like), value);
}
