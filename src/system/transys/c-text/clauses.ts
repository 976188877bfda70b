import type { Term } from '../../../logic/terms/builder.ts';
import { evaluate } from '../../../logic/terms/evaluate.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { disjuncts } from '../../../logic/terms/traverse.ts';
import type { Solutions } from './solutions.ts';
import { complementOf, equalSets, includesSet, joinSets, meetSets, type ValueSet } from './value-set.ts';

/**
 * A disjunction: some variable is in its set, or one of the other terms holds. It generalises clauses
 * of bits to clauses of words, as multiple-valued minimisers do (Rudell, Sangiovanni-Vincentelli:
 * Multiple-valued minimization for PLA optimization, TCAD 1987).
 */
export interface Clause {
  readonly sets: ReadonlyMap<Term, ValueSet>;
  readonly rest: readonly Term[];
}

/** A conjunction: each variable is in its set, and each clause holds. */
export interface Clauses {
  readonly ranges: ReadonlyMap<Term, ValueSet>;
  /** No clause is about one variable alone, and none follows from the ranges or another clause. */
  readonly clauses: readonly Clause[];
}

/** Most clauses that are compared with each other. */
const MOST_COMPARED = 150;
/** Most rounds of simplification; each makes clauses smaller. */
const MOST_ROUNDS = 8;

/**
 * Returns the conjunction of formulas over words where these have bits. `known` are sets that the
 * variables are in anyway: the result, together with them, is equivalent to the formulas.
 */
export function clausesOf(
  store: TermStore,
  formulas: readonly Term[],
  solutions: Solutions,
  known: ReadonlyMap<Term, ValueSet> = new Map(),
): Clauses {
  const ranges = new Map<Term, ValueSet>(known);
  const first = rounds(
    formulas.map((formula) => clauseOf(store, formula, solutions)),
    ranges,
    solutions,
  );
  // Clauses that are one term may give variables closer ranges, which make other clauses shorter.
  const alone = first.flatMap(({ sets, rest }) => (sets.size === 0 && rest.length === 1 ? rest : []));
  const refined = new Map(solutions.refined(alone, ranges) ?? ranges);
  const clauses = rounds(first, refined, solutions);
  const kept = alone.filter((term) => clauses.some(({ sets, rest }) => sets.size === 0 && rest[0] === term));
  return { ranges: withoutHoles(store, kept, refined, solutions), clauses };
}

/** Simplifies clauses until nothing changes; those about one variable alone go into the ranges. */
function rounds(given: readonly Clause[], ranges: Map<Term, ValueSet>, solutions: Solutions): readonly Clause[] {
  let clauses = given;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = clauses;
    clauses = withoutUnits(clauses, ranges).flatMap((clause) => within(clause, ranges, solutions) ?? []);
    if (clauses.length <= MOST_COMPARED) clauses = compared(clauses);
    if (clauses.length === before.length && clauses.every((clause, i) => clause === before[i])) break;
  }
  return withoutUnits(clauses, ranges);
}

/** Most values of a gap between two intervals that is closed. */
const MOST_HOLE = 4n;

/**
 * Returns sets without gaps whose values other formulas over the same variable exclude: `x != 0` beside
 * `x % 2 == 1`.
 */
function withoutHoles(
  store: TermStore,
  alone: readonly Term[],
  ranges: ReadonlyMap<Term, ValueSet>,
  solutions: Solutions,
): ReadonlyMap<Term, ValueSet> {
  const out = new Map(ranges);
  for (const formula of alone) {
    const variable = solutions.variableOf(formula);
    const set = variable === null ? undefined : out.get(variable);
    if (variable === null || set === undefined) continue;
    const isExcluded = (value: bigint): boolean => evaluate(store, formula, () => value) === false;
    const holes = complementOf(set).intervals.filter(
      ({ low, high }) =>
        high - low < MOST_HOLE &&
        Array.from({ length: Number(high - low) + 1 }, (_, i) => low + BigInt(i)).every(isExcluded),
    );
    if (holes.length > 0) out.set(variable, joinSets(set, { width: set.width, intervals: holes }));
  }
  return out;
}

/** Returns a formula as a clause, with one set for all of its disjuncts that are over the same variable. */
function clauseOf(store: TermStore, formula: Term, solutions: Solutions): Clause {
  const sets = new Map<Term, ValueSet>();
  const parts = new Map<Term, Term>();
  const rest: Term[] = [];
  // The whole formula may have fewer intervals than its disjuncts.
  const only = solutions.variableOf(formula);
  const whole = only === null ? null : solutions.of(formula, only);
  if (only !== null && whole !== null) return { sets: new Map([[only, whole]]), rest };
  for (const part of disjuncts(store, formula)) {
    const variable = solutions.variableOf(part);
    if (variable === null) rest.push(part);
    else parts.set(variable, store.or(parts.get(variable) ?? store.false, part));
  }
  for (const [variable, part] of parts) {
    const set = solutions.of(part, variable);
    if (set === null) rest.push(part);
    else if (set.intervals.length > 0) sets.set(variable, set);
  }
  return { sets, rest };
}

/** Moves the clauses about one variable alone into the ranges. */
function withoutUnits(clauses: readonly Clause[], ranges: Map<Term, ValueSet>): Clause[] {
  return clauses.filter(({ sets, rest }) => {
    const [first] = sets;
    if (first === undefined || sets.size > 1 || rest.length > 0) return true;
    const [variable, set] = first;
    const known = ranges.get(variable);
    ranges.set(variable, known === undefined ? set : meetSets(known, set));
    return false;
  });
}

/** Returns a clause without what the ranges exclude; null if they imply it. */
function within(clause: Clause, ranges: ReadonlyMap<Term, ValueSet>, solutions: Solutions): Clause | null {
  const sets = new Map<Term, ValueSet>();
  let isChanged = false;
  for (const [variable, set] of clause.sets) {
    const range = ranges.get(variable);
    const met = range === undefined ? set : meetSets(set, range);
    if (range !== undefined && equalSets(met, range)) return null;
    if (met.intervals.length > 0) sets.set(variable, equalSets(met, set) ? set : met);
    isChanged ||= sets.get(variable) !== set;
  }
  // A term counts only where no set holds.
  const where = (variable: Term): ValueSet | null => {
    const [range, set] = [ranges.get(variable) ?? null, sets.get(variable)];
    if (set === undefined) return range;
    const others = complementOf(set);
    return range === null ? others : meetSets(range, others);
  };
  const rest: Term[] = [];
  for (const term of clause.rest) {
    const truth = solutions.truthIn(term, where);
    if (truth === true) return null;
    if (truth === false) continue;
    const variable = solutions.variableOf(term);
    const range = variable === null ? undefined : ranges.get(variable);
    const found = variable === null || range === undefined ? null : solutions.within(term, variable, range);
    if (variable === null || found === null || range === undefined) rest.push(term);
    else {
      const set = joinSets(sets.get(variable) ?? { width: found.width, intervals: [] }, meetSets(found, range));
      if (equalSets(set, range)) return null;
      sets.set(variable, set);
    }
  }
  return isChanged || rest.length < clause.rest.length ? { sets, rest } : clause;
}

/** Returns the clauses after each was compared with each: implied ones are dropped, and sets made smaller. */
function compared(clauses: readonly Clause[]): Clause[] {
  const left: (Clause | null)[] = [...clauses];
  for (let i = 0; i < left.length; i++) {
    for (let k = 0; k < left.length; k++) {
      const [a, b] = [left[i], left[k]];
      if (i === k || a === null || b === null) continue;
      const differing = differences(a, b);
      if (differing === null || differing.length > 1) continue;
      const [variable] = differing;
      if (variable === undefined) left[k] = null;
      else left[k] = narrowed(b, variable, a.sets.get(variable));
    }
  }
  return left.filter((clause) => clause !== null);
}

/**
 * Returns the variables whose set in `a` has values that the set in `b` lacks; null if a term of `a` is
 * not in `b`. Without any, `a` implies `b`.
 */
function differences(a: Clause, b: Clause): readonly Term[] | null {
  if (a.rest.some((term) => !b.rest.includes(term))) return null;
  return [...a.sets].flatMap(([variable, set]) => {
    const other = b.sets.get(variable);
    return other !== undefined && includesSet(other, set) ? [] : [variable];
  });
}

/**
 * Returns clause `b`, whose set of the variable keeps only values of the set in `a`. Where nothing else
 * of `b` holds, nothing else of `a` does (self-subsuming resolution).
 */
function narrowed(b: Clause, variable: Term, set: ValueSet | undefined): Clause {
  const own = b.sets.get(variable);
  if (own === undefined || set === undefined) return b;
  const met = meetSets(own, set);
  if (equalSets(met, own)) return b;
  const sets = new Map(b.sets);
  if (met.intervals.length === 0) sets.delete(variable);
  else sets.set(variable, met);
  return { sets, rest: b.rest };
}
