import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import { isProduct } from '../../../../logic/terms/products.ts';
import type { RefuterFactory } from '../../../../logic/terms/refuter.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { substitute } from '../../../../logic/terms/substitute.ts';
import { disjuncts, freeVariables, outerPostorder } from '../../../../logic/terms/traverse.ts';
import { isLargeTable } from '../../../values/tables.ts';
import { conjunctsOf } from '../junctions.ts';
import { type Deadline, OwnRefuter, Undecided } from '../refuter.ts';
import { Covering } from './covering.ts';

/** More terms than this take too long per box; more definitions are not inlined. */
const MOST_TERMS = 20_000;
const MOST_DEFINITIONS = 256;

/**
 * Refutes by cases: for each box of values of the variables, ranges of all terms show that some
 * assertion fails. It suits arithmetic of floats, products and large tables, whose circuits are too large. It
 * answers `unsat` or `unknown`, never `sat`; its answers rest on exact values at the ends of ranges.
 */
class BoundsRefuter extends OwnRefuter {
  constructor(
    private readonly store: TermStore,
    private readonly subject: 'numbers' | 'tables',
  ) {
    super();
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'unsat' {
    const { store } = this;
    const isHard = (t: Term): boolean =>
      this.subject === 'tables' ? isLargeTable(store, t) : store.sort(t).kind === 'float' || isProduct(store, t);
    if (!outerPostorder(store, [...this.asserted, ...assumptions]).some(isHard))
      throw new Undecided(this.subject === 'tables' ? 'no large tables' : 'neither floats nor products');
    // A disjunction is refuted part by part: each part needs cases of its own variables alone.
    const [goal, ...others] = [...assumptions].sort((x, y) => disjuncts(store, y).length - disjuncts(store, x).length);
    const parts = goal === undefined ? [[]] : disjuncts(store, goal).map((part) => [part]);
    for (const part of parts) this.#refute([...this.asserted, ...others, ...part], deadline);
    return 'unsat';
  }

  /** Throws {@link Undecided} unless the formulas contradict each other. */
  #refute(given: readonly Term[], deadline: Deadline): void {
    const { store } = this;
    const parts = conjunctsOf(store, given);
    if (parts.includes(store.false)) return;
    if (outerPostorder(store, parts).length > MOST_TERMS) throw new Undecided('too many terms');
    const formulas = withoutDefinitions(store, parts);
    if (formulas.includes(store.false)) return;
    const covering = new Covering(store, outerPostorder(store, formulas), formulas);
    if (!covering.isEmpty(() => deadline.isOver)) throw new Undecided('ranges do not decide it');
  }
}

/** Replaces a variable that must equal a term without it by that term. */
function withoutDefinitions(store: TermStore, formulas: readonly Term[]): Term[] {
  let left = [...formulas];
  let inlined = 0;
  for (let i = 0; i < left.length; ) {
    const definition = inlined < MOST_DEFINITIONS ? asDefinition(store, left[i]) : null;
    if (definition === null) {
      i += 1;
      continue;
    }
    const rest = left.filter((_, j) => j !== i);
    inlined += 1;
    left = conjunctsOf(
      store,
      rest.map((t) => substitute(store, t, new Map([definition]))),
    );
    i = 0;
  }
  return left;
}

function asDefinition(store: TermStore, t: Term): [Term, Term] | null {
  if (store.op(t) !== Op.EQ) return null;
  const sides = [store.arg(t, 0), store.arg(t, 1)];
  for (const [variable, value] of [sides, [...sides].reverse()]) {
    if (store.op(variable) === Op.VARIABLE && !freeVariables(store, [value]).includes(variable))
      return [variable, value];
  }
  return null;
}

/** `subject`: what a query must have, besides anything else. Clauses decide some queries with tables sooner. */
export function boundsRefuters(store: TermStore, subject: 'numbers' | 'tables' = 'numbers'): RefuterFactory {
  return { name: 'bounds', patience: subject === 'tables' ? 0.25 : 1, create: () => new BoundsRefuter(store, subject) };
}
