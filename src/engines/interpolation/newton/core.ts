import type { Term } from '../../../logic/terms/builder.ts';
import type { CheckLimits, Solver } from '../../../logic/terms/solver.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { InterpolationProblem } from '../problem.ts';
import type { EliminationTools } from './cases.ts';
import { abstraction, type Selection, type Statements, statementsOf } from './statements.ts';

/** Most statements of a chain. */
const MAX_STATEMENTS = 20_000;
/** Most statements that are tried to be left out of the solver's core, and the conflicts of one trial. */
const MAX_TRIALS = 60;
const CONFLICTS_PER_TRIAL = 500;

/** The result of {@link infeasibleCore}. */
export type CoreAnswer =
  | { readonly kind: 'core'; readonly problem: InterpolationProblem }
  /** The parts are consistent. */
  | { readonly kind: 'indistinct' }
  | { readonly kind: 'unknown'; readonly why: string };

/** A statement and the formula that says that it is executed; the last parts have the greatest `part`. */
interface Assumption {
  readonly part: number;
  readonly kind: keyof Selection;
  readonly index: number;
  readonly formula: Term;
}

/**
 * An infeasible core of a chain ([CVN17] Def. 4.3), from an unsatisfiable core of its trace formula
 * (Def. 4.5). Statements that are not in the core are abstracted. The result is a chain of the same
 * length that is still inconsistent, and whose inductive sequences are some of the given chain too
 * (Lemma 4.4). The entries of `problem` must be variables.
 */
export function infeasibleCore(problem: InterpolationProblem, tools: EliminationTools): CoreAnswer {
  const { terms, parts } = problem;
  const statements = parts.map((part) => statementsOf(terms, part));
  const assumptions = traceFormula(problem, statements);
  if (assumptions.length > MAX_STATEMENTS) return { kind: 'unknown', why: `more than ${MAX_STATEMENTS} statements` };
  const solver = tools.solvers.create();
  try {
    const core = coreOf(solver, assumptions, tools.limits);
    if (core === 'sat') return { kind: 'indistinct' };
    if (core === 'unknown') return { kind: 'unknown', why: solver.reasonUnknown() };
    const needed = new Set(smaller(solver, core, tools));
    const keeps = statements.map(({ conjuncts, definitions, changes }): Record<keyof Selection, boolean[]> => {
      const none = (list: readonly unknown[]): boolean[] => list.map(() => false);
      return { conjuncts: none(conjuncts), definitions: none(definitions), changes: none(changes) };
    });
    for (const { part, kind, index, formula } of assumptions) if (needed.has(formula)) keeps[part][kind][index] = true;
    return {
      kind: 'core',
      problem: { ...problem, parts: parts.map((part, i) => abstraction(terms, part, statements[i], keeps[i])) },
    };
  } finally {
    solver.dispose();
  }
}

/** The trace formula ([CVN17] Sect. 4.1), with the state variables indexed by the part that changed them last. */
function traceFormula(problem: InterpolationProblem, statements: readonly Statements[]): Assumption[] {
  const { terms, state, parts } = problem;
  const assumptions: Assumption[] = [];
  let current: readonly Term[] = state;
  statements.forEach(({ conjuncts, definitions, changes }, part) => {
    const { entry } = parts[part];
    const equations = definitions.map((d) => terms.eq(d.variable, d.value));
    const variables = freeVariables(terms, [...conjuncts, ...equations, ...changes.flatMap((t) => t ?? [])]);
    const indexed = new Substitution(terms, [
      ...variables.map((v) => [v, terms.variable(`${terms.name(v)}#${part}`, terms.sort(v))] as const),
      ...(entry ?? []).map((v, i) => [v, current[i]] as const),
    ]);
    const say = (kind: keyof Selection, index: number, formula: Term): void => {
      assumptions.push({ part, kind, index, formula });
    };
    conjuncts.forEach((t, i) => {
      say('conjuncts', i, indexed.apply(t));
    });
    equations.forEach((t, i) => {
      say('definitions', i, indexed.apply(t));
    });
    current = changes.map((value, i) => {
      if (value === null) return current[i];
      const after = terms.variable(`${terms.name(state[i])}@${part}`, terms.sort(state[i]));
      say('changes', i, terms.eq(after, indexed.apply(value)));
      return after;
    });
  });
  return assumptions;
}

function coreOf(
  solver: Solver,
  assumptions: readonly Pick<Assumption, 'formula'>[],
  limits: CheckLimits,
): readonly Term[] | 'sat' | 'unknown' {
  const answer = solver.check(
    assumptions.map(({ formula }) => formula),
    limits,
  );
  return answer === 'unsat' ? [...solver.core()] : answer;
}

/** A part of the core that suffices; statements of the last parts are left out first. */
function smaller(solver: Solver, core: readonly Term[], { limits, stopped }: EliminationTools): readonly Term[] {
  const order = [...core].reverse();
  let needed = new Set(core);
  for (const t of order.slice(0, MAX_TRIALS)) {
    if (needed.size < 2 || stopped()) break;
    if (!needed.has(t)) continue;
    const rest = [...needed].filter((other) => other !== t).map((formula) => ({ formula }));
    const found = coreOf(solver, rest, { ...limits, conflicts: CONFLICTS_PER_TRIAL });
    if (typeof found !== 'string') needed = new Set(found);
  }
  return [...needed];
}
