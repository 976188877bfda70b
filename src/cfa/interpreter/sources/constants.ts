import type { Program } from '../../automaton.ts';
import { walkOperation } from '../walk.ts';

/** Constants beyond this number are left out. */
const MAX_CONSTANTS = 2000;

/** Integer constants that the program compares with or switches over, most likely to decide a branch; without repetition. */
export function minedConstants(program: Program): readonly bigint[] {
  const constants = new Set<bigint>();
  for (const fn of program.functions) {
    if (fn == null) continue;
    for (const { op } of fn.edges) {
      if (constants.size >= MAX_CONSTANTS) return [...constants];
      if (op.kind === 'case') {
        constants.add(op.low);
        constants.add(op.high);
      }
      walkOperation(
        op,
        {
          expr(expr) {
            if (expr.kind !== 'compare' && expr.kind !== 'binary') return;
            for (const side of [expr.left, expr.right]) if (side.kind === 'integer') constants.add(side.value);
          },
        },
        true,
      );
    }
  }
  return [...constants];
}
