import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import type { Refuter, RefuterFactory } from '../../smt/refuter.ts';
import type { CheckLimits, CheckResult } from '../../smt/solver.ts';
import type { TermStore } from '../../smt/store.ts';
import { substitute } from '../../smt/substitute.ts';
import { freeVariables, postorder } from '../../smt/traverse.ts';
import { conjunctsOf, disjunctsOf } from '../junctions.ts';
import { Covering } from './covering.ts';

/** More terms than this take too long for each box; more definitions are not inlined. */
const MOST_TERMS = 20_000;
const MOST_DEFINITIONS = 256;

/**
 * Refutes by cases: boxes of values of the variables, for each of which ranges of all terms show that something asserted fails. For the arithmetic of
 * floats, of which circuits are too large. It answers `unsat` or `unknown`, never `sat`; what it says rests on exact values at the ends of ranges.
 */
class BoundsRefuter implements Refuter {
  readonly #store: TermStore;
  readonly #asserted: Term[] = [];
  #reason = '';

  constructor(store: TermStore) {
    this.#store = store;
  }

  assert(t: Term): void {
    this.#asserted.push(t);
  }

  check(assumptions: readonly Term[] = [], { milliseconds = Number.POSITIVE_INFINITY }: CheckLimits = {}): CheckResult {
    const deadline = performance.now() + milliseconds;
    if (!postorder(this.#store, [...this.#asserted, ...assumptions]).some((t) => this.#store.sort(t).kind === 'float')) {
      this.#reason = 'no floats';
      return 'unknown';
    }
    // A disjunction is refuted part by part: each needs cases of its own variables alone.
    const [goal, ...others] = [...assumptions].sort(
      (x, y) => disjunctsOf(this.#store, y).length - disjunctsOf(this.#store, x).length,
    );
    const parts = goal === undefined ? [[]] : disjunctsOf(this.#store, goal).map((part) => [part]);
    for (const part of parts) {
      const answer = this.#refute([...this.#asserted, ...others, ...part], deadline);
      if (answer !== 'unsat') return answer;
    }
    return 'unsat';
  }

  #refute(told: readonly Term[], deadline: number): CheckResult {
    const parts = conjunctsOf(this.#store, told);
    if (parts.includes(this.#store.false)) return 'unsat';
    if (postorder(this.#store, parts).length > MOST_TERMS) {
      this.#reason = 'too many terms';
      return 'unknown';
    }
    const formulas = withoutDefinitions(this.#store, parts);
    if (formulas.includes(this.#store.false)) return 'unsat';
    const order = postorder(this.#store, formulas);
    const answer = new Covering(this.#store, order, formulas).isEmpty(() => performance.now() >= deadline);
    if (!answer) this.#reason = 'ranges do not decide it';
    return answer ? 'unsat' : 'unknown';
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {}
}

/** A variable that is said to equal a term without it stands for that term. */
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
    if (store.op(variable) === Op.VARIABLE && !freeVariables(store, [value]).includes(variable)) return [variable, value];
  }
  return null;
}

export function boundsRefuters(store: TermStore): RefuterFactory {
  return { create: () => new BoundsRefuter(store) };
}
