import { toNumber } from '../../base/float-bits.ts';
import type { Expr, Program } from '../cfa/automaton.ts';
import { walkOperation } from '../cfa/walk.ts';

/** Limit of the constants; further ones are left out. */
const MAX_CONSTANTS = 2000;

/**
 * Returns the integer constants that the program compares with or switches over, without repetition.
 * They are most likely to decide a branch.
 */
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
        { expr: (expr) => operands(expr, (side) => side.kind === 'integer' && constants.add(side.value)) },
        true,
      );
    }
  }
  return [...constants];
}

/** Returns the finite floating-point constants of the same kind. */
export function minedFloats(program: Program): readonly number[] {
  const constants = new Set<number>();
  for (const fn of program.functions) {
    if (fn == null) continue;
    for (const { op } of fn.edges) {
      if (constants.size >= MAX_CONSTANTS) return [...constants];
      const note = (side: Expr): void => {
        const value = side.kind === 'float' ? toNumber(side.value) : Number.NaN;
        if (Number.isFinite(value)) constants.add(value);
      };
      walkOperation(op, { expr: (expr) => operands(expr, note) }, true);
    }
  }
  return [...constants];
}

/** Visits both sides of a comparison or an operator, without the conversions around constants. */
function operands(expr: Expr, visit: (side: Expr) => void): void {
  if (expr.kind !== 'compare' && expr.kind !== 'binary') return;
  for (const side of [expr.left, expr.right]) {
    let inner = side;
    while (inner.kind === 'convert' || inner.kind === 'negate') inner = inner.operand;
    visit(inner);
  }
}
