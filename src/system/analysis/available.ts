import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { conjuncts, freeVariables, postorder } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { comparison } from './counters.ts';
import { assigned, saidBehind } from './entry-guards.ts';
import type { Fact } from './facts.ts';
import type { PlacedFlow } from './places.ts';
import { forEachRelatedStep, type RelatedStep } from './steps.ts';

/** Most nodes of a formula. */
const MOST_NODES = 24;
/** Most formulas of one place. */
const MOST_FORMULAS = 64;
/** Most steps that are looked at. */
const MOST_STEPS = 2_000;

/** The effect of a step on the formulas that are available where it begins. */
interface Effect {
  readonly to: number;
  /** The formulas that it makes available, said of the variables behind it. */
  readonly made: readonly Term[];
  /**
   * A formula said of the variables behind the step, also of copies. [] if they do not determine what it
   * reads.
   */
  readonly carried: (formula: Term) => readonly Term[];
}

/**
 * Formulas about several variables that are available at a place, as expressions are to a compiler. On each way
 * to it a guard or an assignment makes them true, and no step behind changes the variables. Copies take the
 * formula with them. The size of a block stays `n + n / 254 + 1`, whatever loops come between. A length that
 * was compared with it keeps its bound as the argument of a function.
 */
export function availableFormulas(
  system: TransitionSystem,
  flow: PlacedFlow,
  solution: Fixpoint<Value>,
): readonly Fact[] {
  const { terms } = system;
  const effects = effectsOf(system, flow, solution);
  if (effects.every((of) => of.every(({ made }) => made.length === 0))) return [];
  const known: (ReadonlySet<Term> | null)[] = flow.places.map(() => null);
  const waiting = new Set(flow.starts.map(({ node }) => node));
  for (const start of waiting) known[start] = new Set();
  for (const place of waiting) {
    waiting.delete(place);
    for (const { to, made, carried } of effects[place]) {
      const before = known[to];
      const after = new Set(made);
      for (const formula of known[place] ?? [])
        for (const said of after.size < MOST_FORMULAS ? carried(formula) : []) after.add(said);
      const both = before === null ? after : new Set([...before].filter((formula) => after.has(formula)));
      if (before !== null && both.size === before.size) continue;
      known[to] = both;
      waiting.add(to);
    }
  }
  return flow.places.flatMap(({ block, at }, place) =>
    [...(known[place] ?? [])].map((formula): Fact => ({ block, formula: terms.implies(at, formula) })),
  );
}

function effectsOf(system: TransitionSystem, flow: PlacedFlow, solution: Fixpoint<Value>): readonly Effect[][] {
  const effects: Effect[][] = flow.places.map(() => []);
  const state = new Set(system.stateVars.map((v) => v.term));
  let steps = 0;
  forEachRelatedStep(system.terms, solution, (step) => {
    steps += 1;
    if (steps <= MOST_STEPS) effects[step.from].push(effectOf(system, flow, state, step));
  });
  return steps > MOST_STEPS ? flow.places.map(() => []) : effects;
}

function effectOf(system: TransitionSystem, flow: PlacedFlow, state: ReadonlySet<Term>, step: RelatedStep): Effect {
  const { terms, stateVars } = system;
  const { next, literals, to } = step;
  const changed = new Set(stateVars.flatMap(({ term }, i) => (next[i] === term ? [] : [term])));
  const pairs = assigned(system, step);
  const isSaid = saidBy(state, changed, pairs);
  const behind = saidBehind(terms, pairs);
  const carried = (formula: Term): readonly Term[] => {
    const read = freeVariables(terms, [formula]);
    const kept = read.some((t) => changed.has(t)) ? [] : [formula];
    const said = read.every(isSaid) ? behind(formula) : [];
    return [...new Set([...kept, ...said])].filter((t) => isRelation(system, state, t));
  };
  // Facts that are known there are known elsewhere too, as far as they hold.
  const known = new Set(flow.nodes[step.from].facts.flatMap((fact) => conjuncts(terms, fact)));
  const made = literals.flatMap((literal) => {
    if (known.has(literal)) return [];
    const atom = terms.op(literal) === Op.NOT ? terms.arg(literal, 0) : literal;
    return comparison(terms, atom) === null ? [] : carried(literal);
  });
  stateVars.forEach(({ term }, i) => {
    if (!changed.has(term) || terms.sort(term).kind !== 'bv' || terms.arity(next[i]) === 0) return;
    const others = pairs.filter(([, after]) => !freeVariables(terms, [after]).includes(term));
    if (!freeVariables(terms, [next[i]]).every(saidBy(state, changed, others))) return;
    // A size is the product of its sides, and not only what another block of that size has.
    const sides = others.filter(([before]) => terms.op(before) === Op.VARIABLE);
    const values = [others, sides].flatMap((pairs) => saidBehind(terms, pairs)(next[i]));
    for (const value of new Set(values)) {
      const defined = terms.eq(term, value);
      if (isRelation(system, state, defined)) made.push(defined);
    }
  });
  return { to, made: made.slice(0, MOST_FORMULAS), carried };
}

/** Whether a variable before a step can be said of the variables behind it. */
function saidBy(
  state: ReadonlySet<Term>,
  changed: ReadonlySet<Term>,
  pairs: readonly (readonly [Term, Term])[],
): (t: Term) => boolean {
  const said = new Set(pairs.map(([before]) => before));
  return (t) => said.has(t) || (state.has(t) && !changed.has(t));
}

/** Whether a small formula is about two state variables or more, and nothing else. */
function isRelation({ terms }: TransitionSystem, state: ReadonlySet<Term>, formula: Term): boolean {
  const variables = freeVariables(terms, [formula]);
  return (
    variables.length > 1 && variables.every((t) => state.has(t)) && postorder(terms, [formula]).length <= MOST_NODES
  );
}
