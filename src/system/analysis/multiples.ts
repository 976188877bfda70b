import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';

/** Most multiples that are observed. */
const MOST_MULTIPLES = 8;
/** Largest factor. */
const MOST_TIMES = 64n;

/** A multiple of a variable, which is extended to its width if it is narrower. */
export interface Multiple {
  readonly of: Term;
  readonly times: bigint;
}

/** Reads a product of a constant and a variable; null for other terms. */
export function multipleOf(terms: TermStore, t: Term): Multiple | null {
  if (terms.op(t) !== Op.MUL) return null;
  const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
  const [constant, factor] = terms.isBv(x) ? [x, y] : [y, x];
  const of = variableIn(terms, factor);
  return of === null || !terms.isBv(constant) ? null : { of, times: terms.constValue(constant) };
}

/**
 * Multiples of state variables by constants that a program writes. The same multiples of variables that it
 * compares with those, or copies, are further ones. `2 * n` is the size of a buffer, and a loop runs while
 * `i < n`: that no more than `2 * i` bytes are written is said of `2 * i`.
 */
export function multiples(system: TransitionSystem): readonly Term[] {
  const { terms } = system;
  const { products, meets, summed } = writtenMultiples(system);
  const all = new Set<Term>();
  for (const { of, times, width } of products) {
    const near = new Set([of]);
    for (const x of near) {
      if (all.size >= MOST_MULTIPLES) break;
      if (terms.width(x) <= width && (x === of || summed.has(x)))
        all.add(terms.mul(terms.bv(width, times), terms.zext(x, width)));
      for (const y of meets.get(x) ?? []) near.add(y);
    }
  }
  return [...all].filter((t) => terms.op(t) === Op.MUL);
}

/**
 * The products of the program, which variables it compares with or assigns to each other, and those that occur
 * in sums, as all counters do.
 */
function writtenMultiples({ terms, stateVars, blocks }: TransitionSystem): {
  readonly products: readonly (Multiple & { readonly width: number })[];
  readonly meets: ReadonlyMap<Term, ReadonlySet<Term>>;
  readonly summed: ReadonlySet<Term>;
} {
  const state = new Set(stateVars.map((v) => v.term));
  const products: (Multiple & { readonly width: number })[] = [];
  const summed = new Set<Term>();
  const meets = new Map<Term, Set<Term>>();
  const meet = (a: Term, b: Term): void => {
    const [x, y] = [variableIn(terms, a), variableIn(terms, b)];
    if (x === null || y === null || x === y || !state.has(x) || !state.has(y)) return;
    meets.set(x, (meets.get(x) ?? new Set()).add(y));
    meets.set(y, (meets.get(y) ?? new Set()).add(x));
  };
  const roots = blocks.flatMap(({ feasible, bad, next }) => [feasible, bad, ...next]);
  for (const t of postorder(terms, roots)) {
    const multiple = multipleOf(terms, t);
    if (multiple !== null && multiple.times <= MOST_TIMES && state.has(multiple.of))
      products.push({ ...multiple, width: terms.width(t) });
    const op = terms.op(t);
    if (op === Op.ADD)
      for (const x of [0, 1].map((i) => variableIn(terms, terms.arg(t, i)))) if (x !== null) summed.add(x);
    if (op === Op.EQ || op === Op.ULT || op === Op.SLT) meet(terms.arg(t, 0), terms.arg(t, 1));
  }
  for (const { next } of products.length === 0 ? [] : blocks)
    for (const [i, { term }] of stateVars.entries()) for (const leaf of choices(terms, next[i])) meet(term, leaf);
  return { products, meets, summed };
}

function variableIn(terms: TermStore, t: Term): Term | null {
  const inner = terms.op(t) === Op.ZEXT ? terms.arg(t, 0) : t;
  return terms.op(inner) === Op.VARIABLE ? inner : null;
}

/** The terms among which a term chooses, also where it keeps their low bits alone. */
function choices(terms: TermStore, t: Term): ReadonlySet<Term> {
  const all = new Set([t]);
  for (const choice of all) {
    const op = terms.op(choice);
    if (op === Op.ITE) all.add(terms.arg(choice, 1)).add(terms.arg(choice, 2));
    if (op === Op.EXTRACT && terms.low(choice) === 0) all.add(terms.arg(choice, 0));
  }
  return all;
}
