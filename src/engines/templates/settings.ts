import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { Substitution } from '../../logic/terms/substitute.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** Most terms that are visited on the paths to the constants of one variable. */
const MOST_STEPS = 64;

/** An assignment of a constant to a state variable under a condition: `if (a[i] != b[i]) same = 0`. */
export interface Setting {
  readonly flag: Term;
  readonly value: Term;
  /** The conjunction of all conditions on the path, over state variables and inputs. */
  readonly when: Term;
}

/** The assignments of constants to state variables in all blocks; `read` rewrites the conditions. */
export function settings({ terms, stateVars, blocks, pc }: TransitionSystem, read: Substitution): Setting[] {
  return stateVars.flatMap(({ term: flag }, v) => {
    if (v === pc || terms.sort(flag).kind !== 'bv') return [];
    const width = terms.width(flag);
    const found: Setting[] = [];
    const stack = blocks.map((block): [Term, Term] => [block.next[v], terms.true]);
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const [t, when] = stack.pop() ?? [];
      if (t === undefined || when === undefined) break;
      const op = terms.op(t);
      if (op === Op.BV_CONST) {
        if (when !== terms.true)
          found.push({ flag, value: terms.bv(width, BigInt.asUintN(width, terms.constValue(t))), when });
      } else if (op === Op.ZEXT || (op === Op.EXTRACT && terms.low(t) === 0)) stack.push([terms.arg(t, 0), when]);
      else if (op === Op.ITE) {
        const condition = read.apply(terms.arg(t, 0));
        stack.push(
          [terms.arg(t, 1), terms.and(when, condition)],
          [terms.arg(t, 2), terms.and(when, terms.not(condition))],
        );
      }
    }
    return found;
  });
}
