/** Sorts of terms. Equal sorts are the same object within one term store, where they also have a number. */
export type Sort =
  | { readonly kind: 'bool' }
  | { readonly kind: 'bv'; readonly width: number }
  | { readonly kind: 'float'; readonly exponentBits: number; readonly precision: number }
  | { readonly kind: 'array'; readonly index: Sort; readonly element: Sort };

export const BOOL: Sort = { kind: 'bool' };
