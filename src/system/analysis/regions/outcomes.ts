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

/**
 * The outcomes of a step, given the ranges of its variables (null: any): one for each way to decide
 * the conditions that the ranges leave open. `order`: the terms of the roots, arguments first. `work`:
 * number of visited terms.
 */
export function outcomesOf(
  terms: TermStore,
  roots: readonly Term[],
  order: readonly Term[],
  leaf: (variable: Term) => Range | null,
): { readonly outcomes: readonly Outcome[]; readonly work: number } {
  const outcomes: Outcome[] = [];
  const open = [{ roots, order }];
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
    const atom = outcomes.length + open.length + 1 < MOST_OUTCOMES ? openCondition(terms, next.order, values) : null;
    if (atom === null) {
      outcomes.push(found);
      continue;
    }
    for (const truth of [terms.true, terms.false]) {
      const substitution = new Substitution(terms, [[atom, truth]]);
      const assumed = next.roots.map((root) => substitution.apply(root));
      open.push({ roots: assumed, order: postorder(terms, assumed) });
    }
  }
  return { outcomes, work };
}

/** The first comparison or Boolean variable that may be true and may be false; null if there is none. */
function openCondition(terms: TermStore, order: readonly Term[], values: ReadonlyMap<Term, Range>): Term | null {
  for (const t of order) {
    if (terms.sort(t).kind !== 'bool') continue;
    const op = terms.op(t);
    if (
      op === Op.NOT ||
      op === Op.AND ||
      op === Op.ITE ||
      (op === Op.EQ && terms.sort(terms.arg(t, 0)).kind === 'bool')
    )
      continue;
    const value = values.get(t);
    if (value !== undefined && value.low !== value.high) return t;
  }
  return null;
}
