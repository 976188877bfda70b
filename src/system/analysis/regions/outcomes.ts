import { valuesUnder } from '../../../logic/domains/evaluate.ts';
import { exactly, type Range } from '../../../logic/domains/range.ts';
import { rangeWidth } from '../../../logic/domains/range-transfer.ts';
import { RANGES } from '../../../logic/domains/ranges.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { postorder } from '../../../logic/terms/traverse.ts';

/** Most outcomes into which open conditions split one step; the rest is joined. */
const MOST_OUTCOMES = 64;

const NOTHING: ReadonlyMap<Term, Range> = new Map();

/** The ranges of a step's roots, in their order; null for sorts without ranges. */
export type Outcome = readonly (Range | null)[];

/** Roots of which some may be open, and all terms in them, arguments first. */
interface OpenRoots {
  readonly roots: readonly Term[];
  readonly order: readonly Term[];
}

/**
 * The outcomes of a step, given the ranges of its variables (null: any): one for each way to decide
 * the conditions that the ranges leave open. Conditions on which no open root depends stay open.
 * `order`: the terms of the roots, arguments first. `work`: number of visited terms.
 */
export function outcomesOf(
  terms: TermStore,
  roots: readonly Term[],
  order: readonly Term[],
  leaf: (variable: Term) => Range | null,
): { readonly outcomes: readonly Outcome[]; readonly work: number } {
  const outcomes: Outcome[] = [];
  const open: OpenRoots[] = [{ roots, order }];
  const value = (t: Term): Range | null => {
    const width = rangeWidth(terms, t);
    if (width > 0 && terms.isConst(t)) return exactly(width, terms.constValue(t));
    return terms.op(t) === Op.VARIABLE ? leaf(t) : null;
  };
  let work = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values = valuesUnder(RANGES, terms, next.order, NOTHING, value);
    work += next.order.length;
    const found = next.roots.map((root) => values.get(root) ?? null);
    if (found.slice(0, 3).every((range) => range?.high === 0n)) continue;
    const decided = constantsOf(terms, next.order, values);
    const atom = outcomes.length + open.length + 1 < MOST_OUTCOMES ? openCondition(terms, next, values, decided) : null;
    if (atom === null) {
      outcomes.push(found);
      continue;
    }
    for (const truth of [terms.true, terms.false]) {
      const substitution = new Substitution(terms, [...decided, [atom, truth]]);
      const assumed = next.roots.map((root) => substitution.apply(root));
      open.push({ roots: assumed, order: postorder(terms, assumed) });
    }
  }
  return { outcomes, work };
}

/** The terms that have one value, with that value. */
function constantsOf(
  terms: TermStore,
  order: readonly Term[],
  values: ReadonlyMap<Term, Range>,
): ReadonlyMap<Term, Term> {
  const found = new Map<Term, Term>();
  for (const t of order) {
    const value = values.get(t);
    if (value === undefined || value.low !== value.high) continue;
    found.set(t, terms.sort(t).kind === 'bool' ? terms.bool(value.low === 1n) : terms.bv(terms.width(t), value.low));
  }
  return found;
}

/**
 * The first comparison or Boolean variable that may be true and may be false, and on which a root
 * depends; null if there is none.
 */
function openCondition(
  terms: TermStore,
  { roots, order }: OpenRoots,
  values: ReadonlyMap<Term, Range>,
  decided: ReadonlyMap<Term, Term>,
): Term | null {
  const needed = new Set(roots);
  for (let i = order.length - 1; i >= 0; i--) {
    const t = order[i];
    if (!needed.has(t) || decided.has(t)) continue;
    const chosen = terms.op(t) === Op.ITE ? decided.get(terms.arg(t, 0)) : undefined;
    if (chosen !== undefined) needed.add(terms.arg(t, chosen === terms.true ? 1 : 2));
    else for (let arg = 0; arg < terms.arity(t); arg++) needed.add(terms.arg(t, arg));
  }
  for (const t of order) {
    if (!needed.has(t) || decided.has(t) || terms.sort(t).kind !== 'bool' || !values.has(t)) continue;
    const op = terms.op(t);
    const isInner = op === Op.NOT || op === Op.AND || op === Op.ITE;
    if (!isInner && !(op === Op.EQ && terms.sort(terms.arg(t, 0)).kind === 'bool')) return t;
  }
  return null;
}
