import type { Term } from '../../smt/builder.ts';
import { Evaluator } from '../../smt/evaluate.ts';
import { Substitution } from '../../smt/substitute.ts';
import type { EngineContext } from '../engine.ts';
import type { ClauseGroup, SystemClauses } from './clauses.ts';

/**
 * Whether a solution of a system's clauses is one in bit-vectors, as far as the solver decides that in time: `formulas[i]` for the i-th relation, over
 * the clauses' parameters. For each group of clauses that does not hold, `failed` is told values with which it does not. `milliseconds`: limit
 * of one query; 0: none.
 */
export function checkSolution(
  context: EngineContext,
  clauses: SystemClauses,
  formulas: readonly Term[],
  milliseconds: number,
  failed: (group: ClauseGroup, values: Evaluator) => void,
): boolean {
  const { terms } = context.system;
  let holds = true;
  for (const group of clauses.groups) {
    if (context.stopped()) return false;
    const query = violation(context, clauses, group, formulas);
    if (query === terms.false) continue;
    const solver = context.solvers.create({ seed: context.seed });
    try {
      solver.assert(query);
      const answer = solver.check([], milliseconds > 0 ? { milliseconds } : {});
      if (answer !== 'unsat') holds = false;
      if (answer === 'sat') failed(group, new Evaluator(terms, (variable) => solver.value(variable)));
    } finally {
      solver.dispose();
    }
  }
  return holds;
}

/** That some clause of a group does not hold. */
function violation(
  { system }: EngineContext,
  { params }: SystemClauses,
  { from, always, heads }: ClauseGroup,
  formulas: readonly Term[],
): Term {
  const { terms } = system;
  const broken = heads.map(({ condition, to }) => {
    if (to === null) return condition;
    const after = new Substitution(
      terms,
      params.map((t, i) => [t, to.args[i]] as const),
    );
    return terms.and(condition, terms.not(after.apply(formulas[to.relation])));
  });
  return terms.andAll([...always, from === null ? terms.true : formulas[from], terms.orAll(broken)]);
}
