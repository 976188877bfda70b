import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** Most pairs of a counter and its limit. */
const MOST_PAIRS = 8;

/**
 * Transfers atoms about a limit to the counter that runs up to it. Where a loop counts i up to n and s
 * <= 3 * n is asserted afterwards, s <= 3 * i may hold in every turn. It uses those of the given atoms
 * that contain a limit and not its counter; the result is over the state.
 */
export function atomsInTurns(system: TransitionSystem, atoms: readonly Term[]): Term[] {
  const { terms } = system;
  const found = new Set<Term>();
  for (const [counter, limit] of countedPairs(system)) {
    const over = new Substitution(terms, [[limit, counter]]);
    for (const atom of atoms) {
      const about = freeVariables(terms, [atom]);
      if (about.includes(limit) && !about.includes(counter)) found.add(over.apply(atom));
    }
  }
  return [...found].filter((t) => !terms.isConst(t));
}

/** Pairs of state variables that the program compares, in both orders, as either may be the counter. */
function countedPairs({ terms, stateVars, pc, ...rest }: TransitionSystem): [Term, Term][] {
  const state = new Set(stateVars.flatMap((v, i) => (i === pc ? [] : [v.term])));
  const found: [Term, Term][] = [];
  for (const t of postorder(terms, programTerms({ terms, stateVars, pc, ...rest }))) {
    const op = terms.op(t);
    if ((op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) || found.length >= MOST_PAIRS) continue;
    const [x, y] = [core(terms.arg(t, 0)), core(terms.arg(t, 1))];
    if (x === y || !state.has(x) || !state.has(y) || terms.sort(x).kind !== 'bv') continue;
    if (terms.sortId(x) === terms.sortId(y)) found.push([x, y], [y, x]);
  }
  return found;

  function core(t: Term): Term {
    let inner = t;
    while (terms.op(inner) === Op.ZEXT || terms.op(inner) === Op.SEXT) inner = terms.arg(inner, 0);
    return inner;
  }
}
