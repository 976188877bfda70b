import type { Term } from '../../logic/terms/builder.ts';
import type { Solver } from '../../logic/terms/solver.ts';
import { PartView } from './problem.ts';
import type { Provider, ProviderAnswer, ProviderQuery } from './provider.ts';

/** Most clauses; predicates that need more do not fit the problem. */
const MAX_CLAUSES = 400;
/** Most literals of a clause that are tried to be dropped. */
const MAX_TRIALS = 24;

/**
 * Interpolants without proofs (Chockler, Ivrii, Matsliah, HVC 2012). A model of A fixes the truth of
 * the predicates at the cut. A core of these literals that B excludes gives a clause that B implies.
 * The next model of A has to satisfy the clause, and so on until A has no model. The interpolant is the
 * negation of the clauses ([IMC22] Sect. 4.5). It works with every theory of the solver, since it needs
 * only cores and models.
 */
export const enumeration: Provider = {
  name: 'enumeration',
  sequences: false,
  interpolate(query: ProviderQuery): ProviderAnswer {
    const { problem, solvers } = query;
    const [predicates] = query.predicates;
    const [a, b] = problem.parts;
    const before = new PartView(problem, a);
    const after = new PartView(problem, b);
    const left = solvers.create();
    const right = solvers.create();
    try {
      left.assert(a.formula);
      right.assert(b.formula);
      const answer = enumerate({
        query,
        implying: { solver: right, literals: predicates.map((p) => after.atEntry(p)) },
        excluded: { solver: left, literals: predicates.map((p) => before.atExit(p)) },
      });
      if (answer.kind !== 'interpolants') return answer;
      return { kind: 'interpolants', interpolants: answer.interpolants.map((t) => problem.terms.not(t)) };
    } finally {
      left.dispose();
      right.dispose();
    }
  },
};

/** One side of the cut: its solver, and the predicates as formulas over its variables. */
interface Side {
  readonly solver: Solver;
  readonly literals: readonly Term[];
}

interface Enumeration {
  readonly query: ProviderQuery;
  /** The side that implies each clause. */
  readonly implying: Side;
  /** The side that all clauses together exclude. */
  readonly excluded: Side;
}

function enumerate({ query, implying, excluded }: Enumeration): ProviderAnswer {
  const { problem, limits } = query;
  const [predicates] = query.predicates;
  const { terms } = problem;
  const clauses: Term[] = [];
  for (;;) {
    if (query.stopped()) return { kind: 'unknown', why: 'stopped' };
    const answer = excluded.solver.check([], limits);
    if (answer === 'unsat') return { kind: 'interpolants', interpolants: [terms.andAll(clauses)] };
    if (answer === 'unknown') return { kind: 'unknown', why: excluded.solver.reasonUnknown() };
    if (clauses.length >= MAX_CLAUSES) return { kind: 'unknown', why: `more than ${MAX_CLAUSES} clauses` };
    const holds = excluded.literals.map((t) => excluded.solver.value(t) === true);
    const core = excludedBy(query, implying, holds);
    if (core === 'indistinct' || core === 'unknown')
      return { kind: core, why: 'the predicates do not separate the parts' };
    const clause = (literals: readonly Term[]): Term =>
      terms.orAll(core.map((i) => (holds[i] ? terms.not(literals[i]) : literals[i])));
    clauses.push(clause(predicates));
    excluded.solver.assert(clause(excluded.literals));
  }
}

/** Indices of a small set of predicates whose given values the side excludes. */
function excludedBy(
  { problem, limits }: ProviderQuery,
  side: Side,
  holds: readonly boolean[],
): number[] | 'indistinct' | 'unknown' {
  const { terms } = problem;
  const literal = (i: number): Term => (holds[i] ? side.literals[i] : terms.not(side.literals[i]));
  const byTerm = new Map<Term, number>();
  for (let i = 0; i < holds.length; i++) {
    const t = literal(i);
    if (t === terms.false) return [i];
    if (t !== terms.true && !byTerm.has(t)) byTerm.set(t, i);
  }
  const check = (indices: readonly number[]): number[] | 'indistinct' | 'unknown' => {
    const answer = side.solver.check(indices.map(literal), limits);
    if (answer === 'sat') return 'indistinct';
    if (answer === 'unknown') return 'unknown';
    return side.solver.core().flatMap((t) => byTerm.get(t) ?? []);
  };
  let core = check([...byTerm.values()]);
  if (typeof core === 'string') return core;
  // The solver's cores are not minimal, and a shorter clause excludes more.
  let trials = 0;
  for (const i of [...core].reverse()) {
    if (core.length <= 1 || trials >= MAX_TRIALS) break;
    if (!core.includes(i)) continue;
    trials += 1;
    const rest = check(core.filter((j) => j !== i));
    if (typeof rest !== 'string') core = rest;
  }
  return core;
}
