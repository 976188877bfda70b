import type { Layout } from '../../../c/types/layout.ts';
import { isInteger, valueType } from '../../../c/types/type-basics.ts';
import { compatibleUnqualified } from '../../../c/types/type-relations.ts';
import type { CType } from '../../../c/types/types.ts';

/**
 * Name of the intrinsic that says whether the next argument of a list fits. Its place is the list, its argument
 * a null pointer to the wanted type. The result is 1 if no argument is left, or another type was passed, else 0.
 */
export const MISFIT = 'no_argument';

/**
 * Name of the intrinsic that says whether an argument of a list is a pointer into the object of its first
 * argument. Its second one says how many bytes from there on count; behind them nothing does.
 */
export const LIST_MEETS = 'list_meets';

/** Name of the intrinsic after which a list has no arguments: a library function has taken some (C11 7.16p3). */
export const LIST_USED = 'list_used';

/**
 * Whether an argument of the one type may be taken as one of the other (C11 7.16.1.1p2). Any word may
 * also stand for another of the same size: a null pointer is often passed as 0.
 */
export function fitsArgument(layout: Layout, passed: CType, wanted: CType): boolean {
  const [from, to] = [valueType(passed), valueType(wanted)];
  if (compatibleUnqualified(from, to)) return true;
  const isWord = (type: CType): boolean => isInteger(type) || type.kind === 'pointer';
  return isWord(from) && isWord(to) && layout.sizeOf(from) === layout.sizeOf(to);
}
