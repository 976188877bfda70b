import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { predicateTiers } from '../../interpolation/predicates.ts';
import { interpolationSource } from '../interpolants/interpolants.ts';

/**
 * Number of tiers of predicates that are used: the program's atoms, and comparisons of related
 * variables.
 */
const PREDICATE_TIERS = 2;
const MOST_PREDICATES = 64;
/** Most gates for predicates: each predicate has a gate at each location. */
const MOST_PLACES = 1024;

/**
 * True if the variable has bits of its own. The location holds the program counter, and contents of
 * arrays are unconstrained.
 */
export function isWord({ terms, stateVars, pc }: TransitionSystem, variable: Term): boolean {
  return (pc === null || variable !== stateVars[pc].term) && terms.sort(variable).kind !== 'array';
}

const ORDERS: ReadonlySet<Op> = new Set([Op.ULT, Op.SLT]);

/**
 * Comparisons of words with each other, and orders of words and constants, as an equality with a
 * constant is a cube of bits. The program's own comparisons come first.
 */
export function choosePredicates(system: TransitionSystem): readonly Term[] {
  const { terms } = system;
  const isState = new Set(system.stateVars.flatMap(({ term }) => (isWord(system, term) ? [term] : [])));
  return predicateTiers(interpolationSource(system))
    .slice(0, PREDICATE_TIERS)
    .flat()
    .filter((t) => {
      const variables = freeVariables(terms, [t]);
      return (
        variables.every((v) => isState.has(v)) &&
        (ORDERS.has(terms.op(t)) || (terms.op(t) === Op.EQ && variables.length > 1))
      );
    })
    .slice(0, Math.min(MOST_PREDICATES, Math.floor(MOST_PLACES / system.blocks.length)));
}
