import { withoutExcluded } from '../../logic/domains/exclude.ts';
import type { Fixpoint, Values } from '../../logic/domains/fixpoint.ts';
import { valueFormula } from '../../logic/domains/formula.ts';
import { RANGES } from '../../logic/domains/ranges.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { comparison } from './counters.ts';
import type { Fact } from './facts.ts';
import type { PlacedFlow } from './places.ts';
import { forEachRelatedStep, type RelatedStep } from './steps.ts';

/** Widths in bits to which C extends small integers. */
const EXTENDED = [32, 64];
/** Evaluations of terms that are spent on showing that a guard is known. */
const EVALUATIONS = 1_000;
/** Most comparisons of one guard. */
const MOST_COMPARISONS = 6;
/** Most guards of one place, and most of those that hold for one value of a flag. */
const MOST_GUARDS = 48;
const MOST_FLAGGED = 48;
/** Most bits of a flag, and most flags that one step sets. */
const FLAG_BITS = 8;
const MOST_FLAGS = 3;

/**
 * Comparisons that hold when a place is entered from another one, said of the variables behind the step.
 * A step that goes on where `out <= len - pos`, and assigns `out` to `n`, says `n <= len - pos`. They are
 * candidates for invariants: steps from the place to itself may break them. A flag may keep which way led to the
 * place. If `minus` becomes 1 on a step where `s[0] == '-'`, that is said of all states in which `minus` is 1.
 */
export function entryGuards(system: TransitionSystem, flow: PlacedFlow, solution: Fixpoint<Value>): readonly Fact[] {
  const { terms, stateVars } = system;
  const state = new Set(stateVars.map((v) => v.term));
  const found = new Map<number, Set<Term>>();
  const flagged = new Map<number, Set<Term>>();
  forEachRelatedStep(terms, solution, (step) => {
    if (step.from === step.to) return;
    const of = setAt(found, step.to);
    const ofFlags = setAt(flagged, step.to);
    const behind = saidBehind(terms, assigned(system, step));
    const flags = flagsSet(system, flow, solution, step);
    for (const literal of step.literals) {
      if (!isGuard(terms, literal)) continue;
      for (const guard of behind(literal)) {
        if (of.size >= MOST_GUARDS) return;
        if (terms.isConst(guard) || !freeVariables(terms, [guard]).every((t) => state.has(t))) continue;
        of.add(guard);
        for (const flag of flags) if (ofFlags.size < MOST_FLAGGED) ofFlags.add(terms.implies(flag, guard));
      }
    }
  });
  return [...found].flatMap(([to, guards]) => {
    const { block, at } = flow.places[to];
    const all = [...guards, ...(flagged.get(to) ?? [])];
    const open = all.filter((guard) => !holdsByValues(terms, flow, solution.values[to], guard));
    return open.map((guard): Fact => ({ block, formula: terms.implies(at, guard) }));
  });
}

function setAt(sets: Map<number, Set<Term>>, place: number): Set<Term> {
  const known = sets.get(place) ?? new Set<Term>();
  sets.set(place, known);
  return known;
}

/** Equations of the flags that have one value behind the step, and others at its end. */
function flagsSet(
  { terms, stateVars, pc }: TransitionSystem,
  { observed }: PlacedFlow,
  solution: Fixpoint<Value>,
  { to, next, value }: RelatedStep,
): readonly Term[] {
  const flags: Term[] = [];
  for (const i of stateVars.keys()) {
    const sort = terms.sort(observed[i]);
    if (i === pc || sort.kind !== 'bv' || sort.width > FLAG_BITS || flags.length >= MOST_FLAGS) continue;
    const [after, all] = [value(next[i]), solution.values[to]?.[i] ?? null];
    if (after === null || all === null || after.low !== after.high || all.low === all.high) continue;
    flags.push(terms.eq(observed[i], terms.bv(sort.width, after.low)));
  }
  return flags;
}

/** Whether it is a comparison, or the negation of a conjunction of few of them: a loop ends where one fails. */
export function isGuard(terms: TermStore, literal: Term): boolean {
  const todo = [literal];
  for (let compared = 0; todo.length > 0; ) {
    const t = todo.pop()!;
    const plain = terms.op(t) === Op.NOT ? terms.arg(t, 0) : t;
    if (terms.op(plain) === Op.AND) todo.push(terms.arg(plain, 0), terms.arg(plain, 1));
    else if (comparison(terms, plain) === null || ++compared > MOST_COMPARISONS) return false;
    if (todo.length > MOST_COMPARISONS) return false;
  }
  return true;
}

/** Whether the values at the end of a place say the formula. */
export function holdsByValues(
  terms: TermStore,
  { observed }: PlacedFlow,
  values: Values<Value> | null,
  guard: Term,
): boolean {
  const about = new Set(freeVariables(terms, [guard]));
  const known = observed.flatMap((t, i) => {
    const v = values?.[i] ?? null;
    return v === null || !about.has(t) ? [] : [valueFormula(terms, t, v)];
  });
  return withoutExcluded(RANGES, terms, known, terms.not(guard), { evaluations: EVALUATIONS }) === terms.false;
}

/**
 * The values that variables have behind a step, and those before it, as terms over the variables behind it.
 * The bits that a variable has no place for are zero, as a rule.
 */
export function assigned({ terms, stateVars, pc }: TransitionSystem, { next }: RelatedStep): (readonly [Term, Term])[] {
  return stateVars.flatMap(({ term }, i): (readonly [Term, Term])[] => {
    const after = next[i];
    const op = terms.op(after);
    if (i === pc || after === term || terms.isConst(after) || terms.sort(term).kind !== 'bv') return [];
    if (op === Op.ADD && terms.arg(after, 0) === term && terms.isBv(terms.arg(after, 1)))
      return [
        [after, term],
        [term, terms.sub(term, terms.arg(after, 1))],
      ];
    if (op === Op.EXTRACT && terms.low(after) === 0) {
      const whole = terms.arg(after, 0);
      return [[whole, terms.zext(term, terms.width(whole))]];
    }
    const wider = EXTENDED.filter((width) => width > terms.width(term)).map(
      (width) => [widened(terms, after, width), terms.zext(term, width)] as const,
    );
    const inner = terms.arg(after, 0);
    const narrow = op === Op.ZEXT ? [[inner, terms.extract(term, terms.width(inner) - 1, 0)] as const] : [];
    return [[after, term], ...narrow, ...wider];
  });
}

/** Most variables of one value that a formula is said of. */
const MOST_OF_VALUE = 3;

/**
 * Says formulas of the variables behind a step, given what {@link assigned} lists. A value may have several
 * variables: a size stays what it is while its copy counts down.
 */
export function saidBehind(
  terms: TermStore,
  pairs: readonly (readonly [Term, Term])[],
): (formula: Term) => readonly Term[] {
  const layers: Map<Term, Term>[] = [];
  for (const [before, after] of pairs) {
    let layer = layers.find((taken) => !taken.has(before));
    if (layer === undefined && layers.length < MOST_OF_VALUE) layers.push((layer = new Map()));
    layer?.set(before, after);
  }
  // Values of which a layer says nothing have the first variable there.
  const [first = new Map<Term, Term>(), ...others] = layers;
  const whole = [first, ...others.map((layer) => new Map([...first, ...layer]))];
  const behind = whole.map((layer) => new Substitution(terms, layer));
  return (formula) => [...new Set(behind.map((by) => by.apply(formula)))];
}

/** Most operators of a term that is widened. */
const MOST_WIDENED = 4;

/** The term as C computes it at a greater width, unless an operator of it wraps around. */
function widened(terms: TermStore, t: Term, width: number, depth = MOST_WIDENED): Term {
  const op = terms.op(t);
  if (depth === 0 || (op !== Op.ADD && op !== Op.MUL)) return terms.zext(t, width);
  const [x, y] = [widened(terms, terms.arg(t, 0), width, depth - 1), widened(terms, terms.arg(t, 1), width, depth - 1)];
  return op === Op.ADD ? terms.add(x, y) : terms.mul(x, y);
}
