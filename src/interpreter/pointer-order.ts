import type { Wide } from '../base/wide.ts';
import { isInteger } from '../c/types/type-basics.ts';
import type { CType } from '../c/types/types.ts';
import type { Expr } from '../program/cfa/automaton.ts';
import { comparison } from './arithmetic.ts';
import { FIRST_ADDRESS } from './memory.ts';
import type { Runtime } from './runtime.ts';

/**
 * The order of pointers. Programs move a pointer below the start of its object and compare it with that
 * start, as in `p - n < start`. Machines place objects far from address 0, where such a pointer stays
 * below its object. Addresses of a run are small: the subtraction wraps around to the upper half of the
 * address space. An address there is therefore below all objects. A pointer made of a number there is
 * above them: where the program makes such pointers, the order is approximate.
 */

const OPEN_ORDER = 'order of a pointer far from all objects';

/**
 * Returns the test of a comparison of two pointers whose result C may leave open, also under casts to
 * integers of their width. Null for all other comparisons: constants such as -4095, which stand for errors, are above all
 * objects.
 */
export function pointerOrder(
  runtime: Runtime,
  expr: Expr & { kind: 'compare' },
): ((left: Wide, right: Wide) => boolean) | null {
  const { operator } = expr;
  if (!isPointer(runtime, expr.left) || !isPointer(runtime, expr.right)) return null;
  if (operator === '==' || operator === '!=') return runtime.literals.equality(operator === '==');
  const { memory, pointerSize, approximate } = runtime;
  const compare = comparison(operator, runtime.represent(expr.left.type)) as (left: Wide, right: Wide) => number;
  const half = 2 ** (8 * pointerSize - 1);
  const isSigned = isSignedWord(runtime, expr.left.type);
  const turn = BigInt(isSigned ? -half : half);
  const isLess = operator === '<' || operator === '<=';
  const isHigh = (value: Wide): boolean => value >= half || value < 0;
  /** Whether some object moved up, and another one moved down, may lie there. */
  const isTurn = (value: Wide): boolean => {
    const beyond = BigInt(value) - turn;
    return beyond >= 0n && beyond < memory.used().bytes.length;
  };
  /** Whether null moved down may lie there. */
  const isLast = (value: Wide): boolean => BigInt(value) + BigInt(FIRST_ADDRESS) >= 2n * turn;
  const far = (left: Wide, right: Wide): boolean => {
    const plain = compare(left, right) !== 0;
    if (memory.used().bytes.length > half) return plain;
    if (isTurn(left) || isTurn(right)) approximate.add(OPEN_ORDER);
    const [isLeftHigh, isRightHigh] = [isHigh(left), isHigh(right)];
    // Null and numbers next to it are below all objects, and signed numbers below 0 are so too.
    if (isSigned || left === 0 || right === 0) return plain;
    if (!isLeftHigh && !isRightHigh && (left >= FIRST_ADDRESS || right >= FIRST_ADDRESS)) return plain;
    if (runtime.makesNumberPointers || isLast(left) || isLast(right)) approximate.add(OPEN_ORDER);
    return isLeftHigh === isRightHigh ? plain : isLess === isLeftHigh;
  };
  return (left, right) =>
    left >= FIRST_ADDRESS && right >= FIRST_ADDRESS && left < half && right < half
      ? compare(left, right) !== 0
      : far(left, right);
}

/** Whether the value is that of a pointer, which no constant is, maybe as an integer. */
function isPointer(runtime: Runtime, expr: Expr): boolean {
  let inner = expr;
  while (inner.kind === 'convert' && isWord(runtime, inner.type)) inner = inner.operand;
  return inner.type.kind === 'pointer' && inner.kind !== 'integer';
}

/** Whether the type is an integer of a pointer's width, or a pointer. */
function isWord(runtime: Runtime, type: CType): boolean {
  if (type.kind === 'pointer') return true;
  const { kind, size } = runtime.represent(type);
  return isInteger(type) && (kind === 'int' || kind === 'wide') && size === runtime.pointerSize;
}

function isSignedWord(runtime: Runtime, type: CType): boolean {
  const representation = runtime.represent(type);
  return (representation.kind === 'int' || representation.kind === 'wide') && representation.signed;
}
