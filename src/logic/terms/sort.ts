import { unreachable } from '../../base/errors.ts';

/** Sorts of terms. Equal sorts are the same object within one term store, where they also have a number. */
export type Sort =
  | { readonly kind: 'bool' }
  | { readonly kind: 'bv'; readonly width: number }
  | { readonly kind: 'float'; readonly exponentBits: number; readonly precision: number }
  | { readonly kind: 'array'; readonly index: Sort; readonly element: Sort };

export const BOOL: Sort = { kind: 'bool' };

/** Number of bits of a value; of an array, those of one element. */
export function bitCount(sort: Sort): number {
  let inner = sort;
  while (inner.kind === 'array') inner = inner.element;
  switch (inner.kind) {
    case 'bool':
      return 1;
    case 'bv':
      return inner.width;
    case 'float':
      return inner.exponentBits + inner.precision;
    default:
      return unreachable(inner);
  }
}

/** A short name that no other sort has. */
export function sortName(sort: Sort): string {
  switch (sort.kind) {
    case 'bool':
      return 'b';
    case 'bv':
      return `v${sort.width}`;
    case 'float':
      return `f${sort.exponentBits}.${sort.precision}`;
    case 'array':
      return `a${sortName(sort.index)}.${sortName(sort.element)}`;
  }
}

/** Whether two sorts are the same, even if they come from different term stores. */
export function sameSort(first: Sort, second: Sort): boolean {
  let a = first;
  let b = second;
  for (;;) {
    if (a === b) return true;
    if (a.kind === 'bv') return b.kind === 'bv' && a.width === b.width;
    if (a.kind === 'float')
      return b.kind === 'float' && a.exponentBits === b.exponentBits && a.precision === b.precision;
    if (a.kind === 'bool') return b.kind === 'bool';
    if (b.kind !== 'array' || !sameSort(a.index, b.index)) return false;
    a = a.element;
    b = b.element;
  }
}
