import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { blockTerms } from '../transys/program-terms.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { comparisonsWithConstants, type ValueClass, valueClasses } from './classes.ts';

/**
 * The variables that distinguish the states at a block, by index, each with its classes of values
 * there.
 */
export type Partition = ReadonlyMap<number, readonly ValueClass[]>;

/**
 * Chooses the variables that distinguish the states at each block: those that its conditions contain
 * most often, within `nodes` combinations. Without `classes`, only variables of few values are chosen;
 * with it, also others, by the intervals between their comparisons. `values`: values of the state
 * variables, by block; null where no run goes.
 */
export function partitions(
  system: TransitionSystem,
  values: readonly (readonly (Value | null)[] | null)[],
  nodes: number,
  classes: boolean,
): readonly Partition[] {
  const { terms, stateVars, pc } = system;
  const uses = conditionUses(system);
  const byUse = stateVars.map((_, i) => i).filter((i) => i !== pc && (uses.get(stateVars[i].term) ?? 0) > 0);
  byUse.sort((a, b) => (uses.get(stateVars[b].term) ?? 0) - (uses.get(stateVars[a].term) ?? 0));
  const compared = classes ? comparisonsWithConstants(system) : null;
  return system.blocks.map((block): Partition => {
    const chosen = new Map<number, readonly ValueClass[]>();
    const here = values[block.id];
    // Several nodes at the entry would be equivalent.
    if (here === null || (pc !== null && block.id === 0)) return chosen;
    const read = new Set(postorder(terms, [block.feasible, block.bad, ...block.next]));
    let count = 1;
    for (const i of byUse) {
      const v = here[i];
      if (v === null || v.low === v.high || !read.has(stateVars[i].term)) continue;
      const possible = valueClasses(v, compared?.get(stateVars[i].term));
      if (possible === null || count * possible.length > nodes) continue;
      chosen.set(i, possible);
      count *= possible.length;
    }
    return chosen;
  });
}

/** Number of occurrences of each variable in comparisons and as a condition. */
function conditionUses({ terms, blocks }: TransitionSystem): ReadonlyMap<Term, number> {
  const uses = new Map<Term, number>();
  const count = (t: Term): void => {
    for (const variable of about(terms, t)) uses.set(variable, (uses.get(variable) ?? 0) + 1);
  };
  for (const block of blocks) {
    for (const t of postorder(terms, blockTerms(block))) {
      switch (terms.op(t)) {
        case Op.NOT:
          count(terms.arg(t, 0));
          break;
        case Op.AND:
        case Op.EQ:
        case Op.ULT:
        case Op.SLT:
          count(terms.arg(t, 0));
          count(terms.arg(t, 1));
          break;
        case Op.ITE:
          if (terms.op(terms.arg(t, 0)) === Op.VARIABLE) count(terms.arg(t, 0));
          break;
        default:
      }
    }
  }
  return uses;
}

/** Most terms that are visited below a side of a comparison. */
const MAX_BELOW = 12;

/** The variables below a term, through extensions, extractions and choices. */
function about(terms: TermStore, root: Term): ReadonlySet<Term> {
  const found = new Set<Term>();
  const stack = [root];
  for (let steps = 0; stack.length > 0 && steps < MAX_BELOW; steps++) {
    const t = stack.pop()!;
    switch (terms.op(t)) {
      case Op.VARIABLE:
        found.add(t);
        break;
      case Op.ZEXT:
      case Op.SEXT:
      case Op.EXTRACT:
        stack.push(terms.arg(t, 0));
        break;
      case Op.ITE:
        stack.push(terms.arg(t, 1), terms.arg(t, 2));
        break;
      default:
    }
  }
  return found;
}
