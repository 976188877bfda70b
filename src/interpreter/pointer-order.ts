import type { Wide } from '../base/wide.ts';
import { isInteger } from '../c/types/type-basics.ts';
import type { Expr } from '../program/cfa/automaton.ts';
import { comparison } from './arithmetic.ts';
import type { Runtime } from './runtime.ts';

/**
 * The order of pointers. Programs move a pointer below the start of its object and compare it with that
 * start, as in `p - n < start`. Machines place objects far from address 0, where such a pointer stays
 * below its object. Addresses of a run are small: the subtraction wraps around to the upper half of the
 * address space. An address there is therefore below all objects.
 */

/**
 * Returns the test of a comparison that orders two pointers, also under casts to unsigned integers of
 * their width. Null for all other comparisons: constants such as -4095, which stand for errors, are
 * above all objects.
 */
export function pointerOrder(
  runtime: Runtime,
  expr: Expr & { kind: 'compare' },
): ((left: Wide, right: Wide) => boolean) | null {
  const { operator } = expr;
  if (operator === '==' || operator === '!=') return null;
  if (!isPointer(runtime, expr.left) || !isPointer(runtime, expr.right)) return null;
  const { memory, pointerSize } = runtime;
  const half = 2 ** (8 * pointerSize - 1);
  const compare = comparison(operator, runtime.represent(expr.left.type)) as (left: Wide, right: Wide) => number;
  const isLess = operator === '<' || operator === '<=';
  return (left, right) => {
    const [isLeftHigh, isRightHigh] = [left >= half, right >= half];
    if (isLeftHigh !== isRightHigh && memory.isNear(isLeftHigh ? right : left, half)) return isLess === isLeftHigh;
    return compare(left, right) !== 0;
  };
}

/** Whether the value is that of a pointer, which no constant is, in an unsigned representation. */
function isPointer(runtime: Runtime, expr: Expr): boolean {
  let inner = expr;
  while (inner.kind === 'convert' && isUnsignedWord(runtime, inner)) inner = inner.operand;
  return inner.type.kind === 'pointer' && inner.kind !== 'integer';
}

/** Whether the conversion gives an unsigned integer of a pointer's width, or a pointer. */
function isUnsignedWord(runtime: Runtime, { type }: Expr): boolean {
  if (type.kind === 'pointer') return true;
  if (!isInteger(type)) return false;
  const representation = runtime.represent(type);
  if (representation.kind !== 'int' && representation.kind !== 'wide') return false;
  return !representation.signed && representation.size === runtime.pointerSize;
}
