import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { dagSize } from '../../../logic/terms/traverse.ts';
import { FoldedChain, withVariableEntries } from '../fold.ts';
import type { NewtonName } from '../names.ts';
import { type InterpolationProblem, PartView } from '../problem.ts';
import type { Provider, ProviderAnswer, ProviderQuery } from '../provider.ts';
import type { EliminationTools } from './cases.ts';
import { type CoreAnswer, infeasibleCore } from './core.ts';
import { eliminate } from './eliminate.ts';
import { futureLive, pastLive } from './live.ts';

/** A variant of the algorithm of [CVN17] Sect. 6. */
interface Variant {
  /** Step 2: statements outside an infeasible core are abstracted (IT). */
  readonly core: boolean;
  /** Step 3: strongest postconditions (SP) or weakest preconditions (WP). */
  readonly direction: 'sp' | 'wp';
  /** Step 4: predicates are projected to live variables (LV). */
  readonly live: boolean;
}

const VARIANTS: Readonly<Record<NewtonName, Variant>> = {
  'newton:it-wp': { core: true, direction: 'wp', live: false },
  'newton:it-wp-lv': { core: true, direction: 'wp', live: true },
  'newton:it-sp': { core: true, direction: 'sp', live: false },
  'newton:it-sp-lv': { core: true, direction: 'sp', live: true },
  'newton:wp': { core: false, direction: 'wp', live: false },
  'newton:wp-lv': { core: false, direction: 'wp', live: true },
  'newton:sp': { core: false, direction: 'sp', live: false },
  'newton:sp-lv': { core: false, direction: 'sp', live: true },
};

/** Most nodes of one predicate. */
const MAX_NODES = 10_000;
/** Most conflicts of one query about a single step; the limit makes runs alike on fast and slow machines. */
const MAX_CONFLICTS = 20_000;

/**
 * Newton ([CVN17] Sect. 6): predicate transformers along an infeasible core of the chain, instead of an
 * interpolating solver. The predicates mention nothing but terms of the program. They may be too weak
 * where variables could not be eliminated exactly; the checker finds that.
 */
export function newton(name: NewtonName): Provider {
  return {
    name,
    sequences: true,
    predicates: false,
    interpolate: (query) => sequenceFor(VARIANTS[name], query),
  };
}

function sequenceFor(variant: Variant, query: ProviderQuery): ProviderAnswer {
  const { terms } = query.problem;
  const problem = withVariableEntries(query.problem);
  const tools: EliminationTools = {
    terms,
    solvers: query.solvers,
    limits: { ...query.limits, conflicts: MAX_CONFLICTS },
    stopped: () => query.stopped(),
  };
  const trace = variant.core ? infeasibleCore(problem, { ...tools, limits: query.limits }) : checked(problem, query);
  if (trace.kind === 'indistinct') return { kind: 'indistinct', why: 'the parts are consistent' };
  if (trace.kind === 'unknown') return trace;
  const found = transformed(variant, trace.problem, tools);
  if (found === null) return { kind: 'unknown', why: 'a formula is too large, or the search was stopped' };
  if (found.interpolants.some((t) => tooLarge(query.problem, t)))
    return { kind: 'unknown', why: `a predicate has more than ${MAX_NODES} nodes` };
  return { kind: 'interpolants', ...found };
}

function transformed(
  { direction, live }: Variant,
  trace: InterpolationProblem,
  tools: EliminationTools,
): Sequence | null {
  switch (direction) {
    case 'sp':
      return postconditions(trace, live ? futureLive(trace) : null, tools);
    case 'wp':
      return preconditions(trace, live ? pastLive(trace) : null, tools);
  }
}

/** The chain itself as its infeasible core ([CVN17] Def. 4.3), after one query whether it is infeasible. */
function checked(problem: InterpolationProblem, { solvers, limits }: ProviderQuery): CoreAnswer {
  const solver = solvers.create();
  try {
    for (const formula of new FoldedChain(problem).formulas) solver.assert(formula);
    const answer = solver.check([], limits);
    if (answer === 'unsat') return { kind: 'core', problem };
    return answer === 'sat' ? { kind: 'indistinct' } : { kind: 'unknown', why: solver.reasonUnknown() };
  } finally {
    solver.dispose();
  }
}

function tooLarge({ terms }: InterpolationProblem, t: Term): boolean {
  return dagSize(terms, [t]) > MAX_NODES;
}

/**
 * Weakest preconditions of `false` along a chain ([CVN17] Def. 4.6), one for each cut. They are computed
 * as negations of the states from which the parts behind the cut can be executed, so that all quantifiers
 * are existential. `live`: the state variables that stay at each cut, by index ([CVN17] Def. 5.2, `up`);
 * null: all. Where an elimination is not exact, more states are excluded, and each part still leads from
 * one predicate to the next. But the first part may then lead out of the first predicate. The entries of
 * `problem` must be variables. Null: a formula is too large.
 */
function preconditions(
  problem: InterpolationProblem,
  live: readonly ReadonlySet<number>[] | null,
  tools: EliminationTools,
): Sequence | null {
  const { terms, state, parts } = problem;
  const interpolants: Term[] = [];
  /** The states at the next cut from which the parts behind it can be executed. */
  let failing = terms.true;
  let inexact = 0;
  for (let cut = parts.length - 2; cut >= 0; cut--) {
    if (tools.stopped()) return null;
    const part = parts[cut + 1];
    const entry = part.entry ?? [];
    const behind = part.exit === null ? terms.true : new PartView(problem, part).atExit(failing);
    const kept = new Set(entry.filter((_, i) => live === null || live[cut].has(i)));
    const result = eliminate(tools, terms.and(part.formula, behind), kept);
    if (result === null) return null;
    if (!result.exact) inexact += 1;
    const toState = new Substitution(
      terms,
      entry.map((v, i) => [v, state[i]] as const),
    );
    failing = toState.apply(result.formula);
    interpolants.unshift(terms.not(failing));
  }
  return { interpolants, inexact };
}

/** A sequence of predicates, one for each cut. */
interface Sequence {
  readonly interpolants: readonly Term[];
  /** Number of eliminations that were not exact. */
  readonly inexact: number;
}

/**
 * Strongest postconditions along a chain ([CVN17] Def. 3.1), one for each cut. `live`: the state
 * variables that stay at each cut, by index ([CVN17] Def. 5.2, `ep`); null: all. Where an elimination is
 * not exact, the postcondition contains more states, and the next one starts from it. So each part leads
 * from one predicate to the next, but the last part may be consistent with the last predicate. The
 * entries of `problem` must be variables. Null: a formula is too large.
 */
function postconditions(
  problem: InterpolationProblem,
  live: readonly ReadonlySet<number>[] | null,
  tools: EliminationTools,
): Sequence | null {
  const { terms, state, parts } = problem;
  const after = state.map((v) => terms.variable(`${terms.name(v)}!next`, terms.sort(v)));
  const toState = new Substitution(
    terms,
    after.map((v, i) => [v, state[i]] as const),
  );
  const interpolants: Term[] = [];
  let inexact = 0;
  for (let cut = 0; cut + 1 < parts.length; cut++) {
    if (tools.stopped()) return null;
    const { formula, entry, exit } = parts[cut];
    const kept = after.filter((_, i) => live === null || live[cut].has(i));
    const isKept = new Set(kept);
    const before = entry ?? [];
    const known = new Substitution(
      terms,
      state.flatMap((v, i): [Term, Term][] => (entry === null ? [] : [[v, entry[i]]])),
    );
    // A variable that the part does not change has one name before and after it.
    const unchanged = new Substitution(
      terms,
      before.flatMap((v, i): [Term, Term][] => (exit?.[i] === v ? [[v, after[i]]] : [])),
    );
    const values = (exit ?? []).flatMap((t, i) =>
      t === before[i] || !isKept.has(after[i]) ? [] : [terms.eq(after[i], t)],
    );
    const start = cut === 0 ? terms.true : known.apply(interpolants[cut - 1]);
    const reached = terms.andAll([start, formula, ...values].map((t) => unchanged.apply(t)));
    const result = eliminate(tools, reached, isKept);
    if (result === null) return null;
    if (!result.exact) inexact += 1;
    interpolants.push(toState.apply(result.formula));
  }
  return { interpolants, inexact };
}
