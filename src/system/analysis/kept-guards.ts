import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { assigned, holdsByValues, isGuard, saidBehind } from './entry-guards.ts';
import type { Fact } from './facts.ts';
import type { PlacedFlow } from './places.ts';
import { forEachRelatedStep, type RelatedStep } from './steps.ts';

/** Most values with which a variable enters a place, and most candidates of one place. */
const MOST_STARTS = 3;
const MOST_CANDIDATES = 48;

/**
 * Guards under which a turn of a loop gave a variable its value, said of that value: candidates for invariants. The
 * variable has the value of the last such turn, or that with which it entered the loop. In a binary search,
 * `if (r[mid] < key) lo = mid + 1; else hi = mid;` entered with `hi = n` says `hi == n || r[hi] >= key`, and
 * `lo == 0 || r[lo - 1] < key`.
 */
export function keptGuards(system: TransitionSystem, flow: PlacedFlow, solution: Fixpoint<Value>): readonly Fact[] {
  const { terms, stateVars, pc } = system;
  const state = new Set(stateVars.map((v) => v.term));
  const isOverState = (t: Term): boolean => freeVariables(terms, [t]).every((v) => state.has(v));
  /** Guards of each place, by the variable that has the value. */
  const guards = flow.places.map(() => new Map<number, Set<Term>>());
  const entering: RelatedStep[][] = flow.places.map(() => []);
  forEachRelatedStep(terms, solution, (step) => {
    const { from, to, next, literals } = step;
    if (from !== to) {
      entering[to].push(step);
      return;
    }
    const changed = [...stateVars.keys()].filter(
      (i) => i !== pc && terms.sort(stateVars[i].term).kind === 'bv' && next[i] !== stateVars[i].term,
    );
    const behind = saidBehind(terms, [...sumsAssigned(system, step, changed), ...assigned(system, step)]);
    for (const guard of literals.flatMap((t) => (isGuard(terms, t) ? behind(t) : []))) {
      const about = new Set(freeVariables(terms, [guard]));
      // Values say what is known of one variable alone.
      if (about.size < 2 || !isOverState(guard)) continue;
      for (const i of changed) {
        const known = guards[to].get(i) ?? new Set<Term>();
        if (about.has(stateVars[i].term) && known.size < MOST_CANDIDATES) guards[to].set(i, known.add(guard));
      }
    }
  });
  /** Values with which a variable enters a place, perhaps by way of others, over the variables there. */
  const startsOf = (place: number, i: number): ReadonlySet<Term> => {
    const { term } = stateVars[i];
    const ways = new Set([place]);
    const found = new Set<Term>();
    // The loop appends to the set.
    for (const at of ways)
      for (const step of entering[at]) {
        const after = step.next[i];
        if (after === term) ways.add(step.from);
        else if (found.size < MOST_STARTS) {
          const others = assigned(system, step).filter(([, said]) => !freeVariables(terms, [said]).includes(term));
          for (const t of [after, ...saidBehind(terms, others)(after)])
            if (isOverState(t) && !freeVariables(terms, [t]).includes(term)) found.add(t);
        }
      }
    return found;
  };
  return flow.places.flatMap(({ block, at }, place) => {
    const found = new Set<Term>();
    for (const [i, of] of guards[place])
      for (const start of startsOf(place, i))
        for (const guard of of)
          if (found.size < MOST_CANDIDATES) found.add(terms.or(terms.eq(stateVars[i].term, start), guard));
    const open = [...found].filter((t) => !holdsByValues(terms, flow, solution.values[place], t));
    return open.map((formula): Fact => ({ block, formula: terms.implies(at, formula) }));
  });
}

/** Says of a variable that becomes `mid + 1` what `mid` is behind the step: the variable less 1. */
function sumsAssigned(
  { terms, stateVars }: TransitionSystem,
  { next }: RelatedStep,
  changed: readonly number[],
): (readonly [Term, Term])[] {
  return changed.flatMap((i): (readonly [Term, Term])[] => {
    const { term } = stateVars[i];
    if (terms.op(next[i]) !== Op.ADD) return [];
    const [x, y] = [terms.arg(next[i], 0), terms.arg(next[i], 1)];
    return x !== term && terms.isBv(y) ? [[x, terms.sub(term, y)]] : [];
  });
}
