import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { lonelyConditions, representatives, valueLike } from '../../../logic/terms/representatives.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts, dagSize, postorder } from '../../../logic/terms/traverse.ts';
import { casesOf, type EliminationTools } from './cases.ts';
import { OpenVariables } from './open.ts';
import { type Group, groupsOf, rewritten } from './rewrite.ts';

/** Most nodes of a formula from which variables are eliminated, and its most conjuncts. */
const MAX_NODES = 30_000;
const MAX_CONJUNCTS = 1_000;
/** Most conditions over one variable alone, and most instances of a group that they give. */
const MAX_CONDITIONS = 4;
const MAX_INSTANCES = 16;
/** Most distinctions by the values of kept variables. */
const MAX_SPLITS = 12;

/** A formula over the kept variables that contains the existential quantification. */
export interface Eliminated {
  readonly formula: Term;
  /** True if it is equivalent to the quantification. */
  readonly exact: boolean;
}

/**
 * Eliminates all variables but those that are kept, in steps from cheap to dear ([CVN17] Sect. 7 has the
 * first and the third).
 * - Step 1 solves equations for variables. It also replaces terms that can take any value, and Booleans
 *   of one polarity.
 * - Step 2 gives values to variables that occur in a few conditions of their own: one value for each
 *   combination of the conditions.
 * - Step 3 leaves out satisfiable groups of conjuncts that say nothing about kept variables.
 * - Step 4 compares the bounds of variables that only have bounds, pair by pair.
 * - Step 5 distributes over disjunctions and `ite`. First it distinguishes values of kept variables.
 *   Then models choose cases, and each case takes steps 1, 3 and 4.
 * - Step 6 takes values from the model for variables that remain in a case.
 * - Step 7 leaves out the conjuncts with other variables. The result is then not exact.
 *
 * No quantifier remains. All limits are counts. Null: the formula is too large.
 */
export function eliminate(tools: EliminationTools, formula: Term, kept: ReadonlySet<Term>): Eliminated | null {
  const { terms } = tools;
  const literals = conjuncts(terms, formula);
  if (literals.length > MAX_CONJUNCTS || dagSize(terms, literals) > MAX_NODES) return null;
  const open = new OpenVariables(terms, kept);
  const results = groupsOf(terms, rewritten(terms, literals, open), open).map(({ literals: own }) =>
    ofGroup(tools, own, open),
  );
  return {
    formula: terms.andAll(results.map((result) => result.formula)),
    exact: results.every((result) => result.exact),
  };
}

/** The group by steps 2 to 7; the cases of step 5 that are still open lie on a stack. */
function ofGroup(tools: EliminationTools, literals: readonly Term[], open: OpenVariables): Eliminated {
  const { terms } = tools;
  const found: Term[] = [];
  let exact = true;
  let splits = 0;
  const stack: Case[] = [{ guard: terms.true, literals }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const groups = groupsOf(terms, rewritten(terms, next.literals, open), open);
    const reduced = groups.map((group) => withoutCases(tools, group, open));
    if (reduced.some(({ formula }) => formula === terms.false)) continue;
    const left = reduced.some((result) => result.left !== null);
    const cases = left && splits < MAX_SPLITS ? splitByValue(terms, next, open) : null;
    if (cases !== null) {
      splits += 1;
      stack.push(...cases);
      continue;
    }
    const results = reduced.map((result) =>
      result.left === null ? result.formula : casesOf(tools, result.left, open),
    );
    if (results.includes(null) || reduced.some((result) => !result.exact)) exact = false;
    found.push(terms.andAll([next.guard, ...results.map((t) => t ?? terms.true)]));
  }
  return { formula: terms.orAll(found), exact };
}

/** A group after steps 2 and 3; `left`: it still has open variables. */
interface Reduced extends Eliminated {
  readonly left: Group | null;
}

function withoutCases(tools: EliminationTools, group: Group, open: OpenVariables): Reduced {
  const { terms, solvers, limits } = tools;
  const whole = terms.andAll(group.literals);
  if (group.open.length === 0) return { formula: whole, exact: true, left: null };
  if (group.kept.length === 0) {
    const solver = solvers.create();
    const answer = solver.check([whole], limits);
    solver.dispose();
    return { formula: terms.bool(answer !== 'unsat'), exact: answer !== 'unknown', left: null };
  }
  const formula = byConditions(tools, group, open);
  const [instances] = groupsOf(terms, [formula], open);
  return { formula, exact: true, left: instances.open.length === 0 ? null : instances };
}

/** The group as a disjunction in which variables of a few conditions have values. */
function byConditions(tools: EliminationTools, group: Group, open: OpenVariables): Term {
  const { terms, solvers, limits } = tools;
  let instances: (readonly [Term, Term])[][] = [[]];
  for (const [x, conditions] of lonelyConditions(terms, group.literals, new Set(group.open))) {
    if (2 * instances.length > MAX_INSTANCES) break;
    if (conditions.length > MAX_CONDITIONS) continue;
    const values = representatives(terms, x, conditions, () => solvers.create(), limits);
    if (values === null || values.length * instances.length > MAX_INSTANCES) continue;
    instances = instances.flatMap((rest) => values.map((value) => [...rest, [x, valueLike(terms, x, value)] as const]));
  }
  const whole = terms.andAll(group.literals);
  if (instances.length === 1 && instances[0].length === 0) return whole;
  return terms.orAll(
    instances.map((values) => {
      const instance = new Substitution(terms, values).apply(whole);
      return terms.andAll(rewritten(terms, conjuncts(terms, instance), open));
    }),
  );
}

/** One case of a conjunction: a condition over kept variables, and the conjunction under it. */
interface Case {
  readonly guard: Term;
  readonly literals: readonly Term[];
}

/**
 * Distinguishes whether a kept variable has a certain value (the location of the control, above all). The
 * comparison with a constant that occurs most often is chosen. Both cases together are equivalent to the
 * conjunction. Null if no kept variable is compared with a constant.
 */
function splitByValue(terms: TermStore, { guard, literals }: Case, open: OpenVariables): Case[] | null {
  const order = postorder(terms, literals);
  const uses = new Map<Term, number>();
  for (const t of order) {
    for (let i = 0; i < terms.arity(t); i++) {
      const arg = terms.arg(t, i);
      uses.set(arg, (uses.get(arg) ?? 0) + 1);
    }
  }
  let chosen: { readonly condition: Term; readonly variable: Term; readonly value: Term } | null = null;
  let most = 0;
  for (const condition of order) {
    const found = comparison(terms, condition, open);
    const count = uses.get(condition) ?? 0;
    if (found === null || count <= most) continue;
    chosen = { condition, ...found };
    most = count;
  }
  if (chosen === null) return null;
  const { condition, variable, value } = chosen;
  const under = (from: Term, to: Term): readonly Term[] => {
    const substitution = new Substitution(terms, [[from, to]]);
    return conjuncts(terms, terms.andAll(literals.map((t) => substitution.apply(t))));
  };
  return [
    { guard: terms.and(guard, condition), literals: under(variable, value) },
    { guard: terms.and(guard, terms.not(condition)), literals: under(condition, terms.false) },
  ];
}

/** The kept variable and the constant that a condition compares; Booleans are compared with `true`. */
function comparison(
  terms: TermStore,
  t: Term,
  open: OpenVariables,
): { readonly variable: Term; readonly value: Term } | null {
  if (open.isKept(t)) return terms.sort(t).kind === 'bool' ? { variable: t, value: terms.true } : null;
  if (terms.op(t) !== Op.EQ) return null;
  const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
  if (open.isKept(a) && terms.isBv(b)) return { variable: a, value: b };
  return open.isKept(b) && terms.isBv(a) ? { variable: b, value: a } : null;
}
